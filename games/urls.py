"""The addresses of the app ``games``. Those with a token are in mails: they never change."""

from django.urls import path, re_path

from games import views

app_name = "games"

urlpatterns = [
    path("t/<str:token>/", views.turn, name="turn"),
    path("t/<str:token>/now/", views.now, name="now"),
    path("i/<str:token>/", views.invitation, name="invitation"),
    path("c/<str:token>/", views.calendar, name="calendar"),
    path("b/<str:token>/", views.seat, name="seat"),
    path("v/<str:token>/", views.seat_votes, name="seat_votes"),
    path("g/<str:public_id>/", views.game, name="game"),
    path("g/<str:public_id>/votes/", views.game_votes, name="votes"),
    path("g/<str:public_id>/now/", views.game_now, name="game_now"),
    path("g/<str:public_id>/turns/", views.past, name="past"),
    path("g/<str:public_id>/bag/", views.bag, name="bag"),
    path("g/<str:public_id>/record.json", views.record, name="record"),
    path("rules/", views.rules, name="rules"),
    path("objectives/", views.objectives, name="objectives"),
    path("practice/", views.practice, name="practice"),
    path("", views.start, name="start"),
    path("sign-in/", views.sign_in, name="sign_in"),
    path("sign-in/sent/", views.sign_in_sent, name="sign_in_sent"),
    path("s/<str:token>/", views.enter, name="enter"),
    path("a/<str:token>/", views.confirm_address, name="confirm_address"),
    path("sign-out/", views.sign_out, name="sign_out"),
    path("games/", views.my_games, name="mine"),
    path("games/new/", views.new_game, name="new"),
    path("games/open/", views.all_tables, name="tables"),
    path("j/<str:token>/", views.join, name="join"),
    path("g/<str:public_id>/table/", views.table, name="table"),
    path("g/<str:public_id>/play/", views.play, name="play"),
    path("g/<str:public_id>/seat/", views.own_seat, name="own_seat"),
    path("g/<str:public_id>/seats/", views.seats, name="seats"),
    path("g/<str:public_id>/again/", views.rematch, name="rematch"),
    path("profile/", views.profile, name="profile"),
    path("profile/calendar/", views.own_calendar, name="own_calendar"),
    path("profile/time-off/", views.take_time_off, name="time_off"),
    path("profile/address/", views.new_address, name="new_address"),
    path("profile/export/", views.export, name="export"),
    path("profile/delete/", views.delete, name="delete"),
    path("gone/", views.gone, name="gone"),
    # The same as mail programs may bend them: upper case, no final slash, more behind it.
    re_path(r"^[tT]/(?P<token>.+)$", views.turn),
    re_path(r"^[iI]/(?P<token>.+)$", views.invitation),
    re_path(r"^[sS]/(?P<token>.+)$", views.enter),
    re_path(r"^[aA]/(?P<token>.+)$", views.confirm_address),
    re_path(r"^[jJ]/(?P<token>.+)$", views.join),
    re_path(r"^[cC]/(?P<token>.+)$", views.calendar),
    re_path(r"^[bB]/(?P<token>.+)$", views.seat),
    re_path(r"^[vV]/(?P<token>.+)$", views.seat_votes),
    re_path(r"^[gG]/(?P<public_id>.+)$", views.game),
]
