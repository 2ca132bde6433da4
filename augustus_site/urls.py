"""All addresses: the games', the mails', the admin's, and a page for development."""

from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from augustus_site import health

urlpatterns: list[URLPattern | URLResolver] = [
    # The first that is looked through is what is asked for most often: the page of a turn.
    path("", include("games.urls")),
    path("", include("notifications.urls")),
    path("healthz", health.healthz),
    path("readyz", health.readyz),
    path("metrics", health.metrics),
    path("admin/desk/", include("augustus_site.desk.urls")),
    path("admin/", include("augustus_site.staff_urls")),
    path("admin/", admin.site.urls),
]
if settings.DEVELOPMENT:
    urlpatterns += [path("dev/", include("augustus_site.dev.urls"))]
