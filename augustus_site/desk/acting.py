"""Doing something at the desk: the form, what would follow, and the deed itself."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext

from augustus_site.desk.access import desk_page, render
from augustus_site.desk.choosing import Chooser, chooser
from augustus_site.desk.deeds import EFFECTS, LABELS
from augustus_site.desk.export import as_file
from augustus_site.desk.following import changes, follows
from augustus_site.desk.forms import DeedForm, form_of
from augustus_site.desk.views import find_game
from augustus_site.desk.ways import game_url, player_url
from games.models import Game, Player, Seat
from games.moderation_models import ModeratorAction
from games.rules import RulesError
from games.sentences import sentence
from games.services.moderation import (
    ACTIONS,
    PEOPLE_ACTIONS,
    act_on_player,
    preview,
    preview_on_player,
    roles,
)
from games.services.moderation import act as act_on_game
from games.services.moderation.case import Changed
from games.services.table import open_turn, rules_of
from games.talk_models import TableTalk


@desk_page
def act(request: HttpRequest, moderator: Player, public_id: str, code: str) -> HttpResponseBase:
    """Ask for what a deed needs, show what would follow, then do it."""
    if code not in ACTIONS:
        raise Http404
    game = find_game(public_id)
    seat = _seat(request, game)
    if ACTIONS[code].about_seat and seat is None:
        raise Http404
    turn = open_turn(game)
    chooses = chooser(game, turn, seat, request.POST) if code == "order_given" else None
    initial = {"seen": turn.number if turn else None, **request.GET.dict()}
    form = _form(code, request, initial)
    quoted = "" if roles.sits_in(moderator, game) else _quoted(request, game)
    back = _back(request, game, seat)
    page = _Page(request, code, form, back, game.name, seat, chooses, quoted)
    if request.method != "POST" or not form.is_valid():
        return page.show(status=200 if request.method != "POST" else 422)
    try:
        asked = {
            "moderator": moderator,
            "code": code,
            "game_id": game.pk,
            "why": form.cleaned_data["why"],
            "seat_id": seat.pk if seat else None,
            "seen": form.cleaned_data.get("seen"),
            **form.values(),
            **({"choice": chooses.choice()} if chooses else {}),
        }
        if "confirmed" not in request.POST:
            return page.show(follows=preview(lambda done: follows(code, done), **asked))
        done = act_on_game(**asked)
    except RulesError as error:
        return page.show(error=sentence(error, rules_of(game).deck), status=409)
    _say_done(request, code, done.changed)
    return HttpResponseRedirect(back)


@desk_page
def act_on_somebody(
    request: HttpRequest, moderator: Player, pk: int, code: str
) -> HttpResponseBase:
    """Ask for what a deed about a person needs, show what would follow, then do it."""
    player = Player.objects.filter(pk=pk).first()
    if code not in PEOPLE_ACTIONS or player is None:
        raise Http404
    form = _form(code, request, {})
    page = _Page(request, code, form, player_url(pk), str(player), None, None)
    if request.method != "POST" or not form.is_valid():
        return page.show(status=200 if request.method != "POST" else 422)
    asked = {
        "moderator": moderator,
        "code": code,
        "player_id": pk,
        "why": form.cleaned_data["why"],
        **form.values(),
    }
    try:
        if "confirmed" not in request.POST:
            return page.show(follows=preview_on_player(partial(_follows_for, code), **asked))
        done = act_on_player(**asked)
    except RulesError as error:
        return page.show(error=sentence(error), status=409)
    if code == "export":
        return as_file(player, moderator)
    _say_done(request, code, done.changed)
    gone = not Player.objects.filter(pk=pk).exists()
    return HttpResponseRedirect(reverse("desk:index") if gone else player_url(pk))


def _follows_for(code: str, done: ModeratorAction) -> tuple[str, ...]:
    return (str(EFFECTS[code]), *changes(done.changed))


class _Page:
    """The page of one deed."""

    def __init__(
        self,
        request: HttpRequest,
        code: str,
        form: DeedForm,
        back: str,
        about: str,
        seat: Seat | None,
        chooses: Chooser | None,
        quoted: str = "",
    ) -> None:
        self.request = request
        self.context = {
            "title": LABELS[code],
            "effect": EFFECTS[code],
            "form": form,
            "back": back,
            "about": f"{about}: {seat.name}" if seat else about,
            "seat": seat,
            "chooses": chooses,
            "quoted": quoted,
            "begun": request.POST.get("from") or request.GET.get("from", ""),
        }

    def show(
        self, *, follows: tuple[str, ...] = (), error: str = "", status: int = 200
    ) -> HttpResponseBase:
        """Show the form; ``follows``: what would follow, to be confirmed; ``error``: why not."""
        return render(
            self.request, "act", {**self.context, "follows": follows, "error": error}, status
        )


def _form(code: str, request: HttpRequest, initial: Mapping[str, Any]) -> DeedForm:
    kind = form_of(code)
    return kind(request.POST) if request.method == "POST" else kind(initial=dict(initial))


def _back(request: HttpRequest, game: Game, seat: Seat | None) -> str:
    """Give where a deed was begun, which it leads back to: a person's page or the game's."""
    begun = request.POST.get("from") or request.GET.get("from")
    if begun == "person" and seat is not None and seat.player_id is not None:
        return player_url(seat.player_id)
    return game_url(game)


def _seat(request: HttpRequest, game: Game) -> Seat | None:
    said = request.POST.get("seat") or request.GET.get("seat") or ""
    if not said.isdecimal():
        return None
    return Seat.objects.filter(pk=int(said), game=game).first()


def _quoted(request: HttpRequest, game: Game) -> str:
    """Give what was said in the message that a deed is about; empty for none, or a hidden one."""
    said = request.POST.get("message") or request.GET.get("message") or ""
    if not said.isdecimal() or len(said) > 18:
        return ""
    found = TableTalk.objects.filter(pk=int(said), game=game, hidden_at=None).select_related("seat")
    message = found.first()
    return f"{message.seat.name}: “{message.text}”" if message else ""


def _say_done(request: HttpRequest, code: str, changed: Changed) -> None:
    details = "; ".join(changes(changed))
    messages.success(request, f"{LABELS[code]}: {gettext('done')}. {details}")
