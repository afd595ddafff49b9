"""The first time that an import reads its files: every fault is found, every duplicate named, and
nothing is written. What it found says how the second reading (`writing`) writes.

Called by `dialogues`.
"""

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from annotation.formats import faults
from annotation.formats.errors import FormatError
from annotation.formats.fingerprint import fingerprint
from annotation.formats.types import DialogueValue
from annotation.models import Dialogue, Project
from annotation.schemes import Scheme, guess_scheme
from annotation.services.imports.checks import (
    SHOWN,
    find_taken,
    find_unknown,
    needs_scheme,
    own_labels,
    taken_id,
)
from annotation.services.imports.contents import (
    format_of,
    found_in,
    iter_upload,
    read_samples,
    understood,
)
from annotation.services.imports.options import Options
from annotation.services.imports.other_tools.found import Matcher, unknown_types
from annotation.services.imports.other_tools.replaced import ReplacedVersions
from annotation.services.imports.reports import MOST_NAMED, Duplicate, Faults, FileReport, Named
from annotation.services.imports.survey import Survey
from annotation.services.imports.uploads import Upload

Tick = Callable[[int], None]  # called with the turns that were read since the last call
CHUNK = 200  # dialogues looked at together


@dataclass(frozen=True, slots=True)
class GoodFile:
    """A file without a fault: how it is read again, and which of its dialogues are left out."""

    upload: Upload
    format: str
    known: tuple[str, ...]  # labels that the project had as it was read
    skipped: frozenset[int]


@dataclass
class Found:
    """What the first reading found. `scheme`: labels that the project takes from the files."""

    reports: list[FileReport] = field(default_factory=list)
    good: list[GoodFile] = field(default_factory=list)
    scheme: Scheme | None = None

    @property
    def turns(self) -> int:
        return sum(report.turns for report in self.reports)

    @property
    def has_duplicates(self) -> bool:
        return any(report.ok and report.duplicate_count for report in self.reports)


def read_versions(
    uploads: Iterable[Upload], options: Options, limit: int | None, survey: Survey | None = None
) -> tuple[ReplacedVersions, list[FileReport]]:
    """The replaced versions, from files of their own, and the reports of those with faults."""
    versions, reports = ReplacedVersions(), []
    for upload in uploads:
        found, format = Faults(), ""
        try:
            format = format_of(upload, options, limit)
            on_fault = found.add if options.every_fault else None
            for dialogue in iter_upload(upload, format, options, limit, on_fault):
                try:
                    versions.add(upload.name, dialogue)
                except FormatError as fault:
                    if on_fault is None:
                        raise
                    on_fault(fault)
        except FormatError as fault:
            found.add(fault)
        if found.count:
            reports.append(
                FileReport(upload.name, format, problems=found.first, problem_count=found.count)
            )
            if survey is not None:
                survey.begin(upload)
                survey.files[-1].samples = read_samples(upload, limit)
    return versions, reports


