"""Every page and every deed of the desk, as everybody: nobody gets further than they may."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from augustus_site.desk.urls import urlpatterns
from games.models import Game, Player
from games.moderation_models import ModeratorAction
from games.services.moderation import ACTIONS, PEOPLE_ACTIONS
from games.services.moderation.roles import Role
from games.talk_models import TableTalk, TalkReport
from tests.games.cast import running_game, seat_of
from tests.games.moderating import moderator
from tests.games.site import both_steps, person

pytestmark = pytest.mark.django_db


def seated_lead() -> Player:
    """Anna, who plays in the game and is a lead."""
    moderator("Anna", "Leads")
    return person("Anna")


WHO: dict[str, Callable[[], Player | None]] = {
    "anonymous": lambda: None,
    "player": lambda: person("Bruno"),
    "seated": seated_lead,
    "moderator": moderator,
    "lead": lambda: moderator("Livia", "Leads"),
}

#: What each deed is given beside the reason.
VALUES: dict[str, dict[str, Any]] = {
    "extend": {"hours": 24},
    "set_due": {"due": "2099-01-31 18:00"},
    "replace_by_bot": {"bot": "greedy"},
    "replace_by_player": {"email": "dario@example.org"},
    "go_back": {"number": 1},
    "give_role": {"group": "Moderators"},
}
#: Which do not fit the game of these tests, whoever asks, and why.
UNFIT = {
    "resume": "it is not paused",
    "release": "it is not set apart",
    "give_back": "nobody sat there before",
    "order_given": "a hand is nobody's to choose from",
    "excuse": "nothing was missed",
    "lift_ban": "nobody is shut out",
}


def browser(who: str) -> Client:
    """Give somebody's browser, signed in as far as they can be."""
    found, client = WHO[who](), Client()
    if found is None:
        return client
    if found.is_staff:
        return both_steps(client, found)
    client.force_login(found)
    return client


def paths(game: Game) -> dict[str, str]:
    """Every page of the desk by its name, of this game and of Clara, who has no seat in it."""
    found = {}
    for pattern in urlpatterns:
        path = str(pattern.pattern).replace("<str:public_id>", game.public_id)
        path = path.replace("<int:pk>", str(person("Clara").pk))
        found[str(pattern.name)] = f"/admin/desk/{path}"
    found["many"] += f"?code=nudge&game={game.public_id}"
    return found


@pytest.mark.parametrize(
    ("who", "status"),
    [("anonymous", 302), ("player", 302), ("seated", 200), ("moderator", 200), ("lead", 200)],
)
def test_every_page(who: str, status: int):
    game = running_game("Anna", "Bruno", hours=24)
    client = browser(who)

    for name, path in paths(game).items():
        if name in ("act", "act_on_player"):
            continue
        # Nothing was done to many games yet, so there is nothing to tell: it leads to the desk.
        expected = 302 if name == "many_done" else status
        assert client.get(path).status_code == expected, path
        assert client.post(path).status_code in (status, 405, 422, 200, 302), path
    assert not ModeratorAction.objects.exists()


def outcome(client: Client, game: Game, code: str) -> int:
    """Let somebody do something to the game, or about Clara, and give the answer's status."""
    fields = {"why": "to see", "confirmed": "1", **VALUES.get(code, {})}
    if code in PEOPLE_ACTIONS:
        path = f"/admin/desk/players/{person('Clara').pk}/do/{code}/"
        return int(client.post(path, fields).status_code)
    if ACTIONS[code].about_seat:
        fields["seat"] = seat_of(game, "Bruno").pk
    if code in ("hide_talk", "set_aside"):
        said = TableTalk.objects.create(game=game, seat=seat_of(game, "Bruno"), text="Ave")
        TalkReport.objects.create(message=said, player=person("Dario"))
        fields["message"] = said.pk
    return int(client.post(f"/admin/desk/games/{game.public_id}/do/{code}/", fields).status_code)


@pytest.mark.parametrize("who", ["anonymous", "player", "seated"])
def test_who_is_no_moderator_of_this_game_does_nothing_to_it(who: str):
    game = running_game("Anna", "Bruno", hours=24)
    client = browser(who)

    for code in ACTIONS:
        status = outcome(client, game, code)
        assert status == (409 if who == "seated" else 302), code
    if who != "seated":
        for code in PEOPLE_ACTIONS:
            assert outcome(client, game, code) == 302, code
    assert not ModeratorAction.objects.exists()


@pytest.mark.parametrize("code", [*ACTIONS, *PEOPLE_ACTIONS])
def test_every_deed_is_for_its_role(code: str):
    action = ACTIONS.get(code) or PEOPLE_ACTIONS[code]
    game = running_game("Anna", "Bruno", hours=24)
    person("Clara")

    if action.role == Role.LEAD:
        assert outcome(browser("moderator"), game, code) == 409
        assert not ModeratorAction.objects.exists()
    status = outcome(browser("lead" if action.role == Role.LEAD else "moderator"), game, code)

    done = 200 if code == "export" else 302  # a file comes instead of a page
    assert status == (409 if code in UNFIT else done)
    assert ModeratorAction.objects.count() == (0 if code in UNFIT else 1)
