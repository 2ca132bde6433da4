"""Learning the game: its rules on one page, the list of objectives, and practice against bots."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from games import links
from games.models import Seat
from games.presenting.objectives_page import objectives_page
from games.presenting.practice_page import practice_page
from games.presenting.rules_page import rules_page
from games.rules import IllegalChoice, RulesError, Ruleset
from games.services.practice import start_practice
from games.views.http import linked_page, network_of, redirect_to, render_page
from games.views.site import form_key


@linked_page
def rules(request: HttpRequest) -> HttpResponse:
    """Show the rules."""
    return render_page("games/rules.html", {"page": rules_page()})


@linked_page
def objectives(request: HttpRequest) -> HttpResponse:
    """Show the objectives that were asked for, as they were asked to be sorted."""
    wanted = {name: request.GET.get(name, "") for name in request.GET}
    return render_page("games/objectives.html", {"page": objectives_page(wanted)})


@linked_page
def practice(request: HttpRequest) -> HttpResponse:
    """Ask how to practise (GET and HEAD start nothing), or start a game (POST)."""
    if request.method != "POST":
        return render_page("games/practice.html", {"page": practice_page(form_key())})
    chosen = {
        name: request.POST.get(name, "") for name in ("opponents", "bot", "target", "opening")
    }
    try:
        seat = start_practice(
            opponents=_opponents(chosen["opponents"]),
            bot=_bot(chosen["bot"]),
            network=network_of(request),
            ruleset=_ruleset(chosen),
            form_key=request.POST.get("form_key", ""),
        )
    except RulesError as error:
        status = 429 if error.code.startswith("practice_") else 422
        page = practice_page(form_key(), chosen, error)
        return render_page("games/practice.html", {"page": page}, status=status)
    return redirect_to(links.turn_path(seat, 1))


def _opponents(text: str) -> int:
    if text not in {"1", "2", "3", "4", "5"}:
        raise IllegalChoice("bad_opponents", low=1, high=5)
    return int(text)


def _bot(text: str) -> str:
    """Give the kind of bot, the greedy one where none is named."""
    return text or Seat.Bot.GREEDY


def _ruleset(chosen: dict[str, str]) -> Ruleset:
    """Give the switches that a beginner may choose; anything else is as usual."""
    short = chosen["target"] == "4"
    return Ruleset(
        target=4 if short else 7, opening="dealt" if chosen["opening"] == "dealt" else "choose"
    )
