"""The page on which mail is switched off and on again: no sign-in, the link is enough."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games import links
from games.models import Game, Player, Seat
from notifications import wishes as service
from notifications.wishes import Scope

#: A link stays good for switching off after so many revocations: who holds an old mail may do it.
EPOCHS_BACK = 100


@dataclass(frozen=True, slots=True)
class Switch:
    """One switch on the page: its name in the form, what it says, and whether it is on."""

    name: str
    text: str
    on: bool


#: Scope -> (the form's name, the wish, whether it belongs to the game alone).
_SWITCHES = {
    Scope.GAME: ("game", "turns", True),
    Scope.REMINDERS: ("reminders", "reminders", False),
    Scope.INVITATIONS: ("invitations", "invitations", False),
    Scope.EVERYTHING: ("everything", "everything", False),
}


# The token is the only authority: no cookie is read, so there is nothing to forge a request with,
# and mail programs post without one (RFC 8058).
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST", "OPTIONS"])
def wishes(request: HttpRequest, token: str) -> HttpResponse:
    """Show which mails a player gets; a bare POST turns off the kind that the link is for."""
    seat, scope = _read(token)
    player = seat.player
    assert player is not None
    changed = request.method == "POST"
    if changed:
        _act(request, player, seat.game, scope)
    with translation.override(player.language):
        switches = _switches(player, seat.game)
        context = {
            "switches": switches,
            "first": next(one for one in switches if one.name == _SWITCHES[scope][0]),
            "game": seat.game,
            "game_url": links.game_url(seat.game),
            "changed": changed,
        }
        response = render(request, "notifications/wishes.html", context)
    add_never_cache_headers(response)
    response["Cache-Control"] = "no-store"
    response["X-Robots-Tag"] = "noindex, nofollow"
    response["Referrer-Policy"] = "no-referrer"
    return response


def _read(token: str) -> tuple[Seat, Scope]:
    """Give the seat and scope of a token; a revoked one still switches mail off."""
    link = links.read_token(token)
    if link is None or link.purpose is not links.Purpose.MAIL:
        raise Http404
    seat = Seat.objects.select_related("player", "game").filter(pk=link.seat_id).first()
    if seat is None or seat.player is None or link.turn_number not in set(Scope):
        raise Http404
    epochs = range(max(seat.link_epoch - EPOCHS_BACK, 0), seat.link_epoch + 1)
    if not any(link.signed_for(epoch) for epoch in epochs):
        raise Http404
    return seat, Scope(link.turn_number)


def _act(request: HttpRequest, player: Player, game: Game, scope: Scope) -> None:
    """Turn one switch: what the form says, or off what the link is for."""
    named = {name: found for found, (name, _wish, _alone) in _SWITCHES.items()}
    asked = named.get(request.POST.get("switch", ""), scope)
    on = request.POST.get("turn") == "on"
    _name, wish, alone = _SWITCHES[asked]
    service.set_wish(player=player, game=game if alone else None, **{wish: on})


def _switches(player: Player, game: Game) -> list[Switch]:
    found = service.load([player.pk])
    texts = {
        Scope.GAME: gettext("Turn mails of the game %(name)s") % {"name": game.name},
        Scope.REMINDERS: gettext("Reminders"),
        Scope.INVITATIONS: gettext("Invitations to new games"),
        Scope.EVERYTHING: gettext("All mails from here"),
    }
    return [
        Switch(name, texts[scope], found.get(player.pk, game.pk if alone else None, wish))
        for scope, (name, wish, alone) in _SWITCHES.items()
    ]
