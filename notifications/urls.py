"""The addresses of the app ``notifications``. They are in mails: they never change."""

from django.urls import path

from notifications import views

app_name = "notifications"

urlpatterns = [
    path("u/<str:token>/", views.wishes, name="wishes"),
]
