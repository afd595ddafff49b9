"""A person's decisions: checked before anything is drawn, laid over the draws afterwards."""

from surrogates.errors import ConstraintInvalid, SurrogateRefused
from surrogates.folding import digits_only, fold, words
from surrogates.labels import CLOSED, type_name
from surrogates.scene import Scene
from surrogates.types import Constraint

KINDS = frozenset(
    {"link", "split", "gender", "surrogate", "placeholder", "redraw", "short_form", "dismiss"}
)


def check_constraints(scene: Scene) -> None:
    """Raises ConstraintInvalid for an unknown kind or value, SurrogateRefused for a typed original.

    Constraints on mentions that are gone are ignored: the label was removed since.
    """
    for constraint in scene.constraints:
        if constraint.kind not in KINDS:
            known = ", ".join(sorted(KINDS))
            raise ConstraintInvalid(
                f"unknown constraint kind {constraint.kind!r}; expected one of {known}"
            )
        if constraint.kind == "gender" and constraint.value not in ("f", "m", "u"):
            raise ConstraintInvalid("gender constraint; expected the value f, m or u")
        if constraint.kind == "short_form" and "=" not in constraint.value:
            raise ConstraintInvalid('short_form constraint; expected "short=full"')
        if constraint.kind == "surrogate":
            check_typed(scene, constraint)


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
        if item.key in mentions and fold(item.text) == fold(text):
            raise SurrogateRefused("this surrogate is the original")


def override(scene: Scene) -> None:
    """Placeholders, and typed surrogates of closed classes, replace what was drawn."""
    for item in scene.items:
        typed = scene.constraint_for("surrogate", item)
        if typed is not None and item.kind in CLOSED:
            scene.surrogates[item.index] = typed.value
        elif typed is not None and item.index not in scene.kept:
            drawn = scene.surrogates[item.index]
            if drawn.startswith("[") or fold(typed.value) not in fold(drawn):
                scene.surrogates[item.index] = _within(scene, drawn, typed.value)
        if scene.constraint_for("placeholder", item) is not None:
            scene.surrogates[item.index] = f"[{type_name(item.label)}]"


def _within(scene: Scene, drawn: str, typed: str) -> str:
    """The typed text; a short form or part that belongs to it was drawn already and stays."""
    relatives = scene.lexicon.relatives(fold(typed))
    return drawn if fold(drawn) in relatives else typed
