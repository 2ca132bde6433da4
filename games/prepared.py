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
from django.db.models.constants import OnConflict
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
        # What makes Python's values of the database's is the same each time, too.
        converters = compiler.get_converters([column for column, *_ in compiler.select])
        compiler.get_converters = lambda _columns: converters
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


class Insert(_Prepared, Generic[Row]):
    """A query that adds rows of one model, like ``bulk_create``, without signals."""

    def __init__(self, model: type[Row], *, ignore_conflicts: bool = False) -> None:
        """Take the model. ``ignore_conflicts``: what is there stays; no keys are given."""
        super().__init__()
        self.model: Any = model
        self.on_conflict = OnConflict.IGNORE if ignore_conflicts else None

    def _make(self) -> tuple[Any, ...]:
        meta, ops = self.model._meta, connection.ops
        fields = [field for field in meta.local_concrete_fields if not field.primary_key]
        columns = ", ".join(ops.quote_name(field.column) for field in fields)
        begin = f"{ops.insert_statement(self.on_conflict)} {ops.quote_name(meta.db_table)}"
        if self.on_conflict:
            end = ops.on_conflict_suffix_sql(fields, self.on_conflict, (), ())
        else:
            end, _params = ops.return_insert_columns([meta.pk])  # type: ignore[attr-defined]
        row = f"({', '.join(['%s'] * len(fields))})"
        return fields, f"{begin} ({columns}) VALUES", row, end

    def __call__(self, rows: Sequence[Row]) -> Sequence[Row]:
        """Store new rows, in one query; gives them, with the keys that they got."""
        if not rows:
            return rows
        fields, begin, row, end = self._ready()
        values = [
            field.get_db_prep_save(field.pre_save(new, add=True), connection)
            for new in rows
            for field in fields
        ]
        sql = f"{begin} {', '.join([row] * len(rows))} {end}"
        with transaction.mark_for_rollback_on_error(using="default"), connection.cursor() as cursor:
            cursor.execute(sql, values)
            keys = [] if self.on_conflict else cursor.fetchall()
        for new, (key,) in zip(rows, keys, strict=False):
            new.pk = key
            new._state.adding, new._state.db = False, DEFAULT_DB_ALIAS
        return rows
