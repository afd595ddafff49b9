"""Leaks that keep a dialogue back, and an issue for each, so that a person can settle it.

Called by `plans` and `pseudonyms`; the search itself is `surrogates.leaks`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from annotation.services.rules import Rules
from surrogates.folding import WORD, fold, words
from surrogates.leaks import Leak, scan
from surrogates.types import Constraint, Dialogue, Fix, Issue, Mention, Replacement, Result

RESIDUAL = "RESIDUAL_MENTION"
COVER = "■"  # no word, no letter, no digit


def find_leaks(
    original: Dialogue, result: Result, rules: Rules, constraints: Iterable[Constraint] = ()
) -> tuple[Leak, ...]:
    """The leaks that count. What q left on purpose is none; the same anywhere else is.

    An ordinary lower-case word that is written like a name is none where the lexicon knows it,
    where it is only a part of a longer name ("casa" beside Casa Pepe), or where a person said so.
    With `word` a number or month may be drawn as itself: a reader cannot tell, and forbidding it
    would say what it is not [Adelani20]. "Ayer" under a date's label is left as it was on purpose.
    """
    stays = {m for i in result.issues if i.code == "DATE_RELATIVE" for m in i.mentions}
    dismissed = {
        key
        for each in constraints
        if each.kind == "dismiss" and each.value == RESIDUAL
        for key in each.mentions
    }
    names = [(mention, words(text)) for mention, text in _mentions(original)]
    fine = {word for mention, said in names if mention.key in dismissed for word in said}
    alone = {said[0] for _, said in names if len(said) == 1}
    word = {mention.key for mention, _ in names if rules.is_word(mention.label)}

    def counts(leak: Leak) -> bool:
        text = result.dialogue.turns[leak.turn].text[leak.start : leak.end]
        said = words(text)
        lower = leak.kind == "word" and text.islower()
        ordinary = lower and (fine.issuperset(said) or alone.isdisjoint(said))
        itself = leak.kind == "unchanged" and (leak.mention in word or leak.mention in stays)
        return not (ordinary or itself or leak.kind == "homograph")

    searched = without_kept(result, rules).dialogue
    return tuple(leak for leak in scan(original, searched) if counts(leak))


def without_kept(result: Result, rules: Rules) -> Result:
    """The result with what q left as it was covered, sign for sign: all else is to be searched.

    An item is left whole, with `word` each of its words by itself. With q = 1 nothing is left, and
    what looks so is a leak.
    """
    if rules.q >= 1:
        return result
    covered = tuple(_covered(each, rules) for each in result.replacements)
    texts = [turn.text for turn in result.dialogue.turns]
    for each in covered:
        text = texts[each.turn]
        texts[each.turn] = text[: each.new_start] + each.surrogate + text[each.new_end :]
    turns = zip(result.dialogue.turns, texts, strict=True)
    dialogue = replace(
        result.dialogue, turns=tuple(replace(turn, text=text) for turn, text in turns)
    )
    return replace(result, dialogue=dialogue, replacements=covered)


def _covered(each: Replacement, rules: Rules) -> Replacement:
    if each.surrogate != each.original and not rules.is_word(each.label):
        return each
    said = words(each.original)
    text = WORD.sub(
        lambda match: COVER * len(match[0]) if fold(match[0]) in said else match[0], each.surrogate
    )
    return replace(each, surrogate=text)


def with_leak_issues(original: Dialogue, result: Result, leaks: Iterable[Leak]) -> Result:
    """The result with an issue for each leak that the engine has raised none for."""
    known = {(issue.turn, issue.start) for issue in result.issues}
    by_turn: dict[int, list[Replacement]] = {}
    for each in result.replacements:
        by_turn.setdefault(each.turn, []).append(each)
    added = []
    for leak in leaks:
        issue = _issue(original, result, by_turn.get(leak.turn, []), leak)
        if (issue.turn, issue.start) not in known:
            known.add((issue.turn, issue.start))
            added.append(issue)
    return replace(result, issues=(*result.issues, *added)) if added else result


def _issue(original: Dialogue, result: Result, replaced: list[Replacement], leak: Leak) -> Issue:
    for each in replaced:
        if each.new_start < leak.end and leak.start < each.new_end:
            return Issue(
                code="LEAK_ORIGINAL",
                severity="block",
                turn=leak.turn,
                start=each.start,
                end=each.end,
                message="A surrogate shows an original of the dialogue.",
                fix=Fix((Constraint("placeholder", (each.key,)),)),
                mentions=(each.key,),
            )
    moved = sum(
        (r.new_end - r.new_start) - (r.end - r.start) for r in replaced if r.new_end <= leak.start
    )
    text = result.dialogue.turns[leak.turn].text[leak.start : leak.end]
    owner = next(
        (m.key for m, name in _mentions(original) if set(words(text)) & set(words(name))), ""
    )
    ordinary = leak.kind == "word" and text.islower()
    return Issue(
        code=RESIDUAL,
        severity="warn" if ordinary else "block",
        turn=leak.turn,
        start=leak.start - moved,
        end=leak.end - moved,
        message="An unlabelled word is written like a labelled one.",
        mentions=(owner,) if owner else (),
    )


def _mentions(dialogue: Dialogue) -> Iterator[tuple[Mention, str]]:
    for turn in dialogue.turns:
        for mention in turn.mentions:
            yield mention, turn.text[mention.start : mention.end]
