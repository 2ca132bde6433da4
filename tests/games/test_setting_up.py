"""Setting a game up: all that can be chosen, and what cannot be played."""

from __future__ import annotations

from typing import Any

import pytest

from games.clocks import Pace
from games.models import Game, Player, Seat
from games.presenting.questions import HOW_BOTS_PLAY, bot_question
from games.presenting.setup_page import SENTENCES
from games.rules import Ruleset
from games.rules.bots import BOTS
from games.rules.ruleset import SWITCHES
from games.services import tables
from games.services.lobby import Invitee
from games.services.table import ruleset_of
from games.services.tables import Plan
from games.views.site import form_key
from notifications.models import Mail
from tests.games.cast import seat_of
from tests.games.site import person, signed_in

pytestmark = pytest.mark.django_db

NEW = "/games/new/"


def set_up(host: str, *others: Invitee, **fields: Any) -> Game:
    """A table of this host; every seat beside it is free unless others are named."""
    seats = others or (Invitee(free=True),) * 2
    values = {"name": "Via Appia", "pace": Pace(hours=48), "public": False, "ruleset": Ruleset()}
    plan = Plan(others=seats, **{**values, **fields})
    return tables.set_up(host=person(host), plan=plan, form_key=form_key())


def table_of(game: Game) -> str:
    return f"/g/{game.public_id}/table/"


def names(game: Game) -> list[str]:
    return [seat.name for seat in game.seats.filter(replaced_at=None).order_by("invited")]


def test_anna_sets_a_game_up_with_all_that_can_be_chosen() -> None:
    anna = signed_in("Anna")

    status = anna.send(
        "new", NEW, name="Via Appia", seats="5", addresses="bruno@example.org, Clara@example.org",
        bots="1", hours="24", public="yes", opening="dealt", shelter="none", target="5",
        word="aqueduct",
    )  # fmt: skip

    game = Game.objects.get()
    assert (status, anna.location) == (303, table_of(game))
    assert names(game) == ["Anna", "bruno", "Clara", "Free seat", "Ennius (bot)"]
    assert (game.hours, game.public, game.status) == (24, True, "open")
    assert game.host == person("Anna")
    rules = ruleset_of(game)
    assert (rules.opening, rules.shelter, rules.target) == ("dealt", "none", 5)
    assert (seat_of(game, "Anna").word, seat_of(game, "Anna").accepted_at is None) == (
        "aqueduct", False,
    )  # fmt: skip
    assert sorted(Mail.objects.values_list("player__email", flat=True)) == [
        "Clara@example.org",
        "bruno@example.org",
    ]


def test_every_switch_of_the_rules_is_offered_with_a_sentence_for_each_value() -> None:
    anna = signed_in("Anna")
    form = anna.get(NEW).form("new")
    assert form is not None
    for switch, allowed in SWITCHES.items():
        control = form.control("radio", switch)
        assert sorted(control.values) == sorted(map(str, allowed))
        assert control.now == str(allowed[0])
        assert switch == "target" or all((switch, str(one)) in SENTENCES for one in allowed)


def test_a_form_sent_twice_makes_one_game_and_mails_once() -> None:
    anna = signed_in("Anna")
    fields = {"name": "Via Appia", "seats": "3", "addresses": "bruno@example.org"}
    key = form_key()
    for _ in range(2):
        assert anna.post(NEW, form_key=key, **fields) == 303
    assert Game.objects.count() == 1
    assert Mail.objects.count() == 1


def test_one_persons_form_key_gives_nobody_elses_game() -> None:
    game = set_up("Anna")
    key = game.form_key
    assert key is not None
    with pytest.raises(Exception, match="form_key"):
        tables.set_up(
            host=person("Bruno"),
            plan=Plan("Ostia", [Invitee(bot="greedy")], Ruleset(), Pace(), False),
            form_key=key,
        )


@pytest.mark.parametrize("bot", Seat.Bot.values)
def test_the_host_chooses_how_the_bots_play(bot: str) -> None:
    anna = signed_in("Anna")
    assert anna.send("new", NEW, name="Via Appia", seats="3", bots="2", bot=bot) == 303
    kinds = Game.objects.get().seats.order_by("invited").values_list("bot", flat=True)
    assert list(kinds) == ["", bot, bot]


def test_every_bot_there_is_can_be_chosen_and_is_explained() -> None:
    assert set(Seat.Bot.values) == set(BOTS) == set(HOW_BOTS_PLAY)
    assert all(choice.text and choice.detail for choice in bot_question("greedy").choices)


def test_against_bots_alone_a_game_begins_at_once() -> None:
    anna = signed_in("Anna")
    anna.send("new", NEW, name="Via Appia", seats="3", bots="2")
    game = Game.objects.get()
    assert game.status == "running"
    assert anna.location == f"/g/{game.public_id}/play/"
    anna.get(anna.location)
    assert anna.location.startswith("/t/")


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"name": ""}, "A game needs a name"),
        ({"name": "x" * 61}, "at most 60 characters"),
        ({"name": "Via\u202eAppia"}, "A game needs a name"),
        ({"name": "Via\x07Appia"}, "A game needs a name"),
        ({"seats": "7"}, "none of the choices"),
        ({"seats": "2", "addresses": "a@example.org\nb@example.org"}, "do not fit at a table"),
        ({"seats": "2", "bots": "5"}, "do not fit at a table"),
        ({"addresses": "nobody"}, "nobody is no e-mail address"),
        ({"addresses": "b@example.org\nB@example.org"}, "is named twice"),
        ({"addresses": "anna@example.org"}, "is named twice"),
        ({"addresses": "a@example.org\n" * 300}, "do not fit at a table"),
        ({"hours": "1000000"}, "none of the choices"),
        ({"public": "perhaps"}, "none of the choices"),
        ({"bots": "1", "bot": "oracle"}, "none of the choices"),
        ({"target": "8"}, "none of the choices"),
        ({"word": "x" * 101}, "at most 100 characters"),
        ({"word": "two\nlines"}, "in one line"),
        ({"form_key": "nonsense"}, "This form is damaged"),
    ],
)
def test_what_cannot_be_played_is_said_and_the_form_stays_as_filled_in(
    fields: dict[str, str], says: str
) -> None:
    anna = signed_in("Anna")
    base = {"name": "Via <b>Appia", "seats": "4", "word": "keep"}

    assert anna.send("new", NEW, **{**base, **fields}) == 422

    assert says in anna.text
    assert "<b>Appia" not in anna.text
    form = anna.page.form("new")
    assert form is not None
    if "word" not in fields:
        assert form.control("text", "word").now == "keep"
    assert not Game.objects.exists()
    assert not Mail.objects.exists()
    assert Player.objects.count() == 1


def test_hostile_names_are_shown_harmless_at_the_table() -> None:
    game = set_up("Anna", name="<script>alert(1)</script>")
    Player.objects.filter(email="Anna@example.org").update(name='"><img src=x>')
    Seat.objects.filter(game=game, invited=0).update(name='"><img src=x>')
    anna = signed_in("Anna")
    anna.get(table_of(game))
    assert "<img" not in anna.text
    assert "<script>" not in anna.text
