"""Other annotation servers, started from their own interpreter and asked for the same work.

Called by `benchmarks/labelling.py --rival NAME --rival-python PATH`. Each is set up anew in its own
folder, listens on the loopback, and is measured by the requests that its own page makes.
"""

import contextlib
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from annotating.browser import NoBrowser, chromium, open_times, page_of
from annotating.calls import spread
from annotating.rival_doccano import doccano
from annotating.rival_label_studio import label_studio
from annotating.rival_setup import RivalFailed
from annotating.system import PEOPLE, System, server_figures
from annotating.texts import make_document

SERVERS: dict[str, Callable[..., Any]] = {"doccano": doccano, "label-studio": label_studio}


def measure_rival(name: str, python: Path, *, quick: bool) -> tuple[str, dict[str, float]]:
    """Its version, and the figures of the comparison: a document of 1,000 lines with 2,000 labels,
    and an ordinary one for each person."""
    documents = [make_document(1000, 2000), *(make_document(60, 40, seed=n) for n in range(PEOPLE))]
    if not python.exists():
        raise RivalFailed(f"{python} is not there")
    try:
        with (
            tempfile.TemporaryDirectory(prefix="rival-") as folder,
            SERVERS[name](python, folder, documents) as system,
        ):
            return system.name, server_figures(system, quick=quick) | _seen_figures(system, quick)
    except (OSError, RuntimeError) as error:
        raise RivalFailed(str(error)) from error


def _seen_figures(system: System, quick: bool) -> dict[str, float]:
    """How long until the first labels are on the screen; nothing where they did not come."""
    figures: dict[str, float] = {}
    loads = 1 if quick else 5
    with contextlib.suppress(NoBrowser), chromium() as browser:
        site = "/".join(system.dense_page.split("/")[:3])
        with page_of(browser, site, system.cookies, system.seen) as page:
            for name, url in (
                ("labels_seen", system.ordinary_page),
                ("dense_labels_seen", system.dense_page),
            ):
                figures |= spread(name, open_times(page, url, "seen", loads), 50, 95)
    return figures
