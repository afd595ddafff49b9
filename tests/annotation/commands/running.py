"""A command of ours, called as the shell calls it: its exit status and all that it says."""

import io

from django.core.management import call_command


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def run(*args: str, terminal: bool = False) -> tuple[int, str, str]:
    """Exit status, standard output, standard error (as of a terminal?). Raises: CommandError."""
    out, err = io.StringIO(), Terminal() if terminal else io.StringIO()
    try:
        call_command(*args, stdout=out, stderr=err)
    except SystemExit as stop:
        return int(stop.code or 0), out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()
