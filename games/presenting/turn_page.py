"""The page of one seat and turn as a plain value: its state, the table, the form, the story."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext

from games import links, selectors
from games.forms import carried_data_of, data_of
from games.notices import notices_for
from games.presenting import symbols
from games.presenting.around import Watch, Way, watch
from games.presenting.at_cards import Laid, laid_out
from games.presenting.beforehand import BeforehandForm, beforehand_form, dropped_sentences
from games.presenting.board import Board, board
from games.presenting.carried import CarriedState, carried_state
from games.presenting.fields import CarriedForm, Filled, OrderForm, first
from games.presenting.guest import promise, turn_ways
from games.presenting.moments import Moment, moment
from games.presenting.now import Now, awaited_names, now_asked, now_of, play_url
from games.presenting.order_forms import carried_form, order_form
from games.presenting.played import Played, played_of, stored_choice
from games.presenting.score import ScoreSheet, score_sheet
from games.presenting.seat_page import SeatWay, seat_way
from games.presenting.story import Chapter, story
from games.presenting.symbols import Symbol
from games.presenting.talk import Draft, TalkPanel, talk_panel
from games.presenting.turn_states import (
    CLOSED,
    OPEN,
    OVER,
    PAUSED,
    PLAYED,
    REPLACED,
    notice,
    state_of_page,
)  # fmt: skip
from games.rules import Rules, RulesError
from games.rules.choices import Choice, Mobilize
from games.rules.state import LOSSES, POWER
from games.rules.views import View
from games.selectors import TurnData
from games.services import standing
from games.services.table import rules_of, state_of


@dataclass(frozen=True, slots=True)
class TurnPage:
    """Everything on the page. ``notice`` says the state in a sentence, ``error`` a refusal.

    ``told``: what the player should know that is not about the game.
    """

    state: str
    game: str
    game_url: str
    seat: str
    address: str
    heading: str
    question: str
    detail: str
    token: Symbol | None
    crier: str
    notice: str
    told: tuple[str, ...]
    error: str
    deadline: Moment | None
    board: Board | None
    chapters: tuple[Chapter, ...]
    form: OrderForm | None
    laid: Laid
    folded: bool
    carried: CarriedForm | None
    beforehand: BeforehandForm | None
    played: Played | None
    awaited: tuple[str, ...]
    now_asked: str
    can_ask_link: bool
    link_asked: Moment | None
    sheet: ScoreSheet | None
    watch: Watch
    seat_way: SeatWay | None
    ways: tuple[Way, ...]
    promise: str
    talk: TalkPanel | None
    now: Now | None
    play_url: str

    @property
    def shows_objectives(self) -> bool:
        """Tell whether own objectives stand by themselves, no open form showing them."""
        return self.form is None or self.folded


def turn_page(
    data: TurnData,
    *,
    highlighted: str = "",
    posted: Filled | None = None,
    error: RulesError | None = None,
    draft: Draft | None = None,
) -> TurnPage:
    """Give the page; ``posted``, ``draft``, ``error``: what was refused, shown as filled in."""
    state = state_of_page(data)
    page = _with_talk(_frame(data, state, error), data, draft)
    if state in (OPEN, PLAYED, PAUSED):
        page = _with_table(page, data, posted or {}, highlighted)
    elif state in (CLOSED, OVER):
        page = _looking_back(page, data)
    if state in (OPEN, PLAYED, CLOSED) and data.turn.closed is None:
        page = _with_beforehand(page, data, posted or {})
    return page


def _frame(data: TurnData, state: str, error: RulesError | None) -> TurnPage:
    """Give what every state shows."""
    from games.sentences import sentence

    seat, turn = data.seat, data.turn
    deck = rules_of(data.game).deck
    due = turn.due if state in (OPEN, PLAYED) else None
    return TurnPage(
        state=state,
        game=data.game.name,
        game_url=links.game_path(data.game),
        seat="" if state == REPLACED else seat.name,
        address=links.turn_path(seat, turn.number),
        heading=_heading(data),
        question=symbols.question(turn.kind),
        detail="",
        token=None,
        crier="",
        notice=notice(data, state),
        told=() if state == REPLACED else notices_for(seat.player),
        error=sentence(error, deck) if error else "",
        deadline=moment(due, data.zone) if due else None,
        board=None,
        chapters=(),
        form=None,
        laid=Laid(),
        folded=False,
        carried=None,
        beforehand=None,
        played=None,
        awaited=awaited_names(data, seat),
        now_asked="",
        can_ask_link=False,
        link_asked=None,
        sheet=None,
        watch=watch(data.game),
        seat_way=seat_way(seat),
        ways=turn_ways(data, over=state == OVER),
        promise=promise(data, played=state == PLAYED),
        talk=None,
        now=None,
        play_url="",
    )


def _with_talk(page: TurnPage, data: TurnData, draft: Draft | None) -> TurnPage:
    """Add the table talk, and what tells the page that it is out of date."""
    talk = talk_panel(data, draft)
    return replace(page, talk=talk, now=now_of(data, talk))


def _heading(data: TurnData) -> str:
    if data.turn.draw:
        return gettext("Draw %(draw)d") % {"draw": data.turn.draw}
    return gettext("Before the first draw")


def _with_table(page: TurnPage, data: TurnData, posted: Filled, highlighted: str) -> TurnPage:
    """Add the table as the seat sees it, the story, and the forms where an order can be given."""
    assert data.seat.index is not None
    rules, state = rules_of(data.game), state_of(data.turn.state_before)
    view = rules.view_for(state, data.seat.index)
    events = selectors.events_since_last_order(data.seat, data.turn.number)
    page = replace(
        _at_the_draw(page, data, view),
        board=board(view, rules, data.names),
        detail=_detail(view, rules),
        chapters=story(events, rules.deck, data.names, data.seat.index),
        played=played_of(data, view) if data.order else None,
    )
    if page.state == PAUSED:
        return page
    stored = stored_choice(data.order)
    fields = posted if first(posted, "form") == "order" else _stored(stored)
    form = order_form(
        rules.options(state, data.seat.index), view, rules, fields, highlighted=highlighted
    )
    assert page.board is not None
    return replace(
        page,
        form=form,
        laid=laid_out(form, page.board),
        carried=_carried(stored, view, data, posted),
        folded=page.state == PLAYED and not highlighted and first(posted, "form") != "order",
    )


def _at_the_draw(page: TurnPage, data: TurnData, view: View) -> TurnPage:
    """Add the token of the turn's draw, and who called it."""
    token = symbols.symbol(view.token) if view.token else None
    return replace(page, token=token, crier=data.names[view.crier] if token else "")


