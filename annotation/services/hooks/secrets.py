"""The secret with which what is told to a project's hook is signed. Called by `own` and `queue`.

It is kept nowhere: who reads the database alone can sign nothing. Another `SECRET_KEY` gives every
hook another secret.
"""

import base64
import hashlib
import hmac

from django.conf import settings

from annotation.models import Hook

BEGINS = "afh_"


def secret_of(hook: Hook) -> str:
    digest = hmac.digest(settings.SECRET_KEY.encode(), b"hook\0" + hook.salt.bytes, hashlib.sha256)
    return BEGINS + base64.urlsafe_b64encode(digest).decode().rstrip("=")
