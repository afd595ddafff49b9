"""What a dialogue looked like when it left: remembered without its text, compared with the next.

Called by `outgoing`, `exports`, the command line, bundles and the download views. Two files of the
same dialogues with other draws show by a diff which words are surrogates, and so which are not.
"""

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import ngettext

from annotation.models import Departure, Export, Project
from annotation.refusals import Refused
from annotation.services.figures import grouped
from surrogates.types import Result

PIECE = 4  # bytes of a draw's digests
DIFFERS = "differs"  # the key of a summary
SOME = 400  # dialogues that are asked for at once


@dataclass(frozen=True, slots=True)
class Look:
    """How a dialogue leaves: keyed digests of its text and of each replaced item."""

    dialogue: int
    text_digest: str
    draws: list[list[Any]]  # [place, value, words]; no word where the item stays as it was said


@dataclass(frozen=True, slots=True)
class Difference:
    """What a diff of two files shows: counts over the dialogues that both have."""

    dialogues: int = 0  # that differ
    redrawn: int = 0  # items with another surrogate
    words: int = 0  # that differ, those of items in one of the two only too

    def __add__(self, other: "Difference") -> "Difference":
        return Difference(
            self.dialogues + other.dialogues,
            self.redrawn + other.redrawn,
            self.words + other.words,
        )


def look_of(key: bytes, dialogue: int, result: Result) -> Look:
    """Digests of a replaced dialogue, by a key that is made of the project's."""
    own = hmac.digest(key, b"departures", hashlib.sha256)
    text = repr([turn.text for turn in result.draft.turns])
    draws: list[list[Any]] = []
    for each in result.replacements:
        place = f"{dialogue} {each.turn} {each.start} {each.end}"
        value = hmac.digest(own, f"{place} {each.surrogate}".encode(), hashlib.sha256)
        where = hmac.digest(own, place.encode(), hashlib.sha256)
        stays = each.surrogate == each.original  # a public domain, a letter that was drawn again
        words = 0 if stays else len(each.surrogate.split()) or 1
        draws.append([where[:PIECE].hex(), value[:PIECE].hex(), words])
    whole = hmac.digest(own, f"{dialogue} {text}".encode(), hashlib.sha256)
    return Look(dialogue, whole.hex(), draws)


def compare(old: Sequence[Sequence[Any]], new: Sequence[Sequence[Any]]) -> Difference:
    """What a diff shows of one dialogue, by its draws then and now."""
    before = {place: (value, words) for place, value, words in old}
    now = {place: (value, words) for place, value, words in new}
    both = before.keys() & now.keys()
    redrawn = [place for place in both if before[place][0] != now[place][0]]
    words = sum(max(before[place][1], now[place][1]) for place in redrawn)
    words += sum((before.get(place) or now[place])[1] for place in before.keys() ^ now.keys())
    return Difference(1, len(redrawn), words)


def differences(
    project: Project, looks: Iterable[Look], *, besides: str = ""
) -> dict[str, Difference]:
    """File that left -> what a diff with these dialogues shows; files without any are left out.

    `besides`: a file that is not compared. One query for some hundred dialogues.
    """
    found: dict[str, Difference] = {}
    for row, look in _left_before(_left(project).exclude(file=besides), looks):
        if row.text_digest != look.text_digest:
            one = compare(row.draws, look.draws)
            found[row.file] = found.get(row.file, Difference()) + one
    return found


def shown_of_departed(project: Project, looks: Iterable[Look]) -> list[tuple[int, int]]:
    """Of each of these dialogues that left before: words of its surrogates that a diff with the
    file that differs most shows, and all of them. One query for some hundred dialogues."""
    shown: dict[int, tuple[int, int]] = {}
    for row, look in _left_before(_left(project), looks):
        was = {place: value for place, value, _words in row.draws}
        words = sum(words for place, value, words in look.draws if was.get(place) != value)
        most, _all = shown.get(row.dialogue, (0, 0))
        shown[row.dialogue] = max(most, words), sum(words for *_, words in look.draws)
    return list(shown.values())


