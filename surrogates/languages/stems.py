"""Which words of a dialogue are inflected names, and the stems that they stand on.

An ending is cut only where the stem is attested: it is a mention of the dialogue itself, two
mentions share it, or the lexicon knows it. A word that the lexicon knows as it stands is not cut.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import pairwise, zip_longest

from surrogates.folding import digraphs, fold, words
from surrogates.labels import NAMES, Kind, canonical
from surrogates.languages.abbreviations import fulls_in
from surrogates.languages.common_parts import common_parts, head_of
from surrogates.languages.inflection import Glue, basque, glue_of, inflection_of, plain_marks
from surrogates.languages.lexicon import Lexicon, name_key
from surrogates.languages.places.inhabitants import places_known
from surrogates.languages.places.streets import street_key
from surrogates.rewrite import Item

Cut = tuple[str, str]  # stem as written, ending ("" for none)
_PLACES = (Kind.PLACE, Kind.COUNTRY)
_IBERIAN = ("es", "ca")
_NEXT = 2  # words behind a mention that show its case
_SURE_STEM = 4  # letters of the shortest one of an organisation that no table knows
_WHERE = ("ine", "ala", "all", "abl")  # cases of Basque
_THINGS = (*_PLACES, Kind.ORG, Kind.PRODUCT)


class Stems:
    """Stems and writings of the names in one dialogue."""

    def __init__(
        self,
        items: Iterable[Item],
        lexicon: Lexicon,
        lang: str,
        families: Iterable[str] = (),
        cased: Mapping[str, Cut] | None = None,
    ) -> None:
        """`families`: names that the text shows to be plurals ("the Kerrigans"); `cased`:
        organisations that it shows to have an ending."""
        self._items = tuple(items)
        self._families = tuple(families)
        self._cased = cased or {}
        self._lexicon = lexicon
        self.inflection = inflection_of(lang)
        self._names: dict[tuple[str, Kind], Cut] = {}  # asked for with each name that is tried
        self._things: dict[tuple[str, Kind], Cut] = {}

    def key_of(self, word: str) -> str:
        """The folded word; "Mueller" has the key of "Müller" where one of the two is known."""
        key = name_key(word)
        return self._writings.get(key) or self._lexicon.writings.get(key, key)

    def name(self, word: str, kind: Kind) -> Cut:
        """A word of a person mention without its ending."""
        cut = self._names.get((word, kind)) or self._cut(word, kind, names=True)
        return self._names.setdefault((word, kind), cut)

    def thing(self, text: str, kind: Kind) -> Cut:
        """A place, organisation or product without its ending or clitic."""
        cut = self._things.get((text, kind)) or self._thing(text, kind)
        return self._things.setdefault((text, kind), cut)

    def _thing(self, text: str, kind: Kind) -> Cut:
        if self.inflection is None or kind not in _THINGS or ("&" in text and " " not in text):
            return text, ""  # "M&S" has no ending
        cut = self._cut(text, kind, names=False)
        cut = cut if cut[1] else self._unclipped(text, kind)
        if kind is Kind.ORG and not cut[1] and self._lexicon.lang == "eu":
            cut = self._cased.get(text) or basque.cut_acronym(text) or self._ends_in_town(text)
        return cut if cut[1] or kind not in _PLACES else self._without_preposition(text)

    def _ends_in_town(self, text: str) -> Cut:
        """ "Fagor Arrasaten": the town that ends it has an ending; or one that no name has."""
        assert self.inflection is not None
        sure = self.inflection.SURE | self.inflection.SURE_OF_NAMES
        last = text.rpartition(" ")[2]
        named = last != text and not self._known(name_key(last), Kind.PLACE, names=False)
        for stem, ending in self.inflection.cut(plain_marks(text), place=True):
            town = self.key_of(stem.rpartition(" ")[2])
            if named and self._known(town, Kind.PLACE, names=False) and ending not in self._rare:
                return stem, ending
            if ending in sure and len(stem) > _SURE_STEM:
                return stem, ending
        somebody = self._known(name_key(last), Kind.PERSON, names=True)
        own = somebody or head_of(self._lexicon, fold(last))  # with endings of its own
        return (text, "") if own else basque.cut_noun(text)

    def street(self, text: str) -> Cut:
        """A street that is said by its name alone, without its ending: "Urbietan" bertan."""
        if self._lexicon.lang != "eu" or self.inflection is None:
            return text, ""
        cuts = self.inflection.cut(plain_marks(text), place=True)
        named = (cut for cut in cuts if fold(cut[0]) in self._streets_said)
        return basque.cut_main_street(text) or next(named, (text, ""))

    def _without_preposition(self, text: str) -> Cut:
        """ "en Madrid" -> Madrid, "al Prat" -> El Prat; the ending is what stands before."""
        first, _, rest = text.partition(" ")
        cuts = [(rest, f"{first} ")] if fold(first) in self._lexicon.signs("preposition") else []
        if self._lexicon.lang in _IBERIAN and fold(first) in ("al", "del"):
            cuts = [(f"El {rest}", f"{first[:-1]} "), (rest, f"{first} ")]
        return next((cut for cut in cuts if rest and self._place_known(cut[0])), (text, ""))

    def _place_known(self, name: str) -> bool:
        key = self.key_of(name)
        return self._known(key, Kind.PLACE, names=False) or bool(self._things_said[key])

    def _unclipped(self, text: str, kind: Kind) -> Cut:
        """ "d'Olot" -> Olot, where Olot is a place or said in the dialogue."""
        if self.inflection is not None and not self._known(name_key(text), kind, names=False):
            for stem, ending in self.inflection.cut(plain_marks(text), place=True):
                article, _, rest = stem.partition(" ")
                melted = bool(rest) and len(article) < 4 and plain_marks(text).endswith(f" {rest}")
                if ending in self.inflection.PROCLITICS and (
                    melted or plain_marks(text).endswith(stem)
                ):
                    key = self.key_of(stem)
                    # "au Havre" is Le Havre, "à Lyon" is Lyon; "Le Bon" is not Bon.
                    sure = melted or (kind in _PLACES and ending not in ("le", "la"))
                    known = self._known(key, kind, names=False)
                    known = known and (sure or ending not in self._rare)
                    if known or self._things_said[key]:
                        return stem, ending
        return text, ""

    def words_of(self, item: Item) -> frozenset[str]:
        """Folded words of the stems in a mention, where it is inflected, and of names cut short."""
        meant = frozenset(fulls_in(item.text)) if item.kind in NAMES else frozenset()
        if self.inflection is None or item.kind not in (*NAMES, *_THINGS):
            return meant
        if item.kind in NAMES:
            cuts = [self.name(word, Kind.PERSON) for word in item.text.split()]
        else:
            cuts = [self.thing(item.text, item.kind)]
        stems = (set(words(s)) - common_parts(s, item.kind, self._lexicon) for s, e in cuts if e)
        return meant.union(*stems)

    def clitic(self, text: str, name: str, kind: Kind) -> str:
        """The ending's name of a clitic at the start of `text`, which goes on with `name`."""
        if self.inflection is None or not self.inflection.PROCLITICS:
            return ""
        names = kind in NAMES
        if self._known(name_key(text), kind, names=names):
            return ""
        for stem, ending in self.inflection.cut(plain_marks(text), place=kind in _PLACES):
            if stem != plain_marks(name) or ending not in self.inflection.PROCLITICS:
                continue
            counts = self._names_said if names else self._things_said
            rare = ending in self.inflection.RARE
            if counts[name_key(stem)] or (
                not rare and self._known(name_key(stem), kind, names=names)
            ):
                return ending
        return ""

    def glue(self, before: str, name: str, after: str) -> tuple[Glue, ...]:
        """What the text around a name asks of its surrogate."""
        if self.inflection is None:
            return ()
        return glue_of(self.inflection, before, plain_marks(name), after)

    def put(self, form: str, ending: str, text: str) -> str:
        """A surrogate with an ending, its apostrophe as in the text that it replaces."""
        if self.inflection is None or not ending:
            return form
        if ending.endswith(" "):  # a preposition
            return self._after_preposition(ending, form)
        inflected = self.inflection.put(form, ending)
        return inflected.replace("'", "’") if "’" in text else inflected

    def _after_preposition(self, preposition: str, form: str) -> str:
        melts = self._lexicon.lang in _IBERIAN and fold(preposition) in ("a ", "de ")
        if melts and form.startswith("El "):
            return f"{preposition[:-1]}l {form[3:]}"
        return f"{preposition}{form}"

    def regular(self, form: str, ending: str) -> bool:
        """Whether an ending leaves a surrogate as it is."""
        rules = self.inflection
        return rules is None or ending.endswith(" ") or rules.regular(form, ending)

    def _cut(self, text: str, kind: Kind, *, names: bool) -> Cut:
        if self.inflection is None:
            return text, ""
        place = kind in _PLACES
        if names and text.isupper():
            text = text.capitalize()
        cuts = [
            (stem, ending)
            for stem, ending in self.inflection.cut(plain_marks(text), place=place)
            if ending not in self.inflection.PROCLITICS
            and len(stem) > 1
            and fold(stem) != fold(text)
            and (place or ending not in self.inflection.OF_PLACES)
        ]
        if names:
            cuts = self._bare(cuts, kind)
        if not cuts:
            return text, ""
        key = name_key(text)
        counts = self._names_said if names else self._things_said
        bare = not any(c in text[-2:] for c in "'’")
        if bare and self._known(key, kind, names=names):
            rarer = [c for c in cuts if self._attested(c, key) and self._rarer(key, c[0])]
            return rarer[0] if names and rarer else (text, "")
        by_lexicon = self._by_lexicon(cuts, key, kind, names=names)
        by_mention = next((c for c in cuts if counts[self.key_of(c[0])]), None)
        # Places are few and listed: "Göttingerin" is of Göttingen, not of a Göttinger.
        best = (by_lexicon or by_mention) if place else (by_mention or by_lexicon)
        best = best or self._by_twin(cuts, key, names)
        if names and best is None:
            kin_cases = self._kin_cases(key)
            best = next((c for c in cuts if c[1] in kin_cases), None)
        if best is None and (place or names):
            sure = self.inflection.SURE if place else self.inflection.SURE_OF_NAMES
            best = next((c for c in cuts if c[1] in sure and len(c[0]) > 3), None)
        return best or (text, "")

    def _kin_cases(self, key: str) -> set[str]:
        """The endings of kinship words said before a name, which stands in apposition to one:
        "bere [aitonak] jasoko du, [Joxantoniok]"."""
        kin = [item for item in self._items if item.kind is Kind.RELATION]
        named = [item for item in self._items if item.kind in NAMES and name_key(item.text) == key]
        pairs = ((k, n) for n in named for k in kin if k.turn == n.turn and k.end <= n.start)
        assert self.inflection is not None
        return {ending for k, _ in pairs for _, ending in self.inflection.cut(plain_marks(k.text))}

    def _bare(self, cuts: list[Cut], kind: Kind) -> list[Cut]:
        """The cuts whose stem is not itself a known name with an ending ("Aneren" + "tzat")."""
        assert self.inflection is not None
        kept: list[Cut] = []
        for stem, ending in cuts:
            known = self._known(self.key_of(stem), kind, names=True)
            shorter = () if known else self.inflection.cut(plain_marks(stem))
            names = (s for s, e in shorter if len(s) > 1 and e not in self._rare)
            if not any(self._known(self.key_of(name), kind, names=True) for name in names):
                kept.append((stem, ending))
        return kept or cuts

    def _attested(self, cut: Cut, key: str) -> bool:
        """Whether the stem of a known name is another mention's, bare or with an ending."""
        (stem, ending), twins = cut, self._stems_of_names
        twin = ending not in self._rare and twins[fold(stem)] > 1 and not twins[key]
        return twin or bool(self._names_said[self.key_of(stem)])

    def _rarer(self, key: str, stem: str) -> bool:
        """Whether a name is so much rarer than a stem of its that it must be its inflection."""
        known = self._lexicon.name_by_key
        whole, bare = known.get(key), known.get(self.key_of(stem))
        if whole is not None and bare is not None and bare.weight >= whole.weight + 2:
            return True
        # "das Haus der Beckers": the surname Beckers is rare beside Becker.
        surnames, borne = self._lexicon.surname_by_key, self._lexicon.surname_weights
        family, plain = surnames.get(key, ""), surnames.get(self.key_of(stem), "")
        return bool(family and plain) and borne.get(plain, 0) > 4 * borne.get(family, 0)

    def _by_lexicon(self, cuts: list[Cut], key: str, kind: Kind, *, names: bool) -> Cut | None:
        if self._known(key, Kind.PERSON if names else kind, names=names):
            return None  # known in another role: "Peters" is a surname, not Peter's
        # A label for given names often holds surnames, too.
        kind = Kind.PERSON if kind is Kind.GIVEN else kind
        likely = [c for c in cuts if c[1] not in self._rare]
        known = [c for c in likely if self._known(self.key_of(c[0]), kind, names=names)]
        if names and known:
            weights = self._lexicon.name_by_key
            return max(known, key=lambda c: w.weight if (w := weights.get(fold(c[0]))) else 0)
        if known and kind in _PLACES:
            # "Bergarako" is of Bergara, not of Berga: the town that other mentions share, its own.
            twins, own = self._stems_of_things, self._lexicon.own_places
            return max(known, key=lambda c: (twins[fold(c[0])], fold(c[0]) in own, len(c[0])))
        hyphenated = [c for c in cuts if c[1].startswith("-") and not names]
        return known[0] if known else hyphenated[0] if hyphenated else None

    def _by_twin(self, cuts: list[Cut], key: str, names: bool) -> Cut | None:
        """The stem that another inflected mention has as well, if fewer of them stand on the whole
        word: "Otxotorena" beside "Otxotorenaren" is no Otxoto's."""
        twins = self._stems_of_names if names else self._stems_of_things
        whole = 1 + (twins[key] if names else 0)
        shared = [c for c in cuts if twins[fold(c[0])] > whole and c[1] not in self._rare]
        best = max(shared, key=lambda c: (twins[fold(c[0])], len(c[0])), default=None)
        return best if best is not None and len(best[0]) > 2 and key else None

    @property
    def _rare(self) -> frozenset[str]:
        return self.inflection.RARE if self.inflection is not None else frozenset()

    def _known(self, key: str, kind: Kind, *, names: bool) -> bool:
        lexicon = self._lexicon
        given = key in lexicon.name_by_key or key in lexicon.fulls_of
        given = given or ("name", key) in lexicon.concept_of
        if kind is Kind.SURNAME:
            return key in lexicon.surname_keys
        if kind is Kind.GIVEN:
            return given
        if names:
            return given or key in lexicon.surname_keys
        return kind in _PLACES and key in places_known(lexicon)

    @cached_property
    def _names_said(self) -> Counter[str]:
        """Folded words and whole texts of the person mentions."""
        counts: Counter[str] = Counter()
        for item in self._items:
            if item.kind in NAMES:
                counts.update({self.key_of(item.text), *map(self.key_of, words(item.text))})
        if self.inflection is not None:
            cuts = (cut for name in self._families for cut in self.inflection.cut(name))
            # Of "Hayeses" Hayes, of "Wallaces" Wallace: the longer one needs no other letter.
            plurals = [stem for stem, ending in cuts if ending == "plural"]
            counts.update(map(self.key_of, plurals))
        counts.update(self._owners())
        return counts

    def _owners(self) -> Iterator[str]:
        """The keys of German names whose somebody is, right before who that is: "Frau
        [Hinrichsens] [Enkel]"."""
        for one, other in pairwise(self._items if self._lexicon.lang == "de" else ()):
            beside = one.turn == other.turn and other.start == one.end + 1
            if beside and one.kind in NAMES and other.kind in (Kind.RELATION, Kind.PROFESSION):
                last = one.text.split()[-1]
                if last.endswith("s"):
                    yield self.key_of(last.removesuffix("s"))

    @cached_property
    def _things_said(self) -> Counter[str]:
        """Folded texts of the other mentions, and the first words of longer ones; of a product
        any word, since it is called by one of them: "Seat Ibiza", "Ibizak"."""
        counts: Counter[str] = Counter()
        for item in self._items:
            if item.kind in _THINGS:
                parts = words(item.text)
                parts = parts if item.kind is Kind.PRODUCT else parts[:1]
                counts.update({self.key_of(item.text), *map(self.key_of, parts)})
        return counts

    @cached_property
    def _streets_said(self) -> frozenset[str]:
        """Folded names of the streets that are said with their type."""
        streets = (i.text for i in self._items if i.kind is Kind.STREET)
        keys = (street_key(text, self._lexicon).partition("|") for text in streets)
        return frozenset(name for name, typed, _ in keys if typed)

    @cached_property
    def _stems_of_names(self) -> Counter[str]:
        return self._stems_of({w for i in self._items if i.kind in NAMES for w in words(i.text)})

    @cached_property
    def _stems_of_things(self) -> Counter[str]:
        return self._stems_of({fold(i.text) for i in self._items if i.kind in _THINGS})

    def _stems_of(self, texts: set[str]) -> Counter[str]:
        counts: Counter[str] = Counter()
        if self.inflection is not None:
            for text in texts:
                counts.update({fold(stem) for stem, _ in self.inflection.cut(plain_marks(text))})
        return counts

    @cached_property
    def _writings(self) -> dict[str, str]:
        """Words of this dialogue that are written with ae, oe, ue or ss -> their key."""
        writings: dict[str, str] = {}
        for item in self._items:
            for word in item.text.split():
                if item.kind in (*NAMES, *_THINGS) and digraphs(word) != word:
                    writings[name_key(digraphs(word))] = name_key(word)
        return writings


