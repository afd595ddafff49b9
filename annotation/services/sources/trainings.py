"""Teaching a source model from the page: take a corpus, ask what its labels mean, train, forget it.

Called by the page of source models and by `annotation.tasks`.
"""

import shutil
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from annotation.convert import utterances_of_file
from annotation.formats import FormatError, faults
from annotation.formats.errors import shown_name
from annotation.formats.types import DialogueValue
from annotation.models import JobStatus, Label, Member, Project, SourceModel, SourceTraining, User
from annotation.refusals import JobLost, Refused
from annotation.services.imports.contents import read_samples, read_upload
from annotation.services.imports.options import Options
from annotation.services.imports.uploads import Source, Upload, group_files
from annotation.services.jobs.broker import send_job
from annotation.services.jobs.failures import trouble_of
from annotation.services.jobs.lifecycle import cancel_job, finish_job
from annotation.services.sources.corpora import (
    KEPT,
    WAITING,
    erase_corpus,
    keep_corpus,
    read_corpus,
)
from annotation.services.sources.registry import (
    card_of,
    count_labels,
    gold_utterances,
    guess_labels,
    only_personal,
    save_tagger,
)
from learning.errors import EmptyPool, ModelDamaged, OneClassOnly
from learning.source.training import train_source_tagger
from learning.types import Utterance

Report = Callable[[float, str], None]
MOST_LABELS = 300  # more are free text, no scheme: no page could show them


def managed_projects(user: User) -> list[Project]:
    """The projects whose finished turns the person may teach a model from."""
    role = Member.Role.MANAGER
    return list(Project.objects.filter(memberships__in=user.memberships.filter(role=role)))


def own_trainings(user: User) -> list[SourceTraining]:
    """What the person began and has not finished, the newest first; failures of the last day."""
    rows = SourceTraining.objects.filter(requested_by=user)
    recent = rows.filter(status=JobStatus.FAILED, finished_at__gt=timezone.now() - KEPT)
    return list(rows.filter(status__in=WAITING) | recent)


def removable(user: User) -> set[int]:
    """The source models that the person may remove: her own, or any for an administrator."""
    if user.is_superuser:
        return set(SourceModel.objects.values_list("pk", flat=True))
    trainings = SourceTraining.objects.filter(requested_by=user).exclude(source=None)
    return set(trainings.values_list("source_id", flat=True))


def draft_from_file(
    user: User, file: tuple[str, Source], *, name: str, lang: str = "", domain: str = ""
) -> SourceTraining:
    """Read a labelled corpus and keep it until its labels are explained.

    Raises: Refused for a name that is taken; FormatError for a file that is not whole.
    """
    check_name(name)
    (upload,) = group_files([file])
    dialogues, encoding = _read(upload, Options(lang=lang or "es"))
    utterances = utterances_of_file(dialogues)
    labels = count_labels(utterances)
    if not 1 <= len(labels) <= MOST_LABELS:
        raise FormatError(
            faults.CORPUS_LABEL_COUNT, file=file[0], n=len(labels), first=1, second=MOST_LABELS
        )
    training = SourceTraining(
        requested_by=user,
        name=name,
        lang=lang or dialogues[0].lang,
        domain=domain,
        corpus=shown_name(file[0]),
        counts=_counts(len(dialogues), utterances) | ({"encoding": encoding} if encoding else {}),
        labels=guess_labels(labels, _own_labels(user)),
        file=keep_corpus(dialogues),
    )
    try:
        training.save()
    except BaseException:
        erase_corpus(training)
        raise
    return training


def _read(upload: Upload, options: Options) -> tuple[list[DialogueValue], str]:
    """The dialogues of a file, and its encoding where it is another than UTF-8 and reads right."""
    limit = settings.UPLOAD_LIMIT
    try:
        return read_upload(upload, options, limit)[1], ""
    except FormatError as error:
        found = read_samples(upload, limit) if error.code == "encoding" else []
        if not found:
            raise
    encoding = found[0][0]  # the likeliest
    return read_upload(upload, replace(options, encoding=encoding), limit)[1], encoding


def draft_from_project(
    user: User, project: Project, *, name: str, lang: str = "", domain: str = ""
) -> SourceTraining:
    """Take a project's finished turns as the corpus; they are read when the work begins.

    Raises: Refused for a name that is taken and a project without a finished, labelled turn.
    """
    check_name(name)
    utterances = gold_utterances(project)
    labels = count_labels(utterances)
    if not labels:
        raise Refused(_("No turn of this project is finished and has a label in it."))
    return SourceTraining.objects.create(
        requested_by=user,
        project=project,
        name=name,
        lang=lang or project.lang,
        domain=domain,
        corpus=project.name,
        counts=_counts(len({each.dialogue for each in utterances}), utterances),
        labels=guess_labels(labels, labels),  # its own scheme says so
    )


