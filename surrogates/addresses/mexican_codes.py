"""Mexican codes made of a person's names: CURP ("RASG 870915 M JC MTD 05") and RFC.

Two letters of the first surname, one of the second and of the given name; a CURP has the next
consonants of the three, too, and the state of birth. `numbers_of_people` writes them.
"""

from collections.abc import Iterator, Sequence
from itertools import permutations

from surrogates.folding import fold, letters_only
from surrogates.labels import Kind
from surrogates.numbers.identifiers.schemes.america import ABROAD, STATE, STATES, is_curp, is_rfc
from surrogates.scene import Scene

_VOWELS = "aeiou"
_COMMON = frozenset({"jose", "maria", "j", "ma"})  # given names that another one goes before
_PLACES = {  # of what each letter is made: first surname, second surname, given name
    0: (0, 0), 1: (0, 1), 2: (1, 0), 3: (2, 0), 13: (0, 2), 14: (1, 2), 15: (2, 2),
}  # fmt: skip
_LEAST = 3  # letters by which names are known as those of a code
Name = tuple[str, str, str]  # role, folded original, folded surrogate, a given name's the whole
Piece = tuple[int, int, str]


def is_mexican(text: str) -> bool:
    """Whether letters and figures are such a code."""
    return is_curp(text) or is_rfc(text)


def letters_of_names(text: str, names: Sequence[Name]) -> list[Piece]:
    """The letters of a code anew, one by one, as far as the dialogue says the names."""
    said = {at: of for at, of in _PLACES.items() if at < len(text) and (at < 4 or is_curp(text))}
    surnames = [("", ""), *((old, new) for role, old, new in names if role == "surname")]
    givens = [("", ""), *_givens(names)]
    best: list[Piece] = []
    for one, two in [*permutations(surnames, 2), *((name, name) for name in surnames[1:])]:
        for given in givens:
            parts = (one, two, given)
            pieces: list[Piece] = []
            for at, (part, which) in said.items():
                old, new = parts[part]
                if not old:
                    continue
                if _letter(old, which) != text[at]:
                    break
                pieces.append((at, at + 1, _letter(new, which)))
            else:
                best = max(best, pieces, key=len)
    return best if len(best) >= _LEAST else []


def _givens(names: Sequence[Name]) -> Iterator[tuple[str, str]]:
    for role, old, new in names:
        if role == "given":
            yield _counted(old), _counted(new)


def _counted(name: str) -> str:
    """The given name that counts: the second one after José or María."""
    parts = name.split()
    return parts[1] if len(parts) > 1 and parts[0] in _COMMON else parts[0] if parts else ""


def _letter(name: str, which: int) -> str:
    """The first letter of a name, the first vowel or the first consonant behind it; X for none."""
    key = letters_only(fold(name))
    rest = (c for c in key[1:] if (c in _VOWELS) == (which == 1))
    return (key[:1] if which == 0 else next(rest, "x")).upper() or "X"


def state_of(scene: Scene, text: str) -> list[Piece]:
    """The letters of the state of birth anew, where the dialogue says it: those of what it became,
    abroad where that is no state of Mexico."""
    by_name = {fold(name): code for name, code in STATES.items()}
    for item in scene.of_kind(scene.items, Kind.PLACE) if is_curp(text) else ():
        if by_name.get(fold(item.text)) == text[STATE]:
            now = by_name.get(fold(scene.surrogates.get(item.index, "")), ABROAD)
            return [(STATE.start, STATE.stop, now)]
    return []
