"""Provinces that a dialogue names as such, and the towns in them.

"Provincia de [Toledo], de [Illescas]": what stands for Toledo is a province, and what stands for
Illescas a town in it. A pack whose provinces are single towns has no such list.
"""

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from surrogates.folding import fold, words, words_apart
from surrogates.labels import Kind, is_region_label
from surrogates.languages.entries import Place
from surrogates.languages.lexicon import Lexicon, name_key
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.groups import thing_key

MIN_TOWNS = 3  # towns of a province from which a town in it can be drawn
MIN_REGIONS = 3
BESIDE = 30  # characters between a province and an unknown town that is taken to be in it
_SMALL = 2  # weight of a town that may be called a village
_CAPITAL = slice(2, 3)  # figure of a Spanish postal code that is 0 in the capital alone
_LED = 3  # words before a town that may say that a hospital is there
_CUE = 4  # words before a place that may say that it is a province


@lru_cache(maxsize=16)
def regions(lexicon: Lexicon) -> dict[str, str]:
    """Folded province -> province, of those with towns enough; empty where they are too few."""
    towns = Counter(p.province for p in lexicon.place_entries if p.province)
    provinces = {fold(name): name for name, count in towns.items() if count >= MIN_TOWNS}
    return provinces if len(provinces) >= MIN_REGIONS else {}


@lru_cache(maxsize=16)
def counties_of(lexicon: Lexicon) -> frozenset[str]:
    """Folded counties, which are areas of towns and have no codes of their own."""
    return frozenset(name_key(row["county"]) for row in lexicon.all_rows("counties"))


def counties_said(scene: Scene) -> frozenset[str]:
    """The counties of the towns that are said: one may be called like a town."""
    towns = {thing_key(scene, item) for item in scene.of_kind(scene.items, Kind.PLACE)}
    rows = scene.lexicon.all_rows("counties")
    return frozenset(row["county"] for row in rows if fold(row["name"]) in towns)


def is_region(scene: Scene, item: Item, key: str) -> bool:
    """Whether a place is said to be a province, or can be nothing else."""
    if item.kind is not Kind.PLACE or key in counties_of(scene.lexicon):
        return False
    if is_called_province(scene, item):
        return True
    lexicon = scene.lexicon
    only = key in lexicon.province_by_key and key not in lexicon.place_by_key
    return only and bool(regions(lexicon))


def is_called_province(scene: Scene, item: Item) -> bool:
    """Whether a word before or after a place says that it is a province."""
    before = words(scene.before(item)[-3 * BESIDE :])[-_CUE:]
    cues = scene.lexicon.signs("province")
    if _ends_in(before, cues):
        return True
    lexicon, key = scene.lexicon, name_key(item.text)
    if is_region_label(item.label) and fold(lexicon.province_by_key.get(key, "")) in regions(
        lexicon
    ):
        return True
    # "dans le [Rhône]" is the department, "au bord du [Rhône]" the river.
    only = key in lexicon.province_by_key and key not in lexicon.place_by_key
    if only and _ends_in(before, lexicon.signs("inside_province")):
        return True
    after = words(scene.after(item)[:BESIDE])
    if any(" ".join(after).startswith(cue) for cue in scene.lexicon.signs("same_area")):
        return False  # "Azpeitia, probintzia berean"
    forms = scene.lexicon.signs("province_after")
    if after and any(after[0].startswith(form) for form in forms):
        return True
    return _stands_behind_its_town(scene, item)


def _ends_in(said: Sequence[str], cues: Container[str]) -> bool:
    """Whether folded words end in a cue of one word or several."""
    return any(" ".join(said[-size:]) in cues for size in range(1, len(said) + 1))


def is_called_village(scene: Scene, item: Item) -> bool:
    """Whether a word of the clause of a town says that it is small: "un pueblo, [Cuéllar]"."""
    around = words(scene.before(item)[-BESIDE:]) + words(scene.after(item)[:BESIDE])
    return not scene.lexicon.cues("village").keys().isdisjoint(around)


def has_university(scene: Scene, key: str) -> bool:
    """Whether a university of the dialogue is named after a folded town: "Uni [Regensburg]"."""
    cues = scene.lexicon.cues("university").keys()
    named = (f" {' '.join(words(item.text))} " for item in scene.of_kind(scene.items, Kind.ORG))
    return any(f" {key} " in text and not cues.isdisjoint(text.split()) for text in named)


def has_hospital(scene: Scene, items: Iterable[Item]) -> bool:
    """Whether a hospital is told of a town: "el hospital de [Jaén]", "[Vic] hospital"."""
    for item in items:
        said = (*words_apart(scene.before(item))[-_LED:], *words_apart(scene.after(item))[:1])
        if any(says_hospital(scene.lexicon, word) for word in said):
            return True
    return False


def says_hospital(lexicon: Lexicon, word: str) -> bool:
    """Whether a folded word is one for a hospital, or begins with such a stem."""
    cues = lexicon.cues("hospital").items()
    return any(word == cue or (value and word.startswith(cue)) for cue, value in cues)


