"""Deeds at the desk: asked for with a reason, shown, then done; refused where they do not fit."""

from __future__ import annotations

import pytest

from augustus_site.desk.deeds import EFFECTS, LABELS
from games.models import Order
from games.moderation_models import ModeratorAction
from games.presenting.happenings import SENTENCES
from games.services.moderation import ACTIONS, PEOPLE_ACTIONS
from tests.games.cast import play_until, running_game, seat_of, turn_of
from tests.games.moderating import moderator
from tests.site.desk import at, browser, text_of

pytestmark = pytest.mark.django_db


def test_every_deed_has_a_name_an_effect_and_a_line_for_the_players():
    codes = {*ACTIONS, *PEOPLE_ACTIONS}
    assert codes <= set(LABELS)
    assert codes <= set(EFFECTS)
    assert {f"moderator_{code}" for code, action in ACTIONS.items() if action.told} <= set(
        SENTENCES
    )


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


def test_a_preview_names_the_mails_of_this_deed_alone():
    game = running_game("Anna", "Bruno", hours=24)
    client = browser(moderator())
    client.post(f"{at(game)}do/resend/", {"why": "lost", "confirmed": "1"})

    extended = text_of(client.post(f"{at(game)}do/extend/", {"hours": 1, "why": "late"}))
    again = text_of(client.post(f"{at(game)}do/resend/", {"why": "lost again"}))

    assert "Mails go to" not in extended
    assert "Mails go to Anna, Bruno." in again
