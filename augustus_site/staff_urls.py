"""The addresses of staff's sign-in, below ``/admin/``."""

from django.urls import path

from augustus_site.second_step import second_step

app_name = "staff"
urlpatterns = [path("second-step/", second_step, name="second_step")]
