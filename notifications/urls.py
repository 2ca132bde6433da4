"""The addresses of the app ``notifications``. They are in mails: they never change."""

from django.urls import path, re_path

from notifications import my_mails, views, webhooks

app_name = "notifications"

urlpatterns = [
    path("profile/mails/", my_mails.my_mails, name="my_mails"),
    path("u/<str:token>/", views.wishes, name="wishes"),
    path("anymail/<str:provider>/tracking/", webhooks.tracking_webhook, name="tracking"),
    # As mail programs may bend it: upper case, no final slash, more behind it.
    re_path(r"^[uU]/(?P<token>.+)$", views.wishes),
]
