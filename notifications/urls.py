"""The addresses of the app ``notifications``. They are in mails: they never change."""

from django.urls import path

from notifications import views, webhooks

app_name = "notifications"

urlpatterns = [
    path("u/<str:token>/", views.wishes, name="wishes"),
    path("anymail/<str:provider>/tracking/", webhooks.tracking_webhook, name="tracking"),
]
