"""Chooses the surrogate person of a cluster: one candidate with every facet its mentions need."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from surrogates import draw
from surrogates.entities import Cluster
from surrogates.folding import PARTICLES, fold
from surrogates.languages.lexicon import Lexicon, ShortForm
from surrogates.scene import Scene

VOWELS = frozenset("aeiouáéíóúàèìòùâêîôûäëïöü")
SMALL_POOL = 20


@dataclass(frozen=True, slots=True)
class SpellNeed:
    """What spelled letters ask of a name: its length, its first letter, letters it must hold."""

    length: int = 0
    first: frozenset[str] = frozenset()
    holds: frozenset[str] = frozenset()
    # Positions said with a key word, which cannot have a letter whose key word was an original.
    keyed: frozenset[int] = frozenset()
    taken: frozenset[str] = frozenset()

    @property
    def asks(self) -> bool:
        return bool(self.length or self.first or self.holds)

    def met_by(self, name: str) -> bool:
        key = fold(name)
        letters = [c for c in key if c.isalpha()]
        return (
            (not self.length or len(letters) == self.length)
            and (not self.first or key[:1] in self.first)
            and (not self.holds or bool(self.holds & set(key)))
            and not any(letters[i : i + 1] and letters[i] in self.taken for i in self.keyed)
        )


@dataclass(frozen=True, slots=True)
class Need:
    """Facets of a given name that its mentions show."""

    gender: str
    parts: int = 1
    shorts: tuple[str, ...] = ()  # kinds of the short forms said, in order
    short_only: bool = False
    langs: tuple[str, ...] = ()
    spell: SpellNeed = SpellNeed()
    onset: str = ""  # "vowel" | "consonant" where elision shows it

    @property
    def weight(self) -> int:
        """How constrained: the most constrained entities draw first."""
        return (
            4 * len(self.langs)
            + 3 * len(self.shorts)
            + 2 * (self.parts > 1)
            + 3 * self.spell.asks
            + bool(self.onset)
        )


@dataclass
class Identity:
    """A surrogate person: full form, short forms in the order of the need, forms by language."""

    full: str
    shorts: tuple[str, ...] = ()
    by_lang: dict[str, str] = field(default_factory=dict)
    candidates: int = 0
    relaxed: bool = False

    @property
    def parts(self) -> tuple[str, ...]:
        return tuple(p for p in self.full.split() if fold(p) not in PARTICLES)

    @property
    def forms(self) -> tuple[str, ...]:
        return (self.full, *self.shorts, *self.by_lang.values())


def choose(scene: Scene, cluster: Cluster, need: Need, seed: bytes) -> Identity | None:
    """The best-ranked identity that is allowed; needs are dropped in a fixed order if none is."""
    for step, lighter in enumerate(_relaxations(need)):
        pool = _pool(scene.lexicon, lighter)
        fitting = 0
        chosen: Identity | None = None
        for name in pool.ranked(seed):
            identity = _complete(scene.lexicon, name, lighter)
            if identity is None or not _fits(identity, lighter):
                continue
            fitting += 1
            if chosen is None and _allowed(scene, identity, lighter):
                chosen = identity
            if chosen is not None and fitting > SMALL_POOL:
                break
        if chosen is not None:
            chosen.candidates = len(pool) if fitting > SMALL_POOL else fitting
            chosen.relaxed = step > 0
            return chosen
    return None


def _relaxations(need: Need) -> Iterator[Need]:
    yield need
    gender = need.gender
    if need.spell.asks:
        yield Need(gender, need.parts, need.shorts, need.short_only, need.langs)
    if need.shorts and need.parts == 1 and not need.short_only:
        yield Need(gender, 1, ("any",) * len(need.shorts), False, need.langs)
    if need.shorts:
        yield Need(gender, need.parts, ("any",), need.short_only)
    if need.langs:
        yield Need(gender)
    if need.onset:
        yield Need(gender, need.parts, need.shorts, need.short_only)
    if need.parts == 1:
        yield Need(gender, 2)
    if gender == "u":
        yield Need("f")
        yield Need("m")


def _pool(lexicon: Lexicon, need: Need) -> draw.Pool:
    kind = "shorts" if need.shorts else "langs" if need.langs else str(need.parts)
    key = ("given", need.gender, kind, str(need.parts), *need.langs)
    if key not in lexicon.pools:
        lexicon.pools[key] = draw.Pool(_candidates(lexicon, need))
    pool: draw.Pool = lexicon.pools[key]
    return pool


def _candidates(lexicon: Lexicon, need: Need) -> Iterator[tuple[str, float]]:
    if need.langs:
        for (kind, _), rows in lexicon.concepts.items():
            have = {r["lang"]: r["form"] for r in rows if r["gender"] == need.gender}
            if kind == "name" and all(lang in have for lang in need.langs):
                main = have.get(lexicon.lang) or have[need.langs[0]]
                yield main, 1.0
        return
    wanted = "compound" if need.parts > 1 else "full"
    # English grammar does not ask for a gender where nothing tells it.
    anybody = need.gender == "u" and lexicon.lang == "en"
    for entry in lexicon.name_entries:
        if (entry.gender != need.gender and not anybody) or entry.kind != wanted:
            continue
        if need.parts > 1 and len(entry.text.split()) != need.parts:
            continue
        if need.shorts and fold(entry.text) not in lexicon.shorts_of:
            continue
        yield entry.text, draw.BAND_WEIGHT[entry.weight]


def _complete(lexicon: Lexicon, name: str, need: Need) -> Identity | None:
    """Adds the short forms and equivalents that the need asks for, or None."""
    if need.langs:
        by_lang: dict[str, str] = {}
        for concept in lexicon.concept_of[("name", fold(name))]:
            for row in lexicon.concepts[("name", concept)]:
                if row["lang"] in need.langs and row["gender"] == need.gender:
                    by_lang.setdefault(row["lang"], row["form"])
        if len({fold(f) for f in by_lang.values()}) < len(need.langs):
            return None
        return Identity(name, (), by_lang)
    if not need.shorts:
        return Identity(name)
    left = list(lexicon.shorts_of.get(fold(name), ()))
    chosen: list[ShortForm] = []
    for kind in need.shorts:
        match = next((s for s in left if kind in ("any", s.kind)), None)
        if match is None:
            return None
        left.remove(match)
        chosen.append(match)
    return Identity(name, tuple(s.short for s in chosen))


def _fits(identity: Identity, need: Need) -> bool:
    shown = identity.shorts[0] if need.short_only and identity.shorts else identity.full
    if not need.spell.met_by(shown):
        return False
    if need.onset:
        vowel = starts_with_vowel(shown)
        return vowel == (need.onset == "vowel")
    return True


def starts_with_vowel(name: str) -> bool:
    """Whether the first sound is a vowel (a mute h does not count)."""
    text = name.casefold().removeprefix("h")
    return text[:1] in VOWELS


def _allowed(scene: Scene, identity: Identity, need: Need) -> bool:
    shown = identity.shorts if need.short_only else identity.forms
    if not all(scene.allowed(form) for form in shown):
        return False
    # The full name behind a short form must not be an original either.
    return not need.short_only or fold(identity.full) not in scene.originals
