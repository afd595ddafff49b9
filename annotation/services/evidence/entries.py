"""The catalogue entry (Croissant) of a file that leaves without its bundle, in English: made of
counts and terms alone.

Called by the release page, the API and `manage.py export_corpus`. A bundle brings its own entry,
which also says what was measured.
"""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from annotation.evidence.bundle.croissant import Card, croissant_of_card
from annotation.evidence.bundle.records import CorpusFile, file_at
from annotation.models import Export, JobStatus, Project
from annotation.refusals import Refused
from annotation.services.evidence.bundles.facts import release_title
from annotation.services.evidence.bundles.gate import quoting
from annotation.services.evidence.bundles.terms import domain_words, licence_of, terms_of
from annotation.services.release.command_line import ProjectOrder, export_project
from annotation.services.release.exports import download_name
from annotation.services.release.outgoing import MARKED, Report, Tally
from annotation.services.storage.files import write_json


def entry_of_export(export: Export) -> dict[str, Any] | None:
    """The entry of a finished export; None where there is no file. Raises Refused where words that
    would stand in it say what is labelled."""
    path = settings.ANTIFAZ_DATA / export.path
    if export.status != JobStatus.DONE or not export.path or not path.is_file():
        return None
    refuse_quotes(export.project)
    got = export.summary
    file = CorpusFile(
        name=download_name(export),
        sha256=export.sha256,
        bytes=path.stat().st_size,
        format=export.format,
    )
    with translation.override("en"):
        return _entry(
            export.project,
            file=file,
            title=release_title(export),
            made=timezone.localtime(export.finished_at or timezone.now()).date().isoformat(),
            strategy=export.strategy,
            dialogues=got["dialogues"],
            items=got["replaced"],
            left=got.get("left", 0),
            marked=export.spans == MARKED,
        )


def export_described(
    slug: str, out: str, order: ProjectOrder, report: Report | None, entry: str
) -> Tally:
    """Export as `export_project` does, and write the entry of the file to `entry`, where that is a
    path. Raises as it does, and Refused before anything is written where words of it may not leave.
    """
    project = Project.objects.filter(slug=slug).first() if entry else None
    if project is not None:
        refuse_quotes(project)
    tally = export_project(slug, out, order, report)
    if project is not None:
        with translation.override("en"):
            told = _entry(
                project,
                file=file_at(Path(out), order.format),
                title=project.name,
                made=timezone.localdate().isoformat(),
                strategy=order.strategy or project.replacement,
                dialogues=tally.written,
                items=tally.replaced,
                left=tally.left,
                marked=order.spans == MARKED,
            )
        write_json(told, entry)
    return tally


def refuse_quotes(project: Project) -> None:
    """Words of an entry travel like those of a bundle. Raises Refused where they say what is
    labelled in a dialogue."""
    terms = terms_of(project)
    words = [project.name, terms.organisation, licence_of(terms)]
    if quoting(project)([*words, terms.for_recipient, terms.if_found]):
        text = _("The name or the terms of the project say what is labelled in a dialogue.")
        raise Refused(text, code="quotes", status=409)


def _entry(project: Project, **told: Any) -> dict[str, Any]:
    terms = terms_of(project)
    domain = domain_words(terms)
    card = Card(
        languages=[project.lang],
        licence=licence_of(terms),
        organisation=terms.organisation,
        use=domain["for_recipient"],
        if_found=domain["if_found"],
        **told,
    )
    return croissant_of_card(card)
