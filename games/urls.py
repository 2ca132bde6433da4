"""The addresses of the app ``games``. Those with a token are in mails: they never change."""

from django.urls import path

from games import views

app_name = "games"

urlpatterns = [
    path("t/<str:token>/", views.turn, name="turn"),
    path("i/<str:token>/", views.invitation, name="invitation"),
    path("g/<str:public_id>/", views.game, name="game"),
]
