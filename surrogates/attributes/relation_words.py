"""The words that a mention says of relations: which they are, and the form that another has there.

Called by `relations`. In German the article tells the case: "mit meinem [Kollegen]", "meine
[Kollegen]".
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from surrogates.folding import fold, words
from surrogates.languages.cardinals import word_table
from surrogates.languages.common_nouns import ACQUAINTED, without_genitive
from surrogates.languages.inflection.basque import noun_cuts, of_many, put_noun
from surrogates.languages.lexicon import Lexicon
from surrogates.rewrite import Item
from surrogates.scene import Scene

PIECE = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_COUNT = re.compile(r"[2-9]")  # how many relatives: "4 hermanos"
BESIDE = frozenset({"beside", "asks", "state"})
_OBLIQUE = ("em", "en", "im", "om", "um")  # German articles before "Kollegen", but "Freund"
_DATIVE = frozenset({"aus", "bei", "mit", "nach", "seit", "von", "zu"})
_ONE_MAN = frozenset({("m", "g"), ("m", "s")})

Row = dict[str, str]
Kin = tuple[str, str]  # group and kin


@dataclass(frozen=True)
class Said:
    """One relation word inside a mention."""

    item: Item
    start: int  # in the mention's text
    end: int
    row: Row
    lexicon: Lexicon
    ending: str = ""  # a Basque case that the table has no form of
    oblique: bool = False  # German, of one man: "meinem Neffen", "meinem Onkel"

    @property
    def kin(self) -> Kin:
        return self.row["group"], self.row["kin"]


def read(scene: Scene, item: Item) -> list[Said]:
    """The relation words of a mention; none where a word is in it that no table has."""
    for lexicon in (scene.lexicon, *scene.lexicon.companions):
        rows = rows_of(lexicon)
        found: list[Said] = []
        position = 0
        for match in PIECE.finditer(item.text):
            if match.start() < position:
                continue
            longer = next((f for f in _spans(item.text, match.start()) if row_of(rows, f)), "")
            word = longer or match.group()
            row, ending = row_of(rows, word), ""
            if row is None and lexicon.lang == "eu":
                row, ending = inflected(rows, word)
            oblique = False
            if row is not None and lexicon.lang == "de":
                row, oblique = _in_case(scene, item, match.start(), row, lexicon)
            if row is None and lexicon.lang == "en":
                word = without_genitive(word)
                row = row_of(rows, word)
            if row is None and not _COUNT.fullmatch(word):
                break
            position = match.start() + len(word)
            if row is not None and row["group"] not in BESIDE:
                found.append(Said(item, match.start(), position, row, lexicon, ending, oblique))
        else:
            if found:
                return found
    return []


def _spans(text: str, start: int) -> Iterator[str]:
    """Three words or two from a place on, as one form may have ("compañera de piso")."""
    for more in (2, 1):
        if found := re.match(rf"[^\W_]+(?: [^\W_]+){{{more}}}", text[start:]):
            yield found.group()


def _in_case(scene: Scene, item: Item, start: int, row: Row, lexicon: Lexicon) -> tuple[Row, bool]:
    """Of German rows with one form that of the case that the article tells ("mit den [Kollegen]"),
    and whether it is one man, in the accusative or dative ("meinem [Neffen]")."""
    alike = [r for r in lexicon.rows("relations") if r["form"] == row["form"]]
    before = words(scene.before(item)[-30:] + item.text[:start])[-2:]
    article = before[-1] if before else ""
    # "Ein [Freund] von mir", "meine beste [Freundin]": nobody's betrothed, as "mein [Freund]" is.
    near = article in {**lexicon.cues("indefinite"), **lexicon.cues("dear")}
    rows = {r["shape"]: r for r in alike if (r["group"] in ACQUAINTED) == near}
    rows = rows or {r["shape"]: r for r in alike}
    row = next(iter(rows.values()))
    number = word_table(lexicon).get(article)
    if article.endswith("en") and not _DATIVE.isdisjoint(before[:1]) and "d" in rows:
        wanted = "d"
    elif article.endswith(_OBLIQUE) or article.endswith("es"):
        wanted = "gs"
    elif article.endswith("e") or (number is not None and number.value > 1):
        wanted = "pd"
    else:
        wanted = "spd"
    found = next((rows[shape] for shape in wanted if shape in rows), row)
    return found, article.endswith(_OBLIQUE) and (found["gender"], found["shape"]) in _ONE_MAN


def rows_of(lexicon: Lexicon) -> dict[str, Row]:
    key = ("relations",)
    if key not in lexicon.pools:
        forms = [(row["form"], row) for row in lexicon.rows("relations")]
        # "Mutter" and "Mütter" are told apart where they are written so.
        folded = {fold(form): row for form, row in reversed(forms)}
        lexicon.pools[key] = folded | {form.casefold(): row for form, row in forms}
    rows: dict[str, Row] = lexicon.pools[key]
    return rows


def inflected(rows: dict[str, Row], word: str) -> tuple[Row | None, str]:
    """The row of a Basque noun with its article, and its case: "amarentzat", "alabei"."""
    for noun, ending in noun_cuts(word):
        row = rows.get(noun)
        if row is not None and row["shape"] == "s":
            return row, ending
    return None, ""


def row_of(rows: dict[str, Row], word: str) -> Row | None:
    return rows.get(word.casefold()) or rows.get(fold(word))


def form_of(said: Said, kin: str) -> str:
    """The word for a relation in the form of another one: gender, number, ending, register."""
    if kin == said.row["kin"]:
        return put_noun(said.row["form"], said.ending)
    rows = [
        row
        for row in said.lexicon.rows("relations")
        if (row["group"], row["kin"]) == (said.row["group"], kin)
        and row["gender"] in (said.row["gender"], "u")
    ]
    if said.lexicon.lang == "eu" and not of_many(said.ending):  # "seme-alabak" are several
        rows = [r for r in rows if r["gender"] != "u" or "-" not in r["form"]]
    weak = [r for r in rows if said.oblique and r["shape"] == "g" and r["form"].endswith("n")]
    shape = "s" if said.oblique else said.row["shape"]
    rows = weak or [row for row in rows if row["shape"] == shape]
    rows.sort(
        key=lambda r: (
            r["register"] != said.row["register"],
            r["gender"] == "u",
            r["weight"] == "0",
        )
    )
    return put_noun(rows[0]["form"], said.ending) if rows else ""
