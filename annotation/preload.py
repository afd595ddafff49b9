"""Imported once by the process that all job processes are forked from: they begin at once, with the
libraries already there, and share their memory.

It opens no database, starts no thread, and leaves SIGTERM to the worker, which ends jobs in order.
"""

import gc
import signal

import django

signal.signal(signal.SIGTERM, signal.SIG_IGN)
django.setup()

from annotation.services import (  # noqa: E402
    erasing,
    imports,
    release,
    source_trainings,
    training,
)

LOADED = (erasing, imports, release, source_trainings, training)
gc.collect()
gc.freeze()  # a collection in a child would else copy what it shares with us
