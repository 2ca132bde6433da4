"""The moderators' desk: what it shows, to whom, and that its deeds are asked for, shown, done."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from augustus_site.desk.deeds import EFFECTS, LABELS
from games import links
from games.models import Game, Order, Player, Turn
from games.moderation_models import ModeratorAction
from games.presenting.happenings import SENTENCES
from games.services.moderation import ACTIONS, PEOPLE_ACTIONS
from notifications.address_models import Address
from notifications.circuit import beat
from notifications.models import Mail
from tests.games.cast import open_game, play_until, running_game, seat_of, turn_of
from tests.games.site import both_steps, person
from tests.games.test_moderation import moderator

pytestmark = pytest.mark.django_db


def browser(player: Player | None) -> Client:
    """Give somebody's browser, signed in."""
    client = Client()
    return client if player is None else both_steps(client, player)


def text_of(response: Any) -> str:
    """Give a page's source on one line."""
    return " ".join(response.content.decode().split())


def at(game: Game) -> str:
    """Give the address of a game's page at the desk."""
    return f"/admin/desk/games/{game.public_id}/"


def test_every_deed_has_a_name_an_effect_and_a_line_for_the_players():
    codes = {*ACTIONS, *PEOPLE_ACTIONS}
    assert codes <= set(LABELS)
    assert codes <= set(EFFECTS)
    assert {f"moderator_{code}" for code, action in ACTIONS.items() if action.told} <= set(
        SENTENCES
    )


def test_nothing_needs_anybody_where_all_is_well():
    beat(timezone.now())
    running_game("Anna", "Bruno")

    page = text_of(browser(moderator()).get("/admin/desk/"))

    assert "Nothing needs you." in page


def test_each_trouble_is_named_with_its_reason():
    old = timezone.now() - timedelta(days=4)
    waiting = running_game("Anna", "Bruno")
    Turn.objects.filter(game=waiting, closed=None).update(opened=old)
    Mail.objects.filter(game=waiting).update(state="sent", sent_at=old)
    apart = running_game("Clara", "Dario")
    Game.objects.filter(pk=apart.pk).update(quarantined_at=old, name="Via Latina")
    late = running_game("Elena", "Fabio", hours=1)
    Turn.objects.filter(game=late, closed=None).update(due=old)
    Address.objects.create(address="bruno@example.org", stopped=old, reason="hard")

    page = text_of(browser(moderator()).get("/admin/desk/"))

    for said in (
        "No worker has looked for work lately",
        "Via Latina",
        "It was set apart.",
        "should have closed",
        "waits: ",
        "Bruno: the mail of",
        "was sent; mail to this address is stopped",
        "Mail is stopped: it does not exist.",
    ):
        assert said in page, said


def test_the_desk_takes_few_queries(django_assert_max_num_queries):
    for names in (("Anna", "Bruno"), ("Clara", "Dario"), ("Elena", "Fabio")):
        Turn.objects.filter(game=running_game(*names), closed=None).update(
            opened=timezone.now() - timedelta(days=9)
        )
    client = browser(moderator())
    client.get("/admin/desk/")

    with django_assert_max_num_queries(19):
        client.get("/admin/desk/")


def test_a_games_page_shows_nothing_hidden(django_assert_max_num_queries):
    game = running_game("Anna", "Bruno", hours=24)
    play_until(game, "mobilize")
    hand = Order.objects.filter(turn__game=game, turn__number=1).values_list("choice", flat=True)
    client = browser(moderator())

    with django_assert_max_num_queries(19):
        page = text_of(client.get(at(game)))

    assert "Anna@example.org" in page
    assert all(str((choice or {})["cards"]) not in page for choice in hand)
    assert "/t/" not in page


def test_what_a_seated_moderator_sees_is_what_a_player_sees():
    game = running_game("Anna", "Bruno", hours=24)
    anna = person("Anna")
    anna.is_staff = anna.is_superuser = True
    anna.save()

    page = text_of(browser(anna).get(at(game)))

    assert "somebody else must look after it" in page
    assert "Bruno@example.org" not in page
    assert "/do/" not in page
    response = browser(anna).post(f"{at(game)}do/extend/", {"hours": 1, "why": "I am late"})
    assert response.status_code == 409
    assert not ModeratorAction.objects.exists()


