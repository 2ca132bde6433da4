"""The pages that a player sees."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse


def turn(request: HttpRequest, token: str) -> HttpResponse:
    """Show a seat its turn and take its order."""
    raise Http404


def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Show an invitation and take its acceptance."""
    raise Http404


def game(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a game as a spectator may know it."""
    raise Http404
