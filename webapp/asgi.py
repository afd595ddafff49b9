"""ASGI entry point, for servers that speak it."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "webapp.settings")
os.environ.setdefault("DATABASE_WAIT_SECONDS", "5")  # then 503, and the page tries again
application = get_asgi_application()

from webapp.start_up.checks import require_safe_start  # noqa: E402  (needs loaded settings)

require_safe_start()
