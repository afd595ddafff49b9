"""What commands that need no Django say on standard error, and their exit statuses."""

import sys

from annotation.refusals import Refused
from antifaz.values import ExtraNeeded

FAILED, USAGE, STOPPED = 1, 2, 130  # exit statuses


def say(sentence: str, status: int) -> int:
    """One line on standard error; returns the status."""
    print(sentence, file=sys.stderr)
    return status


def say_error(error: Exception, file: str) -> int:
    """What went wrong, without any original; returns the status.

    file: of what reading or writing failed, where the error does not name it. An error without a
    code is nobody's but ours: it is raised again.
    """
    match error:
        case ExtraNeeded() | Refused(code="usage"):
            return say(str(error), USAGE)
        case OSError():
            return say(f"{error.filename or file}: {error.strerror}", FAILED)
        case _ if getattr(error, "code", None) is None:
            raise error
    return say(str(error), FAILED)
