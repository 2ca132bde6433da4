"""The check of a whole record, in the order of docs/record.md, *What a check does*."""

from __future__ import annotations

import hashlib
import re
from typing import Any

from tests.recorded.stranger.bag import Bag
from tests.recorded.stranger.deck import read_deck
from tests.recorded.stranger.form import read
from tests.recorded.stranger.play import Game
from tests.recorded.stranger.score import outcome_of
from tests.recorded.stranger.table import Ask, Table
from tests.recorded.stranger.wrong import Stuck, Wrong

Decision = dict[str, Any]


def check(data: bytes) -> None:
    """Check a record file; raises ``Wrong`` with the first thing that is wrong."""
    record = read(data)
    if hashlib.sha256(record["deck"].encode("utf-8")).hexdigest() != record["deck_sha256"]:
        raise Wrong("$.deck_sha256", "not the hash of the deck")
    deck = read_deck(record["deck"])
    bag = bag_of(record)
    seats = len(record["players"])
    if not 2 <= seats <= 6:
        raise Wrong("$.players", "2 to 6 can play")
    everybody = list(range(seats))
    order = record["seated"]
    if order is None:
        order = bag.shuffle("seats", everybody)
    if sorted(order) != everybody:
        raise Wrong("$.seated", "not everybody once")
    if len(deck) < 6 * seats + 5:
        raise Wrong("$.deck", "too few cards")
    Checker(record, Game(Table(record["ruleset"], deck, bag, seats))).run(order)


def bag_of(record: dict[str, Any]) -> Bag:
    """Give the bag, once seed and commitment are seen to be right."""
    seed = record["seed"]
    if seed is None or not re.fullmatch("[0-9a-f]{64}", seed):
        raise Wrong("$.seed", "no seed")
    raw = bytes.fromhex(seed)
    if hashlib.sha256(raw).hexdigest() != record["commitment"]:
        raise Wrong("$.commitment", "not the hash of the seed")
    return Bag(raw, [player["word"] for player in record["players"]])


class Checker:
    """One game, played beside its record."""

    def __init__(self, record: dict[str, Any], game: Game) -> None:
        """Take the record and the game before its set-up."""
        self.record, self.game, self.table = record, game, game.table
        self.asked: set[tuple[int, str, int]] = set()
        self.known: dict[int, set[int]] = {}

    def run(self, order: list[int]) -> None:
        """Play the record and compare."""
        play = self.game.run(order)
        answers: Any = None  # what a generator is started with
        steps = self.record["steps"]
        events, place = self.record["opening"], "$.opening"
        for number, step in enumerate([*steps, None]):
            self.table.events = []
            try:
                ask = play.send(answers)
            except StopIteration:
                ask = None
            except Stuck:
                raise Wrong(place, "nobody has an empty space") from None
            compare_events(events, self.table.events, place)
            if step is None and ask is not None:
                raise Wrong("$.steps", f"{ask.kind} must follow")
            if step is not None:
                here = f"$.steps[{number}]"
                answers = self.decisions(ask, step, here)
                events, place = step["events"], f"{here}.events"
        compare(self.record["outcome"], outcome_of(self.table), "$.outcome")
        compare(self.record["cancelled"], False, "$.cancelled")

    def decisions(self, ask: Ask | None, step: dict[str, Any], place: str) -> dict[int, Any]:
        """Check a step's decisions; gives the choices by seat."""
        if ask is None:
            raise Wrong(place, "the game is over")
        compare(step["kind"], ask.kind, f"{place}.kind")
        compare(step["draw"], self.game.draw, f"{place}.draw")
        if [decision["seat"] for decision in step["decisions"]] != ask.seats:
            raise Wrong(f"{place}.decisions", f"these decide: {ask.seats}")
        for number, decision in enumerate(step["decisions"]):
            here, choice = f"{place}.decisions[{number}].choice", decision["choice"]
            if choice.get("carried") is not None:
                raise Wrong(f"{here}.carried", "an order carries answers")
            if not ask.legal(decision["seat"], choice):
                raise Wrong(here, "illegal")
        if ask.kind == "mobilize":
            self.asked = set()
            self.known = {number: set(self.table.seats[number].legions) for number in ask.seats}
        for number, decision in enumerate(step["decisions"]):
            if not self.can_be_carried(ask, decision["seat"]) and decision["carried"]:
                raise Wrong(f"{place}.decisions[{number}].carried", "it cannot be")
        return {decision["seat"]: decision["choice"] for decision in step["decisions"]}

    def can_be_carried(self, ask: Ask, seat: int) -> bool:
        """Tell whether an answer could have been given beforehand, and note that it is asked."""
        if ask.kind not in ("power", "claim", "take"):
            return False
        thing = (seat, ask.kind, ask.about)
        first = thing not in self.asked
        self.asked.add(thing)
        return first and (ask.kind != "power" or ask.about in self.known.get(seat, set()))


def compare_events(found: list[Any], expected: list[Any], place: str) -> None:
    """Compare a list of events; the first that differs, is missing or too many is wrong."""
    for number in range(max(len(found), len(expected))):
        if found[number : number + 1] != expected[number : number + 1]:
            what = expected[number] if number < len(expected) else "nothing"
            raise Wrong(f"{place}[{number}]", f"it must be {what}")


def compare(found: Any, expected: Any, place: str) -> None:
    """Compare two values; the first difference within them is wrong."""
    if isinstance(found, dict) and isinstance(expected, dict):
        for key in expected:
            compare(found[key], expected[key], f"{place}.{key}")
    elif isinstance(found, list) and isinstance(expected, list):
        for number, (left, right) in enumerate(zip(found, expected, strict=False)):
            compare(left, right, f"{place}[{number}]")
        if len(found) != len(expected):
            raise Wrong(f"{place}[{min(len(found), len(expected))}]", "too many or too few")
    elif found != expected:
        raise Wrong(place, f"it must be {expected}")
