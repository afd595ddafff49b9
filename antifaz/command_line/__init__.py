"""The command `antifaz`: every command of the project under its name, whatever is installed.

`listing` says which there are; `transform` and `guest` need no site; all others are Django's.
"""

import os
import sys
from collections.abc import Sequence
from importlib.util import find_spec

from antifaz.command_line.listing import GROUPS, listed
from antifaz.command_line.saying import FAILED, USAGE, say

# What the extra `web` brings beside that of `learn`; where one lacks the site cannot begin.
WEB = (
    "django", "celery", "csp", "dj_database_url", "django_htmx", "gunicorn", "ninja", "whitenoise",
    "numpy", "sklearn_crfsuite",
)  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the words after `antifaz` say; returns the exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if not words or words[0] in ("-h", "--help", "help"):
        if len(words) < 2 or words[0] != "help":
            print(listed())
            return 0 if words else USAGE
        words = [words[1], "--help"]
    if words[0] in ("-V", "--version", "version"):
        from antifaz import __version__

        print(f"antifaz {__version__}")
        return 0
    if words[0] == "transform":
        from antifaz.command_line.transform import transform

        return transform(words[1:])
    if words[0] == "guest":
        from antifaz.command_line.guest import guest

        return guest(words[1:])
    return _site_command(words)


def _site_command(words: list[str]) -> int:
    """A command that Django runs, ours or its own (`migrate`, `createsuperuser`)."""
    name = words[0]
    unknown = f"antifaz {name}: there is no such command; antifaz --help lists them."
    ours = {each for group in GROUPS.values() for each in group}
    if any(find_spec(each) is None for each in WEB):
        if name not in ours:
            return say(unknown, USAGE)
        return say(f"antifaz {name} needs the extra web: pip install 'antifaz[web]'", USAGE)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "webapp.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line, get_commands

    try:
        if name not in ours and name not in get_commands():
            return say(unknown, USAGE)
        execute_from_command_line(["antifaz", *words])
    except ImproperlyConfigured as error:
        return say(f"antifaz: {error}", FAILED)
    return 0
