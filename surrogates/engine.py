"""The one call of this package: `pseudonymise` a dialogue with a strategy and a key.

What it returns was searched for its originals (`gate`); nothing here replaces without that.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from surrogates import notices
from surrogates.checks import issues
from surrogates.checks.constraints import check_constraints, override, taught_pairs
from surrogates.codes import ConstraintKind, IssueCode, LeakKind
from surrogates.dates.hours.lengths import tell_lengths
from surrogates.dates.lives.school import tell_classes
from surrogates.dates.recurring.leap import tell_leap_years
from surrogates.dates.spoken import tell_dates
from surrogates.errors import KeyMissing, ProbabilityInvalid, SurrogateRefused, UnknownStrategy
from surrogates.labels import Kind, type_name
from surrogates.languages import lexicon_for
from surrogates.languages.common_nouns import items_of
from surrogates.languages.common_parts import tell_things
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.told_letters import key_words_as_letters
from surrogates.numbers.cued_kinds import tell_kinds
from surrogates.own_values import OwnValues
from surrogates.policies import STRATEGIES
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.search.corpus import find_known
from surrogates.search.gate import Told, but_allowed, but_round, but_told, judge, with_known
from surrogates.search.leaks import scan
from surrogates.search.originals import Originals
from surrogates.spelling.read_out import tell_read_out
from surrogates.types import (
    Constraint,
    Counts,
    Dialogue,
    EntityCard,
    Mention,
    Replacement,
    Result,
    Turn,
)


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a call may know besides the dialogue."""

    lexicon: Lexicon | None = None  # None: the one of the dialogue's language
    corpus: Counts | None = None  # switches `word` to value dissociation
    originals: Originals | None = None  # of other dialogues, to be searched for as well
    values: OwnValues | None = None  # for `entity`, of labels that name no known kind


NONE_BESIDE = Knowledge()


@dataclass(frozen=True, slots=True)
class _Written:
    """One item in the new text."""

    item: Item
    start: int  # in the new text
    end: int
    surrogate: str


def pseudonymise(
    dialogue: Dialogue,
    *,
    strategy: str | Mapping[str, str],
    key: bytes,
    constraints: Sequence[Constraint] = (),
    q: float = 1.0,
    knowledge: Knowledge = NONE_BESIDE,
) -> Result:
    """Replaces every mention of a dialogue; the text between them stays byte for byte.

    `strategy` is a name of STRATEGIES, or label -> name (labels left out are `typed`). The same
    (dialogue, key, strategy, constraints) gives the same result in any process and any order; the
    dialogue's id enters every draw, so nothing links two dialogues. `q` below 1 leaves mentions as
    they are on purpose (research only).

    The result carries the originals that are still readable (`leaks`): its `dialogue` is there only
    without any.

    Raises UnknownStrategy, ProbabilityInvalid, KeyMissing, OffsetInvalid, CrossingMentions,
    ConstraintInvalid and SurrogateRefused; it never returns half a dialogue.

    >>> from surrogates import Constraint, ConstraintKind, Dialogue, Mention, Turn, pseudonymise
    >>> call = Dialogue("call-1", "es", (
    ...     Turn("agent", "Dígame.", ()),
    ...     Turn("client", "Soy Francisco Olabe, con be.", (Mention(4, 19, "PER", "who"),)),
    ...     Turn("agent", "Dígame, Fran.", (Mention(8, 12, "PER", "short"),)),
    ... ))
    >>> result = pseudonymise(call, strategy="entity", key=b"a key")
    >>> [turn.text for turn in result.dialogue.turns]
    ['Dígame.', 'Soy Alejandro Ibañez, con be.', 'Dígame, Jandro.']

    The short form is one of the new name, and the new surname has a "be". A person may decide
    otherwise, and the rest follows:

    >>> typed = Constraint(ConstraintKind.SURROGATE, ("who",), "José Abad")
    >>> result = pseudonymise(call, strategy="entity", key=b"a key", constraints=[typed])
    >>> [turn.text for turn in result.dialogue.turns]
    ['Dígame.', 'Soy José Abad, con be.', 'Dígame, Joselito.']

    A name that was labelled in one place only would be readable, so the dialogue is held back:

    >>> half = Dialogue("call-2", "es", (
    ...     Turn("client", "Soy Francisco Olabe.", (Mention(4, 19, "PER"),)),
    ...     Turn("agent", "¿Olabe?"),
    ... ))
    >>> result = pseudonymise(half, strategy="entity", key=b"a key")
    >>> result.held, [(leak.turn, leak.start, leak.end) for leak in result.leaks]
    (True, [(1, 1, 6)])
    >>> [(str(issue.code), issue.severity) for issue in result.issues]
    [('RESIDUAL_MENTION', 'block')]
    """
    result = _once(dialogue, strategy, key, constraints, q, knowledge)
    if (named := _of_saints(result)) and not _are_decided(constraints, named):
        try:
            again = _once(dialogue, strategy, key, (*constraints, *named), q, knowledge)
        except SurrogateRefused:
            again = result
        if not _of_saints(again) and not (again.held and not result.held):
            result, constraints = again, (*constraints, *named)
    if not (clash := _clashing(result)):
        return result
    redraw = Constraint(ConstraintKind.REDRAW, clash, "1")
    again = _once(dialogue, strategy, key, (*constraints, redraw), q, knowledge)
    return result if _clashing(again) else again


