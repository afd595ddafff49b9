"""Destroys what leads back from a released file: the key and the originals of a project.

Called by `manage.py destroy_mapping`. Signed bundles stay; a certificate says what went, and what
backups may still hold.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from annotation.models import Bundle, Dialogue, Erasure, Export, LexiconRow, Project, Terms
from annotation.models.corpus import new_key
from annotation.refusals import Refused
from annotation.replacement.own_values import draws_from_others
from annotation.services.erasing import erasure as erasing
from annotation.services.erasing.ledger import Entry, Row
from annotation.services.erasing.plans import FROM_OTHERS, Plan, plan_dialogues
from annotation.services.evidence.bundles.signing import changed_in
from annotation.services.release.exports import destroyed_on
from annotation.services.revision.rules import AS_IT_IS

SHOW = {AS_IT_IS, FROM_OTHERS}  # strategies with which a file holds words that were said


def destroy_mapping(project: Project, *, confirmed: str) -> tuple[Erasure, str]:
    """Erase key and originals; returns the job that clears files and pages, and the certificate.

    Raises Refused unless `confirmed` is the project's short name, or where both are gone already;
    OSError where the ledger cannot be written. Nothing is erased then.
    """
    if confirmed != project.slug:
        raise Refused("--confirm: expected the short name of the project, letter by letter")
    if destroyed_on(project):
        raise Refused("key and originals of this project are destroyed already")
    dialogues = list(project.dialogues.all())
    plan = plan_dialogues(project, dialogues)
    gone = [each for each in plan.exports if not _stays(each)]
    plan = replace(plan, exports=gone)
    rows = tuple(Row.of(each.pk, each.imported_at) for each in dialogues)
    entry = Entry("dialogues", rows, Row.of(project.pk, project.created_at))
    now = timezone.now()
    signed = project.bundles.filter(sealed_at__isnull=False, dropped_at=None)
    refused = [each.pk for each in signed if changed_in(each)]  # nobody can tell afterwards

    def delete(erasure: Erasure) -> None:
        project.bundles.filter(pk__in=refused).update(dropped_at=now)
        _delete(project, plan, erasure)
        terms, _new = Terms.objects.get_or_create(project=project)
        terms.destroyed_at = now
        terms.save()

    job = Erasure(kind=Erasure.Kind.DIALOGUES, project=project, choice=Erasure.Choice.WITHDRAW)
    erasing.carry_out(job, entry, delete, record=True)
    return job, write_certificate(project, plan, entry, now.isoformat("T", "seconds"))


def _delete(project: Project, plan: Plan, erasure: Erasure) -> None:
    """Rows of the originals, all that was made of them, and the key."""
    erasing.take_down(plan, erasure)
    erasing.delete_rows(plan.pks)
    Dialogue.objects.filter(project=project).delete()
    erasing.blank_admin_log(Dialogue, plan.pks)
    LexiconRow.objects.filter(project=project).delete()
    project.surrogate_key = new_key()  # the old one is overwritten; nothing was drawn by this one
    project.label_map = {}
    project.save(update_fields=["surrogate_key", "label_map"])
    erasure.tables = sorted({*erasure.tables, Project._meta.db_table, LexiconRow._meta.db_table})


def _stays(export: Export) -> bool:
    """Whether the file left by a signature and holds nothing that was said on purpose."""
    strategies = {export.strategy, *export.summary.get("by_label", {}).values()}
    shows = export.q < 1 or strategies & SHOW or draws_from_others(export.summary)
    return not shows and export.bundles.filter(sealed_at__isnull=False).exists()


def write_certificate(project: Project, plan: Plan, entry: Entry, at: str) -> str:
    """The certificate, kept in the data folder too."""
    text = "\n".join([*_lines(project, plan, entry, at), ""])
    folder = Path(settings.ANTIFAZ_DATA) / "certificates"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    (folder / f"project-{project.pk}.txt").write_text(text, encoding="utf-8")
    return text


def _lines(project: Project, plan: Plan, entry: Entry, at: str) -> Sequence[str]:
    counts = plan.counts
    bundles = Bundle.objects.filter(project=project).exclude(path="")
    return [
        "Certificate: key and originals were destroyed",
        "",
        f"Project: {project.slug}",
        f"Destroyed at: {at}",
        f"Entry of the ledger: {entry.id}",
        "",
        "What went:",
        "  the key of the surrogates, overwritten",
        *(f"  {name}: {n}" for name, n in counts.items() if n),
        "  the project's lexicon, features and lists of words",
        "",
        "What stays:",
        *(f"  signed bundle {each.pk}, SHA-256 {each.sha256}" for each in bundles),
        "  labels, guidelines, who read what and when, and this certificate",
        "  Guidelines may quote what was said: look at them yourself.",
        "",
        "What follows:",
        "  Nobody can go back from a surrogate to an original by key or map, and no other file",
        "  can be written from this project. Released texts may still tell who a person is.",
        "",
        "What backups may hold:",
        f"  Every backup made before {at} holds originals and key until it is overwritten.",
        "  Where one is restored, run `manage.py erase --replay` with the ledger, and",
        "  `manage.py destroy_mapping` once more: the key comes back with a backup, too.",
        "  Replicas, archived logs of the database, blocks that a disk freed and did not",
        "  overwrite, and files that somebody downloaded are out of this program's hands.",
    ]
