"""The page of one seat and turn as a plain value: its state, the table, the form, the story."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext

from games import links, selectors
from games.forms import carried_data_of, data_of
from games.models import Game, Order
from games.presenting import symbols
from games.presenting.board import Board, Card, board
from games.presenting.carried import CarriedState, carried_state, carried_text
from games.presenting.choices import Option, action_text
from games.presenting.fields import CarriedForm, Filled, ListForm, OrderForm
from games.presenting.moments import Moment, moment
from games.presenting.order_forms import carried_form, order_form
from games.presenting.score import ScoreSheet, score_sheet
from games.presenting.story import Chapter, story
from games.rules import RulesError
from games.rules.choices import Choice, Mobilize
from games.rules.codec import read_choice
from games.rules.state import MOBILIZE
from games.rules.views import View
from games.selectors import TurnData
from games.services.table import rules_of, state_of

OPEN, PLAYED, CLOSED = "open", "played", "closed"
REPLACED, PAUSED, OVER, CANCELLED = "replaced", "paused", "over", "cancelled"


@dataclass(frozen=True, slots=True)
class CardChoices:
    """A card and what may be chosen at it; ``more`` are moves, folded in while there are others."""

    card: Card
    options: tuple[Option, ...]
    more: tuple[Option, ...]
    more_open: bool


@dataclass(frozen=True, slots=True)
class Played:
    """The stored order in words: ``follows`` is what it brings, ``carried`` what was added."""

    text: str
    how: str
    at: Moment | None
    follows: tuple[str, ...]
    carried: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TurnPage:
    """Everything on the page. ``notice`` says the state in a sentence, ``error`` a refusal."""

    state: str
    game: str
    game_url: str
    seat: str
    address: str
    heading: str
    question: str
    notice: str
    error: str
    deadline: Moment | None
    board: Board | None
    chapters: tuple[Chapter, ...]
    form: OrderForm | None
    cards: tuple[CardChoices, ...]
    rest: tuple[Option, ...]
    carried: CarriedForm | None
    played: Played | None
    awaited: tuple[str, ...]
    now_asked: str
    can_ask_link: bool
    link_asked: Moment | None
    sheet: ScoreSheet | None


def state_of_page(data: TurnData) -> str:
    """Give which of its states the page is in."""
    game = data.game
    if data.seat.replaced_at is not None:
        return REPLACED
    if game.status in (Game.Status.CANCELLED, Game.Status.FINISHED):
        return CANCELLED if game.status == Game.Status.CANCELLED else OVER
    if data.turn.closed is not None or data.order is None:
        return CLOSED
    if game.status == Game.Status.PAUSED or game.quarantined_at is not None:
        return PAUSED
    return OPEN if data.order.choice is None else PLAYED


def turn_page(
    data: TurnData,
    *,
    highlighted: str = "",
    posted: Filled | None = None,
    error: RulesError | None = None,
) -> TurnPage:
    """Give the page; ``posted`` and ``error``: a form that was refused, shown as filled in."""
    state = state_of_page(data)
    page = _frame(data, state, error)
    if state in (OPEN, PLAYED, PAUSED):
        page = _with_table(page, data, posted or {}, highlighted)
    elif state in (CLOSED, OVER):
        page = _looking_back(page, data)
    return page


def _frame(data: TurnData, state: str, error: RulesError | None) -> TurnPage:
    """Give what every state shows."""
    from games.sentences import sentence

    seat, turn = data.seat, data.turn
    deck = rules_of(data.game).deck
    due = turn.due if turn.closed is None else None
    return TurnPage(
        state=state,
        game=data.game.name,
        game_url=links.game_path(data.game),
        seat=seat.name,
        address=links.turn_path(seat, turn.number),
        heading=_heading(data),
        question=symbols.question(turn.kind),
        notice=_notice(data, state),
        error=sentence(error, deck) if error else "",
        deadline=moment(due, _zone(data)) if due else None,
        board=None,
        chapters=(),
        form=None,
        cards=(),
        rest=(),
        carried=None,
        played=None,
        awaited=awaited_names(data),
        now_asked="",
        can_ask_link=False,
        link_asked=None,
        sheet=None,
    )


def _zone(data: TurnData) -> str:
    return data.seat.player.time_zone if data.seat.player else "UTC"


def awaited_names(data: TurnData | selectors.GameData) -> tuple[str, ...]:
    """Give the names of those whose order for the open turn is not in."""
    missing = {row.seat_id for row in data.awaited if row.submitted_at is None}
    return tuple(seat.name for seat in data.seats if seat.pk in missing)


def _heading(data: TurnData) -> str:
    if data.turn.draw:
        return gettext("Draw %(draw)d") % {"draw": data.turn.draw}
    return gettext("Before the first draw")


def _notice(data: TurnData, state: str) -> str:
    if state == CLOSED and data.turn.closed is None:
        return gettext("Nothing is asked of you in this turn.")
    if state == PAUSED and data.game.quarantined_at is not None:
        return gettext(
            "The game stands still because of a fault of ours. A moderator has been told; what"
            " you submitted is kept."
        )
    return {
        OPEN: "",
        PLAYED: gettext("Your order is in. You can change it until the turn closes."),
        CLOSED: gettext("This turn has closed: its orders can be read, not changed."),
        REPLACED: gettext("Somebody else plays this seat now, so this link does nothing more."),
        PAUSED: gettext("The game is paused. What you submitted is kept until it goes on."),
        OVER: gettext("The game is over."),
        CANCELLED: gettext("The game was cancelled."),
    }[state]


def _with_table(page: TurnPage, data: TurnData, posted: Filled, highlighted: str) -> TurnPage:
    """Add the table as the seat sees it, the story, and the forms where an order can be given."""
    assert data.seat.index is not None
    rules, state = rules_of(data.game), state_of(data.turn.state_before)
    view = rules.view_for(state, data.seat.index)
    events = selectors.events_since_last_order(data.seat, data.turn.number)
    page = replace(
        page,
        board=board(view, rules, data.names),
        chapters=story(events, rules.deck, data.names, data.seat.index),
        played=_played(data, view) if data.order else None,
    )
    if page.state == PAUSED:
        return page
    stored = stored_choice(data.order)
    fields = posted if posted and "carried" not in posted.get("form", ()) else _stored(stored)
    form = order_form(
        rules.options(state, data.seat.index), view, rules, fields, highlighted=highlighted
    )
    page = replace(page, form=form, carried=_carried(stored, view, data, posted))
    return _at_the_cards(page, form)


def _stored(choice: Choice | None) -> Filled:
    return data_of(choice) if choice else {}


def stored_choice(order: Order | None) -> Choice | None:
    """Give what an order says, None while it is open."""
    return read_choice(order.choice) if order and order.choice is not None else None


def _carried(
    stored: Choice | None, view: View, data: TurnData, posted: Filled
) -> CarriedForm | None:
    rules = rules_of(data.game)
    found = carried_state(stored, view, rules)
    if found is None or not isinstance(stored, Mobilize):
        return None
    asked = "carried" in posted.get("form", ())
    filled = posted if asked else carried_data_of(stored.carried)
    return _carried_form(found, view, data, filled)


def _carried_form(
    found: CarriedState, view: View, data: TurnData, filled: Filled
) -> CarriedForm | None:
    rules = rules_of(data.game)
    return carried_form(found.completion, found.sentences, found.options, view, rules, filled)


def _at_the_cards(page: TurnPage, form: OrderForm) -> TurnPage:
    """Put each choice about a card at that card, and the others below."""
    if not isinstance(form, ListForm) or page.board is None or page.board.own is None:
        return page
    options = [option for group in form.groups for option in group.options]
    moves = {o.value for group in form.groups if group.code == "move" for o in group.options}
    named = {option.card for option in options}
    own, kind = page.board.own, page.board.kind
    table = [*own.objectives, *own.controlled, *(card for card in page.board.market if card)]
    shown = [
        card
        for card in table
        if card.number in named or (kind == MOBILIZE and card in own.objectives)
    ]
    cards = tuple(
        _choices_at(card, [o for o in options if o.card == card.number], moves) for card in shown
    )
    rest = tuple(option for option in options if not option.card)
    return replace(page, cards=cards, rest=rest)


def _choices_at(card: Card, options: list[Option], moves: set[str]) -> CardChoices:
    first = tuple(option for option in options if option.value not in moves)
    more = tuple(option for option in options if option.value in moves)
    opened = any(option.highlighted or option.chosen for option in more)
    return CardChoices(card, first, more, opened)


def _played(data: TurnData, view: View | None) -> Played | None:
    """Say the stored order in words; None while there is none."""
    order, choice = data.order, stored_choice(data.order)
    if order is None or choice is None:
        return None
    rules = rules_of(data.game)
    by_clock = order.source in (Order.Source.CLOCK, Order.Source.BOT)
    found = carried_state(choice, view, rules) if view else None
    return Played(
        text=action_text(choice, rules.deck, view),
        how=gettext("No order was in when the time was up, so this was done for you:")
        if by_clock
        else gettext("Your order:"),
        at=moment(order.submitted_at, _zone(data)) if order.submitted_at else None,
        follows=found.sentences if found else (),
        carried=carried_text(choice.carried, rules.deck) if isinstance(choice, Mobilize) else (),
    )


def _looking_back(page: TurnPage, data: TurnData) -> TurnPage:
    """Add what was played, what came of it, and what the game waits for now."""
    rules, game = rules_of(data.game), data.game
    state = state_of(game.state)
    view = None
    if data.turn.state_before is not None and data.seat.index is not None and data.order:
        view = rules.view_for(state_of(data.turn.state_before), data.seat.index)
    outcome = selectors.outcome_of(game)
    asked = data.order.link_asked_at if data.order else None
    return replace(
        page,
        board=board(rules.view_for(state, None), rules, data.names),
        chapters=story(
            selectors.events_from_turn(game, data.turn.number),
            rules.deck,
            data.names,
            data.seat.index,
        ),
        played=_played(data, view),
        now_asked=_now_asked(data),
        can_ask_link=page.state == CLOSED and bool(data.order) and asked is None,
        link_asked=moment(asked, _zone(data)) if asked else None,
        sheet=score_sheet(outcome, rules.deck, data.names, data.seat.index) if outcome else None,
    )


def _now_asked(data: TurnData) -> str:
    """Say what the current turn is, and whether it asks something of this seat."""
    turn = data.open_turn
    if turn is None:
        return ""
    row = next((row for row in data.awaited if row.seat_id == data.seat.pk), None)
    values = {"draw": turn.draw, "what": symbols.decision_name(turn.kind)}
    if row is None:
        return gettext("Now at draw %(draw)d: nothing is asked of you.") % values
    if row.submitted_at is None:
        return gettext("Now at draw %(draw)d you are asked to %(what)s.") % values
    return gettext("Now at draw %(draw)d your order is in; it can still be changed.") % values
