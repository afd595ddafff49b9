"""The lexicon of one language: word lists with weights, and look-ups by folded form."""

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import Any

from surrogates.folding import digraphs, fold, lead_of, run_together, words
from surrogates.languages.demonyms import forms_of
from surrogates.languages.entries import (
    Name,
    NumberWord,
    Place,
    ShortForm,
    aliased,
    grouped,
    per_million,
)

Rows = list[dict[str, str]]


def name_key(text: str) -> str:
    """The folded words of a name with blanks between them ("Jean-Pierre" -> "jean pierre")."""
    return " ".join(words(text))


def _keys(text: str) -> set[str]:
    """What a name is looked up by: with its hyphens, and with blanks."""
    return {fold(text), name_key(text)}


class Lexicon:
    """Tables of one language, indexed on first use. Immutable once built.

    `companions` are lexicons of the languages that its speakers mix in: their names, places,
    equivalents and cues are recognised too, but surrogates are drawn from its own tables. A table
    that the language lacks as a whole is its companion's.
    """

    def __init__(
        self, lang: str, tables: Mapping[str, Rows], companions: "Sequence[Lexicon]" = ()
    ) -> None:
        self.lang = lang
        self.companions = tuple(companions)
        self._tables = tables
        # Pools of candidates that other modules built from these tables, by their own keys.
        self.pools: dict[tuple[str, ...], Any] = {}

    def rows(self, table: str) -> Rows:
        """Raw rows of a table (a companion's, or none, when the language has no such table)."""
        table_rows = self._tables.get(table)
        return table_rows or next((rows for c in self.companions if (rows := c.rows(table))), [])

    def all_rows(self, table: str) -> Iterator[dict[str, str]]:
        """Rows of a table, the companions' first so that later look-ups prefer its own."""
        for companion in self.companions:
            yield from companion.rows(table)
        yield from self._tables.get(table, [])

    def names(self, gender: str, kind: str = "full") -> tuple[str, ...]:
        """Given names of a gender ("f", "m", "u"): full single names, or kind="compound"."""
        return self._names.get((gender, kind), ())

    @cached_property
    def _names(self) -> dict[tuple[str, str], tuple[str, ...]]:
        return grouped(((n.gender, n.kind), n.text) for n in self.name_entries)

    @cached_property
    def name_entries(self) -> tuple[Name, ...]:
        return tuple(Name.of(row) for row in self.rows("names"))

    @cached_property
    def surname_weights(self) -> dict[str, float]:
        """Surname -> bearers per million."""
        return {r["surname"]: per_million(r["weight"]) for r in self.rows("surnames")}

    @cached_property
    def surnames(self) -> tuple[str, ...]:
        return tuple(self.surname_weights)

    @cached_property
    def place_entries(self) -> tuple[Place, ...]:
        return tuple(map(Place.of, self.rows("places")))

    @cached_property
    def places(self) -> tuple[str, ...]:
        return tuple(p.name for p in self.place_entries)

    @cached_property
    def provinces(self) -> frozenset[str]:
        """Provinces of its own places."""
        return frozenset(p.province for p in self.place_entries)

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
    def organisations(self) -> tuple[str, ...]:
        """Invented organisations: brands, and every head with a few of the modifiers."""
        modifiers = self.organisation_parts("modifier")
        heads = self.organisation_parts("head")
        names = [
            f"{head} {modifiers[(7 * i + 13 * k) % len(modifiers)]}"
            for i, head in enumerate(heads)
            for k in range(4 if modifiers else 0)
        ]
        return tuple(dict.fromkeys([*self.organisation_parts("brand"), *names]))

    def organisation_parts(self, part: str, sector: str = "") -> tuple[str, ...]:
        """Heads ("Redes"), modifiers ("Norte") or brands ("Telvenia"), of one sector or all."""
        return self._parts.get(("organisations", part, sector), ())

    @cached_property
    def sector_of_head(self) -> dict[str, str]:
        """Folded head, or another word that says it -> sector."""
        rows = (r for r in self.rows("organisations") if r["part"] in ("common", "head"))
        return {fold(r["form"]): r["sector"] for r in rows if r["sector"]}

    def streets(self, part: str) -> tuple[str, ...]:
        """Street types or street names."""
        return self._parts.get(("streets", part, ""), ())

    @cached_property
    def _parts(self) -> dict[tuple[str, str, str], tuple[str, ...]]:
        """(table, part, sector, or "" for all) -> forms."""
        rows = ((table, r) for table in ("organisations", "streets") for r in self.rows(table))
        return grouped(
            ((table, r["part"], sector), r["form"])
            for table, r in rows
            for sector in {"", r.get("sector", "")}
        )

    @cached_property
    def agreement(self) -> dict[tuple[str, str], frozenset[str]]:
        """(article or noun, folded form) -> the genders and numbers that it agrees in ("fs")."""
        rows = self.all_rows("agreement")
        return {(r["kind"], fold(r["form"])): frozenset(r["value"].split()) for r in rows}

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
        main = (r for r in self.rows("weekdays") if r["variant"] == "main")
        return tuple(r["form"] for r in sorted(main, key=lambda r: r["value"]))

    @cached_property
    def letters(self) -> dict[str, str]:
        """Letter -> its usual spoken name ("v" -> "uve")."""
        return {r["letter"]: r["spoken"] for r in self.rows("letters") if r["variant"] == "main"}

    @cached_property
    def spoken_letters(self) -> dict[str, str]:
        """Folded spoken name, variants too -> letter ("ve corta" -> "v")."""
        letters = {fold(r["spoken"]): r["letter"] for r in self.rows("letters")}
        # Folded, "eñe" is "ene": the letter without a sign of its own wins.
        letters.update(
            {fold(s): letter for letter, s in sorted(self.letters.items(), reverse=True)}
        )
        return letters

    def signs(self, kind: str) -> dict[str, str]:
        """What is said in a spelling or an address: folded words of a sign -> value."""
        return self._signs.get(kind, {})

    @cached_property
    def sign_words(self) -> frozenset[str]:
        """Folded words of addresses and spellings ("arroba", "info"), which name nobody."""
        forms = (f for kind in self._signs if kind != "alike" for f in self._signs[kind])
        return frozenset(word for form in forms for word in form.split())

    @cached_property
    def _signs(self) -> dict[str, dict[str, str]]:
        signs: dict[str, dict[str, str]] = {}
        for row in self.rows("signs"):
            signs.setdefault(row["kind"], {})[" ".join(words(row["form"]))] = row["value"]
        return signs

    @cached_property
    def alphabet(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """Set ("common", "nato") -> letter -> key words ("b" -> Burgos, Bilbao...)."""
        alphabet: dict[str, dict[str, tuple[str, ...]]] = {}
        for row in self.rows("alphabet"):
            letters = alphabet.setdefault(row["set"], {})
            letters[row["letter"]] = (*letters.get(row["letter"], ()), row["word"])
        return alphabet

    @cached_property
    def number_words(self) -> tuple[NumberWord, ...]:
        return tuple(map(NumberWord.of, self.rows("numbers")))

    @cached_property
    def short_forms(self) -> tuple[ShortForm, ...]:
        return tuple(map(ShortForm.of, self.rows("short_forms")))

    @cached_property
    def shorts_of(self) -> dict[str, tuple[ShortForm, ...]]:
        """Folded full name -> its short forms."""
        return grouped((key, f) for f in self._known_short_forms for key in _keys(f.full))

    @cached_property
    def _known_short_forms(self) -> tuple[ShortForm, ...]:
        more = (form for c in self.companions for form in c.short_forms)
        return tuple(dict.fromkeys([*self.short_forms, *more]))

    def with_rows(self, more: Mapping[str, Rows]) -> "Lexicon":
        """This lexicon, companions and all, with more rows in some of its tables."""
        changed = {name: [*self.rows(name), *rows] for name, rows in more.items()}
        return Lexicon(self.lang, {**self._tables, **changed}, self.companions)

    def taught(self, pairs: Sequence[tuple[str, str]]) -> "Lexicon":
        """This lexicon with more (short, full) pairs, which a person has taught."""
        if not pairs:
            return self
        more: list[ShortForm] = []
        for short, full in pairs:
            entry = self.name_by_key.get(name_key(full))
            more.append(ShortForm(full, short, "any", entry.gender if entry else "u"))
        lexicon = copy(self)
        for name in ("shorts_of", "fulls_of", "_relatives"):
            lexicon.__dict__.pop(name, None)
        lexicon.__dict__["_known_short_forms"] = (*self._known_short_forms, *more)
        return lexicon

    @cached_property
    def fulls_of(self) -> dict[str, tuple[ShortForm, ...]]:
        """Folded short form -> what it may stand for."""
        return grouped((key, f) for f in self._known_short_forms for key in _keys(f.short))

    @cached_property
    def name_by_key(self) -> dict[str, Name]:
        """Folded given name (full or compound, hyphens as blanks) -> entry."""
        names = {key: n for c in self.companions for key, n in c.name_by_key.items()}
        # Where accents alone tell two apart ("Maria", "Marià"), the more frequent one stays.
        entries = sorted(self.name_entries, key=lambda n: n.weight)
        return names | {key: n for n in entries for key in _keys(n.text)}

    @cached_property
    def name_by_writing(self) -> dict[str, Name]:
        """Casefolded given name with its accents ("marià") -> entry."""
        names = {key: n for c in self.companions for key, n in c.name_by_writing.items()}
        return names | {n.text.casefold(): n for n in self.name_entries}

    @cached_property
    def surname_keys(self) -> frozenset[str]:
        return frozenset(self.surname_by_key)

    @cached_property
    def surname_by_key(self) -> dict[str, str]:
        own = {key: s for s in self.surnames for key in (run_together(fold(s)), fold(s))}
        return {key: s for c in self.companions for key, s in c.surname_by_key.items()} | own

    @cached_property
    def place_by_key(self) -> dict[str, Place]:
        places = {key: p for c in self.companions for key, p in c.place_by_key.items()}
        own = {key: p for p in self.place_entries for key in _keys(p.name)}
        return aliased(self.concepts, places | own)

    @cached_property
    def own_places(self) -> frozenset[str]:
        """Folded places of its own tables."""
        return frozenset(fold(p.name) for p in self.place_entries)

    @cached_property
    def country_keys(self) -> frozenset[str]:
        """Folded countries, the companions' too."""
        return frozenset(k for r in self.all_rows("countries") for k in _keys(r["name"]))

    @cached_property
    def known_places(self) -> frozenset[str]:
        """Folded places and countries, in whatever language a table has them."""
        alike = {form for what, form in self.concept_of if what == "place"}
        return self.country_keys.union(self.place_by_key, alike)

    @cached_property
    def writings(self) -> dict[str, str]:
        """Folded name written with ae, oe, ue or ss -> its key ("mueller" -> "muller")."""
        names = (*(n.text for n in self.name_entries), *self.surnames, *self.places)
        return {fold(digraphs(name)): fold(name) for name in names if digraphs(name) != name}

    @cached_property
    def concepts(self) -> dict[tuple[str, str], tuple[dict[str, str], ...]]:
        """(type, concept) -> the rows of its forms in all languages."""
        concepts: dict[tuple[str, str], tuple[dict[str, str], ...]] = {}
        for row in self.all_rows("equivalents"):
            key = (row["type"], row["concept"])
            same = (row["lang"], row["form"])
            if same not in {(r["lang"], r["form"]) for r in concepts.get(key, ())}:
                concepts[key] = (*concepts.get(key, ()), row)
        return concepts

    @cached_property
    def concept_of(self) -> dict[tuple[str, str], tuple[str, ...]]:
        """(type, folded form) -> concepts that the form belongs to."""
        rows = self.all_rows("equivalents")
        of = grouped(((r["type"], form), r["concept"]) for r in rows for form in _keys(r["form"]))
        return {key: tuple(dict.fromkeys(concepts)) for key, concepts in of.items()}

    @cached_property
    def province_codes(self) -> dict[str, tuple[str, str]]:
        """Province -> (first two digits of its postal codes, its first telephone prefix)."""
        return {r["province"]: (r["zip"], lead_of(r["phone"])) for r in self.all_rows("provinces")}

    @cached_property
    def province_by_key(self) -> dict[str, str]:
        """Folded province -> province, the companions' too."""
        return aliased(self.concepts, {k: p for p in self.province_codes for k in _keys(p)})

    @cached_property
    def _relatives(self) -> dict[str, frozenset[str]]:
        groups: dict[str, set[str]] = {}
        for form in self._known_short_forms:
            full = name_key(form.full)
            family = {full, *(name_key(other.short) for other in self.shorts_of[full])}
            groups.setdefault(full, set()).update(family)
            groups.setdefault(name_key(form.short), set()).update(family)
        for written, key in self.writings.items():
            for writing in (written, key):
                groups.setdefault(writing, set()).update((written, key))
        for row in self.all_rows("demonyms"):
            words = forms_of(row, self.lang).values()
            family = {name_key(row["place"]), *map(name_key, words)}
            for key in family:
                groups.setdefault(key, set()).update(family)
        for rows in self.concepts.values():
            forms = {name_key(r["form"]) for r in rows}
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
        return self._cues.get(kind, {})

    def written_cues(self, kind: str) -> tuple[tuple[str, str], ...]:
        """(form as it is written, value): "él" is a pronoun and "el" is not."""
        return self._written_cues.get(kind, ())

    @cached_property
    def _written_cues(self) -> dict[str, tuple[tuple[str, str], ...]]:
        return grouped((row["kind"], (row["form"], row["value"])) for row in self.all_rows("cues"))

    @cached_property
    def _cues(self) -> dict[str, dict[str, str]]:
        cues: dict[str, dict[str, str]] = {}
        for row in self.all_rows("cues"):
            cues.setdefault(row["kind"], {})[fold(row["form"])] = row["value"]
        return cues

    @cached_property
    def fillers(self) -> frozenset[str]:
        return frozenset(fold(r["form"]) for r in self.rows("fillers"))

    @cached_property
    def homographs(self) -> frozenset[str]:
        """Folded ordinary words that are also names."""
        return frozenset(fold(r["form"]) for r in self.all_rows("homographs"))

    @cached_property
    def public_figures(self) -> frozenset[tuple[str, str]]:
        rows = self.all_rows("public_figures")
        return frozenset((fold(r["given"]), fold(r["surname"])) for r in rows)

    @cached_property
    def exemplars(self) -> dict[str, str]:
        """Kind -> the fixed exemplar of the strategy `named`."""
        return {r["kind"]: r["form"] for r in self.rows("exemplars")}

    def _column(self, table: str, column: str) -> tuple[str, ...]:
        return tuple(r[column] for r in self.rows(table))