def _of_saints(result: Result) -> tuple[Constraint, ...]:
    """What gives people the name of the feast's saint that they had: days move behind names."""
    told = (issue for issue in result.issues if issue.message == notices.SAINT_LOST.message)
    proposed = (c for issue in told if issue.fix is not None for c in issue.fix.constraints)
    return tuple(c for c in proposed if c.kind == ConstraintKind.SURROGATE)


def _are_decided(constraints: Sequence[Constraint], named: Sequence[Constraint]) -> bool:
    """Whether a person typed or redrew one of these mentions."""
    mentions = {mention for each in named for mention in each.mentions}
    decided = (ConstraintKind.SURROGATE, ConstraintKind.REDRAW)
    return any(c.kind in decided and mentions & set(c.mentions) for c in constraints)


def _clashing(result: Result) -> tuple[str, ...]:
    """The mentions whose new digits, beside others, are an original's by chance."""
    if not any(leak.kind == LeakKind.DIGITS for leak in result.leaks):
        return ()
    shown = (issue for issue in result.issues if issue.code == IssueCode.LEAK_ORIGINAL)
    return tuple(sorted({mention for issue in shown for mention in issue.mentions}))


def _once(
    dialogue: Dialogue,
    strategy: str | Mapping[str, str],
    key: bytes,
    constraints: Sequence[Constraint],
    q: float,
    knowledge: Knowledge,
) -> Result:
    chosen = _strategies(dialogue, strategy)
    if not 0.0 <= q <= 1.0:
        raise ProbabilityInvalid(f"q = {q}; expected 0 <= q <= 1")
    if not key:
        raise KeyMissing("an empty key; expected at least one byte")
    lexicon = knowledge.lexicon if knowledge.lexicon is not None else lexicon_for(dialogue.lang)
    items, nested = items_of(dialogue, lexicon)
    lexicon = lexicon.taught(taught_pairs(constraints))
    if "entity" in chosen.values():
        items = key_words_as_letters(dialogue, items, lexicon)
        items = tell_kinds(dialogue, tell_read_out(dialogue, items, lexicon), lexicon)
        items = tell_things(items, lexicon)
    if not {"entity", "word"}.isdisjoint(chosen.values()):
        items = tell_dates(dialogue, items, lexicon)
        items = tell_classes(dialogue, tell_lengths(dialogue, items, lexicon), lexicon)
        items = tell_leap_years(dialogue, items, lexicon)
    scene = Scene(
        dialogue,
        lexicon,
        key,
        items,
        tuple(constraints),
        q,
        knowledge.corpus or {},
        knowledge.values,
    )
    check_constraints(scene)
    for row in STRATEGIES.values():
        replaced = [item for item in items if chosen[item.label] == row.name]
        if replaced:
            row.apply(scene, replaced)
            if q < 1.0 and row.by_mention:
                scene.keep_some((item.key, [item]) for item in replaced)
    override(scene)
    rewritten, written = _rewrite(dialogue, items, scene.surrogates)
    told = _told(scene, written)
    allowed = knowledge.originals.fine if knowledge.originals is not None else ()
    leaks = but_told(scan(dialogue, rewritten), rewritten, told)
    leaks = but_round(leaks, dialogue, rewritten)
    leaks = but_allowed(leaks, rewritten, allowed)
    left = _left(scene)
    leaks = [leak for leak in leaks if leak.mention not in left]
    coherent = [item for item in items if STRATEGIES[chosen[item.label]].coheres]
    issues.inspect(scene, rewritten, nested, leaks, coherent)
    result = Result(
        draft=rewritten,
        replacements=_replacements(scene, written),
        entities=_cards(scene, items),
        issues=issues.open_issues(scene),
        people=tuple(scene.people),
        ties=tuple(scene.ties),
    )
    result = judge(
        dialogue,
        result,
        leaks,
        strategies=chosen,
        told=told,
        q=q,
        constraints=constraints,
        allowed=allowed,
    )
    if knowledge.originals is None:
        return result
    return with_known(result, find_known(knowledge.originals, dialogue))


