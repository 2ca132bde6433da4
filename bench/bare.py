"""A bare Django POST view with the same number and kind of queries as a submission: the yardstick.

No middleware, no token, no form, no rules, no signals, no pages. ``gunicorn 'bench.bare:make()'``.
"""

from __future__ import annotations

import json
import os

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt


@csrf_exempt
def submit(request: HttpRequest, seat: int, number: int) -> HttpResponse:
    """Read, lock, write and look for what is missing, as a submission does, and nothing else."""
    from games.models import Game, Order, Seat, Turn
    from notifications.models import Wish

    found = Seat.objects.select_related("game", "player").get(pk=seat)
    choice = {"type": "mobilize", "action": json.loads(request.POST["action"])}
    with transaction.atomic():
        game = Game.objects.select_for_update(of=("self",)).get(pk=found.game_id)
        order = (
            Order.objects.select_related("turn", "seat")
            .select_for_update(of=("turn", "self"))
            .get(seat_id=seat, turn__game=game, turn__number=number)
        )
        order.choice, order.source, order.submitted_at = choice, "link", timezone.now()
        order.save(update_fields=["choice", "source", "submitted_at"])
        owed = Order.objects.filter(Order.OWED, turn=OuterRef("pk"))
        Turn.objects.filter(~Exists(owed), pk=order.turn_id).update(ready=timezone.now())
        list(Wish.objects.filter(player=found.player))
    return HttpResponse(status=303, headers={"Location": request.path})


urlpatterns = [path("bare/<int:seat>/<int:number>/", submit)]


def make() -> WSGIHandler:
    """Give the WSGI application: ``gunicorn 'bench.bare:make()'``."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "augustus_site.settings")
    django.setup()
    settings.ROOT_URLCONF = "bench.bare"
    settings.MIDDLEWARE = []
    return WSGIHandler()
