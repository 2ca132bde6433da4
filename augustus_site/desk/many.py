"""One deed for many games: chosen at the desk, shown game by game, confirmed, done, and told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from django.http import HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from augustus_site.desk.access import desk_page, render
from augustus_site.desk.deeds import EFFECTS, LABELS
from augustus_site.desk.following import changes, followed
from augustus_site.desk.forms import DeedForm, form_of
from augustus_site.desk.ways import game_url
from games.models import Game, Player, Turn
from games.rules import RulesError
from games.sentences import sentence
from games.services.moderation import act_on_many, preview_many
from games.services.moderation.many import FOR_MANY, Asked, Outcome

#: So many games at once.
MOST = 100
#: Where the list of what was done waits for its page.
_DONE = "desk_done"


@dataclass(frozen=True, slots=True)
class Chosen:
    """A game that was chosen; ``seen``: the number of its open turn when it was, empty for none.

    ``said``: what would follow, or did, or why not; ``works``: whether it would, or did.
    """

    public_id: str
    name: str
    url: str
    seen: str
    said: tuple[str, ...] = ()
    works: bool = True


@desk_page
def many(request: HttpRequest, moderator: Player) -> HttpResponseBase:
    """Ask why, show what would follow for each game, then do it to each."""
    posted = request.POST if request.method == "POST" else request.GET
    code = posted.get("code", "")
    chosen = _chosen(posted.getlist("game"), posted)
    wrong = _wrong(code, chosen)
    if wrong:
        context = {"title": gettext("Many games at once"), "error": wrong}
        return render(request, "many", context, status=422)
    form = form_of(code)(request.POST) if request.method == "POST" else form_of(code)()
    if request.method != "POST" or not form.is_valid():
        status = 200 if request.method != "POST" else 422
        return _show(request, code, form, chosen, status=status)
    asked = _asked(moderator, code, form, chosen)
    ids = [game.public_id for game in chosen]
    try:
        if "confirmed" not in request.POST:
            seen = preview_many(asked, ids, lambda done: followed(code, done))
            return _show(request, code, form, _told(chosen, seen), follows=True)
        done = act_on_many(asked, ids, lambda done: tuple(changes(done.changed)))
    except RulesError as error:
        return _show(request, code, form, chosen, error=sentence(error), status=409)
    told = [asdict(game) for game in _told(chosen, done)]
    request.session[_DONE] = {"code": code, "why": asked.why, "games": told}
    return HttpResponseRedirect(reverse("desk:many_done"))


@desk_page
def many_done(request: HttpRequest, _moderator: Player) -> HttpResponseBase:
    """Tell what was done last, and what was not and why."""
    kept = request.session.get(_DONE)
    if not kept:
        return HttpResponseRedirect(reverse("desk:index"))
    games = [Chosen(**game) for game in kept["games"]]
    worked = [game for game in games if game.works]
    failed = [game for game in games if not game.works]
    context = {
        "title": LABELS[kept["code"]],
        "why": kept["why"],
        "worked": worked,
        "failed": failed,
        "summary": gettext("%(worked)d of %(all)d games: done.")
        % {"worked": len(worked), "all": len(games)},
    }
    return render(request, "many_done", context)


def _chosen(ids: Iterable[str], posted: Mapping[str, Any]) -> list[Chosen]:
    """Give the chosen games, each once, in the order chosen; one that is not there by its id."""
    wanted = list(dict.fromkeys(public_id[:16] for public_id in ids))[: MOST + 1]
    games = {
        game.public_id: game
        for game in Game.objects.filter(public_id__in=wanted).only("public_id", "name")
    }
    turns = Turn.objects.filter(game__public_id__in=wanted, closed=None)
    numbers = dict(turns.values_list("game__public_id", "number"))
    return [
        Chosen(
            public_id,
            games[public_id].name if public_id in games else public_id,
            game_url(games[public_id]) if public_id in games else "",
            str(posted.get(f"seen-{public_id}", numbers.get(public_id, ""))),
        )
        for public_id in wanted
    ]


def _wrong(code: str, chosen: list[Chosen]) -> str:
    """Say why nothing can be done with what was chosen; empty if it can."""
    if code not in FOR_MANY:
        return gettext("Choose what is to be done with the games.")
    if not chosen:
        return gettext("No game is chosen. Tick some in the list, then go on.")
    if len(chosen) > MOST:
        return gettext("At most %(most)d games can be chosen at once.") % {"most": MOST}
    return ""


def _asked(moderator: Player, code: str, form: DeedForm, chosen: list[Chosen]) -> Asked:
    return Asked(
        moderator=moderator,
        code=code,
        why=form.cleaned_data["why"],
        values=form.values(),
        seen={game.public_id: int(game.seen) for game in chosen if game.seen.isdecimal()},
    )


def _told(chosen: list[Chosen], outcomes: Iterable[Outcome[tuple[str, ...]]]) -> list[Chosen]:
    """Add to each game what came of it."""
    return [
        replace(
            game,
            said=(sentence(outcome.error),) if outcome.error else outcome.found or (),
            works=outcome.error is None,
        )
        for game, outcome in zip(chosen, outcomes, strict=True)
    ]


def _show(
    request: HttpRequest,
    code: str,
    form: DeedForm,
    chosen: list[Chosen],
    *,
    follows: bool = False,
    error: str = "",
    status: int = 200,
) -> HttpResponseBase:
    number = sum(game.works for game in chosen)
    context = {
        "title": LABELS[code],
        "effect": EFFECTS[code],
        "code": code,
        "form": form,
        "games": chosen,
        "follows": follows,
        "number": number,
        "about": ngettext("%(number)d game", "%(number)d games", len(chosen))
        % {"number": len(chosen)},
        "error": error,
    }
    return render(request, "many", context, status)