def pseudonymise_corpus(
    dialogues: Sequence[Dialogue],
    *,
    allowed: Iterable[str] = (),
    knowledge: Knowledge = NONE_BESIDE,
    **options: Any,
) -> Iterator[Result]:
    """Each dialogue replaced, and searched for the originals of all of them.

    `allowed`: words that are no names here. `options` are those of `pseudonymise`.
    """
    originals = Originals(allowed)
    for dialogue in dialogues:
        originals.add(dialogue)
    knowledge = replace(knowledge, originals=originals)
    for dialogue in dialogues:
        yield pseudonymise(dialogue, knowledge=knowledge, **options)


def _strategies(dialogue: Dialogue, strategy: str | Mapping[str, str]) -> dict[str, str]:
    """Strategy of each label of the dialogue. Raises UnknownStrategy."""
    labels = {m.label for turn in dialogue.turns for m in turn.mentions}
    if isinstance(strategy, str):
        chosen = dict.fromkeys(labels, strategy)
        names = {strategy}
    else:
        chosen = {label: strategy.get(label, "typed") for label in labels}
        names = set(strategy.values())
    for name in sorted(names):
        if name not in STRATEGIES:
            expected = ", ".join(STRATEGIES)
            raise UnknownStrategy(f"unknown strategy {name!r}; expected one of {expected}")
    return chosen


def _cards(scene: Scene, items: list[Item]) -> tuple[EntityCard, ...]:
    texts = {item.key: scene.surrogates[item.index] for item in items}
    cards = [
        c if c.surrogate else replace(c, surrogate=" ".join(texts.get(m, "") for m in c.mentions))
        for c in scene.cards
    ]
    return tuple(cards)


def _told(scene: Scene, written: list[_Written]) -> list[Told]:
    """Where a coarser value says words of an original on purpose, and which."""
    return [
        Told(each.item.turn, each.start, each.end, scene.told[each.item.index])
        for each in written
        if scene.told.get(each.item.index)
    ]


def _left(scene: Scene) -> frozenset[str]:
    """The trades that stay as they were said: the same words outside them show no more."""
    trades = (i for i in scene.items if i.kind is Kind.PROFESSION and i.index in scene.told)
    return frozenset(i.key for i in trades if scene.surrogates[i.index] == i.text)


def _replacements(scene: Scene, written: list[_Written]) -> tuple[Replacement, ...]:
    entity_of: dict[str, str] = {}
    for card in scene.cards:
        for mention in card.mentions:
            entity_of.setdefault(mention, card.key)
    return tuple(
        Replacement(
            key=w.item.key,
            turn=w.item.turn,
            start=w.item.start,
            end=w.item.end,
            new_start=w.start,
            new_end=w.end,
            label=w.item.label,
            entity=entity_of.get(w.item.key, f"{type_name(w.item.label)}:{w.item.key}"),
            original=w.item.text,
            surrogate=w.surrogate,
        )
        for w in written
    )


def _rewrite(
    dialogue: Dialogue, items: Sequence[Item], surrogates: Mapping[int, str]
) -> tuple[Dialogue, list[_Written]]:
    """Replaces each item by `surrogates[item.index]`; everything else stays byte for byte."""
    by_turn: dict[int, list[Item]] = {}
    for item in items:
        by_turn.setdefault(item.turn, []).append(item)
    turns: list[Turn] = []
    written: list[_Written] = []
    for number, turn in enumerate(dialogue.turns):
        replaced = by_turn.get(number)
        if replaced is None:
            turns.append(turn)
            continue
        text = turn.text
        for item in reversed(replaced):
            text = text[: item.start] + surrogates[item.index] + text[item.end :]
        shift = 0
        mentions: list[Mention] = []
        for item in replaced:
            surrogate = surrogates[item.index]
            start = item.start + shift
            end = start + len(surrogate)
            shift += len(surrogate) - (item.end - item.start)
            written.append(_Written(item, start, end, surrogate))
            if surrogate:
                mentions.append(Mention(start, end, item.label, item.key))
        turns.append(replace(turn, text=text, mentions=tuple(mentions)))
    return replace(dialogue, turns=tuple(turns)), written
