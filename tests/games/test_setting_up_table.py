"""A table before the start: who joins, leaves, is invited, what the host does; playing again."""

from __future__ import annotations

from typing import Any

import pytest

from games import links
from games.clocks import Pace
from games.models import Game, Player
from games.rules import Ruleset
from games.services import tables
from games.services.errors import Refused
from games.services.lobby import Invitee
from games.services.tables import Plan
from games.views.site import form_key
from notifications.models import Kind, Mail
from tests.games.browsing import BROWSER
from tests.games.cast import play_out, running_game, seat_of
from tests.games.site import Browser, link_path, person, signed_in

pytestmark = pytest.mark.django_db


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


def test_bruno_joins_by_the_link_that_anna_handed_out_though_he_has_no_account() -> None:
    game = set_up("Anna")
    stranger = Browser()
    stranger.get(links.join_path(game))
    assert "Via Appia" in stranger.text
    assert stranger.response.headers["Referrer-Policy"] == "strict-origin"

    stranger.send("enter", link_path("bruno@example.org", links.join_path(game)), stay="visit")
    assert stranger.location == links.join_path(game)
    assert stranger.send("join", stranger.location, word="basilica") == 303

    assert names(game) == ["Anna", "bruno", "Free seat"]
    assert seat_of(game, "bruno").word == "basilica"


def test_the_last_free_seat_taken_begins_the_game() -> None:
    game = set_up("Anna", Invitee(free=True))
    bruno = signed_in("Bruno")
    assert bruno.send("join", links.join_path(game)) == 303
    game.refresh_from_db()
    assert game.status == "running"
    assert bruno.location == f"/g/{game.public_id}/play/"


def test_joining_twice_takes_one_seat() -> None:
    game = set_up("Anna")
    for _ in range(2):
        tables.join(game_id=game.pk, player=person("Bruno"))
    assert names(game) == ["Anna", "Bruno", "Free seat"]


def test_at_a_full_table_there_is_no_seat() -> None:
    game = set_up("Anna", Invitee(email="bruno@example.org"), public=True)
    clara = signed_in("Clara")
    assert clara.get(table_of(game)).form("join") is None
    assert clara.post(table_of(game), do="join") == 409
    assert "No seat is free" in clara.text


def test_a_link_that_was_made_worthless_leads_nowhere() -> None:
    game = set_up("Anna")
    old = links.join_path(game)
    signed_in("Anna").send("renew", table_of(game))
    game.refresh_from_db()
    browser = Browser()
    browser.get(old)
    assert browser.response.status_code == 404
    assert browser.get(links.join_path(game)).state == "table"


def test_public_games_with_a_free_seat_are_listed_and_private_ones_are_not() -> None:
    set_up("Anna", public=True, name="Public")
    set_up("Anna", name="Private")
    set_up("Anna", Invitee(email="bruno@example.org"), public=True, name="Full")
    browser = Browser()
    browser.get("/games/open/")
    assert "Public" in browser.text
    assert "2 of 3 seats are free" in browser.text
    assert "Private" not in browser.text
    assert "Full" not in browser.text
    anna = signed_in("Anna")
    anna.get("/games/open/")
    assert "Public" not in anna.text.replace("Public games", "")


@pytest.mark.parametrize("who", [None, "Mallory"])
def test_anothers_private_table_is_not_there(who: str | None) -> None:
    game = set_up("Anna")
    browser = signed_in(who) if who else Browser()
    told = []
    for path in (table_of(game), "/g/aaaaaaaaaaaaaaaa/table/"):
        browser.get(path)
        told.append((browser.response.status_code, browser.text))
    assert told[0] == told[1]
    assert told[0][0] == 404
    if who:
        for do in ("join", "leave", "remove", "invite", "start", "call_off", "renew"):
            assert browser.post(table_of(game), do=do, sure="yes") == 404
    assert names(game) == ["Anna", "Free seat", "Free seat"]


def test_only_the_host_does_what_is_the_hosts() -> None:
    game = set_up("Anna", public=True)
    bruno = signed_in("Bruno")
    tables.join(game_id=game.pk, player=person("Bruno"))
    seat = str(seat_of(game, "Anna").pk)
    assert bruno.get(table_of(game)).form("start") is None
    for fields in (
        {"do": "remove", "seat": seat}, {"do": "invite", "email": "x@example.org"},
        {"do": "start"}, {"do": "call_off", "sure": "yes"}, {"do": "renew"},
    ):  # fmt: skip
        assert bruno.post(table_of(game), **fields) == 403, fields
    game.refresh_from_db()
    assert (game.status, game.join_epoch) == ("open", 0)
    assert names(game) == ["Anna", "Bruno", "Free seat"]


def test_bruno_leaves_and_neither_his_link_nor_his_mail_leads_to_the_seat_any_more() -> None:
    game = set_up("Anna", Invitee(email="bruno@example.org", name="Bruno"), Invitee(free=True))
    bruno = Browser()
    bruno.client.force_login(Player.objects.get(email="bruno@example.org"))
    invitation = links.invitation_path(seat_of(game, "Bruno"))

    assert bruno.send("leave", table_of(game)) == 303

    assert names(game) == ["Anna", "Free seat", "Free seat"]
    assert BROWSER.get(invitation).status_code == 404
    mail = Mail.objects.get(kind=Kind.INVITATION)
    from notifications import relevance

    assert relevance.check([mail]) == {mail.pk: "deleted"}


