"""What moderators do, in mails: links again, word to the table, warnings, mail stopped."""

from __future__ import annotations

import pytest

from games.models import Player
from games.moderation_models import ModeratorAction
from games.services.moderation import act_on_player
from notifications import mails, outbox, tracking
from notifications.models import Kind, Mail
from tests.games.cast import order, play_turn, running_game, seat_of, turn_of
from tests.games.moderating import do, moderator
from tests.games.site import person

pytestmark = pytest.mark.django_db


def new_mails(**wanted: object) -> list[Mail]:
    """Give the mails that wait to be sent."""
    return list(Mail.objects.filter(state=Mail.State.QUEUED, **wanted).order_by("id"))


def forget_mails() -> None:
    """Let everything so far be sent."""
    Mail.objects.all().delete()


def test_links_go_again_to_who_owes_an_order_as_new_mails():
    game = running_game("Anna", "Bruno")
    order(game, "Bruno")
    forget_mails()

    first = do(game, "resend")
    do(game, "nudge")

    found = new_mails(kind=Kind.RESEND)
    assert [(str(mail.seat), mail.note) for mail in found] == [
        ("Anna", "resend"), ("Anna", "nudge"),
    ]  # fmt: skip
    assert found[0].key == f"action:{first.pk}:seat:{seat_of(game, 'Anna').pk}"
    assert found[0].message_id != found[1].message_id
    texts = []
    for mail in found:
        mails.fill(mail)
        texts.append(mail.text)
    assert "A moderator sends you your link." in " ".join(texts[0].split())
    assert "the others wait for you" in " ".join(texts[1].split())


def test_whose_links_are_revoked_gets_a_new_one():
    game = running_game("Anna", "Bruno")
    forget_mails()

    do(game, "revoke", seat_id=seat_of(game, "Anna").pk)

    assert [str(mail.seat) for mail in new_mails(kind=Kind.RESEND)] == ["Anna"]


def test_everybody_is_told_that_a_game_was_taken_back_and_asked_anew(mailoutbox):
    game = running_game("Anna", "Bruno")
    number = turn_of(game).number
    play_turn(game)
    forget_mails()

    do(game, "go_back", number=number)
    outbox.drain()

    told = [mail for mail in mailoutbox if "took the game back" in mail.body]
    asked = [mail for mail in mailoutbox if "three" in mail.body]
    assert sorted(mail.to[0] for mail in told) == [
        '"Anna" <Anna@example.org>', '"Bruno" <Bruno@example.org>',
    ]  # fmt: skip
    assert len(asked) == 2
    assert "Anna asked" not in "".join(mail.body for mail in mailoutbox), "the reason stays inside"


def test_everybody_is_told_that_a_game_was_called_off(mailoutbox):
    game = running_game("Anna", "Bruno")
    forget_mails()

    do(game, "cancel")
    outbox.drain()

    assert len(mailoutbox) == 2
    assert all("called the game off" in mail.body for mail in mailoutbox)


def about(name: str, code: str, by: Player | None = None, **values: object) -> ModeratorAction:
    """Let a lead do something about a person."""
    lead = by or moderator("Livia", "Leads")
    why = "Please keep the talk friendly."
    return act_on_player(moderator=lead, code=code, player_id=person(name).pk, why=why, **values)


def test_a_warning_is_the_reason_itself(mailoutbox):
    about("Anna", "warn")
    outbox.drain()

    (mail,) = mailoutbox
    assert mail.to == ['"Anna" <Anna@example.org>']
    assert "Please keep the talk friendly." in mail.body
    assert mail.subject == "[Augustus] A word from the moderators"


def test_mail_to_somebody_is_stopped_and_allowed():
    about("Anna", "stop_mail")
    assert tracking.address_is_dead(person("Anna"))
    assert "mail" in tracking.told_on_site(person("Anna"))

    about("Anna", "allow_mail")
    assert not tracking.address_is_dead(person("Anna"))