class FirstReading:
    """Reads the files in their order; what a good one brings counts for those after it."""

    def __init__(
        self,
        project: Project,
        options: Options,
        limit: int | None,
        versions: ReplacedVersions | None,
        tick: Tick,
        survey: Survey | None = None,
        matcher: Matcher | None = None,
    ) -> None:
        self.matcher = matcher
        self.project, self.options, self.limit = project, options, limit
        self.versions, self.tick = versions, tick
        self.survey = survey  # of who only looks: then the files keep their own labels
        self.found = Found()
        self._shown = MOST_NAMED if options.every_fault else SHOWN
        self._free = needs_scheme(project)  # labels may still come with a file
        self._known = own_labels(project)
        self._names = list(project.labels.values_list("name", flat=True))
        if not self._free:
            self._known += options.new_labels
            self._names += options.new_labels
        self._ids: set[str] = set()
        self._texts: dict[int, tuple[str, str, int]] = {}  # text -> file, id, line

    def read(self, uploads: Sequence[Upload]) -> Found:
        """Read all; where originals and replaced versions are paired, all is good or nothing."""
        for upload in uploads:
            try:
                report = self._read_file(upload)
            except FormatError as error:
                report = FileReport(error.file, problems=(error,))
            if self.survey is not None and (
                self.options.encoding_of(upload) != "utf-8"
                or any(each.code == "encoding" for each in report.problems)
            ):
                self.survey.files[-1].samples = read_samples(upload, self.limit)
            self.found.reports.append(report)
        if self.versions is not None and (refused := self._refused(self.versions)):
            return Found(refused)
        return self.found

    def _refused(self, versions: ReplacedVersions) -> list[FileReport]:
        """The reports of files with faults, where originals and replaced versions are paired; of
        versions without an original, too, where every original could be read."""
        refused = [report for report in self.found.reports if not report.ok]
        unpaired = sum(report.problem_count for report in refused)
        if all(report.problem_count for report in refused) and unpaired == versions.unpaired:
            left: dict[str, Faults] = {}
            for fault in versions.without_original():
                left.setdefault(fault.file, Faults()).add(fault)
            refused += [
                FileReport(file, problems=each.first, problem_count=each.count)
                for file, each in left.items()
            ]
        if refused and self.survey is not None:
            told = [not report.ok for report in self.found.reports]
            self.survey.files = list(itertools.compress(self.survey.files, told))
        return refused

    def _read_file(self, upload: Upload) -> FileReport:
        if self.survey is not None:
            self.survey.begin(upload)
        tally = _Tally(upload.name)
        options = replace(self.options, on_passed=lambda why: tally.passed.update([why]))
        if self.survey is not None:
            options = replace(options, columns_for=self.survey.watch_tables(options.columns_for))
        format = format_of(upload, options, self.limit)
        on_fault = tally.faults.add if self._tells_all else None
        given = (
            *(upload, format, options, self.limit, self._known, self.versions, on_fault),
            self.matcher,
        )
        if self.survey is None:
            dialogues = understood(*given)
        else:
            dialogues = self.survey.watch(found_in(*given))
        while chunk := list(itertools.islice(dialogues, CHUNK)):
            self._look(tally, chunk)
            self.tick(sum(len(each.turns) for each in chunk))
        if tally.types and not self._free:
            tally.unknown.append(unknown_types(upload.name, tally.types))
        problems = tally.taken.first or tuple(tally.unknown)
        if not problems and options.duplicates == "refuse":
            problems = tuple(duplicate_text(upload.name, each) for each in tally.named.first)
        if tally.faults.count:
            count = tally.faults.count + tally.taken.count
            problems = tally.faults.merged(tally.taken)
            if options.lenient and tally.ids and not tally.unknown and self.versions is None:
                report = self._keep(upload, format, tally)
                tables = tally.faults.tables
                return replace(report, problems=problems, problem_count=count, tables_out=tables)
            return tally.named.on(
                FileReport(upload.name, format, problems=problems, problem_count=count)
            )
        if problems:
            report = FileReport(problems[0].file, format, problems=problems[: self._shown])
            return tally.named.on(report)
        return self._keep(upload, format, tally)

    @property
    def _tells_all(self) -> bool:
        return self.options.every_fault or self.options.lenient

    def _look(self, tally: "_Tally", chunk: Sequence[DialogueValue]) -> None:
        """Count a stretch of a file and compare it with what is there."""
        options = self.options
        labelled = options.spans != "ignore"
        if labelled and self.survey is None:
            tally.labels |= {
                span.label for each in chunk for turn in each.turns for span in turn.spans
            }
            if options.is_found:
                tally.count_unknown(chunk, () if self._free else self._names)
            elif not self._free and len(tally.unknown) < SHOWN:
                tally.unknown += find_unknown(chunk, self._names, tally.file)
        if options.is_found:  # what is here already is what it is about
            for dialogue in chunk:
                tally.count(dialogue, skip=False, spans=True)
            return
        fingerprints = [fingerprint(turn.text for turn in each.turns) for each in chunk]
        there = self._there({text for text in fingerprints if text is not None})
        taken = find_taken(self.project, chunk) | {
            each.id for each in chunk if each.id in self._ids
        }
        for dialogue, text in zip(chunk, fingerprints, strict=True):
            if dialogue.id in taken:
                same = text is not None and there.get(text, ("", ""))[0] == dialogue.id
                tally.refuse(taken_id(tally.file, dialogue.line, same=same), options.lenient)
                continue
            twin = self._twin(tally, text, there)
            if twin is not None:
                tally.named.add(replace(twin, line=dialogue.line or None, id=dialogue.id))
            skip = twin is not None and options.duplicates == "skip"
            tally.count(dialogue, skip=skip, spans=labelled)
            if text is not None and twin is None:
                tally.texts[text] = tally.file, dialogue.id, dialogue.line

    def _there(self, texts: set[int]) -> dict[int, tuple[str, str]]:
        """The project's dialogues of these texts: id and split, first those of the other split."""
        rows = Dialogue.objects.filter(project=self.project, text_hash__in=texts)
        places: dict[int, tuple[str, str]] = {}
        for text, name, split in rows.values_list("text_hash", "external_id", "split"):
            if text not in places or split != self.options.split:
                places[cast(int, text)] = name, split
        return places

    def _twin(
        self, tally: "_Tally", text: int | None, there: Mapping[int, tuple[str, str]]
    ) -> Duplicate | None:
        if text is None:
            return None
        if text in there:
            name, split = there[text]
            return Duplicate(None, "", name, split, across=split != self.options.split)
        if before := tally.texts.get(text) or self._texts.get(text):
            file, name, line = before
            return Duplicate(None, "", name, other_file=file, other_line=line or None)
        return None

    def _keep(self, upload: Upload, format: str, tally: "_Tally") -> FileReport:
        """Count a good file, and let it count for those after it."""
        known = tuple(self._known)
        if tally.spans and self._free and self.survey is None:
            self.found.scheme = guess_scheme({*tally.labels, *self.options.new_labels})
            self._known = [each.name for each in self.found.scheme.labels if each.key]
            self._names = [each.name for each in self.found.scheme.labels]
            self._free = False
        self._ids |= tally.met
        self._texts |= tally.texts
        self.found.good.append(
            GoodFile(upload, format, known, frozenset(tally.skipped | tally.left_out))
        )
        labelled = self.options.spans == "ignore" or tally.spans or self.options.is_foreign
        report = FileReport(
            upload.name,
            format,
            len(tally.ids),
            tally.turns,
            tally.spans,
            unlabelled=not labelled,
            skipped=len(tally.skipped),
            passed=dict(tally.passed),
        )
        return tally.named.on(report)


