"""The one call of this package: `pseudonymise` a dialogue with a strategy and a key."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from surrogates import issues
from surrogates.constraints import check_constraints, override, taught_pairs
from surrogates.errors import KeyMissing, ProbabilityInvalid, UnknownStrategy
from surrogates.labels import type_name
from surrogates.languages import lexicon_for
from surrogates.languages.lexicon import Lexicon
from surrogates.letters import key_words_as_letters
from surrogates.policies import STRATEGIES, Counts
from surrogates.rewrite import Item, Written, collect, rewrite
from surrogates.scene import Scene
from surrogates.types import Constraint, Dialogue, EntityCard, Replacement, Result


def pseudonymise(
    dialogue: Dialogue,
    *,
    strategy: str | Mapping[str, str],
    key: bytes,
    constraints: Sequence[Constraint] = (),
    lexicon: Lexicon | None = None,
    q: float = 1.0,
    corpus: Counts | None = None,
) -> Result:
    """Replaces every mention of a dialogue; the text between them stays byte for byte.

    `strategy` is a name of STRATEGIES, or label -> name (labels left out are `typed`). The same
    (dialogue, key, strategy, constraints) gives the same result in any process and any order; the
    dialogue's id enters every draw, so nothing links two dialogues. `q` below 1 leaves mentions as
    they are on purpose (research only). `corpus` (label -> token -> count) switches `word` to value
    dissociation.

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
                issues.keep_some(scene, own)
    override(scene)
    rewritten, written = rewrite(dialogue, items, scene.surrogates)
    issues.inspect(scene, rewritten, nested)
    return Result(
        dialogue=rewritten,
        replacements=_replacements(scene, written),
        entities=_cards(scene, items),
        issues=issues.open_issues(scene),
    )


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


def _replacements(scene: Scene, written: list[Written]) -> tuple[Replacement, ...]:
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