def test_a_deed_is_asked_for_then_shown_then_done():
    game = running_game("Anna", "Bruno", hours=24)
    due = turn_of(game).due
    client = browser(moderator())
    address = f"{at(game)}do/extend/"
    seen = turn_of(game).number
    fields = {"hours": 24, "why": "Bruno is on a train", "seen": seen}

    assert "See what would follow" in text_of(client.get(address))
    shown = text_of(client.post(address, fields))
    assert "Yes, do it" in shown
    assert turn_of(game).due == due
    done = client.post(address, {**fields, "confirmed": "1"}, follow=True)

    assert "Extend the deadline: done." in text_of(done)
    assert "Bruno is on a train" in text_of(done), "the trace is on the game's page"
    assert turn_of(game).due != due


def test_a_form_that_is_no_longer_true_is_refused_with_the_state():
    game = running_game("Anna", "Bruno", hours=24)
    client = browser(moderator())
    fields = {"hours": 24, "why": "late", "seen": 99, "confirmed": "1"}

    response = client.post(f"{at(game)}do/extend/", fields)

    assert response.status_code == 409
    assert "The game has moved on since you looked (its open turn is 1 now" in text_of(response)


@pytest.mark.parametrize("fields", [{}, {"why": "", "hours": 1}, {"why": "x", "hours": "many"}])
def test_a_form_with_something_missing_is_shown_again(fields: dict[str, str]):
    game = running_game("Anna", "Bruno", hours=24)

    response = browser(moderator()).post(f"{at(game)}do/extend/", {**fields, "confirmed": "1"})

    assert response.status_code == 422
    assert not ModeratorAction.objects.exists()


def test_an_order_is_chosen_among_what_lies_open():
    game = running_game("Anna", "Bruno")
    play_until(game, "mobilize")
    seat = seat_of(game, "Anna")
    client = browser(moderator())
    address = f"{at(game)}do/order_given/?seat={seat.pk}"

    page = text_of(client.get(address))
    assert 'name="choice"' in page
    value = page.split('name="choice" value="')[1].split('"')[0]
    fields = {"seat": seat.pk, "choice": value, "why": "Anna cannot", "confirmed": "1"}
    assert client.post(address, fields).status_code == 302

    assert Order.objects.get(turn=turn_of(game), seat=seat).source == "moderator"


def test_a_hand_is_no_choice_of_moderators():
    game = running_game("Anna", "Bruno")
    seat = seat_of(game, "Anna")

    page = text_of(browser(moderator()).get(f"{at(game)}do/order_given/?seat={seat.pk}"))

    assert "only the default can be ordered" in page
    assert 'name="card"' not in page


@pytest.mark.parametrize(
    ("who", "status"),
    [("nobody", 302), ("player", 302), ("staff", 403), ("moderator", 200), ("lead", 200)],
)
def test_who_may_open_the_desk(who: str, status: int):
    game = running_game("Anna", "Bruno")
    people = {
        "nobody": lambda: None,
        "player": lambda: person("Anna"),
        "staff": lambda: person("Clara", is_staff=True),
        "moderator": moderator,
        "lead": lambda: moderator("Livia", "Leads"),
    }
    client = browser(people[who]())

    for path in (
        "/admin/desk/",
        "/admin/desk/search/?q=anna",
        "/admin/desk/trace/",
        "/admin/desk/trace/?as=csv",
        at(game),
        f"{at(game)}do/quarantine/",
        f"/admin/desk/players/{person('Bruno').pk}/",
        f"/admin/desk/players/{person('Bruno').pk}/do/warn/",
    ):
        assert client.get(path).status_code == status, path
    if status != 200:
        client.post(f"{at(game)}do/quarantine/", {"why": "x", "confirmed": "1"})
        assert not ModeratorAction.objects.exists()


