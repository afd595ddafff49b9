"""The words for coarser values of a language, by kind: tables `coarser` and `wider_places`."""

from collections.abc import Iterator
from dataclasses import dataclass

from surrogates.attributes.sounds import begins_with_vowel
from surrogates.folding import fold, words
from surrogates.languages.lexicon import Lexicon
from surrogates.rewrite import Item
from surrogates.scene import Scene

_APOSTROPHES = ("'", "’")


@dataclass(frozen=True, slots=True)
class Coarser:
    """A coarser text, and the folded words that it may show although an original has them too."""

    text: str
    told: frozenset[str] = frozenset()


def phrases(lexicon: Lexicon, kind: str, value: str | None = None) -> Iterator[dict[str, str]]:
    """Rows of a kind, of one value or all."""
    for row in lexicon.rows("coarser"):
        if row["kind"] == kind and (value is None or row["value"] == value):
            yield row


def phrase(lexicon: Lexicon, kind: str, value: str = "") -> str:
    """The form of the only row of a kind and value, or ""."""
    return next((row["form"] for row in phrases(lexicon, kind, value)), "")


def wider(lexicon: Lexicon, name: str) -> Iterator[str]:
    """What a place lies in, and what that lies in, the nearest first."""
    key = ("wider_places",)
    if key not in lexicon.pools:
        rows = lexicon.all_rows("wider_places")
        lexicon.pools[key] = {fold(row["name"]): row["wider"] for row in rows}
    table: dict[str, str] = lexicon.pools[key]
    seen: set[str] = set()
    while (name := table.get(fold(name), "")) and name not in seen:
        seen.add(name)
        yield name


def determined(scene: Scene, item: Item) -> str:
    """The folded article or the like right before a mention, or ""."""
    before = scene.before(item)[-20:]
    if not before.endswith((" ", *_APOSTROPHES)):
        return ""
    last = "".join(words(before)[-1:])
    known = {fold(row["form"]) for row in phrases(scene.lexicon, "determiner")}
    return last if last in known else ""


def with_article(scene: Scene, item: Item, noun: str, gender: str, said: str) -> str:
    """A phrase with an indefinite article, unless a word before the mention stands for one."""
    if determined(scene, item):
        return said
    vowel = begins_with_vowel(noun, scene.lexicon.lang)
    for value in ([f"{gender}-vowel"] if vowel else []) + [gender, "u"]:
        form = phrase(scene.lexicon, "indefinite", value)
        if form:
            return form.format(noun=said)
    return said
