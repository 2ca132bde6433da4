"""The exact JSON form of the engine's frozen dataclasses, derived from their type hints.

A dataclass is an object of its fields, those equal to their default left out but for those that it
names in ``always`` (what a missing one means may never change); one with a ``code`` carries it as
``"type"``. Tuples are arrays. Reading is strict: an unknown or missing key, a wrong
type (a bool is no int) or an unknown code raises ``Malformed`` with the place where it stands.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from games.rules.choices import Choice
from games.rules.errors import Malformed
from games.rules.events import EVENTS, Event

T = TypeVar("T")
Json = Any
Reader = Callable[[Json, str], Any]

TAG = "type"
#: Numbers up to here are exact in every JSON reader; nothing in a game comes near it.
MAX_NUMBER = 2**53
#: What stands in JSON as it is, whatever its value.
_PLAIN = {int, str}


def to_json(value: Any) -> Json:
    """Give the JSON form of a dataclass of the engine, or of a tuple of such, as plain objects."""
    if value is None or isinstance(value, (int, str)):
        return value
    if isinstance(value, tuple):
        plain = set(map(type, value)) <= _PLAIN
        return list(value) if plain else [to_json(item) for item in value]
    kind: Any = type(value)
    code, fields = _written(kind)
    result: dict[str, Json] = {TAG: code} if code else {}
    for name, default in fields:
        item = getattr(value, name)
        if item != default or type(item) is not type(default):
            result[name] = to_json(item)
    return result


def from_json(kind: type[T], data: Json) -> T:
    """Read a dataclass (or a union of such, given as a type) from its JSON form.

    Raises ``Malformed`` with parameters ``place`` (like ``$.action.card``) and ``expected``.
    """
    wanted: Any = kind
    result: T = _reader(wanted)(data, "$")
    return result


def read_choice(data: Json) -> Choice:
    """Read a choice of any type; raises ``Malformed``."""
    result: Choice = _reader(Choice)(data, "$")
    return result


def read_event(data: Json) -> Event:
    """Read an event of any type; raises ``Malformed``."""
    result: Event = _union_reader(tuple(EVENTS.values()))(data, "$")
    return result


def _wrong(place: str, expected: str) -> Malformed:
    return Malformed("malformed", place=place, expected=expected)


@cache
def _written(kind: type) -> tuple[str, tuple[tuple[str, Any], ...]]:
    always = getattr(kind, "always", ())
    fields = tuple(
        (field.name, dataclasses.MISSING if field.name in always else field.default)
        for field in dataclasses.fields(kind)
    )
    return getattr(kind, "code", ""), fields


@cache
def _reader(kind: Any) -> Reader:
    origin = get_origin(kind)
    if kind is Event:
        return _union_reader(tuple(EVENTS.values()))
    if origin is tuple:
        return _tuple_reader(get_args(kind))
    if origin in (Union, types.UnionType):
        return _union_reader(get_args(kind))
    if dataclasses.is_dataclass(kind):
        return _object_reader(kind)
    return _scalar_reader(kind)


def _scalar_reader(kind: type) -> Reader:
    def read(data: Json, place: str) -> Any:
        if type(data) is not kind:
            raise _wrong(place, kind.__name__)
        return data

    return _read_number if kind is int else read


def _read_number(data: Json, place: str) -> int:
    if type(data) is not int or abs(data) > MAX_NUMBER:
        raise _wrong(place, "int")
    return data


def _has_far_numbers(data: list[Json]) -> bool:
    """Tell whether a number of a list is too far off. Where nothing is, no entry is read alone."""
    for item in data:  # noqa: SIM110 - a generator is called anew for each entry
        if type(item) is int and not -MAX_NUMBER <= item <= MAX_NUMBER:
            return True
    return False


def _tuple_reader(arguments: tuple[Any, ...]) -> Reader:
    if arguments[-1] is Ellipsis:
        item = _reader(arguments[0])
        numbers = item is _read_number

        def read_many(data: Json, place: str) -> Any:
            if not isinstance(data, list):
                raise _wrong(place, "list")
            if numbers and set(map(type, data)) == {int} and not _has_far_numbers(data):
                return tuple(data)
            return tuple(item(entry, f"{place}[{index}]") for index, entry in enumerate(data))

        return read_many
    readers = tuple(_reader(argument) for argument in arguments)
    kinds = list(arguments)

    def read_fixed(data: Json, place: str) -> Any:
        if not isinstance(data, list) or len(data) != len(readers):
            raise _wrong(place, f"list of {len(readers)}")
        if list(map(type, data)) == kinds and not _has_far_numbers(data):
            return tuple(data)
        return tuple(
            read(entry, f"{place}[{index}]")
            for index, (read, entry) in enumerate(zip(readers, data, strict=True))
        )

    return read_fixed


@cache
def _union_reader(arguments: tuple[Any, ...]) -> Reader:
    if type(None) in arguments:
        rest = tuple(argument for argument in arguments if argument is not type(None))
        inner = _reader(rest[0]) if len(rest) == 1 else _union_reader(rest)
        return lambda data, place: None if data is None else inner(data, place)
    readers = {argument.code: _reader(argument) for argument in arguments}
    expected = "one of " + ", ".join(sorted(readers))

    def read(data: Json, place: str) -> Any:
        if not isinstance(data, dict):
            raise _wrong(place, "object")
        code = data.get(TAG)
        if not isinstance(code, str) or code not in readers:
            raise _wrong(f"{place}.{TAG}", expected)
        return readers[code](data, place)

    return read


def _object_reader(kind: Any) -> Reader:
    hints = get_type_hints(kind)
    code = getattr(kind, "code", "")
    fields = {field.name: _reader(hints[field.name]) for field in dataclasses.fields(kind)}
    required = {name for name, default in _written(kind)[1] if default is dataclasses.MISSING}
    known = fields.keys() | ({TAG} if code else set())

    def read(data: Json, place: str) -> Any:
        if not isinstance(data, dict):
            raise _wrong(place, "object")
        if unknown := data.keys() - known:
            raise _wrong(f"{place}.{min(map(str, unknown))}", "nothing")
        if missing := required - data.keys():
            raise _wrong(f"{place}.{min(missing)}", "value")
        if code and data.get(TAG) != code:
            raise _wrong(f"{place}.{TAG}", code)
        return kind(
            **{
                name: fields[name](item, f"{place}.{name}")
                for name, item in data.items()
                if name != TAG
            }
        )

    return read
