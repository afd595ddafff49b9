"""Where the surrogates of organisations come from: another name of the same kind.

Words for the kind stay. Where no word tells it, the surrogate tells none either: a brand, with as
many words as the original has.
"""

import re
from collections.abc import Sequence, Set
from functools import partial

from surrogates import draw
from surrogates.folding import PARTICLES, WORD, fold, words
from surrogates.labels import canonical
from surrogates.languages.common_parts import head_of, is_compound, kinds_of_thing, titles
from surrogates.languages.lexicon import Lexicon, name_key
from surrogates.languages.places.streets import HEAD_LAST
from surrogates.scene import Scene
from surrogates.things.articles import asked_gender, kind_before
from surrogates.things.geography.hubs import seats_of
from surrogates.things.groups import Group
from surrogates.things.left_as_said import is_public_body
from surrogates.things.named.parts import (
    OF,
    WHOLE,
    name_parts,
    of_town,
)
from surrogates.things.named.pools import Codes, Fits, plain_pool
from surrogates.things.named.rows import acronyms, row_of, towns_of
from surrogates.things.named.streets import without_end
from surrogates.things.organisations import (
    FORMS,
    cut_form,
    is_acronym,
    is_glued,
    like_acronym,
)
from surrogates.things.place_codes import CORSICA
from surrogates.things.proper_parts import Naming, parts_in, renamed

_MOST_WORDS = 2  # invented ones in a row
_START = 4  # letters of the word that a compound begins with
# How a saint is written whom a hospital is called after.
_SAINTS = {
    "ca": "Sant {}", "de": "St. {}", "en": "St {}'s", "es": "San {}", "eu": "San {}",
    "fr": "Saint-{}",
}  # fmt: skip
_OWNERS = ("'s", "’s")
_TRIED = 20  # modifiers that show whether a head fits the words around it
_NUMBERED = re.compile(r"(?P<body>\D+?)(?P<gap>[ -]?)(?P<number>\d\d)")
SECTOR_OF_LABEL = {
    "hospital": "health",
    "centro_salud": "health",
    "institucion": "public",
    "hotel_name": "hotel",
    "restaurant_name": "food",
}


def draw_organisation(
    scene: Scene, group: Group, seed: bytes, codes: Codes, fits: Fits
) -> str | None:
    lexicon = scene.lexicon
    said_so = [cut_form(scene.stems.thing(i.text, i.kind)[0])[0] for i in group.items]
    longest = max((text for text in said_so if not is_glued(text, said_so)), key=len)
    if (of_area := _of_department(scene, group, longest, seed, fits)) is not None:
        return of_area
    if is_acronym(longest):
        like = longest.replace("&", "").replace("d", "")
        drawn = (like_acronym(longest, each) for each in acronyms(scene, seed, like, tries=50))
        return next(filter(fits, drawn), None)
    brands = plain_pool(lexicon, "brand", lexicon.organisation_parts("brand"))
    parts = words(longest)
    kinds = kinds_of_thing(lexicon)
    heads_said = [fold(kinds.get(h := head_of(lexicon, part), h)) for part in parts]  # "clerk's"
    sectors = lexicon.sector_of_head
    sector = next((sectors[head] for head in heads_said if head in sectors), "")
    called = next(filter(None, (kind_before(scene, item) for item in group.items)), "")
    sector = sector or lexicon.sector_of_head.get(called, "")
    sector = sector or _by_label(group, heads_said, parts, lexicon)
    compound = _compound(scene, longest, seed, fits) if len(parts) == 1 else None
    if compound is not None:
        return compound
    alone = sector == "health" and not called and not _tells(lexicon, parts)
    if (saint := _of_saint(scene, group, seed, fits) if alone else None) is not None:
        return saint
    named = _named_anew(scene, group, seed, sector, codes, longest, fits, called=bool(called))
    if named is not None:
        return named
    if (owned := _of_owner(scene, longest, seed, fits)) is not None:
        return owned
    if len(parts) < 2:
        return scene.first_allowed(seed, brands, fits)
    if not sector:
        named = _without_trade(scene, seed, len(set(parts) - PARTICLES), fits)
        return named or scene.first_allowed(seed, brands, fits)
    return _of_sector(scene, group, seed, sector, fits) or scene.first_allowed(seed, brands, fits)


def _tells(lexicon: Lexicon, parts: Sequence[str]) -> bool:
    """Whether the folded words of a name say a kind, a person, a town, or have an article."""
    known = kinds_of_thing(lexicon)
    first = parts[0] if parts else ""
    told = first in lexicon.name_by_key or ("article", first) in lexicon.agreement
    told = told or (first,) in titles(lexicon) or " ".join(parts) in lexicon.known_places
    # "el [Clínico]" is one of a name, too.
    return told or (len(parts) > 1 and any(head_of(lexicon, part) in known for part in parts))


