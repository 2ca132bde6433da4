"""Pages for whoever develops: all mails with links that work, and new games.

These pages show what everybody else must never see. They are routed in development only.
"""

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_update
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_POST, require_safe

from augustus_site.dev.forms import GameForm
from games.models import Game
from games.sentences import sentence
from games.services import lobby
from games.services.errors import Refused
from games.services.lobby import Invitee
from notifications.models import Mail

YOU = "you@example.org"
BOTS = 3
SHOWN = 300


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the newest mails, and the two ways to start a game."""
    return _index(request, GameForm())


def _index(request: HttpRequest, form: GameForm) -> HttpResponse:
    mails = Mail.objects.select_related("player", "game", "turn").order_by("-pk")[:SHOWN]
    games = Game.objects.order_by("-pk")[:20]
    context = {"mails": mails, "games": games, "form": form, "you": YOU, "bots": BOTS}
    status = 400 if form.errors else 200
    return render(request, "dev/index.html", context, status=status)


@require_POST
def start_against_bots(request: HttpRequest) -> HttpResponseRedirect:
    """Start a game of one person against bots, already accepted."""
    invitees = [Invitee(email=YOU, name=_("Tiro")), *[Invitee(bot="greedy")] * BOTS]
    game = lobby.create_game(name=_("Via Appia"), invitees=invitees)
    for seat in game.seats.filter(accepted_at=None):
        lobby.accept(seat_id=seat.pk)
    messages.success(request, _("The game has started: its first mail is on its way."))
    return redirect("dev:index")


@require_POST
def start_game(request: HttpRequest) -> HttpResponse:
    """Invite the people that the form names to a new game."""
    form = GameForm(request.POST)
    if not form.is_valid():
        return _index(request, form)
    fields = form.cleaned_data
    try:
        lobby.create_game(name=fields["name"], invitees=form.invitees(), hours=fields["hours"])
    except Refused as error:
        form.add_error(None, sentence(error))
        return _index(request, form)
    messages.success(request, _("The game is made: the invitations are on their way."))
    return redirect("dev:index")


@require_safe
@csp_update({"frame-src": [SELF]})  # type: ignore[arg-type] # typed for views without arguments
def mail(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one mail as it went out, text and HTML part."""
    found = get_object_or_404(Mail.objects.select_related("player"), pk=pk)
    return render(request, "dev/mail.html", {"mail": found})


@require_safe
@xframe_options_sameorigin
@csp_update({"frame-ancestors": [SELF], "style-src": [UNSAFE_INLINE]})  # type: ignore[arg-type]
def mail_html(request: HttpRequest, pk: int) -> HttpResponse:
    """Give a mail's HTML part alone, for the frame: mails have their styles inline."""
    found = get_object_or_404(Mail, pk=pk)
    # Links leave the frame, which may not run scripts nor post forms.
    return HttpResponse(found.html.replace("<head>", '<head><base target="_top">', 1))
