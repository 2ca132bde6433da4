"""The admin site: for staff who have shown both steps, and never about a game of their own."""

from __future__ import annotations

from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.admin.apps import AdminConfig
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import urlencode


class StaffConfig(AdminConfig):
    """Makes ours the admin site."""

    default_site = "augustus_site.staff.StaffSite"


class StaffSite(AdminSite):
    """Lets in who is staff and has shown a code of their device in this session."""

    site_header = site_title = "Augustus by mail"

    def has_permission(self, request: HttpRequest) -> bool:
        """Tell whether both steps are done."""
        return super().has_permission(request) and bool(request.user.is_verified())  # type: ignore[union-attr]

    def index(  # type: ignore[override]  # it may lead elsewhere
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show what can be edited, or lead whoever may edit nothing to the desk."""
        if not self.get_app_list(request):
            return HttpResponseRedirect(reverse("desk:index"))
        return super().index(request, extra_context)

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Ask for the first step, or lead who has done it on to the second."""
        if super().has_permission(request) and not self.has_permission(request):
            then = request.GET.get("next", "")
            query = f"?{urlencode({'next': then})}" if then else ""
            return HttpResponseRedirect(reverse("staff:second_step") + query)
        return super().login(request, extra_context)
