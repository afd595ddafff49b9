"""WSGI entry point (gunicorn webapp.wsgi)."""

import gc
import os

from django.core.wsgi import get_wsgi_application

from webapp.start_up.room import with_room

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "webapp.settings")
os.environ.setdefault("DATABASE_WAIT_SECONDS", "5")  # then 503, and the page tries again
application = with_room(get_wsgi_application())

from webapp.start_up.checks import require_safe_start  # noqa: E402  (needs loaded settings)

require_safe_start()

# What is loaded once is not looked through again: a full collection would hold up a page that is
# being drawn by a tenth of a second.
gc.collect()
gc.freeze()
