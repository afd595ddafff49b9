"""The gate: which originals a replaced dialogue still shows, and an issue for each of them.

Called by `engine` before anything is returned: there is no replaced text that was not searched. The
search itself is `leaks`; here it is said what counts.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from surrogates import notices
from surrogates.codes import ConstraintKind, IssueCode, LeakKind
from surrogates.folding import WORD, digits_only, fold, words
from surrogates.search.leaks import scan
from surrogates.types import (
    Constraint,
    Dialogue,
    Hit,
    Issue,
    Leak,
    Mention,
    Replacement,
    Result,
    overlap,
)

COVER = "■"  # no word, no letter, no digit
WORD_BY_WORD = "word"
_TELLING = 3  # figures beside noughts that tell a number
_ARTICLE = 2  # signs of an article that is written with the word after it


class Told(NamedTuple):
    """A stretch of the draft that says these folded words on purpose: they are no leak there."""

    turn: int
    start: int
    end: int
    words: frozenset[str]


def but_told(leaks: Iterable[Leak], draft: Dialogue, told: Sequence[Told]) -> list[Leak]:
    """The leaks without those that are nothing but told words where they are told."""

    def is_told(leak: Leak) -> bool:
        text = draft.turns[leak.turn].text
        if leak.kind == LeakKind.DIGITS and _row_told(leak, draft, told):
            return True

        def is_in(each: Told) -> bool:
            start, end = max(leak.start, each.start), min(leak.end, each.end)
            # What is written with a word may be in the leak: "l'hospital", "[ama]rentzat".
            lead, ending = each.start - leak.start, text[end : leak.end]
            alone = lead <= _ARTICLE and not ending.count(" ")
            return alone and each.words.issuperset(words(text[start:end]))

        return any(
            each.turn == leak.turn
            and overlap((each.start, each.end), (leak.start, leak.end))
            and is_in(each)
            for each in told
        )

    return [leak for leak in leaks if not is_told(leak)]


def _row_told(leak: Leak, draft: Dialogue, told: Iterable[Told]) -> bool:
    """Whether digits in a row are of numbers that stay alone: "[10] o [15] minutos"."""
    place = (leak.start, leak.end)
    rows = [t for t in told if t.turn == leak.turn and overlap((t.start, t.end), place)]
    inside = [m for m in draft.turns[leak.turn].mentions if overlap((m.start, m.end), place)]
    whole = rows and min(t.start for t in rows) <= leak.start
    return bool(whole) and leak.end <= max(t.end for t in rows) and len(inside) == len(rows)


def but_round(leaks: Iterable[Leak], original: Dialogue, draft: Dialogue) -> list[Leak]:
    """The leaks without figures of a surrogate that are mostly noughts, and not all of an original:
    "[10000] Troyes" beside "[210 000] euros"."""
    said = {mention.key: digits_only(text) for mention, text in _mentions(original)}

    def is_round(leak: Leak) -> bool:
        turn = draft.turns[leak.turn]
        figures = digits_only(turn.text[leak.start : leak.end])
        drawn = any(mention.start <= leak.start < mention.end for mention in turn.mentions)
        telling = len(figures.replace("0", "")) >= _TELLING
        return drawn and bool(figures) and not telling and figures != said.get(leak.mention)

    return [leak for leak in leaks if leak.kind != LeakKind.DIGITS or not is_round(leak)]


def but_allowed(
    leaks: Iterable[Leak], draft: Dialogue, allowed: Iterable[tuple[str, ...]]
) -> list[Leak]:
    """The leaks without words in lower case that name nobody in this corpus, as a person said."""
    fine = {word for phrase in allowed for word in phrase}

    def names_nobody(leak: Leak) -> bool:
        turn, place = draft.turns[leak.turn], (leak.start, leak.end)
        text = turn.text[leak.start : leak.end]
        if leak.kind not in (LeakKind.WORD, LeakKind.HOMOGRAPH) or not text.islower():
            return False
        # A surrogate shows no original, whatever it means elsewhere.
        outside = not any(overlap((m.start, m.end), place) for m in turn.mentions)
        return outside and fine.issuperset(words(text))

    return [leak for leak in leaks if not names_nobody(leak)] if fine else list(leaks)


def but_answered(result: Result, places: Collection[tuple[int, int, int]]) -> Result:
    """The result without repeats at places of the original (turn, start, end) of which a person
    said that they name nobody."""
    if not places:
        return result

    def stands(leak: Leak) -> bool:
        moved = _moved(leak.start, (r for r in result.replacements if r.turn == leak.turn))
        return (leak.turn, leak.start - moved, leak.end - moved) not in places

    leaks = tuple(leak for leak in result.leaks if stands(leak))
    issues = tuple(
        issue
        for issue in result.issues
        if issue.code != IssueCode.RESIDUAL_MENTION
        or (issue.turn, issue.start, issue.end) not in places
    )
    return replace(result, leaks=leaks, issues=issues)


def _moved(place: int, replaced: Iterable[Replacement]) -> int:
    """How far the surrogates before a place of the draft have moved it."""
    return sum(
        (r.new_end - r.new_start) - (r.end - r.start) for r in replaced if r.new_end <= place
    )


def judge(
    original: Dialogue,
    result: Result,
    leaks: Sequence[Leak],
    *,
    strategies: Mapping[str, str],
    told: Sequence[Told] = (),
    q: float = 1.0,
    constraints: Iterable[Constraint] = (),
    allowed: Iterable[tuple[str, ...]] = (),
) -> Result:
    """The result with the leaks that count, and an issue for each that the engine raised none for.

    `leaks` are what `leaks.scan` says of the draft, `strategies` label -> the strategy that it was
    replaced by, `told` where words of an original stand on purpose, `allowed` words that name
    nobody, in lower case. What q left on purpose is no leak; the same anywhere else is.
    """
    if q < 1:
        covered = without_kept(result, strategies, q)
        leaks = but_told(scan(original, covered.draft), covered.draft, told)
        leaks = but_round(leaks, original, covered.draft)
    fine = {word for phrase in allowed for word in phrase}
    counts = _counting(original, result, constraints, fine)
    result = replace(result, leaks=tuple(leak for leak in leaks if counts(leak)))
    return _with_issues(original, result)


def with_known(result: Result, hits: Iterable[Hit]) -> Result:
    """The result with what `corpus` found: originals of other dialogues, with what to do."""
    leaks, issues = list(result.leaks), list(result.issues)
    moves: dict[int, list[Replacement]] = {}
    for each in result.replacements:
        moves.setdefault(each.turn, []).append(each)
    for hit in hits:
        label_it = Constraint(
            ConstraintKind.LABEL, (), f"{hit.turn}:{hit.start}-{hit.end}:{hit.label}"
        )
        notice = notices.KNOWN_ELSEWHERE
        if not hit.sure:
            notice = notice._replace(severity="warn" if hit.said else "info")
        issues.append(notice.issue(hit.turn, hit.start, hit.end, (), label_it))
        if hit.sure:
            moved = sum(
                (r.new_end - r.new_start) - (r.end - r.start)
                for r in moves.get(hit.turn, ())
                if r.end <= hit.start
            )
            leaks.append(Leak(hit.turn, hit.start + moved, hit.end + moved, LeakKind.KNOWN))
    return replace(result, leaks=tuple(leaks), issues=tuple(issues))


def _counting(
    original: Dialogue,
    result: Result,
    constraints: Iterable[Constraint],
    allowed: set[str],
) -> Callable[[Leak], bool]:
    """Whether a leak counts."""
    said = (IssueCode.DATE_RELATIVE, IssueCode.LOW_ENTROPY)
    stays = {m for i in result.issues if i.code in said for m in i.mentions}
    dismissed = {
        key
        for each in constraints
        if each.kind == ConstraintKind.DISMISS and each.value == IssueCode.RESIDUAL_MENTION
        for key in each.mentions
    }
    names = [(mention, words(text)) for mention, text in _mentions(original)]
    fine = {
        word for mention, name_words in names if mention.key in dismissed for word in name_words
    } | allowed
    alone = {name_words[0] for _, name_words in names if len(name_words) == 1}

    def counts(leak: Leak) -> bool:
        text = result.draft.turns[leak.turn].text[leak.start : leak.end]
        name_words = words(text)
        lower = leak.kind == LeakKind.WORD and text.islower()
        # A person said so, the lexicon knows it, or it is a part of a longer name (Casa Pepe).
        ordinary = lower and (fine.issuperset(name_words) or alone.isdisjoint(name_words))
        # "Ayer" under a date's label is left as it was on purpose; a note tells of the figure
        # that a code of this form always has.
        itself = leak.kind == LeakKind.UNCHANGED and leak.mention in stays
        return not (ordinary or itself or leak.kind == LeakKind.HOMOGRAPH)

    return counts


def without_kept(result: Result, strategies: Mapping[str, str], q: float) -> Result:
    """The result with what q left as it was covered, sign for sign: all else is to be searched."""
    if q >= 1:
        return result
    covered = tuple(_covered(each, strategies) for each in result.replacements)
    texts = [turn.text for turn in result.draft.turns]
    for each in covered:
        text = texts[each.turn]
        texts[each.turn] = text[: each.new_start] + each.surrogate + text[each.new_end :]
    turns = zip(result.draft.turns, texts, strict=True)
    draft = replace(result.draft, turns=tuple(replace(turn, text=text) for turn, text in turns))
    return replace(result, draft=draft, replacements=covered)


def _covered(each: Replacement, strategies: Mapping[str, str]) -> Replacement:
    if each.surrogate != each.original and strategies[each.label] != WORD_BY_WORD:
        return each
    original_words = words(each.original)
    text = WORD.sub(
        lambda match: COVER * len(match[0]) if fold(match[0]) in original_words else match[0],
        each.surrogate,
    )
    return replace(each, surrogate=text)


def _with_issues(original: Dialogue, result: Result) -> Result:
    known = {(issue.turn, issue.start) for issue in result.issues}
    by_turn: dict[int, list[Replacement]] = {}
    for each in result.replacements:
        by_turn.setdefault(each.turn, []).append(each)
    added = []
    for leak in result.leaks:
        issue = _issue(original, result, by_turn.get(leak.turn, []), leak)
        if (issue.turn, issue.start) not in known:
            known.add((issue.turn, issue.start))
            added.append(issue)
    return replace(result, issues=(*result.issues, *added)) if added else result


def _issue(original: Dialogue, result: Result, replaced: list[Replacement], leak: Leak) -> Issue:
    for each in replaced:
        if overlap((each.new_start, each.new_end), (leak.start, leak.end)):
            return notices.LEAK_ORIGINAL.issue(leak.turn, each.start, each.end, (each.key,))
    moved = _moved(leak.start, replaced)
    text = result.draft.turns[leak.turn].text[leak.start : leak.end]
    owner = next(
        (m.key for m, name in _mentions(original) if set(words(text)) & set(words(name))), ""
    )
    notice = notices.RESIDUAL_MENTION
    if leak.kind == LeakKind.WORD and text.islower():
        notice = notice._replace(severity="warn")
    keys = (owner,) if owner else ()
    return notice.issue(leak.turn, leak.start - moved, leak.end - moved, keys)


def _mentions(dialogue: Dialogue) -> Iterator[tuple[Mention, str]]:
    for turn in dialogue.turns:
        for mention in turn.mentions:
            yield mention, turn.text[mention.start : mention.end]
