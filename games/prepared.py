"""Queries that are run with every order and every turn: put into SQL once, then only filled in.

Django builds a query and words it anew each time, which costs more than all else of a submission
together (docs/performance.md). Where the shape of a query never changes that needs doing once for
each thread; what stands in it and what comes of it are the same.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections, models, transaction
from django.db.models.expressions import Expression
from django.db.models.sql import UpdateQuery

Row = TypeVar("Row", bound=models.Model)


class _Slot(Expression):
    """A place in a query for a value that comes when it is run."""

    def __init__(self, name: str, field: Any) -> None:
        super().__init__(output_field=field)
        self.name = name

    def as_sql(self, *_: Any, **__: Any) -> Any:
        """Stand for itself among the parameters."""
        return "%s", [self]

    def value_of(self, values: dict[str, Any]) -> Any:
        """Give the value as the database takes it."""
        return self.output_field.get_db_prep_value(values[self.name], connection)


def number(name: str) -> Any:
    """Give a slot for a key or another whole number."""
    return _Slot(name, models.BigIntegerField())


def moment(name: str) -> Any:
    """Give a slot for an instant."""
    return _Slot(name, models.DateTimeField())


def value(model: type[models.Model], name: str) -> Any:
    """Give a slot, of the same name, for what a model's field becomes."""
    return _Slot(name, model._meta.get_field(name))


class _Prepared:
    """SQL with slots, made at the first call of each thread, whose connection it is made for."""

    def __init__(self) -> None:
        self._local = threading.local()

    def _ready(self) -> Any:
        here = connections[DEFAULT_DB_ALIAS]
        found, ready = getattr(self._local, "ready", (None, None))
        if found is not here:
            ready = self._make()
            self._local.ready = here, ready
        return ready

    def _make(self) -> tuple[Any, ...]:
        raise NotImplementedError


def _filled(params: Sequence[Any], values: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(param.value_of(values) if isinstance(param, _Slot) else param for param in params)


class Select(_Prepared, Generic[Row]):
    """A query that gives rows."""

    def __init__(self, build: Callable[[], models.QuerySet[Row]]) -> None:
        """Take what builds the query; it is called when the query is first run."""
        super().__init__()
        self.build = build

    def _make(self) -> tuple[Any, ...]:
        queryset: Any = self.build()
        compiler = queryset.query.get_compiler(queryset.db)
        sql, params = compiler.as_sql()
        queryset.query.get_compiler = lambda *_, **__: compiler
        return queryset, compiler, sql, params

    def __call__(self, **values: Any) -> list[Row]:
        """Run it with these values in its slots; gives the rows."""
        queryset, compiler, sql, params = self._ready()
        compiler.as_sql = lambda *_, **__: (sql, _filled(params, values))
        return list(queryset._iterable_class(queryset))

    def one(self, **values: Any) -> Row | None:
        """Give the first row, or None."""
        return next(iter(self(**values)), None)

    def get(self, **values: Any) -> Row:
        """Give the row that must be there; raises the model's ``DoesNotExist``."""
        found = self.one(**values)
        if found is None:
            model: Any = self.build().model
            raise model.DoesNotExist
        return found


class Update(_Prepared):
    """A query that changes rows."""

    def __init__(self, build: Callable[[], models.QuerySet[Any]], **fields: Any) -> None:
        """Take what builds the query for the rows, and what the fields become."""
        super().__init__()
        self.build, self.fields = build, fields

    def _make(self) -> tuple[Any, ...]:
        queryset: Any = self.build()
        query = queryset.query.chain(UpdateQuery)
        query.add_update_values(self.fields)
        return tuple(query.get_compiler(queryset.db).as_sql())

    def __call__(self, **values: Any) -> int:
        """Run it with these values in its slots; gives the number of rows changed."""
        sql, params = self._ready()
        with transaction.mark_for_rollback_on_error(using="default"), connection.cursor() as cursor:
            cursor.execute(sql, _filled(params, values))
            return int(cursor.rowcount)
