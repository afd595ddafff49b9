"""A person's decisions: checked before anything is drawn, laid over the draws afterwards."""

from collections.abc import Iterable

from surrogates.codes import ConstraintKind
from surrogates.errors import ConstraintInvalid, SurrogateRefused
from surrogates.folding import digits_only, digraphs, fold, key_words, words
from surrogates.labels import CLOSED, WORDED, type_name
from surrogates.languages.inflection import plain_marks
from surrogates.languages.variants import Variants
from surrogates.people.linking import links
from surrogates.people.linking.near_misses import NEAR_MISS
from surrogates.scene import Scene
from surrogates.types import Constraint

# Kind of decision -> how many mentions it is about at least.
MENTIONS: dict[str, int] = {
    ConstraintKind.DISMISS: 1,
    ConstraintKind.GENDER: 1,
    ConstraintKind.LINK: 2,
    ConstraintKind.PLACEHOLDER: 1,
    ConstraintKind.REDRAW: 1,
    ConstraintKind.SHIFT: 1,
    ConstraintKind.SHORT_FORM: 0,
    ConstraintKind.SPLIT: 1,
    ConstraintKind.SURROGATE: 1,
    ConstraintKind.UNLINK: 1,
}
KINDS = frozenset(MENTIONS)
# What linked mentions are to each other; "" is one entity. Names read the first five (`links`),
# addresses "derived_from", numbers "same_value", organisations and places "part_of".
RELATIONS = frozenset({*links.RELATIONS, NEAR_MISS, "derived_from", "same_value", "part_of"})
# What a person may ask dates to keep when they move.
SHIFTS = ("month", "season", "week")


def check_constraints(scene: Scene) -> None:
    """Raises ConstraintInvalid (unknown kind, wrong value), SurrogateRefused (a typed original)."""
    live = {item.key: item for item in scene.items}
    for constraint in scene.constraints:
        problem = _problem(constraint)
        if problem:
            raise ConstraintInvalid(problem)
        if constraint.kind != ConstraintKind.SURROGATE:
            continue
        check_typed(scene, constraint)
        # Mentions that are gone do not count: their label was removed since.
        if any(m in live and live[m].kind not in CLOSED for m in constraint.mentions):
            scene.take(constraint.value)


def _problem(constraint: Constraint) -> str:
    """What is wrong with a constraint, whatever the dialogue, or ""."""
    kind, value = constraint.kind, constraint.value
    if kind not in KINDS:
        return f"unknown constraint kind {kind!r}; expected one of {', '.join(sorted(KINDS))}"
    if len(constraint.mentions) < MENTIONS[kind]:
        expected = f"expected {MENTIONS[kind]} or more"
        return f"{kind} constraint on {len(constraint.mentions)} mentions; {expected}"
    if kind == ConstraintKind.GENDER and value not in ("f", "m", "u"):
        return "gender constraint; expected the value f, m or u"
    if kind == ConstraintKind.LINK and value not in RELATIONS:
        known = ", ".join(sorted(RELATIONS - {""}))
        return f"link constraint with an unknown relation; expected none or one of {known}"
    if kind == ConstraintKind.UNLINK and value not in ("", "shares_surname"):
        return "unlink constraint with an unknown relation; expected shares_surname"
    if kind == ConstraintKind.REDRAW and not value.isdecimal():
        return "redraw constraint; expected a counter as its value"
    if kind == ConstraintKind.DISMISS and not value:
        return "dismiss constraint; expected the code of an issue as its value"
    if kind == ConstraintKind.SHIFT and value not in SHIFTS:
        return f"shift constraint; expected one of {', '.join(SHIFTS)}"
    if kind == ConstraintKind.SHORT_FORM and not _is_pair(value):
        return 'short_form constraint; expected "short=full", two different names'
    return ""


def _is_pair(value: str) -> bool:
    short, sign, full = value.partition("=")
    return bool(sign and words(short) and words(full) and words(short) != words(full))


def taught_pairs(constraints: Iterable[Constraint]) -> list[tuple[str, str]]:
    """(short, full) names that a person has taught."""
    pairs = (c.value.partition("=") for c in constraints if c.kind == ConstraintKind.SHORT_FORM)
    return [(short.strip(), full.strip()) for short, sign, full in pairs if sign]


def check_typed(scene: Scene, constraint: Constraint) -> None:
    """Raises SurrogateRefused when a surrogate typed by a person would show an original."""
    text = constraint.value
    if not text.strip() or any(ord(c) < 32 for c in text):
        raise SurrogateRefused("an empty surrogate or one with control characters")
    if any(w in scene.originals or w in scene.related for w in words(text)):
        raise SurrogateRefused("this surrogate shows an original of the dialogue, or a form of one")
    digits = digits_only(text)
    if len(digits) >= 4 and digits in scene.original_digits:
        raise SurrogateRefused("this surrogate shows a number of the dialogue")
    mentions = set(constraint.mentions)
    for item in scene.items:
        if item.key not in mentions:
            continue
        if fold(item.text) == fold(text):
            raise SurrogateRefused("this surrogate is the original")
        variants = Variants(key_words(item.text) if item.kind in WORDED else ())
        if any(map(variants.has, key_words(text))):
            raise SurrogateRefused("this surrogate is another spelling of the original")


def override(scene: Scene) -> None:
    """Placeholders, and typed surrogates of closed classes, replace what was drawn."""
    together: dict[str, set[str]] = {}
    for card in scene.cards:
        for mention in card.mentions:
            together.setdefault(mention, set()).update(card.mentions)
    for item in scene.items:
        typed = scene.constraint_for(ConstraintKind.SURROGATE, item)
        if typed is not None:
            entity = [i for i in scene.items if i.key in together.get(item.key, {item.key})]
            last = scene.latest((ConstraintKind.SURROGATE, ConstraintKind.REDRAW), entity)
            typed = None if last is not None and last.kind == ConstraintKind.REDRAW else typed
        if typed is not None and item.kind in CLOSED:
            scene.surrogates[item.index] = typed.value
        elif typed is not None and item.index not in scene.kept:
            drawn = scene.surrogates[item.index]
            if drawn.startswith("[") or not _shows(scene, drawn, typed.value):
                scene.surrogates[item.index] = _within(scene, drawn, typed.value)
        if scene.constraint_for(ConstraintKind.PLACEHOLDER, item) is not None:
            scene.surrogates[item.index] = f"[{type_name(item.label)}]"


def _shows(scene: Scene, drawn: str, typed: str) -> bool:
    """Whether a text was written from a typed surrogate: inflected, or with ae for ä."""
    if fold(typed) in fold(drawn) or fold(digraphs(typed)) in fold(digraphs(drawn)):
        return True
    inflection = scene.stems.inflection
    text = plain_marks(drawn)
    stems = (
        stem
        for place in (False, True)
        for stem, _ in (inflection.cut(text, place=place) if inflection is not None else ())
    )
    return any(fold(stem) == fold(typed) for stem in stems)


def _within(scene: Scene, drawn: str, typed: str) -> str:
    """The typed text; a short form or part that belongs to it was drawn already and stays."""
    relatives = scene.lexicon.relatives(fold(typed))
    return drawn if fold(drawn) in relatives else typed
