"""The turns of a dialogue before and after their replacement, cut at the labels.

Called by the revision page and its panels. For a person who may not see originals they are cut
without them: nothing is left to a template or a style sheet.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from annotation.formats.corpora.standoff import events_of, utterances_of, with_standoff
from annotation.models import Label, Turn
from annotation.services.figures import short_share
from annotation.services.revision.coverage import NOBODY, UNSETTLED
from annotation.services.revision.issue_decisions import LABELS_IT
from annotation.services.revision.plans import BLOCK, Plan
from surrogates.codes import IssueCode
from surrogates.types import Issue, Leak, Replacement, overlap

# Marks of words that no label covers.
OPEN = "open"  # an issue that blocks says that one should
MAY = "may"  # they may depend on what was replaced
Cut = tuple[int, int, Replacement | str]  # start, end, what stands there, or a mark

_RANK = {OPEN: 0, MAY: 1}  # the graver has the words that both want
HIDDEN = "•••"
DOTS = re.compile(f"{HIDDEN[0]}+")


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a turn; with a letter it is a label's span."""

    text: str
    letter: str = ""
    family: str = ""
    label: str = ""
    mention: str = ""
    score: str = ""
    was: str = ""  # what stands there now, where a fix that is tried out would change it
    is_meant: bool = False  # by the issue in which it is drawn
    mark: str = ""  # of words that no label covers


@dataclass(frozen=True, slots=True)
class Pair:
    number: int
    speaker: str
    before: list[Piece]  # empty for who may not see originals
    after: list[Piece]
    read_by: str
    leaks: bool
    # What the turn holds beside its text (see `standoff`), by the offsets of each side.
    beside: tuple[Mapping[str, object], Mapping[str, object]] = ({}, {})
    is_second: bool = False  # not the speaker who began the dialogue

    @property
    def changed(self) -> bool:
        return any(piece.letter for piece in self.after)


def pairs_of(
    now: Plan,
    labels: dict[str, Label],
    *,
    originals: bool,
    turns: set[int] | None = None,
    before: Plan | None = None,
) -> list[Pair]:
    """The turns before and after, cut at the labels; all of them, or these (0-based).

    With `before`, the plan that stands, each piece says what `now` would change of it.
    """
    shown = _shown_by(before, originals=originals) if before else None
    by_turn: dict[int, list[Replacement]] = {}
    for replacement in now.result.replacements:
        by_turn.setdefault(replacement.turn, []).append(replacement)
    leaks: dict[int, list[Leak]] = {}
    for leak in now.leaks:
        leaks.setdefault(leak.turn, []).append(leak)
    pairs = []
    for index, turn in enumerate(now.turns):
        if turns is not None and index not in turns:
            continue
        here = sorted(by_turn.get(index, ()), key=lambda r: r.start)
        scores = {
            span.start: short_share(span.confidence)
            for span in now.spans.get(turn.pk, ())
            if span.reading_id is None and span.confidence is not None
        }
        bare = _marked(now, index, here) if originals else []
        left = pieces(turn.text, _cuts(here, bare), labels, scores)
        if shown is not None:  # what is labelled anew has no label yet
            left = [_unlabelled(piece, shown) for piece in left]
        text = now.result.draft.turns[index].text
        reader = turn.read_by  # type: ignore[attr-defined]
        beside: tuple[Mapping[str, object], Mapping[str, object]] = ({}, {})
        if originals:
            right = pieces(text, _cuts(here, bare, new=True), labels)
            beside = turn.extra, moved(turn.extra, len(turn.text), here)
        elif reader in (NOBODY, *UNSETTLED):  # nobody knows what stands there
            left, right = [], [Piece(HIDDEN)]
        else:
            masked = _masked(text, leaks.get(index, ()))
            cut = pieces(masked, [(r.new_start, r.new_end, r) for r in here], labels)
            left, right = [], [replace(piece, text=DOTS.sub(HIDDEN, piece.text)) for piece in cut]
            if masked == text:
                beside = {}, moved(turn.extra, len(turn.text), here)
        if shown is not None:
            right = [_beside_old(piece, turn, shown, originals=originals) for piece in right]
        second = turn.speaker != now.turns[0].speaker
        pairs.append(
            Pair(index + 1, turn.speaker, left, right, reader, index in leaks, beside, second)
        )
    return pairs


def _marked(now: Plan, turn: int, here: Sequence[Replacement]) -> list[tuple[int, int, str]]:
    """The words of a turn that issues stand at outside the labels, and their marks."""
    found = sorted(
        (_RANK[mark], issue.start, issue.end, mark)
        for issue in now.result.issues
        if issue.turn == turn and (mark := _mark(issue))
    )
    taken = [(r.start, r.end) for r in here]
    free: list[tuple[int, int, str]] = []
    for _rank, start, end, mark in found:
        if not any(overlap((start, end), other) for other in taken):
            taken.append((start, end))
            free.append((start, end, mark))
    return free


