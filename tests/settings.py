"""The app's settings on a data folder of this process: no test touches a developer's own."""

import os
import tempfile

OWN_DATA = tempfile.mkdtemp(prefix="antifaz-tests-")
os.environ["ANTIFAZ_DATA"] = OWN_DATA
for name in ("DATABASE_URL", "REDIS_URL", "ANTIFAZ_ENV"):
    os.environ.pop(name, None)
os.environ["DJANGO_SETTINGS_MODULE"] = "webapp.settings"  # of the processes that tests start
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright's loop and the ORM share a thread
os.environ["SIGN_IN_LIMITS"] = "0"

from webapp.settings import *  # noqa: E402, F403
