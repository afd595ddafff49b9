"""The lexicon of one language: word lists with weights, and look-ups by folded form."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from surrogates.folding import fold

Rows = list[dict[str, str]]


@dataclass(frozen=True, slots=True)
class Name:
    """A given name: gender f, m or u; weight band 1 (rare) to 5; kind full or compound."""

    text: str
    gender: str
    weight: int
    kind: str


@dataclass(frozen=True, slots=True)
class ShortForm:
    """`short` stands for `full`; kind clip, suppletive, diminutive or compound."""

    full: str
    short: str
    kind: str
    gender: str


@dataclass(frozen=True, slots=True)
class Place:
    name: str
    province: str
    type: str
    weight: int


@dataclass(frozen=True, slots=True)
class NumberWord:
    """A number word: class I, II, III, IV or scale; gender and position where they matter."""

    form: str
    value: int
    klass: str
    gender: str
    position: str


class Lexicon:
    """Tables of one language, indexed on first use. Immutable once built."""

    def __init__(self, lang: str, tables: Mapping[str, Rows]) -> None:
        self.lang = lang
        self._tables = tables
        # Pools of candidates that other modules built from these tables, by their own keys.
        self.pools: dict[tuple[str, ...], Any] = {}

    def rows(self, table: str) -> Rows:
        """Raw rows of a table (empty when the language has none)."""
        return self._tables.get(table, [])

    def names(self, gender: str, kind: str = "full") -> tuple[str, ...]:
        """Given names of a gender ("f", "m", "u"): full single names, or kind="compound"."""
        return tuple(n.text for n in self.name_entries if n.gender == gender and n.kind == kind)

    @cached_property
    def name_entries(self) -> tuple[Name, ...]:
        return tuple(
            Name(r["name"], r["gender"], int(r["weight"]), r["kind"]) for r in self.rows("names")
        )

    @cached_property
    def surname_weights(self) -> dict[str, int]:
        return {r["surname"]: int(r["weight"]) for r in self.rows("surnames")}

    @cached_property
    def surnames(self) -> tuple[str, ...]:
        return tuple(self.surname_weights)

    @cached_property
    def place_entries(self) -> tuple[Place, ...]:
        return tuple(
            Place(r["name"], r["province"], r["type"], int(r["weight"]))
            for r in self.rows("places")
        )

    @cached_property
    def places(self) -> tuple[str, ...]:
        return tuple(p.name for p in self.place_entries)

    @cached_property
    def countries(self) -> tuple[str, ...]:
        return self._column("countries", "name")

    @cached_property
    def products(self) -> tuple[str, ...]:
        return self._column("products", "name")

    @cached_property
    def professions(self) -> tuple[str, ...]:
        return self._column("professions", "form")

    @cached_property
    def providers(self) -> tuple[str, ...]:
        """Public providers of mail and lines, folded; they identify nobody."""
        return self._column("providers", "name")

    @cached_property
    def mail_providers(self) -> tuple[str, ...]:
        return tuple(r["name"] for r in self.rows("providers") if r["kind"] == "mail")

    @cached_property
    def organisations(self) -> tuple[str, ...]:
        """Invented organisations: brands, and every head with a few of the modifiers."""
        modifiers = self.organisation_parts("modifier")
        heads = self.organisation_parts("head")
        made = [
            f"{head} {modifiers[(7 * i + 13 * k) % len(modifiers)]}"
            for i, head in enumerate(heads)
            for k in range(4 if modifiers else 0)
        ]
        return tuple(dict.fromkeys([*self.organisation_parts("brand"), *made]))

    def organisation_parts(self, part: str, sector: str = "") -> tuple[str, ...]:
        """Heads ("Redes"), modifiers ("Norte") or brands ("Telvenia"), of one sector or all."""
        return tuple(
            r["form"]
            for r in self.rows("organisations")
            if r["part"] == part and (not sector or r["sector"] == sector)
        )

    @cached_property
    def sector_of_head(self) -> dict[str, str]:
        """Folded head -> sector."""
        return {
            fold(r["form"]): r["sector"] for r in self.rows("organisations") if r["part"] == "head"
        }

    def streets(self, part: str) -> tuple[str, ...]:
        """Street types or street names."""
        return tuple(r["form"] for r in self.rows("streets") if r["part"] == part)

    @cached_property
    def months(self) -> tuple[str, ...]:
        """The twelve months, January first."""
        main = {int(r["value"]): r["form"] for r in self.rows("months") if r["variant"] == "main"}
        return tuple(main[i] for i in range(1, 13)) if main else ()

    @cached_property
    def month_numbers(self) -> dict[str, int]:
        """Folded month (variants and short forms too) -> 1..12."""
        return {fold(r["form"]): int(r["value"]) for r in self.rows("months")}

    @cached_property
    def weekdays(self) -> tuple[str, ...]:
        """Seven days, Monday first."""
        return tuple(r["form"] for r in sorted(self.rows("weekdays"), key=lambda r: r["value"]))

    @cached_property
    def letters(self) -> dict[str, str]:
        """Letter -> its usual spoken name ("v" -> "uve")."""
        return {r["letter"]: r["spoken"] for r in self.rows("letters") if r["variant"] == "main"}

    @cached_property
    def spoken_letters(self) -> dict[str, str]:
        """Folded spoken name, variants too -> letter ("ve corta" -> "v")."""
        found = {fold(r["spoken"]): r["letter"] for r in self.rows("letters")}
        found.update({fold(s): letter for letter, s in self.letters.items()})
        return found

    @cached_property
    def alphabet(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """Set ("common", "nato") -> letter -> key words ("b" -> Burgos, Bilbao...)."""
        found: dict[str, dict[str, tuple[str, ...]]] = {}
        for row in self.rows("alphabet"):
            letters = found.setdefault(row["set"], {})
            letters[row["letter"]] = (*letters.get(row["letter"], ()), row["word"])
        return found

    @cached_property
    def number_words(self) -> tuple[NumberWord, ...]:
        return tuple(
            NumberWord(r["form"], int(r["value"]), r["class"], r["gender"], r["position"])
            for r in self.rows("numbers")
        )

    @cached_property
    def short_forms(self) -> tuple[ShortForm, ...]:
        return tuple(
            ShortForm(r["full"], r["short"], r["kind"], r["gender"])
            for r in self.rows("short_forms")
        )

    @cached_property
    def shorts_of(self) -> dict[str, tuple[ShortForm, ...]]:
        """Folded full name -> its short forms."""
        found: dict[str, tuple[ShortForm, ...]] = {}
        for form in self.short_forms:
            key = fold(form.full)
            found[key] = (*found.get(key, ()), form)
        return found

    @cached_property
    def fulls_of(self) -> dict[str, tuple[ShortForm, ...]]:
        """Folded short form -> what it may stand for."""
        found: dict[str, tuple[ShortForm, ...]] = {}
        for form in self.short_forms:
            key = fold(form.short)
            found[key] = (*found.get(key, ()), form)
        return found

    @cached_property
    def name_by_key(self) -> dict[str, Name]:
        """Folded given name (full or compound) -> entry."""
        return {fold(n.text): n for n in self.name_entries}

    @cached_property
    def surname_keys(self) -> frozenset[str]:
        return frozenset(fold(s) for s in self.surnames)

    @cached_property
    def surname_by_key(self) -> dict[str, str]:
        return {fold(s): s for s in self.surnames}

    @cached_property
    def place_by_key(self) -> dict[str, Place]:
        return {fold(p.name): p for p in self.place_entries}

    @cached_property
    def concepts(self) -> dict[tuple[str, str], tuple[dict[str, str], ...]]:
        """(type, concept) -> the rows of its forms in all languages."""
        found: dict[tuple[str, str], tuple[dict[str, str], ...]] = {}
        for row in self.rows("equivalents"):
            key = (row["type"], row["concept"])
            found[key] = (*found.get(key, ()), row)
        return found

    @cached_property
    def concept_of(self) -> dict[tuple[str, str], tuple[str, ...]]:
        """(type, folded form) -> concepts that the form belongs to."""
        found: dict[tuple[str, str], tuple[str, ...]] = {}
        for row in self.rows("equivalents"):
            key = (row["type"], fold(row["form"]))
            found[key] = tuple(dict.fromkeys((*found.get(key, ()), row["concept"])))
        return found

    @cached_property
    def province_codes(self) -> dict[str, tuple[str, str]]:
        """Province -> (first two digits of its postal codes, telephone prefix)."""
        return {r["province"]: (r["zip"], r["phone"]) for r in self.rows("provinces")}

    @cached_property
    def number_keys(self) -> frozenset[str]:
        return frozenset(fold(n.form) for n in self.number_words)

    @cached_property
    def _relatives(self) -> dict[str, frozenset[str]]:
        groups: dict[str, set[str]] = {}
        for form in self.short_forms:
            full = fold(form.full)
            family = {full, *(fold(other.short) for other in self.shorts_of[full])}
            groups.setdefault(full, set()).update(family)
            groups.setdefault(fold(form.short), set()).update(family)
        for rows in self.concepts.values():
            forms = {fold(r["form"]) for r in rows}
            for key in forms:
                groups.setdefault(key, set()).update(forms)
        return {
            key: frozenset(w for f in forms for w in f.split()) for key, forms in groups.items()
        }

    def relatives(self, key: str) -> frozenset[str]:
        """Folded words of the short forms, full forms and equivalents of a folded name."""
        return self._relatives.get(key, frozenset())

    def cues(self, kind: str) -> dict[str, str]:
        """Folded cue -> what it gives ("senora" -> "f" for kind "title")."""
        found = self._cues.get(kind)
        return found if found is not None else {}

    @cached_property
    def _cues(self) -> dict[str, dict[str, str]]:
        found: dict[str, dict[str, str]] = {}
        for row in self.rows("cues"):
            found.setdefault(row["kind"], {})[fold(row["form"])] = row["value"]
        return found

    @cached_property
    def fillers(self) -> frozenset[str]:
        return frozenset(fold(r["form"]) for r in self.rows("fillers"))

    @cached_property
    def homographs(self) -> frozenset[str]:
        """Folded ordinary words that are also names."""
        return frozenset(fold(r["form"]) for r in self.rows("homographs"))

    @cached_property
    def public_figures(self) -> frozenset[tuple[str, str]]:
        return frozenset(
            (fold(r["given"]), fold(r["surname"])) for r in self.rows("public_figures")
        )

    @cached_property
    def exemplars(self) -> dict[str, str]:
        """Kind -> the fixed exemplar of the strategy `named`."""
        return {r["kind"]: r["form"] for r in self.rows("exemplars")}

    def _column(self, table: str, column: str) -> tuple[str, ...]:
        return tuple(r[column] for r in self.rows(table))
