"""The addresses below ``/dev/``."""

from django.urls import path

from augustus_site.dev import views

app_name = "dev"
urlpatterns = [
    path("", views.index, name="index"),
    path("games/bots/", views.start_against_bots, name="start_against_bots"),
    path("games/", views.start_game, name="start_game"),
    path("mails/<int:pk>/", views.mail, name="mail"),
    path("mails/<int:pk>/html/", views.mail_html, name="mail_html"),
]
