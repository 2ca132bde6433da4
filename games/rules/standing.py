"""What a seat says beforehand: standing orders for draws to come, and wishes for what follows them.

Pure, like the rest of the rules. The three questions that it answers:

- ``answer``: what a seat that said all this decides now, or that it is asked;
- ``next_draw``: the position at the next draw of a symbol, as far as the seat can foresee it: what
  can be ordered beforehand is ``rules.options`` of it;
- ``could_complete``: whether some choice of a draw completes an objective.

Nothing is bent: an answer is exactly what was said, and among ``options``, or there is none. A draw
of a joker goes by the joker's own row, whatever stands in the rows of the symbols.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.rules.bots import greedy_bot
from games.rules.choices import (
    Carried,
    Choice,
    Claim,
    Keep,
    LoseLegions,
    LoseObjective,
    Mobilize,
    Move,
    Pass,
    Place,
    Take,
)
from games.rules.deck import Deck
from games.rules.options import Options, Randomness
from games.rules.state import JOKER, MOBILIZE, SeatState, State
from games.rules.table import Board
from games.rules.views import View
from games.rules.words import SYMBOLS

Action = Place | Move | Pass

#: What can be drawn: each has a row of its own in what a seat may say beforehand.
DRAWS = SYMBOLS + JOKER

#: So many turns in a row may go by on nothing but what was said beforehand; then everybody is
#: asked, or a table of standing passes would go on for ever by itself.
IN_A_ROW = 10


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a seat wants whenever it comes up; everything left as it is here: ask me.

    ``ask_completing``: at a draw that could complete an objective of mine ask me, whatever the
    orders say. ``only_completing``: the same, and at any other draw do what they say, and pass
    where they say nothing.
    ``claim_from``: claim the reward for so many objectives or more. ``leave_to``: leave the reward
    for so many or fewer. ``lose_least``: of what an attack lets me choose, lose what helps me
    least, as the greedy bot judges. ``market``: take the first of these cards that lies there;
    ``ask_new``: but not if a card lies there that is not in ``seen``, those that lay there when
    this was said.
    """

    ask_completing: bool = False
    only_completing: bool = False
    claim_from: int | None = None
    leave_to: int | None = None
    lose_least: bool = False
    market: tuple[int, ...] = ()
    ask_new: bool = True
    seen: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Said:
    """All that a seat said beforehand: an action for each symbol of ``DRAWS`` it has one for."""

    orders: Mapping[str, Action] = field(default_factory=dict)
    wishes: Wishes = Wishes()


@dataclass(frozen=True, slots=True)
class Answer:
    """What comes of it: the choice made for the seat, None: it is asked.

    ``dropped``: the symbol whose order does not fit any more and is to be forgotten; the seat is
    asked then, always.
    """

    choice: Choice | None = None
    dropped: str = ""


class _NoDice:
    """For a bot that never throws any."""

    def randrange(self, bound: int, /) -> int:
        raise AssertionError(bound)


_NO_DICE: Randomness = _NoDice()


def answer(deck: Deck, view: View, options: Options, said: Said) -> Answer:
    """Give what a seat that said this decides now.

    ``view`` and ``options`` are the seat's own, of the decision that it owes. The choice is among
    the options, carries no answers, and is None where the seat is to be asked.
    """
    if view.kind == MOBILIZE:
        return _at_draw(deck, view, options, said)
    return Answer(_wished(deck, view, options, said.wishes))


def _at_draw(deck: Deck, view: View, options: Options, said: Said) -> Answer:
    only = said.wishes.only_completing
    if (only or said.wishes.ask_completing) and could_complete(deck, view, options):
        return Answer()
    action = said.orders.get(view.token)
    if action is None:
        return Answer(Mobilize(Pass()) if only else None)
    choice = Mobilize(action)
    if not isinstance(options, tuple) or choice not in options:
        return Answer(dropped=view.token)
    return Answer(choice)


def _wished(deck: Deck, view: View, options: Options, wishes: Wishes) -> Choice | None:
    """Give what the wishes say to a claim, a loss, or a card to take; None: nothing."""
    if not isinstance(options, tuple) or not options or view.seat is None:
        return None
    match options[0]:
        case Claim():
            return _claim(len(view.seats[view.seat].controlled), wishes)
        case LoseLegions() | LoseObjective() if wishes.lose_least:
            return greedy_bot(deck, view, options, _NO_DICE)
        case Take():
            return _take(view, options, wishes)
    return None


def _claim(count: int, wishes: Wishes) -> Claim | None:
    if wishes.claim_from is not None and count >= wishes.claim_from:
        return Claim(True)
    return Claim(False) if wishes.leave_to is not None and count <= wishes.leave_to else None


