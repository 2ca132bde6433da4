"""A game's page as a plain value: what a spectator may know, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext

from games import links, selectors
from games.models import Game
from games.presenting import symbols
from games.presenting.around import Watch, Way, watch, ways
from games.presenting.board import Board, board
from games.presenting.happenings import Told, absent_text, told_to_all
from games.presenting.invitation_page import Guest, guest_of
from games.presenting.moments import Moment, moment
from games.presenting.now import Now, awaited_names, now_of_game
from games.presenting.paces import table_pace
from games.presenting.rulings import rulings
from games.presenting.score import ScoreSheet, score_sheet
from games.presenting.story import Chapter, story
from games.rules import RulesError
from games.selectors import GameData
from games.services.presence import can_be_offered
from games.services.table import rules_of, ruleset_of, state_of


@dataclass(frozen=True, slots=True)
class Word:
    """A player's word for the bag, empty for who gave none."""

    name: str
    word: str


@dataclass(frozen=True, slots=True)
class Bag:
    """What anybody needs to check the chance: the seed only when the game is over."""

    commitment: str
    words: tuple[Word, ...]
    seed: str


@dataclass(frozen=True, slots=True)
class GamePage:
    """Everything on the page."""

    state: str
    game: str
    notice: str
    pace: str
    rulings: tuple[str, ...]
    guests: tuple[Guest, ...]
    board: Board | None
    asked: str
    awaited: tuple[str, ...]
    absent: str
    seats_url: str
    deadline: Moment | None
    chapters: tuple[Chapter, ...]
    whole_story: str
    told: tuple[Told, ...]
    sheet: ScoreSheet | None
    bag: Bag
    bag_url: str
    ways: tuple[Way, ...]
    watch: Watch
    now: Now | None


_STATES = {
    Game.Status.OPEN: "open",
    Game.Status.RUNNING: "open",
    Game.Status.PAUSED: "paused",
    Game.Status.FINISHED: "over",
    Game.Status.CANCELLED: "cancelled",
}


def game_page(data: GameData) -> GamePage:
    """Give a game's page."""
    game, rules = data.game, rules_of(data.game)
    outcome = selectors.outcome_of(game)
    turn = data.open_turn if game.status != Game.Status.CANCELLED else None
    return GamePage(
        state="paused" if game.quarantined_at else _STATES[Game.Status(game.status)],
        game=game.name,
        notice=_notice(game),
        pace=table_pace(game),
        rulings=rulings(ruleset_of(game)),
        guests=tuple(guest_of(seat) for seat in data.seats),
        board=_board(data),
        asked=symbols.decision_name(turn.kind) if turn else "",
        awaited=awaited_names(data),
        absent=absent_text(data.seats) if turn else "",
        seats_url=_seats_url(data) if turn else "",
        deadline=moment(turn.due, "UTC") if turn and turn.due else None,
        chapters=tuple(reversed(story(data.events, rules.deck, data.names, None))),
        whole_story=f"{links.game_path(game)}?story=all" if data.earlier else "",
        told=told_to_all(data.happenings),
        sheet=score_sheet(outcome, rules.deck, data.names) if outcome else None,
        bag=_bag(data),
        bag_url=reverse("games:bag", kwargs={"public_id": game.public_id}),
        ways=ways(game, "game"),
        watch=watch(game),
        now=now_of_game(data),
    )


def _board(data: GameData) -> Board | None:
    """Give the table; None before the start, and for a position that cannot be read."""
    if data.game.state is None:
        return None
    rules = rules_of(data.game)
    try:
        return board(rules.view_for(state_of(data.game.state), None), rules, data.names)
    except RulesError:
        return None


def _seats_url(data: GameData) -> str:
    """Give where the host offers seats to others, if there are any that nobody plays."""
    if not any(can_be_offered(data.game, seat) for seat in data.seats):
        return ""
    return reverse("games:seats", kwargs={"public_id": data.game.public_id})


def _notice(game: Game) -> str:
    if game.quarantined_at is not None:
        return gettext("The game stands still because of a fault of ours. A moderator was told.")
    return {
        Game.Status.OPEN: gettext("The game begins when everybody has accepted."),
        Game.Status.RUNNING: "",
        Game.Status.PAUSED: gettext("The game is paused."),
        Game.Status.FINISHED: gettext("The game is over."),
        Game.Status.CANCELLED: gettext("The game was cancelled."),
    }[Game.Status(game.status)]


def _bag(data: GameData) -> Bag:
    """Give the words, which are shown from the start on, in the order of invitation."""
    shown = sorted(data.seats, key=lambda seat: seat.invited) if data.game.started else []
    return Bag(
        commitment=data.game.commitment,
        words=tuple(Word(seat.name, seat.word) for seat in shown),
        seed=data.seed.hex() if data.seed else "",
    )
