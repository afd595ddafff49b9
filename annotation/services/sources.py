"""The registry of source models: train one on a corpus of another language or domain, list, probe.

A source model reads language-neutral features and knows one thing: personal or not. It chooses the
first batches of a project whose own model knows nothing yet.
"""

import secrets
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.db.models import Count
from django.utils.text import slugify

from annotation.convert import utterances_of_file
from annotation.errors import Refused
from annotation.formats.types import DialogueValue
from annotation.models import Project, SourceModel
from annotation.services.corpus import gold_spans, utterances_of
from learning.crf import CrfTagger
from learning.probe import probe_model
from learning.types import Utterance

Progress = Callable[[float, str], None]


def train_source(
    name: str,
    dialogues: Sequence[DialogueValue],
    *,
    lang: str,
    domain: str = "",
    description: str = "",
    progress: Progress | None = None,
) -> SourceModel:
    """Train a source model on labelled dialogues and register it under its name.

    A model of the same name is replaced once the new one is on disk and answers.
    Raises: learning's EmptyPool, OneClassOnly, ModelDamaged.
    """
    tagger = train_source_tagger(utterances_of_file(dialogues), progress)
    folder = Path("models") / f"source-{slugify(name) or 'model'}-{secrets.token_hex(4)}"
    place = settings.ANTIFAZ_DATA / folder
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    card = tagger.save(place)
    probe_model(place)
    with transaction.atomic():
        old = SourceModel.objects.filter(name=name).first()
        source, _created = SourceModel.objects.update_or_create(
            name=name,
            defaults={
                "lang": lang,
                "domain": domain,
                "description": description,
                "folder": str(folder),
                "card": {key: value for key, value in card.items() if key != "probe"},
            },
        )
    if old is not None and old.folder != str(folder):
        shutil.rmtree(settings.ANTIFAZ_DATA / old.folder, ignore_errors=True)
    return source


def train_source_tagger(
    utterances: Sequence[Utterance], progress: Progress | None = None
) -> CrfTagger:
    """The tagger of a source model, not yet saved."""
    return CrfTagger(features="source").fit(utterances, labels="binary", progress=progress)


def project_utterances(slug: str) -> list[Utterance]:
    """A project's finished turns with their labels; raises Refused for an unknown project."""
    project = Project.objects.filter(slug=slug).first()
    if project is None:
        raise Refused(
            f"{slug}: no project of this name; expected a project or a file ending in .jsonl",
            code="unknown_project",
        )
    return [each for _, each in utterances_of(project, gold=gold_spans(project))]


def list_sources() -> list[SourceModel]:
    """Every source model, each with `used`, the number of projects that ask it."""
    return list(SourceModel.objects.annotate(used=Count("projects")))


def probe_source(source: SourceModel) -> None:
    """Prove in a child process that the model loads and answers; raises ModelDamaged."""
    probe_model(settings.ANTIFAZ_DATA / source.folder)
