"""The web service's entry point: ``gunicorn augustus_site.wsgi``."""

import gc

from django.core.wsgi import get_wsgi_application

from augustus_site.startup import load_settings_or_exit

load_settings_or_exit()
application = get_wsgi_application()
# What is there now stays: the collector need not walk through it again with every full round.
gc.collect()
gc.freeze()
