"""The record of a game: all that happened, as JSON that anybody can check. See docs/record.md.

A record is made of *steps*, one for each stop of the engine when no order carries answers: an
answer that was carried and used stands as the decision that it became, marked ``carried``. While
the game runs the record holds only what a spectator may know, and no seed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from games.rules.chance import Chance
from games.rules.choices import Choice, Mobilize
from games.rules.codec import Json, to_json
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
    once the game is over.
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


@dataclass(frozen=True, slots=True)
class Closed:
    """A stored turn, as a record is made from it: choices by seat, events of its closing."""

    choices: Mapping[int, Choice]
    events: tuple[Event, ...]


def steps_of(rules: Rules, start: State, turns: Sequence[Closed], chance: Chance) -> list[Stop]:
    """Play stored turns again, decision by decision, and give the stops with all of their events.

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
    return stops


def record_json(record: Record) -> dict[str, Json]:
    """Give the JSON form of a record, as plain objects."""
    return {**ENVELOPE, **to_json(record)}


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
) -> Record:
    """Make the record of a game from what is stored; ``turns`` are the closed ones that count.

    While the game runs private events and the seed are left out.
    """
    chance = Chance.of(seed, [player.word for player in players])
    opening = rules.start(len(players), chance, seated)
    stops = steps_of(rules, opening.state, turns, chance)
    state = final_state(rules, opening.state, stops, chance)
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
    )


def final_state(rules: Rules, start: State, stops: Sequence[Stop], chance: Chance) -> State:
    """Give the position that the stops lead to."""
    state = start
    for stop in stops:
        state = rules.advance(state, choices_of(stop.decisions), chance).state
    return state
