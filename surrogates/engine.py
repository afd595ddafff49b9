"""The one call of this package: `pseudonymise` a dialogue with a strategy and a key.

What it returns was searched for its originals (`gate`); nothing here replaces without that.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from surrogates.checks import issues
from surrogates.checks.constraints import check_constraints, override, taught_pairs
from surrogates.errors import KeyMissing, ProbabilityInvalid, UnknownStrategy
from surrogates.labels import type_name
from surrogates.languages import lexicon_for
from surrogates.languages.letters import key_words_as_letters
from surrogates.languages.lexicon import Lexicon
from surrogates.policies import STRATEGIES, Counts
from surrogates.rewrite import Item, collect
from surrogates.scene import Scene
from surrogates.search.corpus import find_known
from surrogates.search.gate import judge, with_known
from surrogates.search.leaks import scan
from surrogates.search.originals import Originals
from surrogates.types import (
    Constraint,
    Dialogue,
    EntityCard,
    Mention,
    Replacement,
    Result,
    Turn,
)


@dataclass(frozen=True, slots=True)
class _Written:
    """One item in the new text: (start, end) are its new offsets."""

    item: Item
    start: int
    end: int
    surrogate: str


def pseudonymise(
    dialogue: Dialogue,
    *,
    strategy: str | Mapping[str, str],
    key: bytes,
    constraints: Sequence[Constraint] = (),
    lexicon: Lexicon | None = None,
    q: float = 1.0,
    corpus: Counts | None = None,
    known: Originals | None = None,
) -> Result:
    """Replaces every mention of a dialogue; the text between them stays byte for byte.

    `strategy` is a name of STRATEGIES, or label -> name (labels left out are `typed`). The same
    (dialogue, key, strategy, constraints) gives the same result in any process and any order; the
    dialogue's id enters every draw, so nothing links two dialogues. `q` below 1 leaves mentions as
    they are on purpose (research only). `corpus` (label -> token -> count) switches `word` to value
    dissociation. `known` are the originals of other dialogues that are to be searched for as well.

    The result carries the originals that are still readable (`leaks`): its `dialogue` is there only
    without any.

    Raises UnknownStrategy, ProbabilityInvalid, KeyMissing, OffsetInvalid, CrossingMentions,
    ConstraintInvalid and SurrogateRefused; it never returns half a dialogue.
    """
    chosen = _strategies(dialogue, strategy)
    if not 0.0 <= q <= 1.0:
        raise ProbabilityInvalid(f"q = {q}; expected 0 <= q <= 1")
    if not key:
        raise KeyMissing("an empty key; expected at least one byte")
    items, nested = collect(dialogue)
    words = lexicon if lexicon is not None else lexicon_for(dialogue.lang)
    words = words.taught(taught_pairs(constraints))
    if "entity" in chosen.values():
        items = key_words_as_letters(dialogue, items, words)
    scene = Scene(dialogue, words, key, items, tuple(constraints), q)
    check_constraints(scene)
    for name, policy in STRATEGIES.items():
        own = [item for item in items if chosen[item.label] == name]
        if own:
            policy(scene, own, corpus)
            if q < 1.0 and name not in ("word", "entity", "none"):
                scene.keep_some((item.key, [item]) for item in own)
    override(scene)
    rewritten, written = _rewrite(dialogue, items, scene.surrogates)
    found = scan(dialogue, rewritten)
    issues.inspect(scene, rewritten, nested, found)
    result = Result(
        draft=rewritten,
        replacements=_replacements(scene, written),
        entities=_cards(scene, items),
        issues=issues.open_issues(scene),
    )
    result = judge(
        dialogue,
        result,
        found,
        strategies=chosen,
        q=q,
        constraints=constraints,
        allowed=known.fine if known is not None else (),
    )
    return with_known(result, find_known(known, dialogue)) if known is not None else result


def pseudonymise_corpus(
    dialogues: Sequence[Dialogue], *, allowed: Iterable[str] = (), **options: Any
) -> Iterator[Result]:
    """Each dialogue replaced, and searched for the originals of all of them.

    `allowed`: words that are no names here. `options` are those of `pseudonymise`.
    """
    known = Originals(allowed)
    for dialogue in dialogues:
        known.add(dialogue)
    for dialogue in dialogues:
        yield pseudonymise(dialogue, known=known, **options)


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
            known = ", ".join(STRATEGIES)
            raise UnknownStrategy(f"unknown strategy {name!r}; expected one of {known}")
    return chosen


def _cards(scene: Scene, items: list[Item]) -> tuple[EntityCard, ...]:
    texts = {item.key: scene.surrogates[item.index] for item in items}
    cards = [
        c if c.surrogate else replace(c, surrogate=" ".join(texts.get(m, "") for m in c.mentions))
        for c in scene.cards
    ]
    return tuple(cards)


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
        found = by_turn.get(number)
        if found is None:
            turns.append(turn)
            continue
        text = turn.text
        for item in reversed(found):
            text = text[: item.start] + surrogates[item.index] + text[item.end :]
        shift = 0
        mentions: list[Mention] = []
        for item in found:
            surrogate = surrogates[item.index]
            start = item.start + shift
            end = start + len(surrogate)
            shift += len(surrogate) - (item.end - item.start)
            written.append(_Written(item, start, end, surrogate))
            if surrogate:
                mentions.append(Mention(start, end, item.label, item.key))
        turns.append(replace(turn, text=text, mentions=tuple(mentions)))
    return replace(dialogue, turns=tuple(turns)), written
