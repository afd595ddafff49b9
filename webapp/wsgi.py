"""WSGI entry point (gunicorn webapp.wsgi)."""

import os

from django.core.wsgi import get_wsgi_application

from webapp.start_up.room import with_room

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "webapp.settings")
os.environ.setdefault("DATABASE_WAIT_SECONDS", "5")  # then 503, and the page tries again
application = with_room(get_wsgi_application())

from webapp.start_up.checks import require_safe_start  # noqa: E402  (needs loaded settings)
from webapp.start_up.memory import settle  # noqa: E402

require_safe_start()
settle()