def is_village(place: Place) -> bool:
    """Whether a town is one of the smallest that the tables have."""
    return place.type == "town" and place.weight <= _SMALL


def _stands_behind_its_town(scene: Scene, item: Item) -> bool:
    """ "[Getafe] ([Madrid])", "[Zafra], [Badajoz]", "[Sigüenza], en [Guadalajara]"; beside a postal
    code that is not its own, "[17100], [Girona]", where a town in it is said elsewhere."""
    row = scene.items_by_turn.get(item.turn, [])
    before = max((i for i in row if i.end <= item.start), key=lambda i: i.end, default=None)
    if before is None or before.kind not in (Kind.PLACE, Kind.ZIP):
        return False
    own, gap = name_key(item.text), scene.between(before, item)
    if gap == " a " and _is_left(scene, before):
        return False  # "mudar-me de [Xàtiva] a [València]"
    inside = scene.lexicon.signs("inside_province")
    beside = gap in (", ", " (") or " ".join(words(gap)) in inside
    if before.kind is Kind.ZIP:
        code = "".join(c for c in before.text if c.isdecimal())
        beside = (beside or gap == " ") and code[_CAPITAL] not in ("", "0")
        others = scene.of_kind(scene.items, Kind.PLACE) if beside else ()
        towns = [name_key(other.text) for other in others]
    else:
        towns = [name_key(before.text)] if beside else []
    known = (scene.lexicon.place_by_key.get(town) for town in towns if town != own)
    province = scene.lexicon.province_by_key.get(own, "")
    return fold(province) in regions(scene.lexicon) and any(
        town is not None and town.province == province for town in known
    )


def _is_left(scene: Scene, town: Item) -> bool:
    """Whether the word before a town says that somebody comes from there."""
    said = words(scene.before(town))[-1:]
    return any(scene.lexicon.cues("distance").get(word) == "from" for word in said)


def region_of(
    scene: Scene, items: Iterable[Item], key: str, there: Iterable[tuple[str, Item]]
) -> str:
    """The key of the said province in which a place is: by the lists, or said beside it; or ""."""
    places = list(there)
    entry = scene.lexicon.place_by_key.get(key)
    if entry is not None and entry.province:
        known = scene.lexicon.province_by_key
        own = next((k for k, _ in places if known.get(k) == entry.province), "")
        # "[Priego], en la provincia de [Cuenca]" is not the one that the table has.
        return own or next((k for k, p in places for i in items if _says_inside(scene, i, p)), "")
    for item in items:
        for other, place in places:
            gap = max(place.start - item.end, item.start - place.end)
            if place.turn == item.turn and gap <= BESIDE:
                return other
    return ""


def _says_inside(scene: Scene, town: Item, region: Item) -> bool:
    """Whether only words that say that a town lies in a province stand between the two."""
    if town.turn != region.turn or not 0 < region.start - town.end <= BESIDE:
        return False
    said, lexicon = words(scene.between(town, region)), scene.lexicon
    return bool(said) and all(word in leads(lexicon) for word in said) and _called(lexicon, said)


def _called(lexicon: Lexicon, said: Sequence[str]) -> bool:
    return any(word in form.split() for form in lexicon.signs("province") for word in said)


@lru_cache(maxsize=16)
def leads(lexicon: Lexicon) -> frozenset[str]:
    """Words between a town and its area: "en la provincia de"."""
    kinds = ("province", "inside_province", "preposition", "neighbour_region")
    phrases = [form for kind in kinds for form in lexicon.signs(kind)]
    articles = [form for kind, form in lexicon.agreement if kind == "article"]
    return frozenset(word for phrase in (*phrases, *articles) for word in phrase.split())


Form = tuple[bool, bool, bool]


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of the province of a place: its codes' form, and not to be the original's."""

    zip: str = ""  # codes that are said with the place
    phone: str = ""
    form: Form | None = None
    province: str = ""  # the only one that will do
    within: bool = False  # another county was drawn: it may be of the original's province
    stays: bool = False  # it is in the area that words outside labels say: so may its codes
    starts: frozenset[str] = frozenset()  # what the words of its postal code can say

    def suits(self, scene: Scene, province: str, *, strict: bool = True) -> bool:
        """Whether a province will do; `strict`: its postal codes are as long, too."""
        if self.province:
            return province == self.province
        if province in scene.provinces and province and not self.within:
            return False
        code = scene.lexicon.province_codes.get(province)
        if code is None:
            return self.form is None
        if self.stays:
            return self.form in (None, form_of(code))
        apart = not (self.zip and code[0] == self.zip) and not (
            self.phone and code[1].startswith(self.phone)
        )
        apart = apart and (not self.starts or code[0] in self.starts)
        alike = not (strict and self.zip) or len(code[0]) == len(self.zip)
        return apart and alike and self.form in (None, form_of(code))


def form_of(code: tuple[str, str]) -> Form:
    """What the codes of a country share: postal codes that begin with figures or letters alone (in
    Ireland with both), a zero before the prefix."""
    return code[0].isdecimal(), code[0].isalpha(), code[1].startswith("0")
