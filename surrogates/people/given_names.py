"""Chooses the surrogate person of a cluster: one candidate with every facet its mentions need."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice, product

from surrogates import draw
from surrogates.folding import PARTICLES, fold, has_marks, words
from surrogates.languages.entries import ShortForm
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.places.nations import names_from
from surrogates.people.compounds import HYPHENATING, joined
from surrogates.people.facets import FREE, GLUE, STRICT
from surrogates.people.letter_needs import SpellNeed
from surrogates.people.namesakes import takes_after
from surrogates.scene import Scene

SMALL_POOL = 20
_PET = "diminutive"
_RARE = "rare"  # a short form that is understood, and given to nobody


@dataclass(frozen=True, slots=True)
class Need:
    """Facets of a given name that its mentions show."""

    gender: str
    parts: int = 1
    shorts: tuple[str, ...] = ()  # kinds of the short forms said, in order
    short_only: bool = False
    langs: tuple[str, ...] = ()
    spell: SpellNeed = field(default_factory=SpellNeed)
    # A short form of this name is said, labelled or not: names that have one are preferred.
    shortable: bool = False
    marked: str = ""  # "umlaut" or "accent": it is written with the mark and without it
    sounds: bool = False  # an ending or the text around it asks for a sound
    of_parts: tuple[int, ...] = ()  # which part of a compound each short is of; 0 for the whole
    parts_shortable: tuple[int, ...] = ()  # parts of a compound that should have a short form
    joined: bool = False  # the compound is written as one word, too
    pet: bool = False  # it is an animal's
    origin: str = ""  # of which its names are, where a nationality tells that
    usual: bool = False  # a pet form ("Unaitxo") is for who was called by one

    @property
    def weight(self) -> int:
        """How constrained: the most constrained entities draw first."""
        return (
            4 * len(self.langs)
            + 3 * len(self.shorts)
            + 2 * (self.parts > 1)
            + self.joined
            + 3 * self.spell.asks
            + bool(self.marked)
            + self.sounds
        )

    @property
    def of_both(self) -> bool:
        """Whether a short form stands alone that a woman and a man may have ("Fran", "Dani")."""
        return self.short_only and self.gender == "u"

    @property
    def of_two(self) -> bool:
        """Whether two single names put together can have all that is asked."""
        return self.parts == 2 and len(self.shorts) == sum(map(bool, self.of_parts))


@dataclass
class Identity:
    """A surrogate person: full form, short forms in the order of the need, forms by language."""

    full: str
    shorts: tuple[str, ...] = ()
    by_lang: dict[str, str] = field(default_factory=dict)
    joined: str = ""  # a compound as one word
    candidates: int = 0
    relaxed: bool = False

    @property
    def parts(self) -> tuple[str, ...]:
        return tuple(p for p in self.full.replace("-", " ").split() if fold(p) not in PARTICLES)

    @property
    def forms(self) -> tuple[str, ...]:
        joined = (self.joined,) if self.joined else ()
        return (self.full, *self.shorts, *self.by_lang.values(), *joined)


Check = Callable[[Identity, int], bool]  # whether the forms suit their places at a level


def choose(scene: Scene, need: Need, seed: bytes, check: Check) -> Identity | None:
    """The best-ranked identity that is allowed; needs are dropped in a fixed order if none is."""
    for lighter, level, relaxed in _attempts(need):
        if relaxed and need.of_two:
            best = _put_together(scene, need, seed, check)
            if best is not None:
                return best
        pool = _pool(scene.lexicon, lighter)
        fitting = 0
        chosen: Identity | None = None
        for name in pool.ranked(seed):
            identity = _complete(scene.lexicon, name, lighter)
            if identity is None or not _fits(identity, lighter) or not check(identity, level):
                continue
            fitting += 1
            if chosen is None and _allowed(scene, identity, lighter):
                chosen = identity
            if chosen is not None and fitting > SMALL_POOL:
                break
        if chosen is not None:
            chosen.candidates = _size(scene.lexicon, lighter, pool, fitting)
            chosen.relaxed = relaxed
            return chosen
    return None


def _put_together(scene: Scene, need: Need, seed: bytes, check: Check) -> Identity | None:
    """A compound of two single names, where no compound of the lists will do."""
    lexicon, columns = scene.lexicon, []
    for part in (1, 2):
        alone = tuple(k for k, of in zip(need.shorts, need.of_parts, strict=True) if of == part)
        single = Need(need.gender, shorts=alone)
        free = (
            name
            for name in _pool(lexicon, single).ranked(seed)
            if (one := _complete(lexicon, name, single)) and _allowed(scene, one, single)
        )
        columns.append(list(islice(free, 2 * SMALL_POOL)))
    joint = "-" if lexicon.lang in HYPHENATING else " "
    plain = replace(need, shortable=False, parts_shortable=())
    for first, second in product(columns[0], reversed(columns[1])):
        identity = _complete(lexicon, f"{first}{joint}{second}", plain)
        if first == second or identity is None or not _allowed(scene, identity, need):
            continue
        if _fits(identity, need) and check(identity, GLUE):
            identity.candidates = len(columns[0])
            return identity
    return None


def _size(lexicon: Lexicon, need: Need, pool: draw.Pool, fitting: int) -> int:
    """How many candidates there were; a look beyond SMALL_POOL is an estimate from above."""
    if fitting <= SMALL_POOL:
        return fitting
    asks = need.shorts or need.shortable or need.parts_shortable
    return with_shorts(lexicon, need) if asks else len(pool)


def with_shorts(lexicon: Lexicon, need: Need) -> int:
    """How many names of a need's pool have the short forms that it asks for."""
    of_whole = len(need.shorts) > sum(map(bool, need.of_parts))
    whole = need.shortable or of_whole
    places = sorted({*need.parts_shortable, *filter(None, need.of_parts)})
    alone = str(need.short_only)
    key = ("with shorts", need.gender, alone, str(need.parts), str(whole), *map(str, places))
    if key not in lexicon.pools:
        names = _pool(lexicon, need).weights
        lexicon.pools[key] = sum(
            all(_shorts_at(lexicon, name, need, place) for place in (*places, *[0] * whole))
            for name in names
        )
    size: int = lexicon.pools[key]
    return size


