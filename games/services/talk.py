"""What is said at the table: short, text only, and not too often."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from games import talk
from games.models import Game, Seat
from games.services.errors import Refused
from games.services.table import one
from games.talk_models import TableTalk, TalkMute

#: So many messages a seat may send within the time.
MOST, WITHIN = 5, timedelta(minutes=10)
#: The same text again so soon is one message sent twice.
DOUBLE = timedelta(minutes=1)
#: Joiners hold emoji and some scripts together; other invisible letters only do mischief.
_JOINERS = "\u200c\u200d"
#: No script piles more signs on one letter; hundreds of them would cover the lines around.
_PILED = 4


def clean_text(text: str) -> str:
    """Give a text on one line without control and direction characters; raises ``Refused``."""
    kept = tidy(text)
    if not kept:
        raise Refused("talk_empty")
    if len(kept) > TableTalk.LONGEST:
        raise Refused("talk_too_long", found=len(kept), longest=TableTalk.LONGEST)
    return kept


def tidy(text: str) -> str:
    """Give a text on one line without control and direction characters, empty for nothing seen."""
    seen = "".join(map(_harmless, text))
    kept = " ".join(_unpiled(unicodedata.normalize("NFC", seen)).split())
    return kept if kept.strip(_JOINERS) else ""


def _harmless(letter: str) -> str:
    """Give a letter that is seen, a blank for a break, nothing for what only acts on others."""
    if letter.isspace():
        return " "
    return letter if letter in _JOINERS or unicodedata.category(letter)[0] != "C" else ""


def _unpiled(text: str) -> str:
    kept, piled = [], 0
    for letter in text:
        piled = piled + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if piled <= _PILED:
            kept.append(letter)
    return "".join(kept)


@transaction.atomic
def say(*, seat_id: int, turn_number: int, text: str) -> TableTalk:
    """Say something at the table, by the newest link of a seat; said twice at once, it is one.

    Raises ``Refused``: nothing to say, too long, too often, a game that has been over for long, or
    a link that is not the seat's newest.
    """
    text = clean_text(text)
    game, seat = seat_at_table(seat_id, turn_number)
    now = timezone.now()
    if not talk.is_open(game, now):
        raise Refused("talk_over", days=talk.AFTERWARDS.days)
    recent = TableTalk.objects.filter(seat=seat, created__gt=now - WITHIN)
    last = one(recent.order_by("-id")[:1])
    if last is not None and last.text == text and last.created > now - DOUBLE:
        return last
    if recent.count() >= MOST:
        raise Refused("talk_too_often", most=MOST, minutes=WITHIN.seconds // 60)
    return TableTalk.objects.create(game=game, seat=seat, text=text, created=now)


@transaction.atomic
def hear(*, seat_id: int, turn_number: int, muted: Collection[int], nobody: bool = False) -> None:
    """Hear nothing of these seats of the table (by their ids), and everybody else again.

    ``nobody``: nothing at all is heard in this game, whoever says it. Raises ``Refused`` for a
    link that is not the seat's newest.
    """
    game, seat = seat_at_table(seat_id, turn_number)
    others = Seat.objects.filter(game=game, pk__in=muted).exclude(pk=seat.pk)
    TalkMute.objects.filter(seat=seat).exclude(of__in=others).delete()
    TalkMute.objects.bulk_create(
        [TalkMute(seat=seat, of=other) for other in others], ignore_conflicts=True
    )
    Seat.objects.filter(pk=seat.pk).update(hears_talk=not nobody)


def seat_at_table(seat_id: int, turn_number: int) -> tuple[Game, Seat]:
    """Lock the game, and give it and the seat, if the link may still speak for it.

    Raises ``Refused`` where it may not: old link, seat replaced or of nobody, game cancelled.
    """
    game = Game.objects.select_for_update(of=("self",)).defer("state").get(seats=seat_id)
    seat = Seat.objects.get(pk=seat_id)
    if seat.replaced_at is not None:
        raise Refused("seat_replaced")
    if seat.player_id is None:
        raise Refused("talk_alone")
    if game.status == Game.Status.CANCELLED:
        raise Refused("game_cancelled")
    if not talk.newest_link(seat, turn_number):
        raise Refused("talk_old_link")
    return game, seat