def _detail(view: View, rules: Rules) -> str:
    """Say which card's power asks, and what it does."""
    if view.resolving is None or view.kind not in (POWER, LOSSES):
        return ""
    card = view.resolving.card
    return gettext("%(card)s: %(power)s") % {
        "card": symbols.card_name(rules.deck, card),
        "power": symbols.power_sentence(rules.deck[card].power),
    }


def _stored(choice: Choice | None) -> Filled:
    return data_of(choice) if choice else {}


def _carried(
    stored: Choice | None, view: View, data: TurnData, posted: Filled
) -> CarriedForm | None:
    rules = rules_of(data.game)
    found = carried_state(stored, view, rules)
    if found is None or not isinstance(stored, Mobilize):
        return None
    asked = first(posted, "form") == "carried"
    filled = posted if asked else carried_data_of(stored.carried)
    return _carried_form(found, view, data, filled)


def _carried_form(
    found: CarriedState, view: View, data: TurnData, filled: Filled
) -> CarriedForm | None:
    rules = rules_of(data.game)
    return carried_form(found.completion, found.sentences, found.options, view, rules, filled)


def _with_beforehand(page: TurnPage, data: TurnData, posted: Filled) -> TurnPage:
    """Add what the seat says beforehand, and what of it did not fit when this turn opened."""
    if data.seat.player_id is None:
        return page  # practice: its turns wait for nobody, so there is nothing to say beforehand
    assert page.board is not None
    spoken = standing.said_by(data.seat)
    dropped = dropped_sentences(spoken, data.turn.number, rules_of(data.game).deck)
    return replace(
        page,
        beforehand=beforehand_form(data, spoken, page.board.bag, posted),
        told=(*page.told, *dropped),
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
    if view is not None:
        page = _at_the_draw(page, data, view)
    return replace(
        page,
        board=board(rules.view_for(state, None), rules, data.names),
        chapters=story(
            selectors.events_from_turn(game, data.turn.number),
            rules.deck,
            data.names,
            data.seat.index,
        ),
        played=played_of(data, view),
        now_asked=now_asked(data),
        play_url=play_url(data),
        can_ask_link=page.state == CLOSED
        and bool(data.order and data.seat.player_id)
        and asked is None,
        link_asked=moment(asked, data.zone) if asked else None,
        sheet=score_sheet(outcome, rules.deck, data.names, data.seat.index) if outcome else None,
    )
