"""An issue for each replacement that a person or another tool gave and that is not used.

Called by `plans`, which leaves a surrogate out that would show an original.
"""

from collections.abc import Iterable
from dataclasses import replace

from django.utils.translation import gettext_noop

from surrogates.codes import ConstraintKind
from surrogates.types import Constraint, Dialogue, Fix, Issue, Result

LEFT_OUT = "REPLACEMENT_LEFT_OUT"
MESSAGE = gettext_noop(
    "The replacement that was given here shows an original of the dialogue, or a form of one: "
    "another stands in its place."
)


def with_left_out(
    original: Dialogue, result: Result, given: Iterable[Constraint], kept: Iterable[Constraint]
) -> Result:
    """The result with an issue for each mention whose given surrogate is not among the kept."""
    used = set(kept)
    out = [each for each in given if each.kind == ConstraintKind.SURROGATE and each not in used]
    if not out:
        return result
    fine = {
        key
        for c in used
        if (c.kind, c.value) == (ConstraintKind.DISMISS, LEFT_OUT)
        for key in c.mentions
    }
    place = {m.key: (at, m) for at, turn in enumerate(original.turns) for m in turn.mentions}
    drawn = {each.key: each.surrogate for each in result.replacements}
    added = [
        Issue(
            code=LEFT_OUT,
            severity="warn",
            turn=place[key][0],
            start=place[key][1].start,
            end=place[key][1].end,
            message=MESSAGE,
            fix=Fix(
                (Constraint(ConstraintKind.DISMISS, (key,), LEFT_OUT),), after=drawn.get(key, "")
            ),
            mentions=(key,),
        )
        for key in dict.fromkeys(key for each in out for key in each.mentions)
        if key in place and key not in fine
    ]
    return replace(result, issues=(*result.issues, *added))
