"""Who may open a page of the desk, and how a refusal looks."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse
from django.views.decorators.cache import never_cache

from games.models import Player
from games.services.moderation import roles
from games.services.moderation.roles import Role

View = Callable[..., HttpResponseBase]


def desk_page(view: View) -> View:
    """Make a page of the desk of a view: for moderators alone; it is given who they are.

    Whoever is not signed in as staff is led to the admin's sign-in; staff without the role: 403.
    """

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        moderator = request.user
        if not isinstance(moderator, Player) or not roles.has(moderator, Role.MODERATOR):
            raise PermissionDenied
        return view(request, moderator, *args, **kwargs)

    return never_cache(admin.site.admin_view(page))


def render(
    request: HttpRequest, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Render a page within the admin's frame."""
    whole = {**admin.site.each_context(request), **context}
    return TemplateResponse(request, f"desk/{template}.html", whole, status=status).render()
