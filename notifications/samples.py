"""Every kind of mail from really played positions, for people to look at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from django.db import transaction
from django.utils import timezone

from games.access_models import AccessLink
from games.models import Game, Order, Player, Seat
from games.rules.bots import greedy_bot
from games.rules.state import JOKER
from games.services import (
    access,
    account,
    advance,
    clock,
    lobby,
    moderation,
    orders,
    presence,
    seats,
    tables,
    time_off,
    votes,
)
from games.services.table import open_turn, rules_of, state_of
from notifications import mails, queue, wishes
from notifications.models import Kind, Mail

NAMES = (
    "Livia",
    "Clara-Sophie von und zu der Weidenburg-Hohenstein",
    "Dáithí Ó Súilleabháin",
    "Bruno",
    "מרים",
    "Felix 🐎",
)
#: Whole games are short enough; this only stops a game that would never end.
_MAX_TURNS = 400


class _Undo(Exception):  # noqa: N818 - it is no error
    """Thrown to take all rows of the samples back."""


def with_samples(players: int, use: Callable[[str, Mail], None]) -> None:
    """Play a game, give each sample (name, rendered mail) to ``use``, and take all rows back."""
    try:
        with transaction.atomic():
            for name, mail in _samples(players):
                use(name, mail)
            raise _Undo
    except _Undo:
        return


def _samples(players: int) -> Iterator[tuple[str, Mail]]:
    game = lobby.create_game(
        name="Via Appia",
        invitees=[
            lobby.Invitee(email=f"sample-{place}@example.org", name=name)
            for place, name in enumerate(NAMES[:players])
        ],
        host=Player.objects.create_user("sample-host@example.org", name="Octavia"),
        hours=48,
        seed=bytes([players] * 32),
    )
    Player.objects.filter(seats__game=game).update(time_zone="Europe/Warsaw")
    yield from _rendered(game)
    for seat in Seat.objects.filter(game=game):
        lobby.accept(seat_id=seat.pk, word="" if seat.invited % 2 else "lupus in fabula")
    for _ in range(_MAX_TURNS):
        game.refresh_from_db()
        yield from _rendered(game)
        if game.status != Game.Status.RUNNING:
            break
        _play_turn(game)
    yield from _others(players)
    yield from _about_getting_in()


def _about_getting_in() -> Iterator[tuple[str, Mail]]:
    """Give the mails that go to an address: to sign in, to confirm a new one, to tell the old."""
    player = Player.objects.create_user("sample-octavia@example.org", name="Octavia")
    email, keys = "sample-new@example.org", (f"{number:032x}" for number in range(2))
    access.ask_to_sign_in(email=email, network="", form_key=next(keys))
    access.ask_for_address(player=player, email=email, network="", form_key=next(keys))
    account.confirm_address(link=AccessLink.objects.get(player=player))
    AccessLink.objects.update(used_at=None)
    yield from _rendered(None)


def _others(players: int) -> Iterator[tuple[str, Mail]]:
    """Give the kinds that a game without trouble has no occasion for."""
    game = lobby.create_game(
        name="Ostia",
        invitees=[
            lobby.Invitee(email=f"other-{place}@example.org", name=name)
            for place, name in enumerate(NAMES[:players])
        ],
        hours=48,
        seed=bytes([players + 100] * 32),
    )
    for seat in Seat.objects.filter(game=game):
        lobby.accept(seat_id=seat.pk)
    _play_turn(game)
    turn, first = open_turn(game), Seat.objects.filter(game=game).order_by("index")[0]
    assert turn is not None
    assert first.player is not None
    wishes.set_wish(player=first.player, game=None, confirmations=True)
    queue.put([queue.reminder(game, turn, first, 85)])
    seats.ask_for_link(seat_id=first.pk, turn_number=1)
    for order in Order.objects.filter(turn=turn, seat=first, submitted_at=None):
        _submit(game, order)
    Seat.objects.filter(pk=first.pk).update(absent_since=timezone.now())
    first.refresh_from_db()
    queue.put([queue.absent(game, first)])
    first.absent_since = None
    first.save(update_fields=["absent_since"])
    yield from _together(game, first)
    seats.replace_by_bot(seat_id=Seat.objects.filter(game=game).order_by("-index")[0].pk)
    Player.objects.create_user("sample-heir@example.org", name="Cornelia")
    presence.resign(seat_id=first.pk, email="sample-heir@example.org")
    Player.objects.create_user("sample-moderator@example.org", is_staff=True)
    clock.quarantine(game_id=game.pk, error="state_unreadable")
    yield from _rendered(game)
    yield from _by_moderators(game, first)
    yield from _about_people(first)
    yield from _come_to_nothing(players)


def _together(game: Game, first: Seat) -> Iterator[tuple[str, Mail]]:
    """Give what a table decides, and who takes time off."""
    yield from _rendered(game)
    Game.objects.filter(pk=game.pk).update(time_off=True)
    vote = votes.propose(seat_id=first.pk, kind="extend")
    today = timezone.now().date()
    assert first.player is not None
    time_off.plan(player=first.player, first=today, last=today)
    yield from _rendered(game)
    time_off.end(player=first.player, time_off_id=first.player.time_off.get().pk)
    for seat in Seat.objects.filter(game=game, player__isnull=False).exclude(pk=first.pk):
        votes.cast(seat_id=seat.pk, vote_id=vote.pk, yes=True)
    yield from _rendered(game)


def _come_to_nothing(players: int) -> Iterator[tuple[str, Mail]]:
    """Give what is said of a seat that is taken back, and of a game that is called off."""
    people = [
        lobby.Invitee(email=f"nothing-{place}@example.org", name=name)
        for place, name in enumerate(NAMES[:players])
    ]
    host = Player.objects.create_user("nothing-0@example.org", name=NAMES[0])
    game = lobby.create_game(name="Ostia", invitees=people, host=host)
    list(_rendered(game))
    guest = Seat.objects.filter(game=game).exclude(player=host)[0]
    tables.remove(game_id=game.pk, host=host, seat_id=guest.pk)
    if players > 2:
        tables.call_off(game_id=game.pk, host=host)
    yield from _rendered(game)


def _by_moderators(game: Game, seat: Seat) -> Iterator[tuple[str, Mail]]:
    """Give what a table hears when its game is taken back, and who is warned."""
    lead = Player.objects.create_user("sample-lead@example.org", is_staff=True, is_superuser=True)
    why = "Two messages at the table were rude. Please keep them friendly."
    moderation.act(moderator=lead, code="go_back", game_id=game.pk, why=why, number=1)
    assert seat.player_id is not None
    moderation.act_on_player(moderator=lead, code="warn", player_id=seat.player_id, why=why)
    yield from _rendered(game)
    yield from _rendered(None)


def _about_people(seat: Seat) -> Iterator[tuple[str, Mail]]:
    """Give the kinds that are about all games of a person."""
    player, day = seat.player, timezone.now().date()
    assert player is not None
    people = [lobby.Invitee(email=player.email, name=str(player)), lobby.Invitee(bot="greedy")]
    for name, hours in (("Via Appia", 48), ("Porta Nigra", None)):
        game = lobby.create_game(name=name, invitees=people, hours=hours)
        for invited in Seat.objects.filter(game=game, accepted_at=None):
            lobby.accept(seat_id=invited.pk)
    queue.put([queue.digest(player, day), queue.switched_off(seat, "GAME", day)])
    mine = Mail.objects.filter(player=player, kind__in=(Kind.DIGEST, Kind.SWITCHED_OFF))
    for mail in mine.select_related("player", "game", "seat", "turn"):
        mails.fill(mail)
        yield mail.kind, mail


def _play_turn(game: Game) -> None:
    turn = open_turn(game)
    assert turn is not None
    for order in Order.objects.filter(turn=turn, submitted_at=None).select_related("seat"):
        _submit(game, order)
    advance.advance_turn(turn_id=turn.pk)


def _submit(game: Game, order: Order) -> None:
    rules, state, index = rules_of(game), state_of(order.turn.state_before), order.seat.index
    assert index is not None
    view, options = rules.view_for(state, index), rules.options(state, index)
    choice = greedy_bot(rules.deck, view, options, Random(index))  # noqa: S311
    orders.submit_order(seat_id=order.seat_id, turn_number=order.turn.number, choice=choice)


def _rendered(game: Game | None) -> Iterator[tuple[str, Mail]]:
    """Render a game's new mails as if they were sent now, and name each after what it shows."""
    new = Mail.objects.filter(game=game, state=Mail.State.QUEUED).order_by("id")
    for mail in new.select_related("player", "game", "seat", "turn"):
        mails.fill(mail)
        mail.to_address = mail.player.email if mail.player is not None else mail.to_address
        mail.state, mail.sent_at = Mail.State.SENT, timezone.now()
        mail.save()
        yield _name(mail), mail


def _name(mail: Mail) -> str:
    if mail.kind != Kind.MOBILIZE or mail.turn is None:
        return mail.kind
    if state_of(mail.turn.state_before).token == JOKER:
        return "mobilize-joker"
    if mail.text.count("Ave Caesar!") > 1:
        return "mobilize-chain"
    return "mobilize-completes" if "\n       This completes" in mail.text else "mobilize"