def test_anna_takes_a_seat_back_and_offers_it_to_clara() -> None:
    game = set_up("Anna", Invitee(email="bruno@example.org", name="Bruno"))
    anna = signed_in("Anna")
    seat = str(seat_of(game, "Bruno").pk)

    assert anna.post(table_of(game), do="remove", seat=seat) == 303
    assert anna.send("invite", table_of(game), email="clara@example.org") == 303

    assert names(game) == ["Anna", "clara"]
    clara = seat_of(game, "clara")
    assert Mail.objects.filter(seat=clara, kind=Kind.INVITATION).count() == 1
    assert anna.post(table_of(game), do="remove", seat=seat) == 422


@pytest.mark.parametrize("seat", ["", "x", "-1", "9" * 40, "0", "٣"])
def test_a_seat_that_is_none_is_not_taken_back(seat: str) -> None:
    game = set_up("Anna")
    assert signed_in("Anna").post(table_of(game), do="remove", seat=seat) == 422


def test_the_host_keeps_a_seat_or_calls_the_game_off() -> None:
    game = set_up("Anna")
    anna = signed_in("Anna")
    assert anna.post(table_of(game), do="leave") == 409
    own = str(seat_of(game, "Anna").pk)
    assert anna.post(table_of(game), do="remove", seat=own) == 409
    assert anna.post(table_of(game), do="call_off") == 422

    assert anna.send("call-off", table_of(game), sure="yes") == 303

    game.refresh_from_db()
    assert game.status == "cancelled"


def test_the_host_begins_with_bots_on_all_seats_that_are_not_taken() -> None:
    game = set_up("Anna", Invitee(email="bruno@example.org", name="Bruno"), Invitee(free=True))
    invitation = links.invitation_path(seat_of(game, "Bruno"))
    anna = signed_in("Anna")

    assert anna.send("start", table_of(game), bot="oracle") == 422
    assert anna.send("start", table_of(game), bot="strong") == 303

    game.refresh_from_db()
    assert game.status == "running"
    assert sorted(names(game)) == ["Anna", "Brutus (bot)", "Cato (bot)"]
    assert (
        sorted(game.seats.filter(replaced_at=None).values_list("bot", flat=True))[1:]
        == ["strong"] * 2
    )
    assert "Somebody else has this seat now" in BROWSER.get(invitation).content.decode()
    assert anna.post(table_of(game), do="start") == 409
    assert "The game has begun meanwhile, so nothing was done." in anna.text
    assert links.game_path(game) in anna.text


def test_once_begun_a_table_leads_to_the_game() -> None:
    game = running_game("Anna", "Bruno")
    anna = signed_in("Anna")
    anna.get(table_of(game))
    assert anna.location == links.game_path(game)
    with pytest.raises(Refused):
        tables.join(game_id=game.pk, player=person("Clara"))


def test_a_form_without_a_deed_does_nothing() -> None:
    game = set_up("Anna")
    anna = signed_in("Anna")
    for do in ("", "explode"):
        assert anna.post(table_of(game), do=do) == 422
    assert names(game) == ["Anna", "Free seat", "Free seat"]


def test_an_hour_has_room_for_ten_games_and_thirty_invitations() -> None:
    for _ in range(10):
        set_up("Anna")
    with pytest.raises(Refused) as caught:
        set_up("Anna")
    assert caught.value.code == "too_many_games"
    assert Game.objects.count() == 10

    many = [Invitee(email=f"p{number}@example.org") for number in range(5)]
    for _ in range(6):
        set_up("Bruno", *many)
    with pytest.raises(Refused) as caught:
        set_up("Bruno", *many)
    assert caught.value.code == "too_many_invitations"
    assert Game.objects.count() == 16


def test_anna_plays_again_with_the_same_people_and_rules() -> None:
    game = running_game("Anna", "Bruno", bots=1, hours=24, target=3, shelter="none")
    play_out(game)
    Mail.objects.all().delete()
    anna = signed_in("Anna")
    path = f"/g/{game.public_id}/again/"
    assert "bruno@example.org" not in (anna.get(path), anna.text)[1].lower()
    assert anna.send("rematch", path) == 422

    assert anna.send("rematch", path, again="yes", word="encore") == 303

    made = Game.objects.exclude(pk=game.pk).get()
    assert (made.name, made.hours, made.ruleset) == (game.name, 24, game.ruleset)
    assert made.commitment != game.commitment
    assert names(made) == ["Anna", "Bruno", "Cato (bot)"]
    assert [mail.seat for mail in Mail.objects.all()] == [seat_of(made, "Bruno")]
    assert seat_of(made, "Anna").word == "encore"


def test_a_rematch_is_for_those_who_played_and_once_it_is_over() -> None:
    game = running_game("Anna", "Bruno", target=3)
    path = f"/g/{game.public_id}/again/"
    anna, mallory = signed_in("Anna"), signed_in("Mallory")
    anna.get(path)
    assert anna.response.status_code == 404
    play_out(game)
    mallory.get(path)
    assert mallory.response.status_code == 404
    assert mallory.post(path, again="yes", form_key=form_key()) == 404
