"""The forms of a word for a place's inhabitants, from the three or four that its table has.

A form is a slot: "mp" is masculine plural. Words of one writing hold several ("belga", "Italian"),
so a word of another place may stand for it only where its writings of them all are one. German
towns and countries make theirs by an ending (`inflection`), and so do all of Basque.
"""

from collections.abc import Callable, Mapping

from surrogates.folding import strip_accents

Forms = dict[str, str]  # slot -> word
Row = Mapping[str, str]
_STRESSED = "àéèíóòú"


def forms_of(row: Row, lang: str) -> Forms:
    """All forms of a row of `demonyms`, by slot; none for a language that has no such words."""
    made = _MAKERS[lang](row) if lang in _MAKERS else {}
    return {slot: word for slot, word in made.items() if word}


def _with_plurals(plural: Callable[[str], str]) -> Callable[[Row], Forms]:
    def forms(row: Row) -> Forms:
        one, other = row["masculine"], row["feminine"]
        return {"ms": one, "fs": other, "mp": plural(one), "fp": plural(other)}

    return forms


def _spanish(word: str) -> str:
    if word[-1] in "aeo":
        return f"{word}s"
    plain = strip_accents(word) if word[-1] not in "íú" else word
    return f"{plain[:-1]}ces" if word[-1] == "z" else f"{plain}es"


def _catalan(word: str) -> str:
    if word[-1] in _STRESSED:
        return f"{strip_accents(word)}ns"
    if word[-1] == "a":
        before = {"c": "qu", "g": "gu", "j": "g", "ç": "c"}.get(word[-2], word[-2])
        return f"{word[:-2]}{before}es"
    if word[-1] == "s":
        return f"{strip_accents(word)}os"
    return f"{word}s"


def _french(word: str) -> str:
    if word.endswith("al"):
        return f"{word[:-1]}ux"  # "provençaux"
    if word.endswith("eau"):
        return f"{word}x"
    return word if word[-1] in "sxz" else f"{word}s"


def _english(row: Row) -> Forms:
    """ "Spaniard", "Spanish"; a town has no adjective ("Londoner")."""
    forms = {"adjective": row["adjective"]}
    for slot, word in (("m", row["masculine"]), ("f", row["feminine"])):
        if word.endswith("man"):
            many = f"{word[:-2]}en"
        else:
            many = word if word.endswith(("ese", "ss")) else f"{word}s"
        forms |= {f"{slot}s": word, f"{slot}p": many}
    return forms


def _german(row: Row) -> Forms:
    """Of regions: "Sachse" is weak, "Pfälzer" strong; the adjective has its endings."""
    one, other, adjective = row["masculine"], row["feminine"], row["adjective"]
    forms = {"fs": other, "fp": f"{other}nen" if other else ""}
    if one.endswith("e") or one.casefold().endswith("bayer"):
        forms |= {"ms": one} | dict.fromkeys(("ms.den", "ms.des", "mp", "mp.den"), f"{one}n")
    elif one:
        forms |= {"ms": one, "ms.den": one, "ms.des": f"{one}s", "mp": one, "mp.den": f"{one}n"}
    return forms | {f"a.{end}": f"{adjective}{end}" for end in ("", "e", "en", "er", "em", "es")}


_MAKERS: Mapping[str, Callable[[Row], Forms]] = {
    "ca": _with_plurals(_catalan),
    "de": _german,
    "en": _english,
    "es": _with_plurals(_spanish),
    "fr": _with_plurals(_french),
}