def refuse_other_draws(found: Mapping[str, Difference]) -> None:
    """Raises Refused where a dialogue has left with another surrogate for one item."""
    worst = max(found.values(), key=lambda each: each.redrawn, default=Difference())
    if not worst.redrawn:
        return
    text = ngettext(
        "%(n)s of these dialogues has left with other surrogates: a diff of both files shows "
        "%(words)s words. Nothing was written: keep its surrogates, or confirm that it leaves "
        "again.",
        "%(n)s of these dialogues have left with other surrogates: a diff of both files shows "
        "%(words)s words. Nothing was written: keep their surrogates, or confirm that they leave "
        "again.",
        worst.dialogues,
    )
    values = {"n": grouped(worst.dialogues), "words": grouped(worst.words)}
    raise Refused(text % values, code="left_otherwise")


def remember(
    project: Project,
    looks: Iterable[Look],
    *,
    file: str,
    strategy: str,
    export: Export | None = None,
) -> None:
    """Keep how the dialogues of a written file look; they have not left before `note_leaving`."""
    Departure.objects.bulk_create(
        (
            Departure(
                project=project,
                export=export,
                file=file,
                dialogue=look.dialogue,
                strategy=strategy,
                text_digest=look.text_digest,
                draws=look.draws,
            )
            for look in looks
        ),
        batch_size=SOME,
    )


def note_leaving(project: Project, file: str, *, confirmed: bool) -> None:
    """A file is taken: from now on its dialogues have left as they look in it. Raises Refused where
    meanwhile another file took them away with other surrogates, unless that is confirmed."""
    with transaction.atomic():
        Project.objects.select_for_update().get(pk=project.pk)
        rows = project.departures.filter(file=file)
        if not rows.filter(left_at=None).exists():
            return
        looks = looks_of(rows)
        found = differences(project, looks, besides=file)
        if not confirmed:
            refuse_other_draws(found)
        rows.update(left_at=timezone.now())
        _say(project, file, found)


def told_beside(project: Project, looks: Iterable[Look]) -> dict[str, Any]:
    """What a written file says of those that have left: part of its summary."""
    found = differences(project, looks).items()
    rows = {name: [one.dialogues, one.redrawn, one.words] for name, one in found}
    return {DIFFERS: rows} if rows else {}


def looks_of(rows: QuerySet[Departure]) -> list[Look]:
    fields = rows.values_list("dialogue", "text_digest", "draws")
    return [Look(number, digest, draws) for number, digest, draws in fields]


def file_of(export: Export) -> str:
    """The name under which an export's departures stand."""
    return f"export-{export.pk}"


def has_left(project: Project) -> bool:
    """Whether any dialogue of the project has left."""
    return _left(project).exists()


def told_by(summary: Mapping[str, Any]) -> Difference:
    """What a diff with the file that differs most shows, as a summary has it."""
    rows = summary.get(DIFFERS, {}).values()
    return max((Difference(*row) for row in rows), key=lambda row: row.words, default=Difference())


def difference_note(summary: Mapping[str, Any]) -> str:
    """The same as a sentence; "" where no other file of these dialogues differs."""
    one = told_by(summary)
    if not one.dialogues:
        return ""
    text = ngettext(
        "Another file of %(n)s of these dialogues has left: a diff of both shows %(words)s words "
        "that differ.",
        "Another file of %(n)s of these dialogues has left: a diff of both shows %(words)s words "
        "that differ.",
        one.dialogues,
    )
    return text % {"n": grouped(one.dialogues), "words": grouped(one.words)}


def _say(project: Project, file: str, found: Mapping[str, Difference]) -> None:
    """Both files say what their diff shows."""
    if not found:
        return
    remembered = project.exports.filter(pk__in=project.departures.values("export"))
    exports = {file_of(each): each for each in remembered}
    for name, one in found.items():
        row = [one.dialogues, one.redrawn, one.words]
        for here, there in ((file, name), (name, file)):
            if (export := exports.get(here)) is not None:
                told = {**export.summary.get(DIFFERS, {}), there: row}
                export.summary = {**export.summary, DIFFERS: told}
                export.save(update_fields=["summary"])


def _left(project: Project) -> QuerySet[Departure]:
    return project.departures.filter(left_at__isnull=False)


def _left_before(
    departed: QuerySet[Departure], looks: Iterable[Look]
) -> Iterator[tuple[Departure, Look]]:
    """Those of these dialogues, each with how it looks now; one query for some hundred of them."""
    by_number = {look.dialogue: look for look in looks}
    numbers = sorted(by_number)
    for first in range(0, len(numbers), SOME):
        for row in departed.filter(dialogue__in=numbers[first : first + SOME]).iterator():
            yield row, by_number[row.dialogue]
