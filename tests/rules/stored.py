"""What the tests of stored forms share: a state with something in every field."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules import Malformed, State
from games.rules.choices import Arrange, Carried, Complete, Place, Steps, Take
from games.rules.codec import from_json, read_choice
from games.rules.state import Resolving
from tests.rules.builder import ANNA, BRUNO, player, position

CARRIED = Carried(
    power=(
        (9, Steps((Place(17, "S"),))),
        (72, Arrange(((1, "S"),))),
        (87, Complete(1)),
        (13, Take(4)),
    ),
    claim=((2, True), (3, False)),
    take=(17, 18),
)


def full_state() -> State:
    seats = {
        ANNA: player({1: "S", 58: ""}, [17, 2], ["count:2"], carried=CARRIED),
        BRUNO: player({57: "SH"}, hand=[3, 4]),
    }
    return position(
        seats,
        market=(18, None, 19, None, 21),
        token="SHJ",
        deck=(80, 81),
        discards=(30, 31),
        waiting=((ANNA, 1),),
        resolving=Resolving(BRUNO, 57, "claim"),
        kind="claim",
        awaited=(BRUNO,),
        ended=True,
        crier=1,
        dealt=1,
    )


def place_of(kind: type[Any] | None, data: Any) -> tuple[Any, Any]:
    """Where reading says that the data is malformed, and what it expected (None: a choice)."""
    with pytest.raises(Malformed) as refused:
        read_choice(data) if kind is None else from_json(kind, data)
    assert refused.value.code == "malformed"
    return refused.value.parameters["place"], refused.value.parameters["expected"]
