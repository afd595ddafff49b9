"""Imported once by the process that all job processes are forked from: they begin at once, with the
libraries already there, and share their memory.

It opens no database, starts no thread, and leaves SIGTERM to the worker, which ends jobs in order.
"""

import gc
import signal

import django
import sklearn.cluster
import sklearn.decomposition

signal.signal(signal.SIGTERM, signal.SIG_IGN)
django.setup()

from annotation.services.erasing import erasure  # noqa: E402
from annotation.services.evidence import measurements  # noqa: E402
from annotation.services.glance import issues  # noqa: E402
from annotation.services.imports import page_jobs  # noqa: E402
from annotation.services.release import exports  # noqa: E402
from annotation.services.sources import trainings  # noqa: E402
from annotation.services.training import loop  # noqa: E402

LOADED = (erasure, measurements, issues, page_jobs, exports, trainings, loop)
LIBRARIES = (sklearn.cluster, sklearn.decomposition)  # which wait for their use
gc.collect()
gc.freeze()  # a collection in a child would else copy what it shares with us
