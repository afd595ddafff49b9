"""Professions: another of the same field, in the gender that was said."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from surrogates import draw, notices
from surrogates.attributes.sounds import sound_fits
from surrogates.attributes.staying import cased_like
from surrogates.folding import fold, words
from surrogates.labels import type_name
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.places.streets import HEAD_LAST
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.articles import asked_gender

_ALIKE = 5  # letters that two words of one field begin with ("enfermería", "enfermera")
_WEAK = ("e", "ist", "ent", "ant", "oge", "at")  # German: "dem Polizisten", but "dem Maler"
_STEM = 3  # letters at the end of a word that may differ


@dataclass(frozen=True, slots=True)
class Profession:
    """What a mention says: field and gender, "" where nothing tells."""

    group: str
    gender: str


def replace_professions(scene: Scene, items: Iterable[Item]) -> None:
    """Writes surrogates of all professions; an issue where none is left to draw."""
    groups: dict[str, list[Item]] = {}
    for item in items:
        groups.setdefault(" ".join(words(item.text)), []).append(item)
    order = sorted(groups, key=lambda k: draw.order_key(scene.key, scene.dialogue.id, k))
    for key in order:
        said = groups[key]
        drawn = _draw(scene, key, said)
        if drawn is None:
            keys = tuple(item.key for item in said)
            scene.raise_issue(notices.NO_CANDIDATE_LEFT, said[0], keys)
        text = drawn or f"[{type_name(said[0].label)}]"
        for item in said:
            new = text if text.startswith("[") else cased_like(text, item.text)
            scene.surrogates[item.index] = new
        scene.add_card("profession", said, text)


def profession_said(scene: Scene, items: Sequence[Item]) -> Profession:
    """Field and gender of a profession that some mentions name."""
    row = _row(scene.lexicon, items[0].text)
    articles = asked_gender(scene, items)
    shown = {value[0] for value in articles or ()}
    gender = shown.pop() if len(shown) == 1 else ""
    gender = gender if gender in ("f", "m") else _by_ending(scene.lexicon, items[0].text)
    if row is None:
        return Profession("", gender)
    own = row["gender"] if row["gender"] != "u" else ""
    return Profession(row["group"], own or gender)


def _by_ending(lexicon: Lexicon, text: str) -> str:
    """The gender that a word for a profession ends in ("Richterin"); "" where it has none.

    A German one that does not say that it is a woman's is a man's.
    """
    word = (words(text) or ("",))[-1 if lexicon.lang in HEAD_LAST else 0]
    endings = lexicon.signs("profession")
    longest = max((e for e in endings if word.endswith(e)), key=len, default="")
    shown = endings.get(longest, "m" if lexicon.lang == "de" else "")
    return shown if shown != "u" else ""


def _row(lexicon: Lexicon, text: str) -> dict[str, str] | None:
    """The row of the word that names the profession, or of one of the same stem."""
    rows = {fold(row["form"]): row for row in lexicon.all_rows("professions")}
    keys = [" ".join(words(text)), *words(text)]
    exact = next((rows[key] for key in keys if key in rows), None)
    if exact is not None:
        return exact
    for word in words(text):
        alike = (row for key, row in rows.items() if _same_stem(word, key))
        row = next(alike, None)
        if row is not None:
            return {**row, "gender": "u"}
    return None


def _same_stem(word: str, key: str) -> bool:
    size = max(_ALIKE, min(len(word), len(key)) - _STEM)
    return len(word) >= size and word[:size] == key[:size]


def _draw(scene: Scene, key: str, items: Sequence[Item]) -> str | None:
    """Another profession of the field and gender; of any field where the first has none left."""
    said = profession_said(scene, items)
    weak = scene.lexicon.lang == "de" and items[0].text.endswith(_WEAK)

    def fits(text: str) -> bool:
        declines = scene.lexicon.lang == "de" and text.endswith(_WEAK)
        return declines <= weak and all(sound_fits(scene, item, text) for item in items)

    seed = scene.seed("profession", key, items)
    for group in dict.fromkeys((said.group, "")):
        pool = _pool(scene.lexicon, group, said.gender)
        found = scene.first_allowed(seed, pool, fits)
        if found is not None:
            scene.take(found)
            return found
    return None


def _pool(lexicon: Lexicon, group: str, gender: str) -> draw.Pool:
    """The professions of a field (any, where it is not known) that suit a gender."""
    key = ("profession", group, gender)
    if key not in lexicon.pools:
        suited = (gender, "u") if gender else ("u",)
        rows = [r for r in lexicon.rows("professions") if not group or r["group"] == group]
        fit = [r["form"] for r in rows if r["gender"] in suited]
        lexicon.pools[key] = draw.Pool((form, 1.0) for form in fit or [r["form"] for r in rows])
    pool: draw.Pool = lexicon.pools[key]
    return pool
