"""A command of ours, called as the shell calls it: its exit status and all that it says."""

import io

from django.core.management import call_command


def run(*args: str) -> tuple[int, str, str]:
    """Exit status, standard output, standard error. Raises: CommandError."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command(*args, stdout=out, stderr=err)
    except SystemExit as stop:
        return int(stop.code or 0), out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()