def _attempts(need: Need) -> Iterator[tuple[Need, int, bool]]:
    """(need, level of the check, whether a person should hear of it), the best first."""
    if need.origin:
        # Names from elsewhere have no short forms in the tables, and compounds are told as one.
        one = Need(need.gender, spell=need.spell, origin=need.origin)
        for level in (STRICT, GLUE, FREE) if need.sounds else (FREE,):
            yield one, level, False
        yield replace(one, spell=SpellNeed()), FREE, True
        need = replace(need, origin="")
    levels = (STRICT, GLUE) if need.sounds else (FREE,)
    of_whole = need.shortable or not all(need.of_parts) or (need.shorts and not need.of_parts)
    hopes = [replace(need, usual=True), need] if of_whole else [need]
    if need.marked:
        hopes += [replace(hope, marked="") for hope in hopes]
    if need.shortable or need.parts_shortable:
        hopes += [replace(hope, shortable=False, parts_shortable=()) for hope in hopes]
    base = hopes[-1]
    wider = dict.fromkeys((need.spell, need.spell.unplaced, need.spell.anywhere))
    hopes += [replace(base, spell=spell) for spell in list(wider)[1:]]
    for hope in hopes:
        for level in levels:
            yield hope, level, False
    lighter = [n for n in _relaxations(base) if n != base]
    if base.of_two:
        yield base, levels[-1], True  # two single names put together
    for level in dict.fromkeys((levels[-1], FREE)):
        if level != levels[-1]:
            yield base, level, True
        for one in lighter:
            yield one, level, True


def _relaxations(need: Need) -> Iterator[Need]:
    yield need
    gender = need.gender
    if need.spell.asks:
        for one in need.spell.but_one:
            yield replace(need, spell=one)
        if need.spell.facts.asks:
            if need.spell.unsaid.asks:
                yield replace(need, spell=need.spell.unsaid.anywhere)
            yield replace(need, spell=need.spell.facts)
        yield Need(gender, need.parts, need.shorts, need.short_only, need.langs)
    if need.shorts and need.parts == 1 and not need.short_only:
        yield Need(gender, 1, ("any",) * len(need.shorts), False, need.langs)
    if need.shorts and need.langs:
        yield Need(gender, need.parts, langs=need.langs)
    if need.shorts:
        yield Need(gender, need.parts, ("any",), need.short_only)
    if need.shorts and need.parts > 1:
        # Few compounds have a short form; a single name that has one keeps the two apart.
        yield Need(gender, 1, need.shorts, need.short_only)
        yield Need(gender, need.parts)
    if need.langs:
        yield Need(gender)
    if need.parts == 1:
        yield Need(gender, 2)


def _pool(lexicon: Lexicon, need: Need) -> draw.Pool:
    asked = (str(need.parts), str(need.of_both), str(need.pet), need.origin)
    key = ("given", need.gender, *asked, *need.langs)
    if key not in lexicon.pools:
        lexicon.pools[key] = draw.Pool(_candidates(lexicon, need))
    pool: draw.Pool = lexicon.pools[key]
    return pool


