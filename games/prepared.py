"""Queries that are run with every order and every turn: put into SQL once, then only filled in.

Django builds a query and words it anew each time, which costs more than all else of a submission
together (docs/performance.md). Where the shape of a query never changes that needs doing once for
each thread; what stands in it and what comes of it are the same.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from operator import attrgetter, itemgetter
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections, models, transaction
from django.db.models.constants import OnConflict
from django.db.models.expressions import Expression
from django.db.models.query import (
    FlatValuesListIterable,
    ModelIterable,
    ValuesListIterable,
    get_related_populators,
)
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


def _fetched(sql: str, params: Sequence[Any]) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return cursor.fetchall()


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
        # What makes Python's values of the database's is the same each time, too.
        columns = [column for column, *_ in compiler.select[: compiler.col_count]]
        return sql, params, compiler, compiler.get_converters(columns), _reader(queryset, compiler)

    def __call__(self, **values: Any) -> list[Row]:
        """Run it with these values in its slots; gives the rows."""
        sql, params, compiler, converters, reader = self._ready()
        rows: Any = _fetched(sql, _filled(params, values))
        if converters:
            rows = compiler.apply_converters(rows, converters)
        return [reader(row) for row in rows]

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


def _reader(queryset: Any, compiler: Any) -> Callable[[Any], Any]:
    """Give what makes of a row what the query gives: what Django asks anew for each run of it."""
    kind = queryset._iterable_class
    if kind is FlatValuesListIterable:
        return itemgetter(0)
    if kind is ValuesListIterable:
        return tuple
    if kind is not ModelIterable:
        raise TypeError(f"{kind.__name__} cannot be prepared")
    select, info, db = compiler.select, compiler.klass_info, queryset.db
    model, fields = info["model"], info["select_fields"]
    own = slice(fields[0], fields[-1] + 1)
    names = [column.target.attname for column, *_ in select[own]]
    related = get_related_populators(info, select, db)  # type: ignore[call-arg] # of a newer Django
    annotations = tuple(compiler.annotation_col_map.items())

    def read(row: Any) -> Any:
        found = model.from_db(db, names, row[own])
        for populator in related:
            populator.populate(row, found)
        for name, place in annotations:
            setattr(found, name, row[place])
        return found

    return read


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


class UpdateTelling(Update):
    """A query that changes one row and, in the same breath, tells whether there are others."""

    def __init__(
        self,
        build: Callable[[], models.QuerySet[Any]],
        others: Callable[[], models.QuerySet[Any]],
        **fields: Any,
    ) -> None:
        """Take what builds the query for the row and for the others, and what the fields become."""
        super().__init__(build, **fields)
        self.others = others

    def _make(self) -> tuple[Any, ...]:
        sql, params = super()._make()
        others = self.others()
        told, more = others.query.exists().get_compiler(others.db).as_sql()
        return f"{sql} RETURNING EXISTS ({told})", (*params, *more)

    def __call__(self, **values: Any) -> bool:
        """Run it with these values in its slots; gives whether there are others, as it began."""
        sql, params = self._ready()
        with transaction.mark_for_rollback_on_error(using="default"):
            ((found,),) = _fetched(sql, _filled(params, values))
        return bool(found)


#: Fields whose values the database takes as they stand in a row; those of others are made first.
_PLAIN = frozenset(
    {models.BooleanField, models.CharField, models.TextField, models.ForeignKey}
    | {models.PositiveSmallIntegerField, models.PositiveIntegerField, models.IntegerField}
)


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
        names = attrgetter(*[field.attname for field in fields])
        places = [(place, field) for place, field in enumerate(fields) if type(field) not in _PLAIN]
        return names, places, f"{begin} ({columns}) VALUES", row, end

    def __call__(self, rows: Sequence[Row]) -> Sequence[Row]:
        """Store new rows, in one query; gives them, with the keys that they got."""
        if not rows:
            return rows
        names, places, begin, row, end = self._ready()
        values: list[Any] = []
        for new in rows:
            found = list(names(new))
            for place, field in places:
                found[place] = field.get_db_prep_save(field.pre_save(new, True), connection)
            values += found
        sql = f"{begin} {', '.join([row] * len(rows))} {end}"
        with transaction.mark_for_rollback_on_error(using="default"), connection.cursor() as cursor:
            cursor.execute(sql, values)
            keys = [] if self.on_conflict else cursor.fetchall()
        for new, (key,) in zip(rows, keys, strict=False):
            new.pk = key
            new._state.adding, new._state.db = False, DEFAULT_DB_ALIAS
        return rows
