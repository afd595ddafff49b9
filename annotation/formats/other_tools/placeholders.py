"""What de-identification tools leave where something stood: [PER], <NAME_2>, {{EMAIL}}, XXXX, ***.

Called by the import of texts that another tool has replaced (`substitution`, `versions`).
"""

import re
from collections.abc import Collection
from dataclasses import dataclass

# A name in brackets: capitals; other cases count only where the name is known.
_INSIDE = r"[^\W\d_][\w #:./&’'-]{0,59}"
_BRACKETED = re.compile(
    rf"\[\*\*(?P<stars>[^\[\]*\n]{{0,60}})\*\*\]|\{{\{{(?P<double>{_INSIDE})\}}\}}"
    rf"|\[(?P<square>{_INSIDE})\]|<(?P<angle>{_INSIDE})>|\{{(?P<curly>{_INSIDE})\}}"
)
_MASKED = re.compile(
    r"(?<!\w)(?:[Xx]{2,}(?:[-/.][Xx]{2,})+|X{3,}|x{3,})(?!\w)"
    r"|\*{3,}|_{3,}|#{3,}|█+|■{2,}|●{3,}|•{3,}"
)
# Words that say that something was hidden, and not what.
_WORDS = """
redacted removed deleted hidden masked censored anonymized anonymised anonymous deidentified
confidential private sensitive secret pii phi xxx anonimizado anonimizada anonimo oculto omitido
eliminado borrado censurado privado anonymisiert geschwärzt entfernt anonymisé supprimé masqué
anonimitzat ocult ezabatua
"""
_HIDDEN = frozenset(_WORDS.split())


@dataclass(frozen=True, slots=True)
class Placeholder:
    """A stretch that stands for something; `name` says what for, "" where it does not."""

    start: int
    end: int
    name: str


def find_placeholders(text: str, names: Collection[str] = ()) -> list[Placeholder]:
    """The placeholders of a text in order. `names`, in any case, count in small letters too."""
    known = {fold_name(name) for name in names}
    places = []
    for match in _BRACKETED.finditer(text):
        kind, inside = match.lastgroup, match[match.lastgroup or 0].strip()
        name = base_name(inside)
        folded = fold_name(inside)
        hidden = folded in _HIDDEN or not folded
        sure = kind in ("stars", "double") or inside.isupper() or folded in known
        if hidden or sure:
            places.append(Placeholder(*match.span(), "" if hidden else name))
    taken = bytearray(len(text))
    for each in places:
        taken[each.start : each.end] = b"\x01" * (each.end - each.start)
    places += [
        Placeholder(*match.span(), "")
        for match in _MASKED.finditer(text)
        if taken.find(1, *match.span()) < 0
    ]
    return sorted(places, key=lambda each: each.start)


def is_placeholder(text: str, names: Collection[str] = ()) -> bool:
    """Whether a text is a placeholder and nothing else."""
    places = find_placeholders(text, names)
    return len(places) == 1 and places[0] == Placeholder(0, len(text), places[0].name)


def base_name(name: str) -> str:
    """A name without the number that tells its items apart: PERSON_2, "Name 12", LOC#3."""
    return re.sub(r"[\s_#:./-]*\d+$", "", name.strip()) or name.strip()


def fold_name(name: str) -> str:
    """A name as it is compared: FEMALE_NAME_2 and "female name" are one."""
    return " ".join(re.findall(r"[^\W_]+", base_name(name).casefold()))