def _of_saint(scene: Scene, group: Group, seed: bytes, fits: Fits) -> str | None:
    """What a hospital may be called without a word for it: "in [Son Espases]" becomes "in San
    Rafael", behind an article ("à la [Timone]") a noun that goes with that."""
    lexicon, genders = scene.lexicon, asked_gender(scene, group.items)
    if genders is not None:
        asked = sorted(g for g in genders if g.endswith("s")) or sorted(genders)
        nouns = tuple(noun for each in asked for noun in lexicon.organisation_parts("noun", each))
        return scene.first_allowed(seed, plain_pool(lexicon, f"nouns {asked}", nouns), fits)
    if lexicon.lang not in _SAINTS:
        return None
    written, names = _SAINTS[lexicon.lang], lexicon.organisation_parts("saint", "man")
    pool = plain_pool(lexicon, "saints", names)
    name = scene.first_allowed(seed, pool, lambda name: fits(written.format(name)))
    return written.format(name) if name else None


def _of_owner(scene: Scene, name: str, seed: bytes, fits: Fits) -> str | None:
    """Another owner's in English: "[Sainsbury's]"."""
    if scene.lexicon.lang != "en" or " " in name or not name.endswith(_OWNERS):
        return None
    surnames = tuple(each for each in scene.lexicon.surnames if not each.endswith(("s", "z", "x")))
    owners = plain_pool(scene.lexicon, "owners", surnames)
    owner = scene.first_allowed(seed, owners, lambda surname: fits(f"{surname}{name[-2:]}"))
    return f"{owner}{name[-2:]}" if owner else None


def _of_department(scene: Scene, group: Group, name: str, seed: bytes, fits: Fits) -> str | None:
    """ "SAMU 33" is that of a department: of the one where a town of it is now, else of any."""
    lexicon, said = scene.lexicon, _NUMBERED.fullmatch(name)
    numbers = {code[0]: province for province, code in lexicon.province_codes.items()}
    if said is None or said["number"] not in numbers or not is_public_body(lexicon, said["body"]):
        return None
    towns = ((lexicon.place_by_key.get(old), lexicon.place_by_key.get(fold(new)))
             for old, new in sorted(group.moved.items()))  # fmt: skip
    now = [lexicon.province_codes[new.province][0] for old, new in towns
           if old and new and old.province == numbers[said["number"]]]  # fmt: skip
    others = sorted(number for number in numbers if len(number) == 2 and number != CORSICA)
    options = [*now, *draw.Stream(seed, "department").shuffled(others)]
    written = (said["body"] + said["gap"] + number for number in options if number in others)
    new = next((new for new in written if new != name and fits(new)), None)
    if new is not None:
        scene.told |= {item.index: frozenset(words(said["body"])) for item in group.items}
    return new


def _by_label(group: Group, heads: Sequence[str], parts: Sequence[str], lexicon: Lexicon) -> str:
    """The sector that the label says; schemes label firms as institutions, too ("Alcon")."""
    sector = SECTOR_OF_LABEL.get(canonical(group.items[0].label), "")
    says_kind = any(heads) or any(part in kinds_of_thing(lexicon) for part in parts)
    return "" if sector == "public" and not says_kind else sector


def _compound(scene: Scene, longest: str, seed: bytes, fits: Fits) -> str | None:
    """Another German compound with the same end: "Goethe(schule)" becomes "Stern(schule)"."""
    lexicon, key = scene.lexicon, fold(longest)
    head = head_of(lexicon, key)
    if not head or key == head or len(longest) != len(key):
        return None
    starts = (without_end(name, lexicon) for name in lexicon.streets("name"))
    words_ = sorted({start for start in starts if start.isalpha() and len(start) >= _START})
    pool = plain_pool(lexicon, "start of a compound", tuple(words_))

    def suits(start: str) -> bool:
        return not key.startswith(fold(start)) and fits(start + head)

    start = scene.first_allowed(seed, pool, suits)
    return start + head if start else None


def _without_trade(scene: Scene, seed: bytes, size: int, fits: Fits) -> str | None:
    """A brand and, behind it, further words that tell no trade: as many as the original has."""
    parts = scene.lexicon.organisation_parts
    columns = [parts("brand"), *[parts("modifier")] * (min(size, _MOST_WORDS) - 1)]
    return next(filter(fits, row_of(scene, seed, columns)), None)


