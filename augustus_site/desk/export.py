"""What is stored about a person, as the desk hands it out: their own export without secrets.

Named is what goes in, so that what is added to the players' own export stays out until somebody
has judged it. Of games that are not over there is neither an order, nor anything said beforehand,
nor a word for the bag: not even how many there are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.utils.translation import gettext

from games import mine
from games.models import Game, Player, Seat

_WHOLE = ("profile", "games_hosted", "time_off", "mail_wishes", "mails")
_OF_SEAT = (
    "game", "game_name", "name_at_the_table", "place", "accepted", "turns_missed_in_a_row",
    "absent_since", "resigned", "replaced", "said_at_the_table",
)  # fmt: skip
#: Once a game is over, everybody can read these in its record.
_AFTERWARDS = ("word_for_the_bag", "orders")


def exported(player: Player, moderator: Player) -> dict[str, Any]:
    """Give what the desk may know of what is stored about somebody, as JSON can hold it.

    Of a game that the moderator had a seat in no report: it may be of what they said themselves.
    """
    data = mine.everything_about(player)
    own = set(Seat.objects.filter(player=moderator).values_list("game__public_id", flat=True))
    reports = [report for report in data["messages_reported"] if report["game"] not in own]
    ids = [seat["game"] for seat in data["seats"]]
    over = set(
        Game.objects.filter(public_id__in=ids, status=Game.Status.FINISHED).values_list(
            "public_id", flat=True
        )
    )
    return {
        **{name: data[name] for name in _WHOLE},
        "messages_reported": reports,
        "seats": [_seat(seat, over=seat["game"] in over) for seat in data["seats"]],
        "left_out": gettext(
            "Of games that are not over: orders, what was said beforehand, words for the bag. Of"
            " games that whoever hands it out has, or had, a seat in: messages reported. The player"
            " finds them in the file that their own profile gives."
        ),
    }


def _seat(seat: Mapping[str, Any], *, over: bool) -> dict[str, Any]:
    return {name: seat[name] for name in (*_OF_SEAT, *(_AFTERWARDS if over else ()))}


def as_file(player: Player, moderator: Player) -> HttpResponse:
    """Give it as a file."""
    response = JsonResponse(
        exported(player, moderator), json_dumps_params={"indent": 1, "ensure_ascii": False}
    )
    name = f"augustus-by-mail-{player.pk}.json"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
