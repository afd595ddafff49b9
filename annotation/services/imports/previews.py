"""What an import would do, shown before anything is written: files are read, somebody says what
their labels become and what is to be done with duplicates, and confirms.

Called by the import page and by `page_jobs`. What is shown of the texts lies beside the files and
goes with them; the digests in it say whether they are still the files that were shown.
"""

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from annotation.formats.other_tools.label_names import EVERY_OTHER, LEFT_OUT, label_for
from annotation.formats.other_tools.placeholders import fold_name
from annotation.models import Import, Label, Project
from annotation.refusals import Refused
from annotation.services.imports.checks import Outdated, is_provisional
from annotation.services.imports.files import path_of
from annotation.services.imports.reports import FileReport, from_json
from annotation.services.imports.survey import FileContents, Survey, TheirLabel
from annotation.services.imports.survey import from_json as survey_from_json
from annotation.services.imports.tables import columns_to_remember
from annotation.services.imports.writing import new_labels
from surrogates.labels import CLOSED, Kind, gender_of, kind_of

MOST_REMEMBERED = 1000
NEW, OUT = "new", "out"  # what a label may become, beside one of the project
OTHER = frozenset({"other", "otro", "otros", "misc", "miscellaneous"})
OTHER_FILES = gettext_noop(
    "The files on the server are not those that were looked at, so nothing was imported. "
    "Choose them again."
)
LABEL_GONE = gettext_noop(
    "A label that was chosen is no longer in the project, so nothing was imported: choose again."
)


@dataclass(frozen=True, slots=True)
class LabelRow:
    """A label of the files, and what it becomes: a label's id, NEW, OUT, or "" to be chosen."""

    theirs: str
    seen: TheirLabel
    choice: str
    label: Label | None  # of the project, or one that would be made
    is_known: bool  # found by its name or meaning, or said before
    is_meant: bool = False  # found by its meaning alone: somebody should look at the example
    is_named: bool = False  # one of the project by its name: nothing is asked
    is_changed: bool = False  # such a one that somebody made another


class Preview:
    """A draft as its page shows it."""

    def __init__(self, job: Import, survey: Survey) -> None:
        self.job, self.survey = job, survey
        self.project: Project = job.project
        self.reports: list[FileReport] = from_json(job.report)

    @property
    def files(self) -> list[tuple[FileReport, FileContents | None]]:
        """Each file's report with what is in it, where it was read so far."""
        if len(self.reports) == len(self.survey.files):
            return list(zip(self.reports, self.survey.files, strict=True))
        found = {each.name: each for each in self.survey.files}
        return [(report, found.get(report.name)) for report in self.reports]

    @property
    def token(self) -> str:
        """Which reading is shown: one made anew has another."""
        return hashlib.sha256(self.job.survey_path.encode()).hexdigest()[:16]

    @property
    def takes_duplicates(self) -> bool:
        return bool(self.job.options.get("duplicates") == "keep")

    @property
    def dialogues(self) -> int:
        """How many go in."""
        skipped = 0 if self.takes_duplicates else self.duplicates
        return sum(each.dialogues for each in self.reports if each.ok) - skipped

    @property
    def duplicates(self) -> int:
        return sum(each.duplicate_count for each in self.reports if each.ok)

    @cached_property
    def labels(self) -> list[Label]:
        """The labels of the project that one of a file may become."""
        if is_provisional(self.project):
            return []
        return list(self.project.labels.exclude(key=""))

    @cached_property
    def rows(self) -> list[LabelRow]:
        """The labels of the files, the most frequent first."""
        nothing = not any(report.ok for report in self.reports)
        if nothing or self.job.options.get("spans") == "ignore":
            return []
        seen = sorted(self.survey.labels.items(), key=lambda pair: (-pair[1].count, pair[0]))
        by_pk = {str(label.pk): label for label in self.labels}
        usual = {theirs: self._usual(theirs) for theirs, _label in seen}
        choices = {theirs: self.job.mapping.get(theirs, usual[theirs]) for theirs in usual}
        new = [theirs for theirs, choice in choices.items() if choice == NEW]
        made = {each.name: each for each in new_labels(self.project, new)} if new else {}
        rows = []
        for theirs, label in seen:
            choice = choices[theirs]
            if choice not in (NEW, OUT) and choice not in by_pk:
                choice = ""  # it was removed meanwhile
            ours = made.get(theirs) if choice == NEW else by_pk.get(choice)
            known = bool(self._known(theirs)) or choice in (NEW, OUT) or choice != usual[theirs]
            named = self._named(theirs)
            meant = bool(choice) and not named and choice == self._meant(theirs)
            is_named = named not in ("", OUT)
            changed = is_named and choice != named
            known = bool(choice) and known
            rows.append(LabelRow(theirs, label, choice, ours, known, meant, is_named, changed))
        return rows

    @property
    def open_rows(self) -> list[LabelRow]:
        """Those of which nothing was said."""
        return [row for row in self.rows if not row.choice]

    @property
    def unnamed_rows(self) -> list[LabelRow]:
        """Those that the project has no label for, as far as anybody said, and that are not to be
        new ones: they can all be made new at once."""
        return [
            row
            for row in self.rows
            if row.theirs
            and row.choice not in (NEW, OUT)
            and row.choice == self._usual(row.theirs)
            and not self._known(row.theirs)
        ]

    def _usual(self, theirs: str) -> str:
        """What a label becomes unless somebody says otherwise: as is known, or "other" where the
        project has that."""
        if known := self._known(theirs):
            return known
        if not self.labels:
            return NEW if theirs else OUT
        return next((str(each.pk) for each in self.labels if fold_name(each.name) in OTHER), "")

    def _known(self, theirs: str) -> str:
        """What a label became last time, or becomes by its name or meaning."""
        return self._named(theirs) or self._meant(theirs)

    def _named(self, theirs: str) -> str:
        """What a label became last time, or becomes by its name."""
        names = self._names
        if (pk := self.project.label_map.get(remembered_as(self.project, theirs))) is not None:
            known = str(pk) if str(pk) in names.values() else ""
            if pk == 0 or known:
                return known or OUT
        ours = label_for(theirs, names, {})
        return names[ours] if ours is not None else ""

    def _meant(self, theirs: str) -> str:
        """The one label of the project that means the same: CITY is a place. A month is a date,
        but no date is a month: closed classes are left to people."""
        kind = kind_of(theirs)
        if kind is Kind.OTHER or kind in CLOSED - {Kind.AGE}:
            return ""
        same = self._meanings.get((kind, gender_of(theirs)), [])
        return same[0] if len(same) == 1 else ""

    @cached_property
    def _names(self) -> dict[str, str]:
        """The project's labels (ids) by their names."""
        return {label.name: str(label.pk) for label in self.labels}

    @cached_property
    def _meanings(self) -> dict[tuple[Kind, str], list[str]]:
        """The same by what they mean."""
        found: dict[tuple[Kind, str], list[str]] = {}
        for name, pk in self._names.items():
            found.setdefault((kind_of(name), gender_of(name)), []).append(pk)
        return found


