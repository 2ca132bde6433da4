"""Read a record file: strictly, and never at any length. What is refused: docs/record.md."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from games.rules.codec import from_json
from games.rules.errors import Malformed, RulesError
from games.rules.record import ENVELOPE, NAME, Record

#: A record is some 100 KB; whatever is a hundred times that is none.
LARGEST = 10_000_000
#: Numbers with more digits than this are none of a record's; reading them could take for ever.
_DIGITS = 20


class BadRecord(RulesError):  # noqa: N818 - it reads as what it is
    """The first thing that is wrong with a record; parameter ``place`` says where it stands."""


def read_record(data: bytes) -> Record:
    """Read a record file; raises ``BadRecord`` for whatever is none of a known version."""
    if len(data) > LARGEST:
        raise BadRecord("record_too_large", place="$", largest=LARGEST)
    tree = _read_json(data)
    if not isinstance(tree, dict):
        raise BadRecord("record_not_a_record", place="$", expected=NAME)
    for key, known in ENVELOPE.items():
        found = tree.pop(key, None)
        if type(found) is not type(known) or found != known:
            code = "record_not_a_record" if key == "format" else "record_version"
            raise BadRecord(code, place=f"$.{key}", expected=known)
    try:
        return from_json(Record, tree)
    except Malformed as error:
        raise BadRecord("record_malformed", **error.parameters) from None
    except RulesError as error:  # a switch with a value that it does not have
        place = f"$.ruleset.{error.parameters['switch']}"
        raise BadRecord(error.code, place=place, **error.parameters) from None


def _read_json(data: bytes) -> Any:
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise BadRecord("record_not_utf8", place="$", byte=error.start) from None
    try:
        tree = json.loads(
            text, object_pairs_hook=_object, parse_constant=_refuse, parse_int=_number
        )
        if "\\ud" in text.lower():  # half a character, written as an escape, is no text
            json.dumps(tree, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise BadRecord(
            "record_not_json", place="$", line=error.lineno, column=error.colno
        ) from None
    except UnicodeEncodeError:
        _refuse("half a surrogate pair")
    except RecursionError:
        raise BadRecord("record_too_deep", place="$") from None
    return tree


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        rest = set(result)
        for name, _ in pairs:
            if name not in rest:
                raise BadRecord("record_key_twice", place="$", key=name[:40])
            rest.remove(name)
    return result


def _number(digits: str) -> int:
    return int(digits) if len(digits) <= _DIGITS else _refuse("a number too long")


def _refuse(found: str) -> NoReturn:
    raise BadRecord("record_not_plain", place="$", found=found)