def _of_sector(scene: Scene, group: Group, seed: bytes, sector: str, fits: Fits) -> str | None:
    """A word for the kind and one that names it."""
    lexicon = scene.lexicon
    heads = lexicon.organisation_parts("head", sector)
    if any(cut_form(item.text)[1] for item in group.items):
        heads = tuple(head for head in heads if fold(head) not in FORMS)
    modifiers = lexicon.organisation_parts("modifier")
    before = lexicon.lang in HEAD_LAST

    def whole(head: str, modifier: str) -> str:
        return f"{modifier} {head}" if before else f"{head} {modifier}"

    def joins(head: str) -> bool:
        return any(fits(whole(head, m)) for m in modifiers[:_TRIED])

    head = scene.first_allowed(seed, draw.Pool((h, 1.0) for h in heads), joins)
    if head is None:
        return None
    pool = plain_pool(lexicon, "modifier", modifiers)
    modifier = scene.first_allowed(seed, pool, lambda name: fits(whole(head, name)))
    return whole(head, modifier) if modifier else None


def _named_anew(
    scene: Scene,
    group: Group,
    seed: bytes,
    sector: str,
    codes: Codes,
    longest: str,
    fits: Fits,
    *,
    called: bool,
) -> str | None:
    """The same kind of thing under another name; None where nothing in it says the kind, nor the
    word before it ("el hospital [La Fe]": `called`)."""
    lexicon = scene.lexicon
    if not titles(lexicon):  # no table says what is common
        return None
    said = {cut_form(scene.stems.thing(i.text, i.kind)[0])[0] for i in group.items}
    texts = {text for text in said if "initials" not in group.links or not is_acronym(text)}
    texts = {text for text in texts if not is_glued(text, texts)}
    group.own = _known_firm(longest, lexicon)
    cut = [(text, parts_in(scene, text, group.own)) for text in sorted(texts)]
    if not any(parts for _, parts in cut):
        if sector in WHOLE and lexicon.lang in OF:
            return _of_a_town(scene, longest, seed, fits)
        group.own = _last_word(longest, lexicon)
        cut = [(text, parts_in(scene, text, group.own)) for text in sorted(texts)]
    parts = [part for _, own in cut for part in own]
    kept = any(len(part.text) < len(text) for text, own in cut for part in own)
    if not parts or not (kept or called or (sector in WHOLE and len(words(longest)) > 1)):
        return None
    whole = parts_in(scene, longest, group.own)

    def suits(seats: Set[str], naming: Naming) -> bool:
        """`seats`: where universities are; of one in such a town no other town has one."""
        moves = ((" ".join(key), name_key(new)) for key, new in naming.items())
        if any(old in seats and new not in seats for old, new in moves):
            return False
        group.naming = naming
        return fits(renamed(longest, whole, naming, lexicon))

    nouns, seats = lexicon.organisation_parts("modifier"), seats_of(lexicon, longest)
    naming = None
    for seated in (True, False) if seats else (False,):
        naming = naming or name_parts(
            scene,
            parts,
            seed,
            sector=sector,
            moved=group.moved,
            named=group.named,
            nouns=nouns,
            codes=codes,
            seats=seats if seated else frozenset[str](),
            fits=partial(suits, seats if seated else frozenset[str]()),
        )
    group.naming = naming or {}
    group.named.update(group.naming)
    return renamed(longest, whole, naming, lexicon) if naming else None


def _of_a_town(scene: Scene, name: str, seed: bytes, fits: Fits) -> str | None:
    """ "Hospital General" names none by itself: "Hospital General de Cuenca"."""
    lexicon = scene.lexicon
    towns = draw.Pool((town, 1.0) for town in towns_of(scene))
    town = scene.first_allowed(seed, towns, lambda town: fits(of_town(name, town, lexicon)))
    return of_town(name, town, lexicon) if town else None


def _known_firm(text: str, lexicon: Lexicon) -> frozenset[str]:
    """The words for kinds that are a real firm's name together: "Banque [Populaire] du Nord"."""
    said = f" {' '.join(words(text))} "
    names = (name for firm, name in lexicon.cues("firm_name").items() if f" {firm} " in said)
    return frozenset(map(fold, names))


def _last_word(text: str, lexicon: Lexicon) -> frozenset[str]:
    """The word that names the thing in a name that is made of words for kinds alone: a compound,
    or the last ("Mutua Agrícola", "Caja [Rural]")."""
    own = [fold(m.group()) for m in WORD.finditer(text) if fold(m.group()) not in PARTICLES]
    named = [word for word in own if is_compound(lexicon, word)] or own[-1:]
    return frozenset(named[:1]) if len(own) > 1 else frozenset()