def _candidates(lexicon: Lexicon, need: Need) -> Iterator[tuple[str, float]]:
    if need.pet:
        pets = (row for row in lexicon.rows("pets") if row["gender"] in (need.gender, "u"))
        yield from ((row["name"], 1.0) for row in pets)
        return
    if need.origin:
        for gender in ("f", "m") if need.gender == "u" else need.gender:
            yield from ((name, 1.0) for name in names_from(lexicon, need.origin, gender))
        return
    if need.langs:
        for (kind, _), rows in lexicon.concepts.items():
            have = {r["lang"]: r["form"] for r in rows if r["gender"] == need.gender}
            if kind == "name" and all(lang in have for lang in need.langs):
                main = have.get(lexicon.lang) or have[need.langs[0]]
                yield main, 1.0
        return
    wanted = "compound" if need.parts > 1 else "full"
    for entry in lexicon.name_entries:
        if entry.kind != wanted:
            continue
        # Of whom no gender is told, the surrogate is a woman's or a man's name: an epicene one
        # would say that the lexicon did not know the original, or that it was epicene.
        genders = (
            ("f", "m", "u") if need.of_both else ("f", "m") if need.gender == "u" else need.gender
        )
        if entry.gender not in genders:
            continue
        if need.parts > 1 and len(words(entry.text.replace("-", " "))) != need.parts:
            continue
        yield entry.text, entry.weight


def _complete(lexicon: Lexicon, name: str, need: Need) -> Identity | None:
    """Adds the short forms and equivalents that the need asks for, or None."""
    by_lang: dict[str, str] = {}
    if need.langs:
        for concept in lexicon.concept_of[("name", fold(name))]:
            for row in lexicon.concepts[("name", concept)]:
                if row["lang"] in need.langs and row["gender"] == need.gender:
                    by_lang.setdefault(row["lang"], row["form"])
        if len({fold(f) for f in by_lang.values()}) < len(need.langs):
            return None
    parts = ([0] if need.shortable else []) + list(need.parts_shortable)
    if not all(_shorts_at(lexicon, name, need, place) for place in parts):
        return None
    usual = (s.kind != _PET for s in _shorts_at(lexicon, name, need, 0))
    if need.usual and need.shortable and not any(usual):
        return None
    written = joined(name, lexicon.lang) if need.joined else ""
    if need.joined and not written:
        return None
    left: dict[int, list[ShortForm]] = {}
    chosen: list[ShortForm] = []
    for rank, kind in enumerate(need.shorts):
        place = need.of_parts[rank] if need.of_parts else 0
        forms = left.setdefault(place, _shorts_at(lexicon, name, need, place))
        if not forms:
            return None
        # The kind is a wish: a name must not change when another of its short forms is said.
        ranked = sorted(forms, key=lambda s: (s.kind != kind, s.kind == _PET))
        match = ranked[0]
        if need.usual and match.kind == _PET != kind:
            return None
        chosen.append(match)
        left[place] = [s for s in forms if _sound(s.short) != _sound(match.short)]
    return Identity(name, tuple(s.short for s in chosen), by_lang, written)


def _shorts_at(lexicon: Lexicon, name: str, need: Need, place: int) -> list[ShortForm]:
    """Short forms of a name, or of one part of it, that suit the gender."""
    if place:
        parts = Identity(name).parts
        name = parts[place - 1] if place <= len(parts) else ""
    # Marià and María have one key, but not the same short forms.
    forms = [s for s in lexicon.shorts_of.get(fold(name), ()) if s.kind != _RARE]
    # "Terry" is no other name than "Terri".
    forms = [s for s in forms if _sound(s.short) != _sound(name)]
    if need.of_both:
        return [s for s in forms if _is_epicene(lexicon, s.short)]
    if need.gender == "u":
        return forms
    forms = [s for s in forms if s.gender in (need.gender, "u")]
    # Of who is called by it alone it has to tell the gender: "Manoli", not "Manu". Of anybody else
    # it does too, or a name that is labelled later would change it.
    return [s for s in forms if not _is_epicene(lexicon, s.short)]


@lru_cache(maxsize=8192)
def _sound(short: str) -> str:
    """A short form without what is only another writing of it: "Danni", "Bennie", "Kathy"."""
    key = re.sub(r"ie$|y$", "i", fold(short).replace("k", "c"))
    return re.sub(r"(.)\1", r"\1", key)


def _is_epicene(lexicon: Lexicon, short: str) -> bool:
    genders = {form.gender for form in lexicon.fulls_of.get(fold(short), ())}
    return "u" in genders or len(genders) > 1


def _fits(identity: Identity, need: Need) -> bool:
    shown = identity.shorts[0] if need.short_only and identity.shorts else identity.full
    return has_marks(shown, need.marked) and need.spell.met_by(shown)


def _allowed(scene: Scene, identity: Identity, need: Need) -> bool:
    shown = identity.shorts if need.short_only else identity.forms
    if not all(scene.allowed(form) and not takes_after(scene, form) for form in shown):
        return False
    # The full name behind a short form must not be an original either.
    return not need.short_only or fold(identity.full) not in scene.originals