def cased_things(
    items: Iterable[Item], after: Callable[[Item], str], lexicon: Lexicon
) -> dict[str, Cut]:
    """Organisations of Basque that the words, or the town, behind them show to be in a case:
    "[Eroskin] lan egin dut", "[Eroskin], [Eibarren]". Text -> its stem and its case."""
    cues, inflection = lexicon.cues("case_before"), inflection_of(lexicon.lang)
    found: dict[str, Cut] = {}
    for item, following in zip_longest(row := list(items) if cues else [], row[1:]):
        kind = head_of(lexicon, (words(item.text) or ("",))[-1])  # has endings of its own
        if item.kind is not Kind.ORG or inflection is None or kind:
            continue
        behind = [cues[w] for w in words(after(item))[:_NEXT] if w in cues]
        cases = {case for value in behind[:1] for case in value.split()}
        cases |= set(_WHERE) if canonical(item.label) == "hospital" else set()  # "[Basurtun]"
        if following is not None and following.turn == item.turn and following.kind is Kind.PLACE:
            gap = after(item)[: max(following.start - item.end, 0)]
            cases |= set(_case_of(following.text, lexicon) if gap == ", " else ())
        cuts = (c for c in inflection.cut(plain_marks(item.text), place=True) if c[1] in cases)
        best = max(cuts, key=lambda cut: len(cut[0]), default=None)
        if best is not None and len(best[0]) > 2:
            found[item.text] = best
    return found


def _case_of(text: str, lexicon: Lexicon) -> list[str]:
    """The case of a town of the tables that is said in one of place."""
    cuts = basque.cut(plain_marks(text), place=True)
    return [c for stem, c in cuts if c in _WHERE and fold(stem) in lexicon.known_places][:1]
