"""Why an attempt at a job came to nothing: a sentence for people, and a line for the log.

Called by `lifecycle` and by the process that does a job (`child_work`). A library's message may
quote the text that it choked on: of an unexpected error only kind and place go out.
"""

import secrets
import traceback
from dataclasses import dataclass, field

from django.utils.translation import gettext_noop

from annotation.services.jobs.database_outages import is_disk_full

DIED = gettext_noop("The worker died at this job three times; it was not tried again.")
UNEXPECTED = gettext_noop(
    "Something went wrong three times while working; the log of the worker has it under number "
    "%(number)s. Nothing was changed."
)
CRASHED = gettext_noop(
    "The process that did this work broke down three times; the log of the worker has it under "
    "number %(number)s. Nothing was changed."
)
STALLED = gettext_noop(
    "This work stood still three times and was ended; the log of the worker has it under number "
    "%(number)s. Nothing was changed."
)
ENDED = gettext_noop(
    "The system ended this work three times, most likely because memory ran out. Nothing was "
    "changed."
)
MEMORY = gettext_noop(
    "This needs more memory than it may take here. Nothing was changed; whoever looks after the "
    "server can allow it more."
)
DISK_FULL = gettext_noop(
    "The disk of the server is full: nothing of this work was kept, and nothing else was changed. "
    "Try again when there is room."
)

PLACES = 4  # of the traceback, in the log


@dataclass(frozen=True, slots=True)
class Trouble:
    sentence: str  # what a failed job says, the number in it as %(number)s
    log: str  # kind and places, no message
    again: bool = False  # another attempt may go better
    number: str = field(default_factory=lambda: secrets.token_hex(2))


def trouble_of(error: BaseException) -> Trouble:
    """What to say of an error, and whether to try again."""
    places = " < ".join(
        f"{place.name}:{place.lineno}"
        for place in reversed(traceback.extract_tb(error.__traceback__)[-PLACES:])
    )
    said = f"{type(error).__name__} in {places}"
    known = getattr(error, "for_people", None)
    if known:
        return Trouble(str(known), said)
    if is_disk_full(error):
        return Trouble(DISK_FULL, said)
    if isinstance(error, MemoryError):
        return Trouble(MEMORY, said)
    return Trouble(UNEXPECTED, said, again=True)
