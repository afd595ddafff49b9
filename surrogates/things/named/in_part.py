"""A thing that is said in part is the thing: "la Mutua" is the "Mutua Agrícola del Ebro",
"Valdecilla" the street "Marqués de Valdecilla", "the Close" is "Marlow Close".
"""

from collections.abc import Iterator, Mapping, Sequence

from surrogates.folding import PARTICLES, words
from surrogates.labels import Kind
from surrogates.languages.common_parts import (
    head_of,
    is_compound,
    kind_said,
    kinds_of_thing,
    titles,
)
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.places.streets import unelided
from surrogates.things.named.short_writings import shortens


def content_of(text: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Folded words without particles and articles, words for kinds as the tables have them."""
    kinds = kinds_of_thing(lexicon) if titles(lexicon) else {}
    saints = lexicon.cues("saint")  # "St-Antoine" is Saint-Antoine
    own = [saints.get(w, w) for w in map(unelided, words(text))]
    plain = (w for w in own if w not in PARTICLES and ("article", w) not in lexicon.agreement)
    return tuple(kinds.get(head_of(lexicon, w) if kinds else w, w) for w in plain)


def is_part(part: Sequence[str], of: Sequence[str], *, whole: bool = False) -> bool:
    """Whether words are words of others, in their order, and fewer, or (`whole`) all of them."""
    rest = iter(of)
    return 0 < len(part) < len(of) + whole and all(word in rest for word in part)


def wholes_of(contents: Mapping[str, tuple[str, ...]], part: str) -> list[str]:
    """The keys of the longest names that a name is a part of; those that are parts of none."""
    wholes = [key for key in contents if is_part(contents[part], contents[key])]
    return [k for k in wholes if not any(is_part(contents[k], contents[o]) for o in wholes)]


def organisations_in_part(texts: Mapping[str, str], lexicon: Lexicon) -> Iterator[tuple[str, str]]:
    """Whole and part of the organisations (key -> a text of it) that are said in part."""
    contents = {key: content_of(text, lexicon) for key, text in texts.items()}
    for key, text in texts.items():
        # "Sonnenapotheke" is no part of "Apotheke am Markt".
        own = {word for word in words(key) if is_compound(lexicon, word)}
        wholes = [w for w in wholes_of(contents, key) if own.issubset(words(w))]
        one = len({contents[whole] for whole in wholes}) == 1
        if wholes and (one or kind_said(text, Kind.ORG, lexicon)):
            yield wholes[0], key


def streets_in_part(texts: Mapping[str, str], lexicon: Lexicon) -> Iterator[tuple[str, str]]:
    """The same of streets, whose keys are "name|type" or "name"."""
    contents = {key: content_of(key.partition("|")[0], lexicon) for key in texts}
    for key, text in texts.items():
        name, _, kind = key.partition("|")
        said = kind_said(text, Kind.STREET, lexicon)
        full = content_of(text, lexicon)
        in_names = [k for k in texts if k != key and is_part(full, contents[k], whole=True)]
        long = [k for k in texts if k != key and shortens(text, texts[k])]
        whole: str | None
        if long:
            whole = long[0]  # "N. Halsted St." of North Halsted Street
        elif said:
            whole = next((k for k in texts if k != key and _has_type(k, said[0])), None)
        elif not kind and any(k.startswith(f"{name}|") for k in texts):
            whole = next(k for k in texts if k.startswith(f"{name}|"))
        elif kind and in_names:  # "Abbey Park" of Abbey Park Road
            whole = in_names[0]
        else:
            wholes = [k for k in wholes_of(contents, key) if not kind or _has_type(k, kind)]
            one = len({contents[k] for k in wholes}) == 1 and not name[0].isdecimal()
            whole = max(wholes, key=lambda k: "|" in k) if one else None
        if whole is not None:
            yield whole, key


def _has_type(key: str, kind: str) -> bool:
    name, _, own = key.partition("|")
    return own == kind and name != kind if own else name.endswith(kind) and name != kind


def pieces_said(part: str, whole: str, drawn: str, lexicon: Lexicon) -> str:
    """What of a drawn name stands for a part of the whole: the word for the kind for one, the
    words that name it for those, a word for each where there are as many; else all of it."""
    old, said = content_of(whole, lexicon), content_of(part, lexicon)
    pieces = drawn.split()
    named = [p for p in pieces if words(p) and words(p)[0] not in PARTICLES]
    if said == old or not said:
        return drawn
    if len(named) == len(old):
        places = _places(said, old)
        return " ".join(named[place] for place in places) if places else drawn
    known = kinds_of_thing(lexicon)
    kinds = [p for p in named if head_of(lexicon, words(p)[0])]
    proper = [p for p in named if p not in kinds]
    if kinds and all(word in known for word in said):
        return " ".join(kinds)
    if proper and not any(word in known for word in said):
        return " ".join(proper)
    return drawn


def _places(said: tuple[str, ...], old: tuple[str, ...]) -> list[int]:
    """Where the words of a part stand in the whole; none where it has others."""
    places: list[int] = []
    for word in said:
        after = places[-1] + 1 if places else 0
        if word not in old[after:]:
            return []
        places.append(old.index(word, after))
    return places
