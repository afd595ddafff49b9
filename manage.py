#!/usr/bin/env python
"""Django's command line for Antifaz: `python manage.py help` lists every command."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "webapp.settings")
    try:
        from django.core.management import execute_from_command_line

        execute_from_command_line(sys.argv)
    except KeyboardInterrupt:  # before the command began, which knows more to say
        print("stopped", file=sys.stderr)
        sys.exit(130)
