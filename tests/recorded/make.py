"""Play the recorded games again and write them: ``python -m tests.recorded.make``.

The same plan gives the same bytes on every machine. Who changes what a game is like (a rule, an
event, the bots) sees it here as a difference that can be read, one decision or event a line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from games.rules import Chance, Deck, Rules, State
from games.rules.bots import BOTS
from games.rules.choices import (
    Arrange,
    Carried,
    Choice,
    Complete,
    Mobilize,
    Move,
    Place,
    Steps,
    Take,
)
from games.rules.choices import PowerAnswer as Answer
from games.rules.powers import unit_of
from games.rules.record import Closed, Record, make_record, record_text
from games.rules.state import SeatState
from games.rules.table import with_symbol
from tests.recorded.plan import PLANS, Plan

NAMES = {"g": "greedy", "r": "random"}


def play(plan: Plan) -> Record:
    """Play a game to its end and give its record."""
    return record_of(plan, turns_of(plan))


def turns_of(plan: Plan) -> list[Closed]:
    """Play a game to its end and give its turns, as a game is stored."""
    rules = Rules(plan.ruleset, Deck.from_csv(plan.deck.encode()))
    chance = Chance.of(plan.seed, [player.word for player in plan.players])
    dice = Random(plan.name)
    step, turns = rules.start(len(plan.players), chance, plan.seated), []
    while step.state.awaited:
        state = step.state
        choices = {seat: _choice(plan, rules, state, seat, dice) for seat in state.awaited}
        step = rules.advance(state, choices, chance)
        turns.append(Closed(choices, step.events))
    return turns


def record_of(plan: Plan, turns: Sequence[Closed]) -> Record:
    """Give the record after some turns of a planned game."""
    return make_record(
        game=plan.name,
        rules=Rules(plan.ruleset, Deck.from_csv(plan.deck.encode())),
        csv=plan.deck,
        players=plan.players,
        seed=plan.seed,
        turns=turns,
        seated=plan.seated,
    )


def _choice(plan: Plan, rules: Rules, state: State, seat: int, dice: Random) -> Choice:
    bot = BOTS[NAMES[plan.bots[seat]]]
    choice = bot(rules.deck, rules.view_for(state, seat), rules.options(state, seat), dice)
    if isinstance(choice, Mobilize) and dice.randrange(10) < plan.carried:
        return Mobilize(choice.action, _beforehand(plan, rules, state, seat, dice))
    return choice


def _beforehand(plan: Plan, rules: Rules, state: State, seat: int, dice: Random) -> Carried:
    own = state.seats[seat]
    market = [card for card in state.market if card is not None]
    dice.shuffle(market)
    answers = {card: _answer(rules, own, card, market, dice) for card, _ in own.objectives}
    if plan.moves:
        answers = {card: _moving(answer, own) for card, answer in answers.items()}
    return Carried(
        power=tuple((card, answer) for card, answer in answers.items() if answer is not None),
        claim=tuple((count, dice.randrange(3) > 0) for count in range(2, 7)),
        take=tuple(market[: dice.randrange(6)]),
    )


def _answer(
    rules: Rules, own: SeatState, card: int, market: list[int], dice: Random
) -> Answer | None:
    power, others = rules.deck[card].power, dict(own.objectives)
    del others[card]
    answer = unit_of(power).answer if power is not None and power.immediate else None
    if power is None or answer is None or not others or not market:
        return None
    if answer is Steps:
        spaces = _spaces(rules, others, "" if power.arguments[0] == "any" else power.arguments[0])
        dice.shuffle(spaces)
        return Steps(tuple(Place(*space) for space in spaces[: int(power.arguments[1])]))
    if answer is Arrange:
        return _arrangement(rules, others, dice)
    return Complete(dice.choice(sorted(others))) if answer is Complete else Take(market[0])


def _moving(answer: Answer | None, own: SeatState) -> Answer | None:
    """Move the first legion instead of placing it, if one stands on another objective."""
    if not isinstance(answer, Steps) or not answer.steps:
        return answer
    first, *rest = answer.steps
    sources = [(card, filled[0]) for card, filled in own.objectives if filled]
    for source in sources:
        if isinstance(first, Place) and source[0] != first.card:
            return Steps((Move(*source, first.card, first.symbol), *rest))
    return answer


def _spaces(rules: Rules, filled: Mapping[int, str], symbol: str) -> list[tuple[int, str]]:
    spaces = []
    for card, legions in filled.items():
        rest = rules.deck[card].symbols
        for legion in legions:
            rest = rest.replace(legion, "", 1)
        spaces += [(card, space) for space in rest if space == symbol or not symbol]
    return spaces


def _arrangement(rules: Rules, filled: Mapping[int, str], dice: Random) -> Arrange:
    spaces = _spaces(rules, dict.fromkeys(filled, ""), "")
    dice.shuffle(spaces)
    wanted = dict.fromkeys(sorted(filled), "")
    for card, symbol in spaces[: sum(map(len, filled.values()))]:
        wanted[card] = with_symbol(wanted[card], symbol)
    return Arrange(tuple(wanted.items()))


def main() -> None:
    """Write every game that is planned."""
    for plan in PLANS:
        plan.file.write_text(record_text(play(plan)), encoding="utf-8")


if __name__ == "__main__":
    main()