def _mark(issue: Issue) -> str:
    if issue.code == IssueCode.MAY_DEPEND:
        return MAY
    return OPEN if issue.code in LABELS_IT and issue.severity == BLOCK else ""


def _cuts(
    here: Sequence[Replacement], bare: Sequence[tuple[int, int, str]], *, new: bool = False
) -> list[Cut]:
    """Where a turn is cut, in its original or its `new` text."""
    cuts: list[Cut] = [(r.new_start, r.new_end, r) if new else (r.start, r.end, r) for r in here]
    for start, end, mark in bare:
        before = [r for r in here if r.end <= start]
        by = before[-1].new_end - before[-1].end if new and before else 0
        cuts.append((start + by, end + by, mark))
    return sorted(cuts, key=lambda cut: cut[0])


def _shown_by(plan: Plan, *, originals: bool) -> dict[str, str]:
    """What is shown of each mention: its surrogate, hidden where it tells an original."""
    leaking = set() if originals else leaking_mentions(plan)
    return {r.key: HIDDEN if r.key in leaking else r.surrogate for r in plan.result.replacements}


def _beside_old(piece: Piece, turn: Turn, shown: dict[str, str], *, originals: bool) -> Piece:
    """The piece with what stood in its place; a word that is labelled anew stood there itself."""
    if not piece.mention:
        return piece
    was = shown.get(piece.mention)
    if was is None:
        was = _word_at(piece.mention, turn.text) if originals else HIDDEN
    return replace(piece, was=was) if was != piece.text else piece


def _unlabelled(piece: Piece, shown: Mapping[str, str]) -> Piece:
    """The piece without the label that a fix would give it."""
    is_new = piece.mention and piece.mention not in shown
    return Piece(piece.text, mark=OPEN) if is_new else piece


def _word_at(mention: str, text: str) -> str:
    """The words of a mention's key ("turn:start-end")."""
    start, _, end = mention.partition(":")[2].partition("-")
    return text[int(start) : int(end)] if start.isdecimal() and end.isdecimal() else ""


def moved(
    extra: Mapping[str, object], size: int, here: Sequence[Replacement]
) -> Mapping[str, object]:
    """What a turn of this size holds beside its text, by the offsets of its replaced text."""
    if not extra or not here:
        return extra

    def place(old: int) -> int:
        for r in reversed(here):
            if old >= r.end:
                return old - r.end + r.new_end
            if old > r.start:
                return r.new_start
        return old

    said = [
        replace(each, start=place(each.start), end=place(each.end))
        for each in utterances_of(extra, size)
    ]
    heard = [
        replace(each, start=place(each.start), end=place(each.end))
        for each in events_of(extra, size)
    ]
    return with_standoff({}, said, heard)


def pieces(
    text: str,
    cuts: Sequence[Cut],
    labels: dict[str, Label],
    scores: dict[int, str] | None = None,
) -> list[Piece]:
    """Cut a text at (start, end) of each replacement, or of words without one, in order."""
    parts, at = [], 0
    for start, end, replacement in cuts:
        if start > at:
            parts.append(Piece(text[at:start]))
        at = end
        if isinstance(replacement, str):
            parts.append(Piece(text[start:end], mark=replacement))
            continue
        letter, family = look(replacement.label, labels)
        score = (scores or {}).get(start, "")
        piece = Piece(text[start:end], letter, family, replacement.label, replacement.key, score)
        parts.append(piece)
    if at < len(text):
        parts.append(Piece(text[at:]))
    return parts


def leaking_mentions(now: Plan) -> set[str]:
    """The mentions whose surrogates show an original."""
    spots = {(leak.turn, leak.start, leak.end) for leak in now.leaks}
    return {
        r.key
        for r in now.result.replacements
        for turn, start, end in spots
        if r.turn == turn and overlap((r.new_start, r.new_end), (start, end))
    }


def look(label: str, labels: dict[str, Label]) -> tuple[str, str]:
    known = labels.get(label)
    return (known.key.upper(), known.family) if known else ("?", "other")


def _masked(text: str, leaks: Iterable[Leak]) -> str:
    """The text with dots where an original stands in it, as long as before: offsets still hold."""
    for leak in leaks:
        dots = HIDDEN[0] * (leak.end - leak.start)
        text = text[: leak.start] + dots + text[leak.end :]
    return text