def check_name(name: str) -> None:
    """Raises Refused when a model has this name: on the page nobody replaces another's model."""
    if SourceModel.objects.filter(name=name).exists():
        raise Refused(_("There is a source model of this name already."), code="taken")


def start_source_training(training: SourceTraining, personal: Collection[str]) -> None:
    """Queue a draft, now that somebody has said which labels are personal.

    Raises: Refused when none is, when the name was taken meanwhile, or it is no draft any more.
    """
    labels = {label: label in personal for label in training.counts["labels"]}
    if not any(labels.values()):
        raise Refused(_("Say of at least one label that it is personal: else nothing is learnt."))
    check_name(training.name)
    with transaction.atomic():
        drafts = SourceTraining.objects.filter(pk=training.pk, status=SourceTraining.DRAFT)
        if not drafts.update(status=JobStatus.QUEUED, labels=labels, queued_at=timezone.now()):
            raise Refused(_("This was begun or cancelled in another window."), status=409)
        training.refresh_from_db()
        send_job(training)


def teach_again(source: SourceModel, project: Project) -> bool:
    """Queue the training of a source model anew, from what the project has left; its row stays and
    is without files meanwhile. False where it was not taught from this project, or nothing is."""
    last = SourceTraining.objects.filter(source=source, project=project).first()
    if last is None or not count_labels(gold_utterances(project)):
        return False
    names = ("name", "lang", "domain", "project", "corpus", "counts", "labels", "requested_by")
    values = {name: getattr(last, name) for name in names}
    send_job(SourceTraining.objects.create(**values, source=source, status=JobStatus.QUEUED))
    return True


def cancel_source_training(training: SourceTraining) -> None:
    """Give up a draft or the work, and erase the file."""
    drafts = SourceTraining.objects.filter(pk=training.pk, status=SourceTraining.DRAFT)
    if drafts.update(status=JobStatus.CANCELLED, finished_at=timezone.now()) or cancel_job(
        training
    ):
        erase_corpus(training)


def work_on_source(training: SourceTraining, report: Report) -> None:
    """Do the job: train, save, prove, register. Raises Refused with a sentence, or JobLost."""
    try:
        _learn(training, report)
    except JobLost:
        raise  # cancelled, and erased by who cancelled; or another worker needs the file
    except Exception as error:
        # Not where the work is taken up again, as after the end of this process.
        if not trouble_of(error).again or training.attempts >= settings.JOB_ATTEMPTS:
            erase_corpus(training)
            if training.source is not None:
                training.source.delete()  # taught anew: its old files are gone
        raise
    erase_corpus(training)


def _learn(training: SourceTraining, report: Report) -> None:
    try:
        utterances = only_personal(_corpus(training), training.labels)
        tagger = train_source_tagger(utterances, report)
        folder = save_tagger(training.name, tagger)
    except (EmptyPool, OneClassOnly, FileNotFoundError) as error:
        raise Refused(
            gettext_noop("No turn with a personal label is left in this corpus: give it again.")
        ) from error
    except ModelDamaged as error:
        raise Refused(
            gettext_noop("The model was not written whole, or gave no answer when it was tried.")
        ) from error
    try:
        with transaction.atomic():
            values = {"labels": training.labels, "folder": folder, "card": card_of(tagger)}
            source = training.source  # taught again: its projects keep it
            if source is None:
                source = SourceModel(
                    name=training.name, lang=training.lang, domain=training.domain, **values
                )
            for name, value in values.items():
                setattr(source, name, value)
            source.save()
            finish_job(training, source=source, file="")
    except BaseException as error:
        shutil.rmtree(settings.ANTIFAZ_DATA / folder, ignore_errors=True)
        if isinstance(error, IntegrityError):
            sentence = gettext_noop("There is a source model of this name already.")
            raise Refused(sentence, code="taken") from error
        raise


def _corpus(training: SourceTraining) -> list[Utterance]:
    if training.project is not None:
        return gold_utterances(training.project)
    return utterances_of_file(read_corpus(training))


def _counts(dialogues: int, utterances: Sequence[Utterance]) -> dict[str, object]:
    labels = count_labels(utterances)
    return {"dialogues": dialogues, "turns": len(utterances), "labels": labels}


def _own_labels(user: User) -> set[str]:
    """The labels of the person's projects, groups left out."""
    labels = Label.objects.filter(project__memberships__in=user.memberships.all()).exclude(key="")
    return set(labels.values_list("name", flat=True))
