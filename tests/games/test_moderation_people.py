"""What moderators do about people: bans, roles, and the end of an account."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Player, Seat
from games.moderation_models import ModeratorAction
from games.services.errors import Refused
from games.services.moderation import act_on_player
from tests.games.cast import running_game
from tests.games.moderating import moderator
from tests.games.site import person, signed_in

pytestmark = pytest.mark.django_db


def about(name: str, code: str, by: Player | None = None, **values: Any) -> ModeratorAction:
    """Let a lead do something about a person."""
    lead = by or moderator("Livia", "Leads")
    return act_on_player(
        moderator=lead, code=code, player_id=person(name).pk, why="many rude words", **values
    )


def refused(name: str, code: str, by: Player | None = None, **values: Any) -> str:
    """Give the code with which an action is refused; nothing of it is left."""
    before = ModeratorAction.objects.count()
    with pytest.raises(Refused) as error:
        about(name, code, by, **values)
    assert ModeratorAction.objects.count() == before
    return str(error.value.code)


def test_whoever_is_shut_out_is_signed_out_and_cannot_come_back():
    anna = signed_in("Anna")

    about("Anna", "ban")

    anna.get("/games/")
    assert anna.response.status_code == 303
    assert refused("Anna", "ban") == "banned_already"
    about("Anna", "lift_ban")
    assert person("Anna").is_active
    assert refused("Anna", "lift_ban") == "not_banned"


def test_bots_play_on_for_who_is_shut_out_if_so_wished():
    games = [running_game("Anna", "Bruno"), running_game("Anna", "Clara")]

    done = about("Anna", "ban", hand_over=True)

    assert done.changed["seats_handed_over"] == 2
    assert not Seat.objects.filter(player=person("Anna"), replaced_at=None).exists()
    assert Seat.objects.filter(game__in=games, bot="greedy", replaced_at=None).count() == 2


def test_a_moderator_may_warn_but_not_ban():
    marcus = moderator()

    about("Anna", "warn", by=marcus)
    for code in ("ban", "lift_ban", "delete", "give_role"):
        assert refused("Anna", code, by=marcus) == "not_lead"
    assert refused("Anna", "warn", by=person("Bruno")) == "not_moderator"


def test_nothing_is_done_to_oneself_or_to_other_staff():
    lead = moderator("Livia", "Leads")
    moderator("Marcus")

    assert refused("Livia", "give_role", by=lead, group="") == "not_on_staff"
    assert refused("Marcus", "ban", by=lead) == "not_on_staff"


def test_roles_are_given_by_leads_and_taken_by_superusers():
    about("Anna", "give_role", group="Moderators")

    anna = person("Anna")
    assert anna.is_staff
    assert anna.has_perm("games.moderate")
    assert not anna.has_perm("games.lead")
    assert refused("Bruno", "give_role", group="Emperors") == "no_such_role"
    above = person("Augusta", is_staff=True, is_superuser=True)
    done = about("Anna", "give_role", by=above, group="")
    assert done.changed == {"role_before": "Moderators", "role": ""}
    assert not person("Anna").is_staff


def test_deleting_leaves_the_line_and_no_name():
    running_game("Anna", "Bruno")

    done = about("Anna", "delete")

    assert not Player.objects.filter(email__iexact="anna@example.org").exists()
    assert done.player is None
    assert done.changed["deleted_player"]
