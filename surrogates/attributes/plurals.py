"""Plurals of professions, by rule: "electricians", "carteros", "infirmières", "Lehrerinnen"."""

import re

_VOWELS = "aeiouáéíóúàèòï"
# Language -> (what a word ends in, what it ends in then), the first that fits.
_RULES: dict[str, tuple[tuple[str, str], ...]] = {
    "en": (
        (r"man$", "men"),
        (r"wife$", "wives"),
        (r"(?<=[^aeiou])y$", "ies"),
        (r"(?<=[sxz])$|(?<=[cs]h)$", "es"),
        (r"$", "s"),
    ),
    "es": (
        (r"z$", "ces"),
        (r"ín$", "ines"),
        (r"ón$", "ones"),
        (r"án$", "anes"),
        (rf"(?<=[{_VOWELS}])$", "s"),
        (r"s$", "s"),
        (r"$", "es"),
    ),
    "ca": (
        (r"ga$", "gues"),
        (r"ca$", "ques"),
        (r"ja$", "ges"),
        (r"ça$", "ces"),
        (r"a$", "es"),
        (r"à$", "ans"),
        (r"è$", "ens"),
        (r"ès$", "esos"),
        (r"$", "s"),
    ),
    "fr": ((r"(?<=[sxz])$", ""), (r"eau$", "eaux"), (r"al$", "aux"), (r"$", "s")),
    "de": (
        (r"in$", "innen"),
        (r"kaufmann$", "kaufleute"),
        (r"mann$", "männer"),
        (r"frau$", "frauen"),
        (r"^arzt$", "Ärzte"),
        (r"arzt$", "ärzte"),
        (r"anwalt$", "anwälte"),
        (r"^koch$", "Köche"),
        (r"koch$", "köche"),
        (r"(?<=schwester)$", "n"),
        (r"(?<=angestellte)r$|(?<=sitzende)r$|(?<=beamte)r$", ""),
        (r"(?<=[ei]f)$|(?<=azubi)$", "s"),
        (r"(?<=er)$|(?<=[^i]el)$|(?<=en)$", ""),
        (r"e$", "en"),
        (r"(?<=[ae]nt)$|(?<=i[sc]t)$|(?<=at)$|(?<=graf)$|(?<=ekt)$|(?<=urg)$|(?<=eut)$", "en"),
        (r"(?<=or)$", "en"),
        (r"$", "e"),
    ),
}
# Of several words, those that take the plural too: all up to the one that joins.
_JOINTS = frozenset({"de", "d", "del", "à", "of", "en"})


def plural_of(form: str, lang: str) -> str:
    """The plural of a profession; in a language without rules the word itself.

    Of several words English takes the last, the others those before "de".
    """
    rules = _RULES.get(lang)
    if rules is None:
        return form
    if lang == "fr" and "-" in form:  # "sages-femmes"
        return "-".join(_of_word(word, rules) for word in form.split("-"))
    head, *rest = form.split(" ")
    if lang in ("de", "en") or not rest:
        return " ".join([*form.split(" ")[:-1], _of_word(form.split(" ")[-1], rules)])
    joined = rest[0].partition("'")[0] in _JOINTS
    after = rest if joined else [_of_word(word, rules) for word in rest]
    return " ".join([_of_word(head, rules), *after])


def _of_word(word: str, rules: tuple[tuple[str, str], ...]) -> str:
    flags = re.IGNORECASE
    pattern, ending = next(rule for rule in rules if re.search(rule[0], word, flags))
    return re.sub(pattern, ending, word, count=1, flags=flags)
