"""Domains: they follow the organisation that they name, public providers stay, the rest is new.

New domains end in `.example`, which nobody can register (RFC 2606). One whose ending is said
outside the labels ("at [fenmail] dot co dot uk") keeps that, and a note says so.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from surrogates import draw, notices
from surrogates.addresses.owners import Owner
from surrogates.folding import PARTICLES, digraphs, fold, letters_only, words
from surrogates.labels import ADDRESSES, NAMES, Kind
from surrogates.languages import load_lexicon
from surrogates.languages.common_parts import kinds_in_hosts, kinds_of_thing
from surrogates.languages.lexicon import Lexicon
from surrogates.rewrite import Item
from surrogates.scene import DOMAIN_ENDINGS, PROVIDER_HOSTS, Scene
from surrogates.things.organisations import FORMS, cut_form

_GENERIC = frozenset({"www", "m", "ftp", "api", "en"})  # beside those of the tables
MIN_WORD = 4
_BEFORE = 3  # words before a town among which is what its host is called after
AND = ("and", "und", "et", "y", "i", "eta")  # what an "&" is called in a domain
# "Ajuntament d'Olot", "L'Escala"; not "D'Agostino"
_ELIDED = re.compile(r"(?<![^\W_])[dlL]['’](?=\w{2}|$)")
_SAYERS = (Kind.ORG, *ADDRESSES, *NAMES)  # what an ending that is read aloud stands behind
LABEL = re.compile(r"[^\W_]+(?:-[^\W_]+)*")


@dataclass
class Company:
    """An organisation and the ways in which domains name it: old letters -> new letters."""

    item: Item
    names: dict[str, str]


class Domains:
    """Writes the domains of one dialogue."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.providers = _providers(scene.lexicon)
        self.companies: dict[str, list[Company]] = {}
        self.all: list[Company] = []
        self.fresh: dict[str, str] = {}
        self.noted = False  # that a host may be somebody's
        seen: dict[str, Company] = {}
        for item in scene.items:
            new = scene.surrogates.get(item.index, "[")
            key = " ".join(words(item.text))
            if item.kind is not Kind.ORG or new.startswith("["):
                continue
            if key not in seen:
                seen[key] = Company(item, dict(_ways(item.text, new)))
                if scene.lexicon.lang == "de":
                    seen[key].names.update(_ways(digraphs(item.text), digraphs(new)))
                for name in seen[key].names:
                    self.companies.setdefault(name, []).append(seen[key])
                self.all.append(seen[key])

    def host(self, item: Item, text: str, owner: Owner | None) -> str:
        """A written host ("www.telconorte.es") anew; providers stay."""
        labels = text.split(".")
        main = _main_label(labels)
        name = fold(labels[main])
        if self.is_provider(name) or text.lower() in PROVIDER_HOSTS:
            return text
        hosts = [self.label(item, name, owner)]
        before = [
            part if self._names_nobody(part) else self.label(item, fold(part), owner)
            for part in labels[:main]
        ]
        return ".".join([*before, *hosts, self._ending(item, labels[main + 1 :])])

    def _names_nobody(self, label: str) -> bool:
        """Whether a label before the one of the owner says what is there: "intranet", "mail"."""
        key = fold(label.strip())
        signs = self.scene.lexicon.signs
        return key in _GENERIC or key in signs("path") or key in signs("role")

    def _ending(self, item: Item, labels: Sequence[str]) -> str:
        """The ending of a new host: no real one, unless the words around say that it is."""
        if not labels or fold(labels[0].strip()) not in self._endings_said:
            return "example"
        if not self.noted:
            self.scene.raise_issue(notices.HOST_ASSIGNABLE, item)
        self.noted = True
        return ".".join(labels)

    @cached_property
    def _endings_said(self) -> frozenset[str]:
        """The labels that are said right behind a dot after a mention, outside it."""
        dots = _any_of({*self.scene.lexicon.signs("dot"), "dot", "punto"})
        said = re.compile(rf"(?:\s+(?:{dots})\s+|\.)([a-z]{{2,}})(?![^\W_])", re.IGNORECASE)
        after = (self.scene.after(item) for item in self.scene.of_kind(self.scene.items, *_SAYERS))
        return frozenset(fold(m[1]) for text in after if (m := said.match(text))) & DOMAIN_ENDINGS

    def spoken(self, item: Item, text: str, owner: Owner | None) -> str:
        """A spoken domain ("telco norte punto es"): its dots stay, its ending is `example`."""
        text, remark = self._without_remark(text)
        dots = self.scene.lexicon.signs("dot").keys() | {"dot", "punto"}
        pieces = re.split(rf"(\s+(?:{_any_of(dots)})\s+|\.)", text, flags=re.IGNORECASE)
        labels, signs = pieces[::2], pieces[1::2]
        main = _main_label([letters_only(label) for label in labels])
        ending = self._ending(item, labels[main + 1 :]).split(".")
        name = letters_only(labels[main])
        host = ".".join(fold(label.strip()) for label in labels)
        if self.is_provider(name) or host in PROVIDER_HOSTS:
            return text + remark
        spoken: list[str] = []
        for k, label in enumerate(labels):
            if k > main and len(labels) > 1:
                spoken.append(ending[k - main - 1] if k - main <= len(ending) else "")
            elif self._names_nobody(label):
                spoken.append(label)
            else:
                spoken.append(self._spoken_label(item, label, owner))
        text = spoken[0]
        for sign, label in zip(signs, spoken[1:], strict=True):
            text += f"{sign}{label}" if label else ""
        return text + remark

    def _without_remark(self, text: str) -> tuple[str, str]:
        """A domain, and what is said behind it of its writing: " todo junto"."""
        signs = self.scene.lexicon.signs
        remarks = _any_of(w for w in {*signs("plain"), *signs("case")} if len(w) > MIN_WORD - 1)
        remark = re.search(rf"(?:\s+(?:en\s+)?(?:{remarks}))+$", fold(text)) if remarks else None
        if remark is None or not remark.start() or len(fold(text)) != len(text):
            return text, ""
        return text[: remark.start()], text[remark.start() :]

    def _spoken_label(self, item: Item, label: str, owner: Owner | None) -> str:
        hyphens = _any_of(self.scene.lexicon.signs("hyphen").keys() | {"guion"})
        pieces = re.split(rf"(\s+(?:{hyphens})\s+)", fold(label))
        if len(pieces) > 1:  # "telco guion norte"
            name = letters_only("".join(pieces[::2]))
            named = self._company(item, name)
            if named is None:
                return self.label(item, name, owner)
            return pieces[1].join(_core(self.scene.surrogates[named.item.index]))
        company = self._company(item, letters_only(label))
        if company is not None and len(words(label)) > 1:
            return self.scene.surrogates[company.item.index].lower()
        return self.label(item, letters_only(label), owner)

    def is_provider(self, name: str) -> bool:
        """Whether anybody may have an address there; an organisation of the text comes first."""
        return name in self.providers and letters_only(name) not in self.companies

    def carries_mail(self, item: Item, name: str) -> bool:
        """Whether the host of an address is called as one for anybody is: "lakemail", "postbox"."""
        if item.kind is not Kind.EMAIL or self.fitting(name):
            return False
        key = letters_only(name)
        mail = self.scene.lexicon.cues("mail_host")
        return any(key.startswith(word) or key.endswith(word) for word in mail)

    def label(self, item: Item, name: str, owner: Owner | None) -> str:
        """The new name of one label: its organisation's, its owner's, or a drawn brand."""
        plain = letters_only(name)
        company = self._company(item, plain)
        if company is not None:
            hyphen = "-" if "-" in name else ""
            new = company.names.get(plain)
            surrogate = self.scene.surrogates[company.item.index]
            if self.scene.lexicon.lang == "de":
                surrogate = digraphs(surrogate)
            return new if new and not hyphen else hyphen.join(_said(plain, company, surrogate))
        parts = owner.explain(plain) if owner is not None and plain else None
        if parts is not None:
            return "".join(new for _, _, new in parts)
        called = self.of_town(name) or self.in_part(item, name) or self.of_family(name)
        return called or self._fresh(plain)

    def _fresh(self, plain: str) -> str:
        """A brand for what names nothing that is known."""
        if plain not in self.fresh:
            lexicon = self.scene.lexicon
            brands = draw.Pool((b, 1.0) for b in lexicon.organisation_parts("brand"))
            brand = self.scene.first_allowed(self.scene.seed("domain", plain), brands)
            self.fresh[plain] = letters_only(brand or "") or "empresa"
            self.scene.take(self.fresh[plain])
        return self.fresh[plain]

    def of_town(self, name: str) -> str:
        """The new label of one that is a town's beside what says what is there: "rathaus-zeven" of
        "im Rathaus [Zeven]", "bibliovalls" of a library in Valls; what a hyphen parts from it and
        nobody knows becomes another word."""
        for item in self.scene.of_kind(self.scene.items, Kind.PLACE):
            new = self.scene.surrogates.get(item.index, "[")
            # A place of figures alone, as a postcode, has no letters to look for.
            towns = {letters_only(item.text), letters_only(digraphs(item.text))} - {""}
            for town in towns if not new.startswith("[") else ():
                first, found, last = name.partition(town)
                if not found or len(town) < MIN_WORD or (first and last):
                    continue
                rest = (first or last).strip("-")
                now = ("-" if "-" in name else "").join(_core(new))
                if len(rest) >= MIN_WORD and self._says_what(item, rest):
                    return first + now + last
                if rest.isalpha() and "-" in (first[-1:], last[:1]):
                    other = self._fresh(rest)
                    return f"{other}-{now}" if first else f"{now}-{other}"
        return ""

    def of_family(self, name: str) -> str:
        """The new label of one that holds somebody's name beside what is done there:
        "spedition-nowak" of Nowak, "fontaneriapepe" of Pepe. A word for a kind of firm stays, any
        other becomes a brand."""
        kinds = kinds_in_hosts(self.scene.lexicon)
        for old, new in self._names:
            if old == name:
                return new
            first, found, last = name.partition(old)
            rest = (first or last).strip("-")
            if not found or (first and last) or len(rest) < MIN_WORD or not rest.isalpha():
                continue
            gap = "-" if "-" in (first[-1:], last[:1]) else ""
            beside = rest if rest in kinds else self._fresh(rest)
            return f"{beside}{gap}{new}" if first else f"{new}{gap}{beside}"
        return ""

    @cached_property
    def _names(self) -> list[tuple[str, str]]:
        """Letters of the names of people, and of the new ones in their place, the longest first."""
        pairs: dict[str, str] = {}
        for item in self.scene.of_kind(self.scene.items, *NAMES):
            new = self.scene.surrogates.get(item.index, "[")
            was, now = item.text.split(), new.split()
            if new.startswith("[") or len(was) != len(now):
                continue
            for one, two in zip(was, now, strict=True):
                if len(letters_only(one)) >= MIN_WORD and fold(one) not in PARTICLES:
                    pairs.setdefault(letters_only(one), letters_only(two))
                    pairs.setdefault(letters_only(digraphs(one)), letters_only(digraphs(two)))
                    if "-" in one:  # "huber-gruber"
                        pairs.setdefault(_hyphened(one), _hyphened(two))
        return sorted(pairs.items(), key=lambda pair: (-len(pair[0]), pair[0]))

    def in_part(self, item: Item, name: str) -> str:
        """The new label of one that says more than an organisation's name, or "": "arvel-lab" of
        Grupo Arvel. What a hyphen parts from it stays where it says what is there."""
        parts = name.split("-")
        if len(parts) < 2 or self.fitting(name):
            return ""
        named = {part: self._company(item, part) for part in parts if len(part) >= MIN_WORD}
        known = {part: c.names.get(part) for part, c in named.items() if c is not None}
        if not any(known.values()):
            return ""
        said = dict(self._names) | {part: new for part, new in known.items() if new}
        kinds = kinds_in_hosts(self.scene.lexicon)
        return "-".join(
            said.get(part) or (part if part in kinds else self._fresh(part)) for part in parts
        )

    def is_like(self, name: str) -> bool:
        """Whether a label holds a word of an organisation: it may be meant by it."""
        key = letters_only(name)
        said = {w for c in self.all for w in _core(c.item.text) if len(w) >= MIN_WORD}
        return any(word in key or key in word for word in said if min(len(word), len(key)) > 3)

    def _says_what(self, item: Item, said: str) -> bool:
        """Whether letters beside a town are a word before it, or begin one for a kind of thing."""
        if said in words(_ELIDED.sub("", self.scene.before(item)))[-_BEFORE:]:
            return True
        kinds = {*kinds_of_thing(self.scene.lexicon), *self.scene.lexicon.signs("role")}
        return any(kind.startswith(said) for kind in kinds)

    def fitting(self, name: str) -> list[Company]:
        """Organisations that a label may name."""
        return self.companies.get(letters_only(name), [])

    def _company(self, item: Item, name: str) -> Company | None:
        company = self.fitting(name)
        nearest = min(company, key=lambda c: abs(c.item.index - item.index), default=None)
        return self.linked(item) or nearest

    def linked(self, item: Item) -> Company | None:
        """The organisation that a curator chose for the item."""
        joined = self.scene.linked_with(item)
        return next((c for c in self.all if c.item.key in joined), None) if joined else None