def load_preview(job: Import) -> Preview | None:
    """What a draft shows; None where its files are gone, or were never looked at."""
    if job.status != Import.DRAFT:
        return None
    try:
        return Preview(job, load_survey(job))
    except Refused:
        return None


def load_survey(job: Import) -> Survey:
    """What was kept when the files were looked at. Raises Refused where it is gone."""
    try:
        if job.survey_path:
            return survey_from_json(path_of(job.survey_path).read_bytes())
    except FileNotFoundError:
        pass
    raise Refused(OTHER_FILES)


def read_choices(preview: Preview, given: Mapping[str, str]) -> None:
    """Take over what a form says: `duplicates`, `label-0` and so on in the order of the rows, and
    `all`: NEW, where each that the project has no label for is to be a new one.

    Raises Refused where it was made of an earlier reading.
    """
    job = preview.job
    if given.get("reading") != preview.token:
        raise Refused(_("The files were read anew in another window: look again."), status=409)
    allowed = {NEW, OUT, *(str(label.pk) for label in preview.labels)}
    for number, row in enumerate(preview.rows):
        choice = given.get(f"label-{number}", row.choice)
        if choice in allowed and (choice != NEW or row.theirs):
            job.mapping[row.theirs] = choice
    preview.__dict__.pop("rows", None)
    if given.get("all") == NEW:
        job.mapping |= {row.theirs: NEW for row in preview.unnamed_rows}
    if given.get("duplicates") in ("skip", "keep"):
        job.options["duplicates"] = given["duplicates"]
    preview.__dict__.pop("rows", None)


def check_choices(preview: Preview) -> None:
    """Raises Refused where something is still to be said, or nothing would go in."""
    if preview.open_rows:
        names = ", ".join(row.theirs or _("without a name") for row in preview.open_rows[:5])
        raise Refused(_("Say what these labels become: %(names)s.") % {"names": names})
    if preview.survey.more_labels:
        raise Refused(_("The files have more labels than a project may have."))
    if preview.dialogues < 1:
        raise Refused(_("There is nothing to import."))


def names_of(job: Import, survey: Survey) -> tuple[dict[str, str], list[str]]:
    """What was said of the labels, as an import takes it: theirs -> ours, and the new ones.

    Raises Outdated where a label that was chosen is gone.
    """
    names = {str(pk): name for pk, name in job.project.labels.values_list("pk", "name")}
    mapping, new = {}, []
    for theirs in survey.labels:
        choice = job.mapping.get(theirs, OUT)
        if choice == NEW:
            new.append(theirs)
        elif choice != OUT and choice not in names:
            raise Outdated(LABEL_GONE)
        ours = theirs if choice == NEW else names.get(choice, LEFT_OUT)
        mapping[theirs or EVERY_OTHER] = ours
    return mapping, new


def remember_choices(preview: Preview) -> None:
    """The next file with these labels, or a table with this header, finds them said."""
    said: dict[str, object] = {
        remembered_as(preview.project, row.theirs): 0 if row.choice == OUT else int(row.choice)
        for row in preview.rows
        if row.theirs and row.choice != NEW
    }
    project = preview.project
    said |= columns_to_remember(preview.job, preview.survey)
    project.label_map = dict(list({**project.label_map, **said}.items())[-MOST_REMEMBERED:])
    project.save(update_fields=["label_map"])


def remembered_as(project: Project, theirs: str) -> str:
    """A name of a file's label that nobody reads: in a file with shifted columns it is a text."""
    return hmac.new(bytes(project.surrogate_key), theirs.encode(), "sha256").hexdigest()[:32]


def digests_of(paths: Sequence[str]) -> dict[str, str]:
    """SHA-256 of kept files, by path. Raises FileNotFoundError."""
    digests = {}
    for name in paths:
        with path_of(name).open("rb") as stream:
            digests[name] = hashlib.file_digest(stream, "sha256").hexdigest()
    return digests


def check_seal(job: Import, survey: Survey) -> None:
    """Raises Refused where the files are not those that were looked at."""
    try:
        now = digests_of([each["path"] for each in job.uploads])
    except FileNotFoundError:
        now = {}
    if now != survey.digests:
        raise Refused(OTHER_FILES)