def _take(view: View, options: tuple[Choice, ...], wishes: Wishes) -> Choice | None:
    if view.carried is not None and view.carried.seen is not None:
        return None  # The order of this draw says: ask me if a new card lies there; one does.
    if wishes.ask_new and not {card for card in view.market if card} <= set(wishes.seen):
        return None
    return next((Take(card) for card in wishes.market if Take(card) in options), None)


def remembered(wishes: Wishes, carried: Carried) -> Wishes:
    """Give the wishes after the answers that an order carries are to hold from now on.

    A reward that is wanted is claimed for as many objectives or more; one that is left, is left for
    as many or fewer. Who wants to be asked if a new card lies there does so later too; who said
    nothing of it here is asked or not as before. Answers about a power belong to its card alone,
    and are not remembered.
    """
    claim_from, leave_to = wishes.claim_from, wishes.leave_to
    for count, wanted in carried.claim:
        if wanted:
            claim_from = count
            leave_to = leave_to if leave_to is not None and leave_to < count else None
        else:
            leave_to = count
            claim_from = claim_from if claim_from is not None and claim_from > count else None
    return replace(
        wishes,
        claim_from=claim_from,
        leave_to=leave_to,
        market=carried.take or wishes.market,
        ask_new=wishes.ask_new or carried.seen is not None,
    )


def could_complete(deck: Deck, view: View, options: Options) -> bool:
    """Tell whether one of the choices of a draw fills an objective of the viewer."""
    if view.seat is None or not isinstance(options, tuple):
        return False
    filled = dict(view.seats[view.seat].objectives)
    return any(
        len(filled[target]) + 1 == len(deck[target].symbols)
        for target in {_target(option) for option in options} - {0}
    )


def _target(choice: Choice) -> int:
    """Give the card that gets one more legion by a choice, 0 if none does."""
    match choice:
        case Mobilize(Place(card)):
            return card
        case Mobilize(Move(source, _, card)) if source != card:
            return card
    return 0


def next_draw(deck: Deck, view: View, given: Choice | None, symbol: str) -> State:
    """Give the position at the next draw, if it brings ``symbol``, as the viewer foresees it.

    ``given`` is the viewer's own choice in the decision that ``view`` shows, None: none yet. The
    others stand as they do now. What the viewer completes is controlled by then; the card taken
    for it is not foreseen. Made from the view alone: nothing hidden can show in it.
    """
    assert view.seat is not None
    board = Board(view.seat, replace(view.seats[view.seat], carried=None, hand=()))
    if given is not None:
        _follow(board, given)
    _control_what_is_full(deck, view, board)
    return State(
        commitment="",
        key_id="",
        order=tuple(range(len(view.seats))),
        seats=_with(view, board.freeze()),
        market=view.market,
        supply=view.supply,
        kind=MOBILIZE,
        awaited=(view.seat,),
        draw=view.draw + 1,
        crier=view.crier,
        # After a joker, or if one must come before, all other tokens are back in the bag.
        drawn=symbol if view.token == JOKER or symbol not in view.bag else view.drawn + symbol,
        ended=view.ended,
    )


def _with(view: View, own: SeatState) -> tuple[SeatState, ...]:
    return tuple(own if seat == view.seat else other for seat, other in enumerate(view.seats))


def _follow(board: Board, given: Choice) -> None:
    """Let a choice take effect on its owner's board, as far as it shows there at once."""
    match given:
        case Keep(cards):
            board.filled = dict.fromkeys(cards, "")
        case Mobilize(Place(card, symbol)):
            board.put(card, symbol)
        case Mobilize(Move(card, symbol, to_card, to_symbol)):
            board.lift(card, symbol)
            board.put(to_card, to_symbol)
        case Take(card):
            board.filled[card] = ""
        case LoseLegions(spaces):
            for card, symbol in spaces:
                board.lift(card, symbol)
        case LoseObjective(card) if card in board.filled:
            board.clear(card)
        case LoseObjective(card):
            board.controlled.remove(card)


def _control_what_is_full(deck: Deck, view: View, board: Board) -> None:
    """Take full objectives, and those being resolved, off the board: they are controlled then."""
    done = {card for seat, card in view.waiting if seat == view.seat}
    if view.resolving is not None and view.resolving.seat == view.seat:
        done.add(view.resolving.card)
    for card, filled in list(board.filled.items()):
        if card in done or len(filled) == len(deck[card].symbols):
            board.clear(card)
            del board.filled[card]
            board.controlled.append(card)