def _hyphened(name: str) -> str:
    return "-".join(letters_only(digraphs(part)) for part in name.split("-"))


def _any_of(phrases: Iterable[str]) -> str:
    """A pattern of any of some phrases, the longest first."""
    return "|".join(sorted(map(re.escape, phrases), key=len, reverse=True))


def _providers(lexicon: Lexicon) -> frozenset[str]:
    """Folded names of public providers: the language's own and the international ones."""
    names = {*lexicon.providers, *load_lexicon("en").providers}
    return frozenset(names | {letters_only(name) for name in names})


def _main_label(labels: list[str]) -> int:
    """Index of the label that names the owner: the last one before the endings."""
    last = len(labels) - 1
    while last > 0 and fold(labels[last].strip()) in DOMAIN_ENDINGS:
        last -= 1
    return last


def main_label(host: str) -> str:
    """The folded label of a host that names its owner."""
    labels = host.split(".")
    return fold(labels[_main_label(labels)])


def _core(name: str) -> list[str]:
    """Folded words of an organisation without its legal form and particles."""
    parts = [letters_only(p) for p in re.split(r"[\s-]+", _ELIDED.sub("", name))]
    kept = [p for p in parts if p and p not in FORMS and p not in PARTICLES]
    return kept or [p for p in parts if p]


