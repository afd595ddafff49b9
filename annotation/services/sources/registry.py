"""The registry of source models: train one on a corpus of another language or domain, list, probe.

A source model reads language-neutral features and knows one thing: personal or not. It chooses the
first batches of a project whose own model knows nothing yet. Corpora come in label schemes of their
own, so somebody says which of their labels are personal (`trainings` asks on a page).
"""

import secrets
import shutil
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Prefetch, Q
from django.utils.text import slugify
from django.utils.translation import gettext as _

from annotation.convert import utterances_of_file
from annotation.formats.types import DialogueValue
from annotation.models import Project, SourceModel
from annotation.refusals import Refused
from annotation.schemes.personal import guess_personal
from annotation.services.corpus.best_spans import gold_spans, utterances_of
from annotation.services.sources.kinds import is_part
from learning.crf.probe import probe_model
from learning.crf.tagger import CrfTagger
from learning.simulation import corpora
from learning.source.training import train_source_tagger
from learning.types import Utterance

Progress = Callable[[float, str], None]


def train_source(
    name: str,
    dialogues: Sequence[DialogueValue],
    *,
    lang: str,
    domain: str = "",
    description: str = "",
    labels: Mapping[str, bool] | None = None,
    progress: Progress | None = None,
) -> SourceModel:
    """Train a source model on labelled dialogues and register it under its name.

    labels: label -> whether it is personal; without it all of them are. A model of the same name
    is replaced once the new one is on disk and answers.
    Raises: learning's EmptyPool, OneClassOnly, ModelDamaged.
    """
    utterances = utterances_of_file(dialogues)
    labels = labels or dict.fromkeys(count_labels(utterances), True)
    tagger = train_source_tagger(only_personal(utterances, labels), progress)
    folder = save_tagger(name, tagger)
    with transaction.atomic():
        old = SourceModel.objects.filter(name=name).first()
        source, _created = SourceModel.objects.update_or_create(
            name=name,
            defaults={
                "lang": lang,
                "domain": domain,
                "description": description,
                "labels": dict(labels),
                "folder": folder,
                "card": card_of(tagger),
            },
        )
    if old is not None and old.folder != folder:
        shutil.rmtree(settings.ANTIFAZ_DATA / old.folder, ignore_errors=True)
    return source


def save_tagger(name: str, tagger: CrfTagger) -> str:
    """Write the tagger and prove that it answers; its folder below ANTIFAZ_DATA.

    Raises: learning's ModelDamaged, and then leaves nothing.
    """
    folder = Path("models") / f"source-{slugify(name) or 'model'}-{secrets.token_hex(4)}"
    place = settings.ANTIFAZ_DATA / folder
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        tagger.save(place)
        probe_model(place)
    except BaseException:
        shutil.rmtree(place, ignore_errors=True)
        raise
    return str(folder)


def card_of(tagger: CrfTagger) -> dict[str, object]:
    """What the registry keeps of a saved tagger's card."""
    return {key: value for key, value in tagger.card.items() if key != "probe"}


def count_labels(utterances: Iterable[Utterance]) -> dict[str, int]:
    """How often each label occurs, the commonest first."""
    counts = Counter(span.label for each in utterances for span in each.spans)
    return dict(counts.most_common())


def only_personal(utterances: Iterable[Utterance], labels: Mapping[str, bool]) -> list[Utterance]:
    """The utterances without the spans of labels that are not personal."""
    return [
        replace(each, spans=tuple(span for span in each.spans if labels.get(span.label)))
        for each in utterances
    ]


def guess_labels(labels: Iterable[str], own: Collection[str] = ()) -> dict[str, bool]:
    """Whether each label seems personal; `own` are those that are for sure."""
    return {label: guess_personal(label, own) for label in labels}


def chosen_labels(
    dialogues: Sequence[DialogueValue], file: str, *, labels: str = "all", labelmap: str = ""
) -> dict[str, bool]:
    """What the command's options say of each label of a corpus.

    labels: "all", "guess", or names with commas between; labelmap: a file whose labels for the
    data set that `file` begins with are the personal ones. Raises: Refused, learning's BadCorpus.
    """
    counts = count_labels(utterances_of_file(dialogues))
    if not counts:
        raise Refused(f"{file}: there is no label in it; expected dialogues with spans")
    if labelmap:
        names = corpora.labels_for(Path(file).name, corpora.read_labelmap(Path(labelmap)))
        if names is None:
            raise Refused(
                f"{labelmap}: no data set in it has a name that {Path(file).name} begins with; "
                "expected one"
            )
        choice = {label: label in names for label in counts}
    elif labels == "guess":
        choice = guess_labels(counts)
    else:
        wanted = set(counts) if labels == "all" else {each.strip() for each in labels.split(",")}
        if unknown := sorted(wanted - set(counts)):
            raise Refused(
                f"--labels: {', '.join(unknown)} does not occur in {file}; "
                f"expected some of {', '.join(sorted(counts))}"
            )
        choice = {label: label in wanted for label in counts}
    if not any(choice.values()):
        raise Refused(f"{file}: none of its labels counts as personal; name some with --labels")
    return choice


def project_of(slug: str) -> Project:
    """Raises Refused for an unknown project."""
    project = Project.objects.filter(slug=slug).first()
    if project is None:
        raise Refused(
            f"{slug}: no project of this name; expected a project or a file ending in .jsonl",
            code="unknown_project",
        )
    return project


def project_utterances(slug: str) -> list[Utterance]:
    """A project's finished turns with their labels; raises Refused for an unknown project."""
    return gold_utterances(project_of(slug))


def gold_utterances(project: Project) -> list[Utterance]:
    return [each for _pk, each in utterances_of(project, gold=gold_spans(project))]


def list_sources(projects: Collection[int] = ()) -> list[SourceModel]:
    """Every source model, each with `used`, the number of projects that ask it, and as `seen_in`
    those of the given ids; `unseen` counts the others."""
    named = Project.objects.filter(pk__in=projects).order_by("name")
    others = Count("projects", filter=~Q(projects__in=projects))
    sources = SourceModel.objects.annotate(used=Count("projects"), unseen=others)
    return list(sources.prefetch_related(Prefetch("projects", named, to_attr="seen_in")))


def remove_source(source: SourceModel) -> None:
    """Forget a source model that no project asks, and its files. Raises Refused."""
    with transaction.atomic():
        if source.projects.exists():
            raise Refused(_("A project asks this model: choose another there first."), status=409)
        if is_part(source):
            raise Refused(_("Another source is made of this one: remove that first."), status=409)
        source.delete()
    shutil.rmtree(settings.ANTIFAZ_DATA / source.folder, ignore_errors=True)
