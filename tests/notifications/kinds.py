"""One mail of every kind, from games that are played for it."""

from __future__ import annotations

from random import Random

from django.utils import timezone

from games import signals
from games.models import Game, Player
from games.services import clock, lobby, moderation, seats, time_off, votes
from notifications import mails, queue, wishes
from notifications.models import Kind, Mail
from tests.games.cast import (
    open_game,
    order,
    play_turn,
    running_game,
    seat_of,
    turn_of,
)


def every_kind(target: int = 3) -> dict[str, Mail]:
    """Play games until there was a mail of every kind, and give one of each, rendered."""
    found: dict[str, Mail] = {}
    _played(found, target)
    _beside(found)
    _moderated(found)
    return found


def _played(found: dict[str, Mail], target: int) -> None:
    """What play itself brings: from the invitation to the score sheet."""
    game = open_game("Anna", "Bruno", "Clara", hours=48, target=target)
    for mail in Mail.objects.all():
        mails.fill(mail)
        found[mail.kind] = mail
    for seed in range(1, 12):
        game = running_game("Anna", "Bruno", "Clara", hours=48, target=5, seed=bytes([seed] * 32))
        random = Random(seed)
        while game.status == Game.Status.RUNNING:
            _note(found, game)
            play_turn(game, random)
        _note(found, game)
        if {"power", "losses", "claim", "take", "game_over"} <= found.keys():
            break


def _beside(found: dict[str, Mail]) -> None:
    """What happens beside play: reminders, votes, time off, absence, a game set apart."""
    game = running_game("Anna", "Bruno", hours=48)
    anna, bruno = seat_of(game, "Anna"), seat_of(game, "Bruno")
    play_turn(game)
    seats.ask_for_link(seat_id=anna.pk, turn_number=1)
    queue.put([queue.reminder(game, turn_of(game), anna, 50), queue.absent(game, anna)])
    queue.put([queue.offered(game, bruno)])
    assert anna.player is not None
    wishes.set_wish(player=anna.player, game=None, confirmations=True)
    Game.objects.filter(pk=game.pk).update(time_off=True)
    vote = votes.propose(seat_id=anna.pk, kind="extend")
    time_off.plan(player=anna.player, first=timezone.now().date(), last=timezone.now().date())
    _note(found, game)
    time_off.end(player=anna.player, time_off_id=anna.player.time_off.get().pk)
    votes.cast(seat_id=bruno.pk, vote_id=vote.pk, yes=True)
    order(game, "Anna")
    seats.replace_by_bot(seat_id=bruno.pk)
    Player.objects.create_user("mona@example.org", is_staff=True)
    clock.quarantine(game_id=game.pk, error="state_unreadable")
    running_game("Anna", "Clara")
    day = timezone.now().date()
    queue.put([queue.digest(anna.player, day), queue.switched_off(anna, "GAME", day)])
    _note(found, game)


def _moderated(found: dict[str, Mail]) -> None:
    """What moderators send, and what is told before a game has begun."""
    game = Game.objects.get(quarantined_at__isnull=False)
    anna = seat_of(game, "Anna")
    assert anna.player is not None
    by = Player.objects.create_user("livia@example.org", is_staff=True, is_superuser=True)
    moderation.act(moderator=by, code="close", game_id=game.pk, why="it could not go on")
    moderation.act_on_player(moderator=by, code="warn", player_id=anna.player.pk, why="Be kind.")
    _note(found, game)
    game = open_game("Anna", "Clara")
    lobby.accept(seat_id=seat_of(game, "Clara").pk)
    signals.seat_withdrawn.send(Game, game=game, seat=seat_of(game, "Clara"))
    signals.called_off.send(Game, game=game, seats=[seat_of(game, "Clara")])
    for kind in (Kind.DIGEST, Kind.WARNING, Kind.WITHDRAWN, Kind.CALLED_OFF):
        found[kind] = Mail.objects.get(kind=kind)
        mails.fill(found[kind])


def _note(found: dict[str, Mail], game: Game) -> None:
    for mail in Mail.objects.filter(game=game).exclude(kind__in=found):
        if mail.kind not in ("keep", "mobilize", "power", "losses", "claim", "take") or (
            mail.turn is not None and mail.turn.closed is None
        ):
            mails.fill(mail)
            found[mail.kind] = mail