@dataclass
class _Tally:
    file: str
    turns: int = 0
    spans: int = 0
    place: int = 0  # of the next dialogue, among those that can be read
    met: set[str] = field(default_factory=set)
    ids: set[str] = field(default_factory=set)  # of what goes in
    labels: set[str] = field(default_factory=set)
    texts: dict[int, tuple[str, str, int]] = field(default_factory=dict)
    skipped: set[int] = field(default_factory=set)  # which dialogues, by their place in the file
    left_out: set[int] = field(default_factory=set)  # the same, for a fault
    passed: Counter[str] = field(default_factory=Counter)  # no dialogues: why, and how many
    named: Named = field(default_factory=Named)
    faults: Faults = field(default_factory=Faults)
    taken: Faults = field(default_factory=Faults)
    unknown: list[FormatError] = field(default_factory=list)
    types: Counter[str] = field(default_factory=Counter)  # of findings, that the project lacks

    def count(self, dialogue: DialogueValue, *, skip: bool, spans: bool) -> None:
        """Count a dialogue that goes in, or note that it is left out."""
        self.place += 1
        self.met.add(dialogue.id)
        if skip:
            self.skipped.add(self.place - 1)
            return
        self.ids.add(dialogue.id)
        self.turns += len(dialogue.turns)
        self.spans += spans * sum(len(turn.spans) for turn in dialogue.turns)

    def count_unknown(self, chunk: Sequence[DialogueValue], known: Sequence[str]) -> None:
        """Count types of findings that no label is for; "" one that is of the very words found."""
        if not known:
            return
        for turn in (turn for each in chunk for turn in each.turns):
            for span in turn.spans:
                if span.label not in known:
                    words = turn.text[span.start : span.end].casefold()
                    self.types["" if span.label.casefold() in words else span.label] += 1

    def refuse(self, fault: FormatError, lenient: bool) -> None:
        """Leave out a dialogue for a fault, or with it the file."""
        (self.faults if lenient else self.taken).add(fault)
        self.left_out.add(self.place)
        self.place += 1


def duplicate_text(file: str, twin: Duplicate) -> FormatError:
    """The fault of a dialogue whose text is there, where duplicates are refused."""
    fault = faults.TEXT_IN_PROJECT if twin.split else faults.TEXT_IN_FILES
    return FormatError(fault, file=file, line=twin.line)
