"""The page on which mail is switched off and on again: no sign-in, the link is enough."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext

from games import links
from games.models import Game, Player, Seat
from games.views.http import linked_page, not_found, render_page
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
    Scope.CONFIRMATIONS: ("confirmations", "confirmations", False),
    Scope.EVERYTHING: ("everything", "everything", False),
}


@linked_page
def wishes(request: HttpRequest, token: str) -> HttpResponse:
    """Show which mails a player gets; a bare POST turns off the kind that the link is for."""
    found = _read(token)
    if found is None or found[0].player is None:
        return not_found()
    (seat, scope), player = found, found[0].player
    changed = request.method == "POST"
    asked = _act(request, player, seat.game, scope) if changed else scope
    with translation.override(player.language):
        switches = _switches(player, seat.game)
        context = {
            "switches": switches,
            "turned": next(one for one in switches if one.name == _SWITCHES[asked][0]),
            "game": seat.game,
            "game_url": links.game_url(seat.game),
            "changed": changed,
        }
        return render_page("notifications/wishes.html", context, language=player.language)


def _read(token: str) -> tuple[Seat, Scope] | None:
    """Give the seat and scope of a token; a revoked one still switches mail off."""
    link = links.read_token(token)
    if link is None or link.purpose is not links.Purpose.MAIL:
        return None
    seat = Seat.objects.select_related("player", "game").filter(pk=link.seat_id).first()
    if seat is None or seat.player is None or link.turn_number not in set(Scope):
        return None
    epochs = range(max(seat.link_epoch - EPOCHS_BACK, 0), seat.link_epoch + 1)
    if not any(link.signed_for(epoch) for epoch in epochs):
        return None
    return seat, Scope(link.turn_number)


def _act(request: HttpRequest, player: Player, game: Game, scope: Scope) -> Scope:
    """Turn one switch, and give it: what the form says, or off what the link is for."""
    named = {name: found for found, (name, _wish, _alone) in _SWITCHES.items()}
    asked = named.get(request.POST.get("switch", ""), scope)
    on = request.POST.get("turn") == "on"
    _name, wish, alone = _SWITCHES[asked]
    service.set_wish(player=player, game=game if alone else None, **{wish: on})
    return asked


def _switches(player: Player, game: Game) -> list[Switch]:
    found = service.load([player.pk])
    texts = {
        Scope.GAME: gettext("Turn mails of the game %(name)s") % {"name": game.name},
        Scope.REMINDERS: gettext("Reminders"),
        Scope.INVITATIONS: gettext("Invitations to new games"),
        Scope.CONFIRMATIONS: gettext("A confirmation of every order"),
        Scope.EVERYTHING: gettext("All mails from here"),
    }
    return [
        Switch(name, texts[scope], found.get(player.pk, game.pk if alone else None, wish))
        for scope, (name, wish, alone) in _SWITCHES.items()
    ]
