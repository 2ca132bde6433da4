"""The record of a game: all that happened, as JSON that anybody can check. See docs/record.md.

A record is made of *steps*, one for each stop of the engine when no order carries answers: an
answer that was carried and used stands as the decision that it became, marked ``carried``. While
the game runs the record holds only what a spectator may know, and no seed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from games.rules.chance import Chance
from games.rules.choices import Choice, Mobilize
from games.rules.codec import TAG, Json, to_json
from games.rules.engine import RULES_VERSION, Rules
from games.rules.events import AnswerUsed, Event
from games.rules.ruleset import Ruleset
from games.rules.scoring import Outcome
from games.rules.state import FORMAT, OVER, State
from games.rules.views import events_for

NAME = "augustus-record"

#: What stands at the beginning of every record, before the fields of ``Record``.
ENVELOPE: Mapping[str, str | int] = {
    "format": NAME,
    "version": FORMAT,
    "rules_version": RULES_VERSION,
}


@dataclass(frozen=True, slots=True)
class Player:
    """Who sat where: the name at the table, and the word for the bag."""

    name: str
    word: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision of one seat; ``carried``: it was given beforehand with the order of the draw."""

    seat: int
    choice: Choice
    carried: bool = False


@dataclass(frozen=True, slots=True)
class Stop:
    """One stop of the engine: the kind of decision owed, the decisions, and what they led to."""

    kind: str
    draw: int
    decisions: tuple[Decision, ...]
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A whole game. ``players`` in the order of invitation; ``deck``: the deck file.

    ``seated``: the host's order of seats, where chance did not make it. ``seed`` in hexadecimal,
    once the game is over. ``cancelled``: it was ended without a result, and has no seed.
    """

    game: str
    ruleset: Ruleset
    deck: str
    deck_sha256: str
    players: tuple[Player, ...]
    commitment: str
    opening: tuple[Event, ...]
    steps: tuple[Stop, ...]
    seated: tuple[int, ...] | None = None
    seed: str | None = None
    outcome: Outcome | None = None
    cancelled: bool = False


@dataclass(frozen=True, slots=True)
class Closed:
    """A stored turn, as a record is made from it: choices by seat, events of its closing."""

    choices: Mapping[int, Choice]
    events: tuple[Event, ...]


def steps_of(
    rules: Rules, start: State, turns: Sequence[Closed], chance: Chance
) -> tuple[list[Stop], State]:
    """Play stored turns again, decision by decision; gives the stops and the position at the end.

    Carried answers are taken off the orders; where one was used, it is a stop of its own. Raises
    ``RulesError`` where the engine refuses what is stored.
    """
    state, stops = start, []
    for turn in turns:
        rounds = [
            tuple(
                Decision(seat, without_carried(turn.choices[seat])) for seat in sorted(turn.choices)
            )
        ]
        rounds += [
            (Decision(event.seat, event.choice, carried=True),)
            for event in turn.events
            if isinstance(event, AnswerUsed)
        ]
        for decisions in rounds:
            step = rules.advance(state, choices_of(decisions), chance)
            stops.append(Stop(state.kind, state.draw, decisions, step.events))
            state = step.state
    return stops, state


def record_json(record: Record) -> dict[str, Json]:
    """Give the JSON form of a record, as plain objects."""
    return {**ENVELOPE, **to_json(record)}


def record_text(record: Record) -> str:
    """Give the record as text that can be read: JSON with one decision or event on a line."""
    return _text(record_json(record), "") + "\n"


def _text(value: Json, indent: str) -> str:
    deeper = indent + " "
    if isinstance(value, dict) and any(_is_long(item) for item in value.values()):
        fields = (f"{_plain(name)}: {_text(item, deeper)}" for name, item in value.items())
        return "{\n" + ",\n".join(deeper + field for field in fields) + f"\n{indent}}}"
    if _is_long(value) and isinstance(value, list):
        items = (deeper + _text(item, deeper) for item in value)
        return "[\n" + ",\n".join(items) + f"\n{indent}]"
    return _plain(value)


def _is_long(value: Json) -> bool:
    """Tell whether this is a list of objects, or holds one; a decision or event never counts."""
    if isinstance(value, dict):
        return TAG not in value and any(_is_long(item) for item in value.values())
    return isinstance(value, list) and any(isinstance(item, dict) for item in value)


def _plain(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)


def choices_of(decisions: Sequence[Decision]) -> dict[int, Choice]:
    """Give seat -> choice."""
    return {decision.seat: decision.choice for decision in decisions}


def without_carried(choice: Choice) -> Choice:
    """Give a choice without the answers that it carries."""
    return replace(choice, carried=None) if isinstance(choice, Mobilize) else choice


def make_record(
    *,
    game: str,
    rules: Rules,
    csv: str,
    players: Sequence[Player],
    seed: bytes,
    turns: Sequence[Closed],
    seated: tuple[int, ...] | None = None,
    cancelled: bool = False,
) -> Record:
    """Make the record of a game from what is stored; ``turns`` are the closed ones that count.

    While the game runs, and where it was ``cancelled``, private events and the seed are left out.
    """
    chance = Chance.of(seed, [player.word for player in players])
    opening = rules.start(len(players), chance, seated)
    stops, state = steps_of(rules, opening.state, turns, chance)
    over = state.kind == OVER
    if not over:
        stops = [replace(stop, events=events_for(stop.events, None)) for stop in stops]
    return Record(
        game=game,
        ruleset=rules.ruleset,
        deck=csv,
        deck_sha256=rules.deck.sha256,
        players=tuple(players),
        commitment=chance.commitment,
        opening=opening.events if over else events_for(opening.events, None),
        steps=tuple(stops),
        seated=seated,
        seed=seed.hex() if over else None,
        outcome=rules.outcome(state),
        cancelled=cancelled,
    )
