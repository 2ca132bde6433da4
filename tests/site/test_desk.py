"""The moderators' desk: what it shows, and to whom."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game, Order, Player, Turn
from games.moderation_models import ModeratorAction
from notifications.address_models import Address
from notifications.circuit import beat
from notifications.models import Mail
from tests.games.cast import play_until, running_game
from tests.games.moderating import moderator
from tests.games.site import person
from tests.site.desk import at, browser, text_of

pytestmark = pytest.mark.django_db


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


def test_the_trace_can_be_taken_away_as_csv():
    game = running_game("Anna", "Bruno")
    client = browser(moderator())
    client.post(f"{at(game)}do/quarantine/", {"why": "=cmd()", "confirmed": "1"})

    response = client.get("/admin/desk/trace/", {"as": "csv"})
    lines = b"".join(response.streaming_content).decode().splitlines()  # type: ignore[attr-defined]

    assert lines[0] == "when,what,who,about,why,changed"
    assert "quarantine" in lines[1]
    assert "'=cmd()" in lines[1], "a spreadsheet takes it for text"


def long_open(*names: str, name: str = "Via Appia") -> Game:
    """A game whose turn has been open for nine days."""
    game = running_game(*names)
    Game.objects.filter(pk=game.pk).update(name=name)
    Turn.objects.filter(game=game, closed=None).update(opened=timezone.now() - timedelta(days=9))
    return game


def test_of_who_is_missing_it_is_said_what_is_known_and_no_more():
    long_open("Anna", "Bruno")
    signed_in = timezone.now() - timedelta(days=2)
    Player.objects.filter(name="Anna").update(last_login=signed_in)

    page = text_of(browser(moderator()).get("/admin/desk/"))

    assert f"has never ordered here; last signed in {signed_in:%Y-%m-%d %H:%M}." in page
    assert "has never ordered here; has never signed in." in page
    assert "Whether somebody opened a page is not known" in page


def test_when_somebody_last_ordered_is_said_of_orders_by_their_own_hand_alone():
    game = running_game("Anna", "Bruno")
    play_until(game, "mobilize")
    ordered = timezone.now() - timedelta(days=5)
    given = Order.objects.filter(turn__game=game, submitted_at__isnull=False)
    given.filter(seat__name="Anna").update(submitted_at=ordered)
    given.filter(seat__name="Bruno").update(source="clock")
    Turn.objects.filter(game=game, closed=None).update(opened=ordered)

    page = text_of(browser(moderator()).get("/admin/desk/"))

    assert page.count(f"last ordered here {ordered:%Y-%m-%d %H:%M}") == 1
    assert page.count("has never ordered here") == 1


def test_of_games_of_their_own_moderators_see_no_details():
    long_open("Anna", "Bruno")
    failed = long_open("Anna", "Clara", name="Via Latina")
    Mail.objects.filter(game=failed).update(state="failed", error="smtp_552")
    moderator("Anna")

    page = text_of(browser(person("Anna")).get("/admin/desk/"))

    assert "Turn 1 waits" in page
    for hidden in ("Bruno: the mail", "Clara: the mail", "smtp_552"):
        assert hidden not in page


def test_what_is_most_often_done_is_one_click_away_but_not_in_ones_own_game():
    game = long_open("Anna", "Bruno")
    own = long_open("Marcus", "Bruno", name="Via Latina")

    page = text_of(browser(moderator()).get("/admin/desk/"))

    assert f"{at(game)}do/nudge/" in page
    assert f"{at(own)}do/nudge/" not in page


def test_whoever_may_edit_nothing_is_led_from_the_admin_to_the_desk():
    answer = browser(moderator()).get("/admin/")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/admin/desk/")

    augusta = browser(person("Augusta", is_staff=True, is_superuser=True))
    assert '<a href="/admin/desk/">The desk</a>' in text_of(augusta.get("/admin/"))


def test_a_kind_of_trouble_that_is_over_says_so():
    page = text_of(browser(moderator()).get("/admin/desk/?only=reported"))

    assert "Nothing of this kind needs a person just now." in page
