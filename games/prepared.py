"""Queries that are run with every order and every turn: put into SQL once, then only filled in.

Django builds a query and words it anew each time, which costs more than all else of a submission
together (docs/performance.md). Where the shape of a query never changes that needs doing once for
each thread; what stands in it and what comes of it are the same.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import partial
from operator import attrgetter, itemgetter
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.models.constants import OnConflict
from django.db.models.expressions import Expression
from django.db.models.query import (
    FlatValuesListIterable,
    ModelIterable,
    ValuesListIterable,
    get_related_populators,
)
from django.db.models.sql import UpdateQuery

from games.statements import changed, fetched

Row = TypeVar("Row", bound=models.Model)


class _Slot(Expression):
    """A place in a query for a value that comes when it is run."""

    def __init__(self, name: str, field: Any) -> None:
        super().__init__(output_field=field)
        self.name = name

    def as_sql(self, *_: Any, **__: Any) -> Any:
        """Stand for itself among the parameters."""
        return "%s", [self]


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
        """Give the thread's connection, and what was made for it."""
        here = connections[DEFAULT_DB_ALIAS]
        found = getattr(self._local, "ready", None)
        if found is None or found[0] is not here:
            found = self._local.ready = (here, *self._make(here))
        return found

    def _make(self, here: Any) -> tuple[Any, ...]:
        raise NotImplementedError


#: Fields whose values the database takes as they stand in a row.
_PLAIN = frozenset({models.BooleanField, models.CharField, models.TextField})
#: The same, where they are to be stored: of what is compared, the database must know the size.
_STORED_PLAIN = _PLAIN | {
    *(models.ForeignKey, models.IntegerField),
    *(models.PositiveIntegerField, models.PositiveSmallIntegerField),
}


def _adapter(field: Any, here: Any) -> Callable[[Any], Any] | None:
    """Give what makes of a field's values what the database takes; None: they are that already.

    What Django allows for besides (instants without a zone, numbers as text) we do not have.
    """
    kind = type(field)
    if kind in _PLAIN:
        return None
    if kind is models.DateTimeField:
        instant: Callable[[Any], Any] = here.ops.adapt_datetimefield_value
        return instant
    if kind is models.BigIntegerField:
        return partial(here.ops.adapt_integerfield_value, internal_type=field.get_internal_type())
    return partial(field.get_db_prep_save, connection=here)


def _filler(params: Sequence[Any], here: Any) -> Callable[[dict[str, Any]], list[Any]]:
    """Give what puts values into the slots among these parameters."""
    fixed = list(params)
    slots = [
        (place, param.name, _adapter(param.output_field, here))
        for place, param in enumerate(params)
        if isinstance(param, _Slot)
    ]

    def fill(values: dict[str, Any]) -> list[Any]:
        filled = fixed.copy()
        for place, name, adapt in slots:
            filled[place] = adapt(values[name]) if adapt else values[name]
        return filled

    return fill


class Select(_Prepared, Generic[Row]):
    """A query that gives rows."""

    def __init__(self, build: Callable[[], models.QuerySet[Row]]) -> None:
        """Take what builds the query; it is called when the query is first run."""
        super().__init__()
        self.build = build

    def _make(self, here: Any) -> tuple[Any, ...]:
        queryset: Any = self.build()
        compiler = queryset.query.get_compiler(queryset.db)
        sql, params = compiler.as_sql()
        # What makes Python's values of the database's is the same each time, too.
        columns = [column for column, *_ in compiler.select[: compiler.col_count]]
        converters, reader = compiler.get_converters(columns), _reader(queryset, compiler)
        return sql, _filler(params, here), compiler, converters, reader

    def __call__(self, **values: Any) -> list[Row]:
        """Run it with these values in its slots; gives the rows."""
        here, sql, fill, compiler, converters, reader = self._ready()
        rows: Any = fetched(here, sql, fill(values))
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

    def _make(self, here: Any) -> tuple[Any, ...]:
        sql, params = self._words()
        return sql, _filler(params, here)

    def _words(self) -> tuple[str, tuple[Any, ...]]:
        queryset: Any = self.build()
        query = queryset.query.chain(UpdateQuery)
        query.add_update_values(self.fields)
        sql, params = query.get_compiler(queryset.db).as_sql()
        return sql, tuple(params)

    def __call__(self, **values: Any) -> int:
        """Run it with these values in its slots; gives the number of rows changed."""
        here, sql, fill = self._ready()
        return changed(here, sql, fill(values))


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

    def _words(self) -> tuple[str, tuple[Any, ...]]:
        sql, params = super()._words()
        others = self.others()
        told, more = others.query.exists().get_compiler(others.db).as_sql()
        return f"{sql} RETURNING EXISTS ({told})", (*params, *more)

    def __call__(self, **values: Any) -> bool:
        """Run it with these values in its slots; gives whether there are others, as it began."""
        here, sql, fill = self._ready()
        ((found,),) = fetched(here, sql, fill(values))
        return bool(found)


def _sets_itself(field: Any) -> bool:
    """Tell whether what is stored may be other than what stands in the row."""
    if hasattr(field, "auto_now"):
        return bool(field.auto_now or field.auto_now_add)
    return type(field).pre_save is not models.Field.pre_save


class Insert(_Prepared, Generic[Row]):
    """A query that adds rows of one model, like ``bulk_create``, without signals."""

    def __init__(self, model: type[Row], *, ignore_conflicts: bool = False) -> None:
        """Take the model. ``ignore_conflicts``: what is there stays; no keys are given."""
        super().__init__()
        self.model: Any = model
        self.on_conflict = OnConflict.IGNORE if ignore_conflicts else None

    def _make(self, here: Any) -> tuple[Any, ...]:
        meta, ops = self.model._meta, here.ops
        fields = [field for field in meta.local_concrete_fields if not field.primary_key]
        if any(_sets_itself(field) for field in fields):
            raise TypeError(f"{meta.label} sets something by itself and cannot be prepared")
        columns = ", ".join(ops.quote_name(field.column) for field in fields)
        begin = f"{ops.insert_statement(self.on_conflict)} {ops.quote_name(meta.db_table)}"
        if self.on_conflict:
            end = ops.on_conflict_suffix_sql(fields, self.on_conflict, (), ())
        else:
            end, _params = ops.return_insert_columns([meta.pk])
        row = f"({', '.join(['%s'] * len(fields))})"
        names = attrgetter(*[field.attname for field in fields])
        adapters = [
            (place, adapt)
            for place, field in enumerate(fields)
            if type(field) not in _STORED_PLAIN and (adapt := _adapter(field, here))
        ]
        return names, adapters, f"{begin} ({columns}) VALUES", row, end

    def __call__(self, rows: Sequence[Row]) -> Sequence[Row]:
        """Store new rows, in one query; gives them, with the keys that they got."""
        if not rows:
            return rows
        here, names, adapters, begin, row, end = self._ready()
        values: list[Any] = []
        for new in rows:
            found = list(names(new))
            for place, adapt in adapters:
                found[place] = adapt(found[place])
            values += found
        sql = f"{begin} {', '.join([row] * len(rows))} {end}"
        keys: Any = []
        if self.on_conflict:
            changed(here, sql, values)
        else:
            keys = fetched(here, sql, values)
        for new, (key,) in zip(rows, keys, strict=False):
            new.pk = key
            new._state.adding, new._state.db = False, DEFAULT_DB_ALIAS
        return rows
