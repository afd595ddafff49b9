"""The check letter of a Spanish DNI or NIE that is said outside its span: "12345678, letra zeta".

The words stay as they are, so the new number must have that letter. `replacement` looks for it,
`solver` asks how a group becomes valid.
"""

import re
from collections.abc import Iterator

from stdnum.es import dni

from surrogates.folding import WORD, fold
from surrogates.labels import Kind
from surrogates.numbers.board import Group
from surrogates.numbers.identifiers.checksums import is_free, repair_for
from surrogates.numbers.identifiers.schemes.america import by_shape
from surrogates.numbers.identifiers.schemes.scheme import Repair
from surrogates.scene import Scene

_TURNS = 3  # turns after the number in which its letter may be said
_BARE = re.compile(r"\d{8}|[XYZ]\d{7}")  # without its letter


def repair_of(group: Group) -> Repair | None:
    """How a new value of a group becomes valid, or None for a free string."""
    if not group.check:
        if group.kind is Kind.ID and is_free(group.first.text):
            return None
        known = repair_for(group.cut.said, group.kind)
        return known or (by_shape(group.first.text) if group.kind is Kind.ID else None)
    rest = _LETTERS.index(group.check)

    def repair(text: str) -> str:
        """The nearest number that has the letter."""
        size = 8 - text[0].isalpha()
        number = int(_plain(text))
        valid = number - number % len(_LETTERS) + rest
        valid -= len(_LETTERS) * (valid // 10**size != number // 10**size)
        return text[: 8 - size] + f"{valid % 10**size:0{size}d}"

    return repair


def outside_letter(scene: Scene, group: Group) -> str:
    """The letter that is said after a number and checks it, or ""."""
    digits = group.cut.said
    if group.kind is not Kind.ID or _BARE.fullmatch(digits) is None:
        return ""
    letter = _LETTERS[int(_plain(digits)) % len(_LETTERS)]
    return letter if letter in _letters_after(scene, group) else ""


def _letters_after(scene: Scene, group: Group) -> Iterator[str]:
    """The first letter of what follows, in this turn and the next ones, before any other span."""
    last, numerals, lexicon = group.items[-1], group.cut.numerals, group.cut.lexicon
    plain = numerals.joiners | lexicon.fillers
    plain |= numerals.forms("label") | numerals.forms("tail")
    for number, turn in enumerate(scene.dialogue.turns[last.turn : last.turn + _TURNS], last.turn):
        begin = last.end if number == last.turn else 0
        stops = (i.start for i in scene.items_by_turn.get(number, ()) if i.start >= begin)
        end = next(stops, len(turn.text))
        keys = [fold(m.group()) for m in WORD.finditer(turn.text[begin:end])]
        while keys and keys[0] in plain and len(keys[0]) > 1:
            keys.pop(0)
        for name in (" ".join(keys[:2]), *keys[:1]):
            letter = lexicon.spoken_letters.get(name, name).upper()
            if len(letter) == 1:
                yield letter
                break


def _plain(text: str) -> str:
    """The number that is divided: an X, Y or Z before it counts as 0, 1 or 2."""
    return str("XYZ".index(text[0])) + text[1:] if text[0].isalpha() else text


_LETTERS = "".join(dni.calc_check_digit(f"{n:08d}") for n in range(23))
