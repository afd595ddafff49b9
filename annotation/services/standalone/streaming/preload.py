"""Imported once by the process that those of a pool are copied from, so that they begin at once.

It opens no database and starts no thread. Named by `jobs`.
"""

import gc

import django

django.setup()

from annotation.services.standalone import pseudonyms, tagging  # noqa: E402

LOADED = (pseudonyms, tagging)
gc.collect()
gc.freeze()  # a collection in a copy would else copy what it shares with us
