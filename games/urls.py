"""The addresses of the app ``games``. Those with a token are in mails: they never change."""

from django.urls import path, re_path

from games import views

app_name = "games"

urlpatterns = [
    path("t/<str:token>/", views.turn, name="turn"),
    path("i/<str:token>/", views.invitation, name="invitation"),
    path("g/<str:public_id>/", views.game, name="game"),
    path("g/<str:public_id>/turns/", views.past, name="past"),
    path("g/<str:public_id>/bag/", views.bag, name="bag"),
    path("g/<str:public_id>/record.json", views.record, name="record"),
    path("rules/", views.rules, name="rules"),
    path("objectives/", views.objectives, name="objectives"),
    path("practice/", views.practice, name="practice"),
    # The same as mail programs may bend them: upper case, no final slash, more behind it.
    re_path(r"^[tT]/(?P<token>.+)$", views.turn),
    re_path(r"^[iI]/(?P<token>.+)$", views.invitation),
    re_path(r"^[gG]/(?P<public_id>.+)$", views.game),
]
