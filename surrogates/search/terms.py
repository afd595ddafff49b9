"""What of a dialogue's originals is searched for in its output, hashed for `leaks`."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from surrogates.codes import LeakKind
from surrogates.folding import (
    PARTICLES,
    WORD,
    fold,
    letters_only,
    other_writings,
    saint_writings,
    words,
)
from surrogates.labels import ADDRESSES, CLOSED, DIGITS, NAMES, TRAITS, Kind
from surrogates.languages.common_parts import kinds_alone, plain_parts
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.numerals import number_keys
from surrogates.languages.places.inhabitants import (
    demonym_of,
    inhabitants_of,
    perhaps_inhabitants_of,
)
from surrogates.languages.stems import Stems
from surrogates.languages.titles import plain_titles, title_words
from surrogates.rewrite import Item
from surrogates.scene import IBAN_WORDS, PROVIDER_HOSTS
from surrogates.search.projections import digits_said, letters_said
from surrogates.types import Dialogue

# Something with an at sign or points inside, as addresses and hosts are written.
ADDRESS = re.compile(r"[^\s<>()\[\],;:\"']+(?:[@.][^\s<>()\[\],;:\"'.]+)+")
_FORMAT_TEXT = "com net org www http https punto arroba guion bajo dot dra prof dr mailto example"
_FORMAT = frozenset(_FORMAT_TEXT.split())
_BOX_TEXT = "admin administracion atencion cliente clientes contacto contact hello hola info mail"
_BOXES = frozenset(f"{_BOX_TEXT} noreply oficina office sales soporte support ventas web".split())
MIN_WORD = 3
MIN_PASSWORD = 5
MIN_ACCOUNT = 5  # letters of a user name that is searched for as a word
MIN_SPELLED = 3
MIN_HELD = 4  # letters of a name that is looked for inside a piece of an address
MIN_DIGITS = 5
MIN_JOINED = 6
GRAM = 7  # digits of a longer number that are no chance
LONG_NUMBER = 9  # digits of one whose end alone tells of it
TAILS = (4, 5, 6)
NEAR = 4  # turns over which one speaker's pieces may be one number


@dataclass
class Terms:
    """Hashed originals; values are the key of a mention that shows the term."""

    names: dict[str, str] = field(default_factory=dict)
    lowered: set[str] = field(default_factory=set)  # names that were written in lower case
    related: dict[str, str] = field(default_factory=dict)
    # Words for the inhabitants of a place, in whatever letters they are written.
    inhabitants: dict[str, tuple[LeakKind, str]] = field(default_factory=dict)
    # first word -> (words, kind, mention)
    phrases: dict[str, list[tuple[tuple[str, ...], LeakKind, str]]] = field(default_factory=dict)
    addresses: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, str] = field(default_factory=dict)  # of five or six digits
    grams: dict[str, str] = field(default_factory=dict)  # seven digits of a longer number
    tails: dict[str, str] = field(default_factory=dict)  # the last four to six digits of a long one
    spelled: dict[str, str] = field(default_factory=dict)
    all_lower: bool = False  # nothing in the dialogue is written with a capital
    telling: dict[str, bool] = field(default_factory=dict)  # words looked up so far: see `leaks`

    @cached_property
    def number_sizes(self) -> list[int]:
        return sorted({len(number) for number in self.numbers})

    @cached_property
    def spelled_sizes(self) -> list[int]:
        return sorted({len(name) for name in self.spelled})

    def phrase(self, parts: tuple[str, ...], kind: LeakKind, mention: str) -> None:
        """Adds a row of words that is searched for as a whole."""
        self.phrases.setdefault(parts[0], []).append((parts, kind, mention))


def terms_of(dialogue: Dialogue, items: list[Item], lexicon: Lexicon) -> Terms:
    terms = Terms(all_lower=not any(c.isupper() for t in dialogue.turns for c in t.text))
    plain, alone = plain_words(lexicon), kinds_alone(items, lexicon)
    stems = Stems(items, lexicon, dialogue.lang)
    seen: set[tuple[Kind, str]] = set()
    for item in items:
        if item.kind in CLOSED or item.kind in TRAITS or (item.kind, item.text) in seen:
            continue
        seen.add((item.kind, item.text))
        for exact in exact_of(item, lexicon):
            terms.phrase(exact, LeakKind.ADDRESS, item.key)
        if item.kind in ADDRESSES:
            _add_address(terms, item, lexicon, plain)
        elif item.kind is Kind.OTHER and len(words(item.text)) > 1:
            # Free text: its words alone are anybody's.
            terms.phrase(words(item.text), LeakKind.WORD, item.key)
        else:
            # "equis uno dos", "NIF 123", "F comme Fanny": what a number is said with tells nothing.
            beside = _said_with_numbers(lexicon) if item.kind in DIGITS else frozenset[str]()
            named = title_words(item.text, lexicon) | plain_parts(item, lexicon, alone)
            _add_words(terms, item, plain.union(named, beside) if named or beside else plain)
            for writing in saint_writings(words(item.text)) if item.kind in NAMES else ():
                terms.phrase(writing, LeakKind.RELATED, item.key)
            for stem in stems.words_of(item) - plain - named:
                terms.names.setdefault(stem, item.key)
    for item, form in _forms(items):
        _add_relatives(terms, item, form, lexicon)
    _add_joined(terms, items)
    _add_numbers(terms, items, lexicon)
    _add_spelled(terms, items, lexicon, plain)
    for name in terms.names.keys() & terms.related.keys():
        del terms.related[name]
    return terms


def numbers_of(items: list[Item], lexicon: Lexicon) -> Terms:
    """Terms of mentions alone that are no words: numbers, addresses, names that are spelled."""
    terms = Terms()
    plain = plain_words(lexicon)
    seen: set[str] = set()
    for item in items:
        if item.kind in ADDRESSES and item.text not in seen:
            seen.add(item.text)
            _add_address(terms, item, lexicon, plain)
    _add_numbers(terms, items, lexicon)
    _add_spelled(terms, items, lexicon, plain)
    return terms


@lru_cache(maxsize=32)
def plain_words(lexicon: Lexicon) -> frozenset[str]:
    """Words that identify nobody: titles, numbers, providers, parts of the format."""
    numbers = number_keys(lexicon)
    return _FORMAT.union(plain_titles(lexicon), numbers, lexicon.providers, IBAN_WORDS)


@lru_cache(maxsize=32)
def _said_with_numbers(lexicon: Lexicon) -> frozenset[str]:
    said = (lexicon.spoken_letters, lexicon.cues("number"), lexicon.signs("joiner"))
    return frozenset().union(*said)


@lru_cache(maxsize=32)
def common_words(lexicon: Lexicon) -> frozenset[str]:
    """Folded words that any text says, names or not."""
    return lexicon.homographs | lexicon.sign_words | lexicon.fillers | plain_words(lexicon)


def _add_words(terms: Terms, item: Item, plain: frozenset[str]) -> None:
    for match in WORD.finditer(item.text):
        key = fold(match.group())
        if len(key) < MIN_WORD or key in PARTICLES or key in plain or key.isdecimal():
            continue
        terms.names.setdefault(key, item.key)
        for other in other_writings(match.group()) if item.kind in NAMES else ():
            terms.names.setdefault(other, item.key)
        if match.group().islower():
            terms.lowered.add(key)
        if item.kind in NAMES and len(key) >= MIN_SPELLED:
            terms.spelled.setdefault(letters_only(key), item.key)


def _add_address(terms: Terms, item: Item, lexicon: Lexicon, plain: frozenset[str]) -> None:
    """An address as a whole, its local part, its domain, and the names in it."""
    text = fold(item.text).strip(" <>.,")
    plain = plain | lexicon.sign_words
    local, _, host = text.rpartition("@") if "@" in text else (text, "", "")
    if item.kind in (Kind.URL, Kind.DOMAIN):
        local, host = "", re.sub(r"^[a-z]+://", "", text).split("/")[0]
    public = any(label in lexicon.providers for label in text.split(".")) or host in PROVIDER_HOSTS
    if text not in plain and not public:
        terms.addresses.setdefault(text, item.key)
    host_parts = () if host in PROVIDER_HOSTS else host.split(".")
    labels = [label for label in host_parts if len(label) > MIN_WORD and label not in plain]
    for label in labels:
        terms.addresses.setdefault(label, item.key)
    parts = [p for p in words(local.replace("_", " ")) if len(p) >= MIN_WORD]
    for part in parts:
        if part not in plain and (_holds_name(part, lexicon) or not part.isalpha()):
            terms.names.setdefault(part, item.key)
    local_words = words(local.replace("_", " "))
    if len(local_words) > 1 and any(p not in plain for p in local_words):
        terms.phrase(local_words, LeakKind.WORD, item.key)


def is_account(item: Item, said: tuple[str, ...], lexicon: Lexicon) -> bool:
    """Whether the words of a user name, or of what stands before an at sign, tell whose it is."""
    if item.kind not in (Kind.USER, Kind.EMAIL) or sum(map(len, said)) < MIN_ACCOUNT:
        return False
    plain = plain_words(lexicon) | lexicon.sign_words | _BOXES | lexicon.homographs
    # "info" and "servicio.tecnico" are nobody's.
    if all(word in plain or len(word) < MIN_WORD for word in said) or "".join(said).isdecimal():
        return False
    if item.kind is Kind.USER or len(said) == 1:
        return True
    return any(_holds_name(word, lexicon) or not word.isalpha() for word in said)


def exact_of(item: Item, lexicon: Lexicon) -> Iterator[tuple[str, ...]]:
    """What a label holds that is said by chance nowhere: user names, codes, passwords."""
    if item.kind in ADDRESSES:
        account = account_of(item)
        if is_account(item, account, lexicon):
            yield account
    elif item.kind is Kind.ID:
        phrase = words(item.text)
        code = any(map(str.isdecimal, item.text)) and any(map(str.isalpha, item.text))
        plain = plain_words(lexicon) | number_keys(lexicon) | lexicon.spoken_letters.keys()
        word = len(phrase) == 1 and len(phrase[0]) >= MIN_PASSWORD and phrase[0].isalpha()
        telling = any(each not in plain and not each.isdecimal() for each in phrase)
        if telling and (code or word) and len("".join(phrase)) >= MIN_PASSWORD:
            yield phrase
            if code and len(phrase) > 1:
                yield ("".join(phrase),)


def account_of(item: Item) -> tuple[str, ...]:
    """The words of a user name, or of what stands before an at sign."""
    return words(item.text.partition("@")[0].replace("_", " "))


def _holds_name(part: str, lexicon: Lexicon) -> bool:
    """Whether a name begins or ends a piece of an address ("lgarcia")."""
    known = lexicon.name_by_key.keys() | lexicon.surname_keys
    return any(
        piece in known
        for k in range(len(part) + 1)
        for piece in (part[:k], part[k:])
        if len(piece) >= MIN_HELD
    )


def _forms(items: Iterable[Item]) -> Iterator[tuple[Item, str]]:
    """Each name and place once, and each word of a name."""
    seen: set[tuple[Kind, str]] = set()
    for item in items:
        if item.kind not in (Kind.GIVEN, Kind.PERSON, Kind.PLACE):
            continue
        whole = " ".join(words(item.text))
        forms = [whole, *(words(item.text) if item.kind is not Kind.PLACE else ())]
        for form in dict.fromkeys(forms):
            if form and (item.kind, form) not in seen:
                seen.add((item.kind, form))
                yield item, form


def _add_relatives(terms: Terms, item: Item, form: str, lexicon: Lexicon) -> None:
    """Short forms, full forms and equivalents: "Paco" tells of Francisco."""
    relatives: set[str] = set()
    kind = "place" if item.kind is Kind.PLACE else "name"
    if kind == "name":
        relatives |= {fold(s.short) for s in lexicon.shorts_of.get(form, ())}
        relatives |= {fold(s.full) for s in lexicon.fulls_of.get(form, ())}
    for concept in lexicon.concept_of.get((kind, form), ()):
        relatives |= {fold(row["form"]) for row in lexicon.concepts[(kind, concept)]}
    if kind == "place":
        _add_inhabitants(terms, item, form, lexicon)
    for other in relatives:
        parts = words(other)
        if len(parts) > 1:
            terms.phrase(parts, LeakKind.RELATED, item.key)
        elif parts and len(parts[0]) >= MIN_WORD:
            terms.related.setdefault(parts[0], item.key)


@lru_cache(maxsize=16)
def _at_home(lexicon: Lexicon) -> frozenset[str]:
    return frozenset(fold(row["name"]) for row in lexicon.all_rows("home_countries"))


def _add_inhabitants(terms: Terms, item: Item, form: str, lexicon: Lexicon) -> None:
    """ "Una sevillana" tells of Sevilla, and "Sevilla" of a sevillana; a language may be meant by
    those of a country, and a guess may be another word: these are only warned of."""
    demonym = demonym_of(lexicon, item.text)
    if demonym is not None:
        form = fold(demonym.place)
        terms.names.setdefault(form, item.key)
    if form in _at_home(lexicon):
        return
    sure = form not in lexicon.country_keys
    for word in inhabitants_of(lexicon, form):
        kind = LeakKind.RELATED if sure else LeakKind.HOMOGRAPH
        terms.inhabitants.setdefault(word, (kind, item.key))
    for word in perhaps_inhabitants_of(lexicon, form) if sure else ():
        terms.inhabitants.setdefault(word, (LeakKind.HOMOGRAPH, item.key))


def _add_joined(terms: Terms, items: list[Item]) -> None:
    """Names written as one word ("lauragarcia"), of one mention or of two in a row."""
    before: Item | None = None
    for item in items:
        if item.kind not in NAMES:
            before = None
            continue
        parts = [letters_only(w) for w in words(item.text)]
        joined = ["".join(parts)] if len(parts) > 1 else []
        if before is not None and before.turn == item.turn and 0 <= item.start - before.end <= 1:
            joined.append(letters_only(before.text) + letters_only(item.text))
        for name in joined:
            if len(name) >= MIN_JOINED:
                terms.names.setdefault(name, item.key)
        before = item


def _add_numbers(terms: Terms, items: list[Item], lexicon: Lexicon) -> None:
    """Numbers, each alone and joined with the pieces that the same speaker says next."""
    joined: dict[tuple[str, Kind], tuple[Item, str]] = {}
    for item in items:
        if item.kind is Kind.AGE or (item.kind not in DIGITS and item.kind not in _NUMBERED):
            continue
        digits = "".join(s.char for s in digits_said(item.text, 0, lexicon))
        _add_number(terms, digits, item.key)
        last, so_far = joined.get((item.speaker, item.kind), (item, ""))
        if _PRICED.search(item.text):  # "1.250,00 €" is no piece of a longer number
            joined.pop((item.speaker, item.kind), None)
            continue
        if so_far and item.turn - last.turn <= NEAR:
            # The end of what came before is enough: grams are no longer.
            digits = so_far[-GRAM:] + digits
            _add_number(terms, digits, item.key)
        joined[(item.speaker, item.kind)] = (item, digits)


_PRICED = re.compile(r"[€$£%]")
_NUMBERED = frozenset({Kind.USER, Kind.EMAIL, Kind.URL, Kind.STREET, Kind.OTHER, Kind.PRODUCT})


def _add_number(terms: Terms, number: str, mention: str) -> None:
    if MIN_DIGITS <= len(number) < GRAM:
        terms.numbers.setdefault(number, mention)
    for i in range(len(number) - GRAM + 1):
        gram = number[i : i + GRAM]
        if len(set(gram)) > 2:
            terms.grams.setdefault(gram, mention)
    if len(number) >= LONG_NUMBER:
        for tail in (number[-size:] for size in TAILS):
            if not _is_year(tail):
                terms.tails.setdefault(tail, mention)


def _is_year(digits: str) -> bool:
    return len(digits) == 4 and digits[:2] in ("19", "20")


def _add_spelled(terms: Terms, items: list[Item], lexicon: Lexicon, plain: frozenset[str]) -> None:
    """Names that are only spelled: they are originals as if they were said."""
    letters: dict[str, list[tuple[int, str]]] = {}
    keys: dict[int, str] = {}
    for item in items:
        if item.kind is Kind.LETTER:
            letters.setdefault(item.speaker, []).append((item.index, item.text))
            keys[item.index] = item.key
    for rows in letters.values():
        for signs in letters_said(rows, lexicon):
            name = "".join(sign.char for sign in signs)
            known = name in lexicon.name_by_key or name in lexicon.surname_keys
            if len(name) >= MIN_SPELLED and known and name not in plain:
                terms.spelled.setdefault(name, keys[signs[0].turn])
                terms.names.setdefault(name, keys[signs[0].turn])
