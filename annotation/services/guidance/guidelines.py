"""A project's guidelines: versions of one Markdown text; each save is a new one.

Called by the guideline pages, the label page (`shown`), the answers to questions and scheme files.
"""

import re
from collections import Counter
from dataclasses import dataclass

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from annotation.formats.schemes.files import MAX_GUIDELINES
from annotation.models import Guideline, Project, User
from annotation.refusals import NothingToDo, Refused, StaleVersion
from annotation.services.guidance.markdown import (
    Line,
    add_to_section,
    around_quote,
    compare,
    passages,
    to_html,
)

QUOTED = re.compile(r"“[^”\n]+”|«[^»\n]+»|\"[^\"\n]+\"|`[^`\n]+`")  # an example

COUNTED = 30  # versions whose changed lines are counted in the list


def newest(project: Project) -> Guideline | None:
    """The version that holds."""
    return project.guidelines.first()


def shown(project: Project) -> SafeString:
    """The newest guidelines as safe HTML, or ""; one query, drawn once a version."""
    guideline = newest(project)
    return draw(guideline.text) if guideline else SafeString()


def draw(text: str) -> SafeString:
    """Markdown as safe HTML: `to_html` escapes everything that the author wrote."""
    return mark_safe(to_html(text))


@dataclass(frozen=True, slots=True)
class Examples:
    """How many words the guidelines quote, and one passage that does, as safe HTML."""

    count: int
    shown: SafeString


def examples(project: Project, nth: int) -> Examples:
    """Those of the version that holds, with another passage for each number; one query."""
    guideline = newest(project)
    text = guideline.text if guideline else ""
    quoting = [each for each in passages(text) if QUOTED.search(each)]
    count = sum(len(QUOTED.findall(each)) for each in quoting)
    chosen = around_quote(quoting[nth % len(quoting)], QUOTED) if quoting else ""
    return Examples(count, draw(chosen))


@dataclass(frozen=True, slots=True)
class Saved:
    """A version in the list, and how many lines it has more and less than the one before."""

    version: Guideline
    added: int | None = None  # of the first there is none before, of very old ones nobody counts
    gone: int | None = None


def versions_with_changes(project: Project) -> list[Saved]:
    """All versions, the newest first; of the newest few also how much they changed."""
    versions = list(project.guidelines.select_related("author"))
    rows = []
    for place, version in enumerate(versions):
        if place >= COUNTED or place + 1 == len(versions):
            rows.append(Saved(version))
            continue
        kinds = Counter(line.kind for line in compare(versions[place + 1].text, version.text))
        rows.append(Saved(version, kinds["new"], kinds["gone"]))
    return rows


def find_version(project: Project, version: int) -> Guideline | None:
    return project.guidelines.select_related("author").filter(version=version).first()


def what_changed(version: Guideline) -> list[Line]:
    """A version beside the one before it."""
    before = find_version(version.project, version.version - 1)
    return compare(before.text if before else "", version.text)


def compare_with_newest(project: Project, text: str) -> list[Line]:
    last = newest(project)
    return compare(last.text if last else "", tidy(text))


def save_version(
    project: Project, user: User | None, *, text: str, note: str = "", seen: int
) -> Guideline:
    """A new version, if nobody saved one since the version that the person saw (0 = none).

    Raises: StaleVersion, NothingToDo where the text is the same, Refused where it is too long.
    """
    text = tidy(text)
    if len(text) > MAX_GUIDELINES:
        message = _("Guidelines have at most %(n)s characters.") % {"n": MAX_GUIDELINES}
        raise Refused(message, code="too_long")
    try:
        with transaction.atomic():
            Project.objects.select_for_update().get(pk=project.pk)
            last = newest(project)
            if (last.version if last else 0) != seen:
                raise _stale()
            if last is not None and last.text == text:
                raise NothingToDo(_("Nothing changed: the text is the same."))
            return Guideline.objects.create(
                project=project, version=seen + 1, text=text, note=note, author=user
            )
    except IntegrityError:  # saved at the same moment, where a row cannot be locked
        raise _stale() from None


def add_answer(project: Project, user: User, *, entry: str) -> Guideline:
    """The newest text with an entry under “Questions and answers”, as a new version.

    The caller's transaction and lock on the project keep two answers apart.
    """
    last = newest(project)
    text = add_to_section(last.text if last else "", section_titles(), tidy(entry))
    seen = last.version if last else 0
    return save_version(project, user, text=text, note=_("An answer to a question"), seen=seen)


def take_over(project: Project, user: User | None, text: str) -> None:
    """Guidelines that came with a scheme file, unless they are those that hold."""
    last = newest(project)
    if last is None or last.text != tidy(text):
        seen = last.version if last else 0
        save_version(project, user, text=text, note=_("From a scheme file"), seen=seen)


def section_titles() -> list[str]:
    """The title of the section for answers: in the current language first, then in all others."""
    titles = [_("Questions and answers")]
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            titles.append(_("Questions and answers"))
    return list(dict.fromkeys(titles))


def tidy(text: str) -> str:
    """Line ends as they are kept: browsers send CRLF."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _stale() -> StaleVersion:
    return StaleVersion(_("Somebody saved a newer version while you wrote."))
