"""What operators do by command: the desk's deeds for many games, and forgetting what is old."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games.models import Game, Player, Turn
from games.moderation_models import ModeratorAction
from notifications.models import Mail
from tests.games.cast import address, play_out, running_game, turn_of
from tests.games.moderating import moderator

pytestmark = pytest.mark.django_db


def command(name: str, *arguments: str, **options: Any) -> str:
    """Run a command and give what it prints."""
    out = StringIO()
    call_command(name, *arguments, stdout=out, **options)
    return out.getvalue()


def test_many_games_each_for_itself():
    first, second = running_game("Anna", "Bruno", hours=24), running_game("Clara", "Dario")
    by, due = moderator(), turn_of(first).due
    out = StringIO()

    with pytest.raises(CommandError, match="2 of 3 did not work"):
        call_command(
            "moderate", "extend", first.public_id, second.public_id, "nosuchgame",
            "--by", by.email, "--why", "a storm", "--value", "hours=48", stdout=out,
        )  # fmt: skip

    lines = out.getvalue().splitlines()
    assert lines[0].startswith(f"{first.public_id}: turn=1, due_before=")
    assert lines[1] == f"{second.public_id}: The open turn has no deadline."
    assert lines[2] == "nosuchgame: There is no such game."
    assert due is not None
    assert turn_of(first).due == due + timedelta(hours=48)
    assert ModeratorAction.objects.count() == 1


@pytest.mark.parametrize("value", ["hours", "hours=many", "due=tomorrow"])
def test_what_is_no_value_is_said(value: str):
    game = running_game("Anna", "Bruno", hours=24)
    with pytest.raises(CommandError, match="This is no value"):
        command(
            "moderate", "extend", game.public_id, "--by", moderator().email, "--why", "x",
            "--value", value,
        )  # fmt: skip


def test_values_of_another_action_are_refused():
    game = running_game("Anna", "Bruno", hours=24)
    with pytest.raises(CommandError, match="do not fit the action suspend"):
        command(
            "moderate", "suspend", game.public_id, "--by", moderator().email, "--why", "x",
            "--value", "hours=3",
        )  # fmt: skip
    assert not ModeratorAction.objects.exists()


def test_a_seat_is_named_by_its_player():
    game = running_game("Anna", "Bruno", hours=24)
    by = moderator().email

    command("moderate", "order_default", game.public_id, "--by", by, "--why", "x", "--seat", "Anna")
    assert ModeratorAction.objects.get().seat.name == "Anna"  # type: ignore[union-attr]
    with pytest.raises(CommandError):
        command("moderate", "revoke", game.public_id, "--by", by, "--why", "x", "--seat", "Nero")


def test_old_mails_are_forgotten_but_not_their_rows_nor_what_is_to_be_sent():
    running_game("Anna", "Bruno")
    old = timezone.now() - timedelta(days=31)
    Mail.objects.update(created=old, text="words", html="<p>words", subject="s")
    sent = Mail.objects.order_by("id")[0]
    Mail.objects.filter(pk=sent.pk).update(state="sent", sent_at=old)

    assert command("purge_mails") == "1 mails were forgotten.\n"

    sent.refresh_from_db()
    assert (sent.text, sent.html, sent.subject, sent.to_address) == ("", "", "", "")
    assert Mail.objects.filter(text="words").count() == Mail.objects.count() - 1


def test_positions_are_forgotten_only_of_games_long_over():
    over, going = running_game("Anna", "Bruno", target=3), running_game("Clara", "Dario")
    play_out(over)
    assert command("purge_positions") == "0 positions were forgotten.\n"
    Game.objects.filter(pk=over.pk).update(finished=timezone.now() - timedelta(days=91))

    command("clean_up")

    assert not Turn.objects.filter(game=over, state_before__isnull=False).exists()
    assert Turn.objects.filter(game=going, closed=None, state_before__isnull=False).exists()


def test_an_account_is_deleted_by_a_lead():
    running_game("Anna", "Bruno")
    with pytest.raises(CommandError, match="Only a lead"):
        command("anonymise", address("Anna"), by=moderator().email, why="asked by letter")
    lead = moderator("Livia", "Leads").email
    with pytest.raises(CommandError, match="no player with the address nero"):
        command("anonymise", "nero@example.org", by=lead, why="asked by letter")

    command("anonymise", address("Anna"), by=lead, why="asked by letter")

    assert not Player.objects.filter(email__iexact=address("Anna")).exists()
