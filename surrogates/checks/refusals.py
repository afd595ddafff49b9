"""Which of many given surrogates may not be used, found without drawing anything.

Called by a replay of decisions: one refused surrogate must not cost a run of the engine each.
"""

from collections.abc import Sequence

from surrogates.checks.constraints import check_typed, taught_pairs
from surrogates.codes import ConstraintKind
from surrogates.errors import SurrogateRefused
from surrogates.languages import lexicon_for
from surrogates.languages.common_nouns import items_of
from surrogates.languages.lexicon import Lexicon
from surrogates.scene import Scene
from surrogates.types import Constraint, Dialogue


def refused(
    dialogue: Dialogue, constraints: Sequence[Constraint], lexicon: Lexicon | None = None
) -> tuple[Constraint, ...]:
    """The typed surrogates that would show an original; with any, `pseudonymise` refuses."""
    words = lexicon if lexicon is not None else lexicon_for(dialogue.lang)
    items, _nested = items_of(dialogue, words)
    words = words.taught(taught_pairs(constraints))
    scene = Scene(dialogue, words, b"-", items, tuple(constraints))
    refusals = []
    for constraint in constraints:
        if constraint.kind != ConstraintKind.SURROGATE:
            continue
        try:
            check_typed(scene, constraint)
        except SurrogateRefused:
            refusals.append(constraint)
    return tuple(refusals)
