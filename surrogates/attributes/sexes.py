"""A person's sex: another word that says the same.

Names keep their gender and the words between the labels agree with it, so the sex itself is kept:
"Varón" becomes "Hombre", once for a dialogue. A single letter and an adjective have no other word
that fits; they stay, and an issue says so.
"""

from collections.abc import Iterator, Sequence

from surrogates import draw
from surrogates.attributes.sounds import sound_fits
from surrogates.attributes.staying import cased_like, say_what_stays, settle
from surrogates.folding import fold
from surrogates.languages.lexicon import Lexicon
from surrogates.people.context.titled import titles_a_name
from surrogates.rewrite import Item
from surrogates.scene import Scene

_STAYING = frozenset({"adjective", "letter"})
_FAMILIAR = "familiar-"  # "cría": it becomes "niña", and no other word becomes it


def replace_sexes(scene: Scene, items: Sequence[Item]) -> None:
    """Writes surrogates of the items that a table knows; the others are left alone."""
    for item in items:
        known = next(_readings(scene.lexicon, item.text), None)
        if known is None:
            continue
        lexicon, row = known
        forms = [row["form"]]
        if row["style"] not in _STAYING and not titles_a_name(scene, item):
            style = row["style"].removeprefix(_FAMILIAR)
            forms = [
                other["form"]
                for other in lexicon.rows("sexes")
                if (other["sex"], other["style"]) == (row["sex"], style)
                and sound_fits(scene, item, other["form"])
            ] or forms
        seed = scene.seed("sex", row["sex"] + row["style"], [item])
        text = draw.Stream(seed, "sex").choice(forms)
        if fold(text) == fold(item.text):
            text = item.text
        settle(scene, item, cased_like(text, item.text))
        scene.add_card("sex", [item], scene.surrogates[item.index])
    say_what_stays(scene, items)


def _readings(lexicon: Lexicon, text: str) -> Iterator[tuple[Lexicon, dict[str, str]]]:
    """The lexicon that has a word for a sex, and its row."""
    key = fold(text.strip(" ."))
    for each in (lexicon, *lexicon.companions):
        for row in each.rows("sexes"):
            if fold(row["form"]) == key:
                yield each, row
