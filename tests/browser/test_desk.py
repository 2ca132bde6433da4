"""A volunteer at the desk: each trouble is found on its first page and mended by clicks."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

from django.utils import timezone
from playwright.sync_api import expect

from games import integrity
from games.models import Game, Player, Seat, Turn
from games.moderation_models import ModeratorAction
from games.services import clock
from games.services.moderation import act
from games.talk_models import TableTalk
from notifications import tracking
from notifications.address_models import Address
from notifications.models import Mail
from tests.browser.desk import Desk
from tests.browser.windows import DESKTOP, NARROW, PHONE, Window
from tests.games.browsing import turn_path
from tests.games.cast import play_until, seat_of, turn_of
from tests.games.moderating import moderator
from tests.games.site import person
from tests.site.desk_tour import named

OLD = timedelta(days=5)


def old() -> datetime:
    """A moment so long ago that somebody must look after what has waited since."""
    return timezone.now() - OLD


def a_game_set_apart_is_released(desk: Desk) -> None:
    apart = named("Via Latina", "Anna", "Bruno")
    clock.quarantine(game_id=apart.pk, error="killed_its_worker")
    desk.find("Games set apart", "Via Latina", "It was set apart.")
    desk.do("Release")
    apart.refresh_from_db()
    assert apart.quarantined_at is None


def a_broken_position_is_taken_back(desk: Desk) -> None:
    broken = named("Via Salaria", "Clara", "Dario")
    play_until(broken, "mobilize")
    good = turn_of(broken)
    Game.objects.filter(pk=broken.pk).update(state={"format": 1}, draw=99)
    clock.quarantine(game_id=broken.pk, error="state_unreadable")
    desk.find("Games set apart", "Via Salaria", "It was set apart.")
    desk.page.locator("tr").filter(has_text="open").get_by_role("link", name="Go back").click()
    desk.confirm("The position was lost.")
    desk.do("Release")
    broken.refresh_from_db()
    assert broken.state == good.state_before
    assert integrity.faults_of(broken) == []


def a_silent_player_is_nudged(desk: Desk) -> None:
    silent = named("Via Flaminia", "Elena", "Fabio", hours=240)
    Turn.objects.filter(game=silent, closed=None).update(opened=old())
    Mail.objects.filter(game=silent).update(state="sent", sent_at=old())
    desk.find("Games waiting longest", "Via Flaminia", "Elena: the mail of")
    desk.do("Nudge who is missing")
    assert Mail.objects.filter(game=silent, note="nudge").count() == 2


def a_bounced_address_gets_mail_again(desk: Desk) -> None:
    Address.objects.create(address="elena@example.org", stopped=old(), reason="hard")
    desk.find("Addresses that get no mail", "Elena", "Mail is stopped")
    desk.do("Allow mail again")
    assert not tracking.dead(["elena@example.org"])


def a_turn_past_its_deadline_is_closed(desk: Desk) -> None:
    late = named("Via Aurelia", "Gaia", "Hanno", hours=1)
    Turn.objects.filter(game=late, closed=None).update(due=old())
    desk.find("Turns past their deadline", "Via Aurelia", "should have closed")
    desk.do("Advance now")
    assert turn_of(late).number == 2


def an_absent_player_is_replaced(desk: Desk) -> None:
    gone = named("Via Appia", "Ida", "Julia", hours=48)
    Seat.objects.filter(pk=seat_of(gone, "Ida").pk).update(absent_since=old(), missed=2)
    desk.find("Absent players", "Via Appia: Ida", "A bot orders for this seat")
    desk.do("Replace by a person", "Ida", **{"E-mail address": "kira@example.org", "Name": "Kira"})
    assert seat_of(gone, "Kira").player == Player.objects.get(email="kira@example.org")


def mails_that_failed_go_out_again_and_links_are_revoked(desk: Desk) -> None:
    failed = named("Via Egnatia", "Livia", "Milo")
    Mail.objects.filter(game=failed).update(state="failed", error="smtp_552")
    desk.find("Mails that failed", "Via Egnatia", "smtp_552")
    desk.do("Send the current links again")
    assert Mail.objects.filter(game=failed, note="resend", state="queued").count() == 2
    desk.do("Revoke the links", "Livia")
    assert seat_of(failed, "Livia").link_epoch == 1
    TableTalk.objects.create(game=failed, seat=seat_of(failed, "Milo"), text="You cheat")
    desk.page.reload()
    desk.page.get_by_role("link", name="Hide the message").click()
    desk.confirm("It was rude.")
    expect(desk.page.get_by_text("hidden by a moderator")).to_be_visible()


def a_paused_game_is_found_by_its_name_and_resumed(desk: Desk) -> None:
    still = named("Via Ostiensis", "Nero", "Otho", hours=48)
    act(moderator=moderator("Octavia", "Leads"), code="pause", game_id=still.pk, why="a feast")
    desk.page.goto("/admin/desk/")
    desk.page.get_by_label("Address, name, game or mail").fill("via ost")
    desk.page.get_by_role("button", name="Search").click()
    desk.page.get_by_role("link", name="Via Ostiensis").click()
    desk.do("Resume")
    still.refresh_from_db()
    assert still.status == Game.Status.RUNNING


def missed_turns_are_excused_on_the_persons_page(desk: Desk) -> None:
    game = named("Via Popilia", "Paula", "Quintus", hours=48)
    Seat.objects.filter(pk=seat_of(game, "Paula").pk).update(missed=1)
    desk.page.get_by_label("Address, name, game or mail").fill("PAULA@")
    desk.page.get_by_role("button", name="Search").click()
    desk.page.get_by_role("link", name="Paula").click()
    expect(desk.page.get_by_text("1 turn missed in a row")).to_be_visible()
    desk.do("Excuse missed turns")
    expect(desk.page.get_by_role("heading", name="Paula")).to_be_visible()
    assert seat_of(game, "Paula").missed == 0


def test_ten_troubles_are_found_and_mended(window: Callable[..., Window]) -> None:
    desk = Desk(window(**DESKTOP), moderator())

    a_game_set_apart_is_released(desk)
    a_broken_position_is_taken_back(desk)
    a_silent_player_is_nudged(desk)
    a_bounced_address_gets_mail_again(desk)
    a_turn_past_its_deadline_is_closed(desk)
    an_absent_player_is_replaced(desk)
    mails_that_failed_go_out_again_and_links_are_revoked(desk)
    a_paused_game_is_found_by_its_name_and_resumed(desk)
    missed_turns_are_excused_on_the_persons_page(desk)

    assert ModeratorAction.objects.exclude(action="pause").count() == 12
    desk.page.goto("/admin/desk/trace/")
    expect(desk.page.locator("tbody tr")).to_have_count(13)


def test_a_message_is_reported_on_a_phone_without_scripts_and_set_aside(
    window: Callable[..., Window],
) -> None:
    game = named("Via Appia", "Anna", "Bruno", hours=48)
    said = TableTalk.objects.create(game=game, seat=seat_of(game, "Bruno"), text="You fool!")
    anna, desk = window(**PHONE), Desk(window(**NARROW), moderator())

    anna.open(turn_path(game, "Anna"))
    anna.follow("#said a")
    anna.choose(anna.page.locator("#report"), "report", "yes")
    anna.page.get_by_label("Why (if you like, one line)").fill("rude")
    anna.submit(anna.page.locator("#report"))
    expect(anna.page.locator("#said")).to_contain_text("Reported")
    desk.find("Messages reported", "Via Appia: Bruno", "Reported by Anna")
    expect(desk.page.locator(f"#message-{said.pk}")).to_contain_text("rude")
    desk.do("Set the reports aside")

    assert ModeratorAction.objects.get().changed == {"message": said.pk, "reports": 1}


def test_many_games_are_ticked_and_nudged_at_once(window: Callable[..., Window]) -> None:
    games = [
        named("Via Appia", "Anna", "Bruno"),
        named("Via Latina", "Clara", "Dario"),
        named("Via Salaria", "Marcus", "Elena"),
    ]
    Turn.objects.filter(game__in=games, closed=None).update(opened=old())
    desk = Desk(window(**NARROW, java_script_enabled=False), moderator())

    desk.page.get_by_role("link", name="Games waiting longest").click()
    desk.page.get_by_role("link", name="Choose all of this list").click()
    desk.page.get_by_label("With the chosen games:").select_option("Nudge who is missing")
    desk.page.get_by_role("button", name="Go on").click()
    desk.confirm()

    expect(desk.page.get_by_text("2 of 3 games: done.")).to_be_visible()
    expect(desk.page.get_by_text("You have, or had, a seat in this game")).to_be_visible()
    assert Mail.objects.filter(note="nudge").count() == 4
    desk.window.look()


def test_a_lead_hands_out_what_is_stored(window: Callable[..., Window], tmp_path: Path) -> None:
    named("Via Appia", "Anna", "Bruno")
    desk = Desk(window(**DESKTOP), moderator("Livia", "Leads"))

    desk.page.goto(f"/admin/desk/players/{person('Anna').pk}/")
    desk.page.get_by_role("link", name="Hand out what is stored").click()
    with desk.page.expect_download() as download:
        desk.confirm("A letter of hers.")
    download.value.save_as(tmp_path / "anna.json")

    data = json.loads((tmp_path / "anna.json").read_text())
    assert data["profile"]["address"] == "Anna@example.org"
    assert "orders" not in data["seats"][0]
