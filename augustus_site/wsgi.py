"""The web service's entry point: ``gunicorn augustus_site.wsgi``."""

from django.core.wsgi import get_wsgi_application

from augustus_site.startup import load_settings_or_exit

load_settings_or_exit()
application = get_wsgi_application()