def test_what_is_not_there_is_not_found():
    client = browser(moderator())
    game = running_game("Anna", "Bruno")
    for path in (
        "/admin/desk/games/aaaaaaaaaaaaaaaa/",
        "/admin/desk/players/999999/",
        f"{at(game)}do/burn/",
        f"{at(game)}do/revoke/",
        f"{at(game)}do/revoke/?seat=999999",
        f"/admin/desk/players/{person('Anna').pk}/do/burn/",
    ):
        assert client.get(path).status_code == 404, path


def test_games_people_and_mails_are_found():
    game = running_game("Anna", "Bruno")
    client = browser(moderator())
    mail = Mail.objects.filter(game=game).first()
    assert mail is not None

    for text, found in (
        ("anna@", "Anna@example.org"),
        ("Via", "Via Appia"),
        (game.public_id, "Via Appia"),
        (f"http://testserver/g/{game.public_id}/", "Via Appia"),
        (mail.message_id, "mail:"),
        (mail.key, "mail:"),
        ("nothing like that", "Nothing is found"),
    ):
        assert found in text_of(client.get("/admin/desk/search/", {"q": text})), text


def test_a_persons_page_hints_at_doubles():
    anna = person("Anna")
    other = Player.objects.create_user("anna+two@example.org", name="Annette")
    Player.objects.update(last_login=timezone.now())

    page = text_of(browser(moderator()).get(f"/admin/desk/players/{anna.pk}/"))

    assert "Annette" in page
    assert "the same mailbox: anna@example.org" in page
    assert str(other.pk) in page


def test_a_warning_is_sent_from_the_persons_page():
    anna = person("Anna")
    client = browser(moderator())
    address = f"/admin/desk/players/{anna.pk}/do/warn/"

    shown = text_of(client.post(address, {"why": "Please be kind."}))
    assert "goes to this person by mail" in shown
    client.post(address, {"why": "Please be kind.", "confirmed": "1"})

    assert Mail.objects.get(kind="warning").player == anna


def test_the_trace_can_be_taken_away_as_csv():
    game = running_game("Anna", "Bruno")
    client = browser(moderator())
    client.post(f"{at(game)}do/quarantine/", {"why": "=cmd()", "confirmed": "1"})

    response = client.get("/admin/desk/trace/", {"as": "csv"})
    lines = b"".join(response.streaming_content).decode().splitlines()  # type: ignore[attr-defined]

    assert lines[0] == "when,what,who,about,why,changed"
    assert "quarantine" in lines[1]
    assert "'=cmd()" in lines[1], "a spreadsheet takes it for text"


def test_who_took_a_seat_from_the_same_network_in_one_game_is_a_hint():
    game = open_game("Anna", "Bruno", "Clara")
    for name, network in (("Anna", "192.0.2.7"), ("Bruno", "192.0.2.7"), ("Clara", "192.0.2.8")):
        seat = seat_of(game, name)
        path = links.invitation_path(seat)
        answer = Client(REMOTE_ADDR=network).post(path, {"accept": "yes", "word": ""})
        assert answer.status_code == 303

    page = text_of(browser(moderator()).get(f"/admin/desk/players/{person('Anna').pk}/"))

    assert "Bruno</a>: took a seat from the same network in Via Appia" in page
    assert "Clara" not in page
    assert "192.0.2.7" not in page
    assert seat_of(game, "Anna").network != "192.0.2.7"


def test_a_preview_names_the_mails_of_this_deed_alone():
    game = running_game("Anna", "Bruno", hours=24)
    client = browser(moderator())
    client.post(f"{at(game)}do/resend/", {"why": "lost", "confirmed": "1"})

    extended = text_of(client.post(f"{at(game)}do/extend/", {"hours": 1, "why": "late"}))
    again = text_of(client.post(f"{at(game)}do/resend/", {"why": "lost again"}))

    assert "Mails go to" not in extended
    assert "Mails go to Anna, Bruno." in again
