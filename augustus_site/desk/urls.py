"""The addresses of the desk, below ``/admin/desk/``."""

from django.urls import path

from augustus_site.desk import acting, many, numbers, views

app_name = "desk"
urlpatterns = [
    path("", views.index, name="index"),
    path("search/", views.search, name="search"),
    path("trace/", views.trace, name="trace"),
    path("numbers/", numbers.numbers_page, name="numbers"),
    path("many/", many.many, name="many"),
    path("many/done/", many.many_done, name="many_done"),
    path("games/<str:public_id>/", views.game, name="game"),
    path("games/<str:public_id>/do/<slug:code>/", acting.act, name="act"),
    path("players/<int:pk>/", views.player, name="player"),
    path("players/<int:pk>/do/<slug:code>/", acting.act_on_somebody, name="act_on_player"),
]
