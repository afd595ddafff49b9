"""Refuse an insecure production start, naming the setting. Run by commands and servers."""

import logging
from collections.abc import Iterator, Sequence

from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from django.core.exceptions import ImproperlyConfigured

from webapp.start_up.private_files import close_private_files

log = logging.getLogger("antifaz.start")


def insecure_settings() -> Iterator[str]:
    """One sentence for each setting that production does not accept."""
    key = settings.SECRET_KEY
    if len(key) < 50 or len(set(key)) < 5 or key.startswith("django-insecure-"):
        yield "SECRET_KEY must be set to at least 50 random characters."
    if settings.DEBUG:
        yield "DEBUG must be off."
    if not settings.ALLOWED_HOSTS or "*" in settings.ALLOWED_HOSTS:
        yield "ALLOWED_HOSTS must name the host, and not be '*'."
    if not settings.HTTPS:
        yield "HTTPS must be on: texts and passwords may not travel in clear."
    if not settings.REDIS_URL:
        yield "REDIS_URL must be set: the file queue is for one machine and one person."
    if any(not origin.startswith("https://") for origin in settings.CSRF_TRUSTED_ORIGINS):
        yield "CSRF_TRUSTED_ORIGINS must name https:// addresses only."
    if settings.LOG_LEVEL == "DEBUG":
        yield "LOG_LEVEL must not be DEBUG: at that level templates log their contents, so texts."
    if not settings.SIGN_IN_LIMITS:
        yield "SIGN_IN_LIMITS must be on: it slows down the guessing of passwords."


@register("antifaz")
def check_production(app_configs: Sequence[object] | None, **_: object) -> list[CheckMessage]:
    if not settings.PRODUCTION:
        return []
    return [Error(text, id="antifaz.E001") for text in insecure_settings()]


def require_safe_start() -> None:
    """Close the private files; raise ImproperlyConfigured, naming each setting and file, if this is
    an insecure production start."""
    open_files = close_private_files()
    if settings.PRODUCTION and (problems := [*insecure_settings(), *open_files]):
        raise ImproperlyConfigured(" ".join(problems))
    for problem in open_files:
        log.warning("%s", problem)
