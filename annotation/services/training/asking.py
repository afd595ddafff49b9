"""Opens the source of a project, of whatever kind, and asks it for the pool's turns.

Called by `loop` and `material`. A source that was not taught here is asked once for each text: what
it told lies in the project's cache, under keyed hashes. One that cannot be opened, does not answer
or answers nonsense is left out; its card says why (`notes`).
"""

import hashlib
import logging

from django.conf import settings

from annotation.models import Project, SourceModel
from annotation.services.storage.leftovers import TOLD
from annotation.services.storage.local import model_folder
from annotation.services.training.notes import mark_trouble
from annotation.services.training.proposals import load_tagger
from learning import storage
from learning.crf.pool import Pool
from learning.crf.tagger import CrfTagger
from learning.errors import LearningError, ModelDamaged, SourceRefused
from learning.source.kinds import is_foreign, open_source
from learning.source.remembered import FileStore, Limited, Remembered
from learning.source.several import Several
from learning.told import Source
from learning.types import Card, Progress

log = logging.getLogger("antifaz.training")
MOST_ASKED = 5_000  # turns of a project that a source of another kind is asked for


def source_of(project: Project, pool: Pool, report: Progress) -> Source | None:
    """The project's source, asked for the pool; None without one, and where it is of no use now:
    its card says so then, and the loop goes on without it. Raises: what `report` raises."""
    row: SourceModel | None = project.source_model
    if row is None:
        return None
    try:
        source = open_model(row, project)
        if not isinstance(source, CrfTagger):
            pool.told_by(source, report)
    except LearningError as error:
        log.warning("source %s is left out (%s)", row.pk, error.code)
        mark_trouble(row, error)
        return None
    mark_trouble(row, None)
    return source


def open_model(row: SourceModel, project: Project) -> Source:
    """Raises: ModelDamaged, SourceRefused, ExtraMissing, MemoryShort."""
    folder = model_folder(row.folder)
    card = storage.read_card(folder)
    if not is_foreign(card):
        tagger = load_tagger(folder)
        if not isinstance(tagger, CrfTagger):
            raise ModelDamaged("The source is no model that a source can be.")
        return tagger
    if card.get("kind") == "several":
        return Several(tuple(open_model(part, project) for part in parts_of(card)))
    source = open_source(folder, settings.SOURCE_ADDRESSES)
    secret = hashlib.blake2b(settings.SECRET_KEY.encode(), digest_size=32).digest()
    store = FileStore(settings.ANTIFAZ_DATA / "cache" / f"project-{project.pk}" / TOLD)
    return Limited(Remembered(source, store, secret), MOST_ASKED)


def parts_of(card: Card) -> list[SourceModel]:
    """The sources that several are made of; those that are no more are left out.

    Raises: SourceRefused where none is left.
    """
    named = storage.settings_of(card).get("sources", [])
    rows = list(SourceModel.objects.filter(pk__in=named).order_by("pk"))
    # Several within several would have no end.
    kept = [row for row in rows if row.card.get("kind") != "several"]
    if not kept:
        raise SourceRefused("None of the sources that it is made of is left.")
    return kept
