"""All addresses: the games', the mails' and the admin's."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("games.urls")),
    path("", include("notifications.urls")),
    path("admin/", admin.site.urls),
]
