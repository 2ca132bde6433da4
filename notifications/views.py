"""The page on which mail is switched off and on again: no sign-in, the link is enough."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.translation import gettext

from games import links
from games.models import Game, Player, Seat
from games.views.http import linked_page, not_found, render_page
from notifications import queue
from notifications import wishes as service
from notifications.forms import HoursForm
from notifications.tracking import told_on_site
from notifications.wishes import Scope

#: A link stays good for switching off after so many revocations: who holds an old mail may do it.
EPOCHS_BACK = 100


@dataclass(frozen=True, slots=True)
class Switch:
    """One switch: its name in the form, what it says, whether it is on, and for one game."""

    name: str
    text: str
    on: bool
    alone: bool


#: Scope -> (the form's name, the wish, whether it belongs to the game alone).
_SWITCHES = {
    Scope.GAME: ("game", "turns", True),
    Scope.GAME_REMINDERS: ("game_reminders", "reminders", True),
    Scope.GAME_CONFIRMATIONS: ("game_confirmations", "confirmations", True),
    Scope.TURNS: ("turns", "turns", False),
    Scope.REMINDERS: ("reminders", "reminders", False),
    Scope.CONFIRMATIONS: ("confirmations", "confirmations", False),
    Scope.INVITATIONS: ("invitations", "invitations", False),
    Scope.EVERYTHING: ("everything", "everything", False),
}
#: After these no turn comes by mail any more: a last mail says how to play on the site.
_LAST = frozenset({Scope.GAME, Scope.TURNS, Scope.EVERYTHING})


@linked_page
def wishes(request: HttpRequest, token: str) -> HttpResponse:
    """Show which mails a player gets; a bare POST turns off the kind that the link is for."""
    found = _read(token)
    if found is None or found[0].player is None:
        return not_found()
    (seat, scope), player = found, found[0].player
    with translation.override(player.language):
        if request.method != "POST":
            return _page(seat, player)
        if request.POST.get("form") == "hours":
            form = HoursForm(request.POST)
            if not form.is_valid():
                return _page(seat, player, form=form, status=422)
            service.set_hours(player=player, hours=form.hours())
            return _page(seat, player, saved=True)
        return _page(seat, player, turned=_act(request, seat, player, scope))


def _page(
    seat: Seat,
    player: Player,
    *,
    turned: Scope | None = None,
    form: HoursForm | None = None,
    saved: bool = False,
    status: int = 200,
) -> HttpResponse:
    """Give the page, with what was just turned, saved or refused."""
    found = service.load([player.pk])
    switches = _switches(player, seat.game, found)
    named = _SWITCHES[turned][0] if turned is not None else ""
    context = {
        "of_game": [one for one in switches if one.alone],
        "of_all": [one for one in switches if not one.alone],
        "turned": next((one for one in switches if one.name == named), None),
        "form": form or HoursForm.of(found.rows.get((player.pk, None))),
        "saved": saved,
        "zone": player.time_zone,
        "game": seat.game,
        "game_url": links.game_url(seat.game),
        "stopped": told_on_site(player),
    }
    return render_page(
        "notifications/wishes.html", context, status=status, language=player.language
    )


def _read(token: str) -> tuple[Seat, Scope] | None:
    """Give the seat and scope of a token; a revoked one still switches mail off."""
    link = links.read_token(token.partition("&")[0].partition("?")[0])
    if link is None or link.purpose is not links.Purpose.MAIL:
        return None
    seat = Seat.objects.select_related("player", "game").filter(pk=link.seat_id).first()
    if seat is None or seat.player is None or link.turn_number not in set(Scope):
        return None
    epochs = range(max(seat.link_epoch - EPOCHS_BACK, 0), seat.link_epoch + 1)
    if not any(link.signed_for(epoch) for epoch in epochs):
        return None
    return seat, Scope(link.turn_number)


def _act(request: HttpRequest, seat: Seat, player: Player, scope: Scope) -> Scope:
    """Turn one switch, and give it: what the form says, or off what the link is for."""
    named = {name: found for found, (name, _wish, _alone) in _SWITCHES.items()}
    asked = named.get(request.POST.get("switch", ""), scope)
    on = request.POST.get("turn") == "on"
    _name, wish, alone = _SWITCHES[asked]
    game = seat.game if alone else None
    before = service.load([player.pk]).get(player.pk, game.pk if game else None, wish)
    with transaction.atomic():
        service.set_wish(player=player, game=game, **{wish: on})
        if before and not on and asked in _LAST and seat.replaced_at is None:
            queue.put([queue.switched_off(seat, asked.name, timezone.now().date())])
    return asked


def _switches(player: Player, game: Game, found: service.Wishes) -> list[Switch]:
    texts = {
        Scope.GAME: gettext("Turn mails of this game"),
        Scope.GAME_REMINDERS: gettext("Reminders in this game"),
        Scope.GAME_CONFIRMATIONS: gettext("A confirmation of every order in this game"),
        Scope.TURNS: gettext("Turn mails of all games"),
        Scope.REMINDERS: gettext("Reminders"),
        Scope.CONFIRMATIONS: gettext("A confirmation of every order"),
        Scope.INVITATIONS: gettext("Invitations to new games"),
        Scope.EVERYTHING: gettext("All mails from here"),
    }
    return [
        Switch(name, texts[scope], found.get(player.pk, game.pk if alone else None, wish), alone)
        for scope, (name, wish, alone) in _SWITCHES.items()
    ]
