"""Letters that a code begins with and that stand for something: the town of a German plate, the
province of an old Spanish one, an organisation ("NHA/22817" of Northfield Housing Association).

They follow what that has become. A plate's that nothing of the dialogue explains are those of any
town, province, as many as before. Called by `replacement` once places and organisations are drawn.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from surrogates import draw, notices
from surrogates.folding import fold, words
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.places.inhabitants import demonym_of
from surrogates.languages.places.prefixes import SPAIN
from surrogates.numbers.identifiers.plates import is_plate, is_provincial, signs_of
from surrogates.rewrite import Item
from surrogates.scene import Scene

_START = re.compile(r"\s*([^\W\d_]{1,6})(?=[\W_]+[^\W_]|\d)")
_ACRONYM = 2  # letters of the shortest one that a code is known by


def lettered_starts(scene: Scene, items: Sequence[Item]) -> dict[int, tuple[str, str]]:
    """Item index -> (letters that the code starts with, letters to start with now)."""
    starts: dict[int, tuple[str, str]] = {}
    own = frozenset(plate_codes(scene.lexicon).values())
    known = own.union(plates_abroad(scene.lexicon).values())
    spanish = "M" in own and scene.lexicon.lang in SPAIN
    for item in items:
        match = _START.match(item.text) if item.kind is Kind.ID else None
        if match is None or not any(c.isdecimal() for c in item.text):
            continue
        old = match[1].upper()
        new = _of_organisation(scene, item, old)
        signs = signs_of(item.text)
        coded = (old in known and is_plate(signs)) or (spanish and is_provincial(signs))
        if not new and coded:
            pool = known if old in known and old not in own else own
            new = _of_town(scene, item, old) or _outside(scene, old)
            new = new or _any(scene, pool, item, old)
        if new:
            starts[item.index] = (old, new)
    for item in items:  # "ER-KL 482. Also ER wie Erlangen."
        again = (pair for pair in starts.values() if pair[0] == item.text.strip().upper())
        if item.kind is Kind.ID and item.index not in starts and (pair := next(again, None)):
            starts[item.index] = pair
    return starts


@lru_cache(maxsize=16)
def plate_codes(lexicon: Lexicon) -> Mapping[str, str]:
    """Folded town or province -> the letters of its plates; a province in other words, too."""
    rows = {fold(row["name"]): row["code"] for row in lexicon.all_rows("plates")}
    provinces = list(lexicon.all_rows("provinces"))
    by_zip = {row["zip"]: rows.get(fold(row["province"]), "") for row in provinces}
    by_zip |= {
        r["zip"]: rows[fold(r["province"])] for r in provinces if fold(r["province"]) in rows
    }
    also = {fold(r["province"]): code for r in provinces if (code := by_zip.get(r["zip"], ""))}
    return also | rows if rows else {}


def _of_organisation(scene: Scene, code: Item, old: str) -> str:
    """The letters of the new name of the organisation that some letters stand for; or "", which is
    told where the new name has more or fewer of them."""
    named = [i for i in scene.items if i.kind is Kind.ORG] if len(old) >= _ACRONYM else []
    owners = [i for i in named if i.text == old] or [i for i in named if _initials(i.text) == old]
    for item in owners:
        now = scene.surrogates.get(item.index, "")
        new = now if item.text == old else _initials(now)
        if len(new) == len(old) and new.isalpha() and new != old:
            return new.upper()
    if owners:
        scene.raise_issue(notices.INITIALS_UNLIKE, code)
    return ""


def _initials(name: str) -> str:
    """The capitals that its words begin with."""
    return "".join(re.findall(r"(?<!\w)[^\W\d_a-z](?=[^\W\d_])", name))


def _of_town(scene: Scene, plate: Item, old: str) -> str:
    """The letters of what a town of theirs has become; or "", which is told where that town has
    more or fewer of them."""
    unlike = False
    for item in scene.items:
        if item.kind is not Kind.PLACE or _code_of(scene, item.text) != old:
            continue
        new = _code_of(scene, scene.surrogates.get(item.index, ""))
        # The same where the words around tell the canton, and it stays.
        stays = new == old and fold(item.text) in plates_abroad(scene.lexicon)
        if len(new) == len(old) and (new != old or stays):
            return new
        unlike = unlike or (bool(new) and abs(item.turn - plate.turn) <= 1)
    if unlike:
        scene.raise_issue(notices.AREA_LOST, plate)
    return ""


def _outside(scene: Scene, old: str) -> str:
    """The letters themselves, where their canton is said outside labels and so stays; or ""."""
    rows = (row for row in scene.lexicon.rows("neighbour_regions") if row["code"] == old)
    names = [f" {' '.join(words(row['name']))} " for row in rows]
    said = any(name in text for name in names for text in scene.outside_text)
    return old if said and old in _plates_of_regions(scene.lexicon).values() else ""


def _code_of(scene: Scene, text: str) -> str:
    """The letters of a town, or of the one whose people or things a word says: "Tübinger"."""
    demonym = demonym_of(scene.lexicon, text)
    stem = demonym.place if demonym is not None else scene.stems.thing(text, Kind.PLACE)[0]
    return plate_code(scene.lexicon, text) or plate_code(scene.lexicon, stem)


def plate_size(scene: Scene, name: str) -> int:
    """How many letters stand for a town on a plate of the dialogue; 0 where none do."""
    code = plate_code(scene.lexicon, name)
    starts = (_START.match(item.text) for item in scene.of_kind(scene.items, Kind.ID)
              if is_plate(signs_of(item.text)))  # fmt: skip
    return len(code) if any(start and start[1].upper() == code for start in starts) else 0


def plate_code(lexicon: Lexicon, name: str) -> str:
    """The letters with which plates of a town, or of its province, begin; or ""."""
    codes, place = plate_codes(lexicon), lexicon.place_by_key.get(fold(name))
    own = codes.get(fold(name), "") or (codes.get(fold(place.province), "") if place else "")
    return own or plates_abroad(lexicon).get(fold(name), "")


@lru_cache(maxsize=16)
def plates_abroad(lexicon: Lexicon) -> Mapping[str, str]:
    """The same of a town of another country of the language, by its district or canton."""
    rows = lexicon.rows("neighbours")
    towns = {fold(row["name"]): row["plate"] for row in rows if row["plate"]}
    return _plates_of_regions(lexicon) | towns


def _plates_of_regions(lexicon: Lexicon) -> dict[str, str]:
    """Folded canton or its short form -> the letters of the plates of all its towns."""
    plates: dict[str, set[str]] = {}
    for row in lexicon.rows("neighbours"):
        plates.setdefault(row["region"], set()).add(row["plate"])
    rows = lexicon.rows("neighbour_regions")
    own = (row for row in rows if plates.get(row["name"]) == {row["code"]} and row["code"])
    return {fold(form): row["code"] for row in own for form in (row["name"], row["code"])}


def _any(scene: Scene, known: frozenset[str], item: Item, old: str) -> str:
    options = sorted(code for code in known if len(code) == len(old) and code != old)
    stream = draw.Stream(scene.seed("plate", old, [item]))
    return stream.choice(options) if options else ""