def _stretches(was: list[str], now: list[str]) -> Iterator[tuple[list[str], list[str]]]:
    """Words in a row of a name of several, two or more, and the new one's in their place."""
    if len(was) == len(now):
        for start, end in combinations(range(len(was) + 1), 2):
            if 1 < end - start < len(was):
                yield was[start:end], now[start:end]


def _said(plain: str, company: Company, new: str) -> list[str]:
    """The words of an organisation's new name that a label says."""
    was, now = _core(company.item.text), _core(new)
    return next((w for some, w in _stretches(was, now) if "".join(some) == plain), now)


def _ways(old: str, new: str) -> Iterator[tuple[str, str]]:
    """Names of an organisation in domains, and the new one's in the same way."""
    was, now = _core(old), _core(new)
    if not was or not now:
        return
    if len(was) > 1:
        yield "".join(p[0] for p in was), "".join(p[0] for p in now) if len(now) > 1 else now[0]
        for size in range(1, len(was[0])) if len(now) > 1 else ():  # "inmoalcazaba"
            yield was[0][:size] + was[-1], now[0][:size] + now[-1]
        if len(was[0]) >= MIN_WORD:
            yield was[0], now[0]
        if len(was[-1]) >= MIN_WORD:
            yield was[-1], now[-1]
    yield from (("".join(some), "".join(w)) for some, w in _stretches(was, now))
    for word in AND if "&" in old else ():
        yield letters_only(old.replace("&", word)), "".join(now)
    elided = _ELIDED.search(new)
    # "aguasdelnorte" has the particles of its name, and "aguasnorte" has not.
    yield letters_only(old), "".join(now) if elided else letters_only(cut_form(new)[0])
    yield "".join(was), "".join(now)
    for word in AND if "&" in old else ():
        yield letters_only(old.replace("&", word)), "".join(now)
