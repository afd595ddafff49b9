"""The rules: each says what any right answer fulfils, and nothing of how an engine finds it.

A rule takes a case, an answer and its arguments, and gives a sentence for each fault. Arguments
are numbers of items; `0+1` are two items said one after the other.
"""

import datetime as dt
import re
from collections.abc import Callable, Iterator

from stdnum import iban, luhn
from stdnum.de import idnr
from stdnum.es import dni, nie, nif
from stdnum.fr import nir
from stdnum.gb import nhs

from benchmarks.coherence import reading
from benchmarks.coherence.cases import Case
from benchmarks.coherence.reading import Unread, fold, names, squash

Rule = Callable[..., Iterator[str]]
RULES: dict[str, Rule] = {}
# Words of names, places and organisations that identify nobody.
_SHARED = """
    de del la las los el da do das dos der die den von van zu im am an of the and y e i et d l du
    des le les san santa saint sainte sankt don doña calle plaza avenida hospital clinica centro
    rue street road strasse weg platz carrer hermanos hijos talleres brothers sons söhne sohne
    germans anaiak gmbh ltd sarl garage
"""
SHARED = frozenset(_SHARED.split())
_OPEN = re.compile(r"per|fam|name|loc|org|city|place|street|company|hospital|surname|person", re.I)
_VALID = {
    "iban": iban.is_valid, "card": luhn.is_valid, "dni": dni.is_valid, "nie": nie.is_valid,
    "nif": nif.is_valid, "nhs": nhs.is_valid, "nir": nir.is_valid, "idnr": idnr.is_valid,
}  # fmt: skip


def rule(function: Rule) -> Rule:
    """Enters a rule under its own name, without the underscore that keeps it off Python's words."""
    RULES[function.__name__.strip("_")] = function
    return function


def faults(case: Case, answer: list[str]) -> list[str]:
    """What is wrong with an answer, a sentence each; empty where everything coheres."""
    if len(answer) != len(case.items):
        return [f"{len(answer)} surrogates for {len(case.items)} items"]
    found = [*_leaks(case, answer)]
    for name, args in case.rules:
        try:
            found += [f"{name}: {fault}" for fault in RULES[name](case, answer, *args)]
        except (Unread, ValueError, IndexError) as error:
            found.append(f"{name}: cannot be read ({error})")
    return found


def _leaks(case: Case, answer: list[str]) -> Iterator[str]:
    """Words of names and places that stand in an answer, and placeholders, which tell no story."""
    said = {
        word
        for item in case.items
        if _OPEN.search(item.label)
        for word in names(item.text)
        if len(word) > 2
    }
    for item, new in zip(case.items, answer, strict=True):
        if re.search(r"[\[<{].*[\]>}]|^\W*$|(.)\1{4}", new):
            yield f"placeholder: {new!r}"
        shown = (said - SHARED) & set(names(new)) if _OPEN.search(item.label) else set()
        if shown:
            yield f"original shown: {new!r}"


def _many(answer: list[str], spans: str) -> str:
    return " ".join(answer[int(n)] for n in spans.split("+"))


@rule
def same(case: Case, answer: list[str], *spans: str) -> Iterator[str]:
    """One form, whatever its case and accents."""
    if len({squash(_many(answer, s), case.lang) for s in spans}) > 1:
        yield f"{[_many(answer, s) for s in spans]}"


@rule
def differ(case: Case, answer: list[str], *spans: str) -> Iterator[str]:
    """Each another form."""
    if len({squash(_many(answer, s), case.lang) for s in spans}) < len(spans):
        yield f"{[_many(answer, s) for s in spans]}"


@rule
def new(case: Case, answer: list[str], *spans: str) -> Iterator[str]:
    """Not what was said."""
    for s in spans:
        if squash(_many(answer, s)) == squash(_many(case.originals, s)):
            yield f"{_many(answer, s)!r} is the original"


@rule
def part(case: Case, answer: list[str], piece: str, whole: str) -> Iterator[str]:
    """All words of the first are words of the second."""
    if not set(names(_many(answer, piece))) <= set(names(_many(answer, whole))):
        yield f"{_many(answer, piece)!r} of {_many(answer, whole)!r}"


@rule
def short(case: Case, answer: list[str], piece: str, whole: str, *langs: str) -> Iterator[str]:
    """A short form of a name, by the tables or by its beginning."""
    nick, full = (re.sub(r"['’]s?$", "", fold(_many(answer, s))) for s in (piece, whole))
    if nick == full:
        yield f"{nick!r} is no short form"
        return
    for lang in (case.lang, *langs):
        table = reading.lexicon(lang)
        fulls = {fold(form.full) for form in table.fulls_of.get(nick, ())}
        if full in fulls or fulls & set(names(full)) or fulls & {full.replace("-", " ")}:
            return
    stem = re.sub(r"(ito|ita|chen|lein|txu|ie|i|y|e|a|o)$", "", nick)
    if not any(len(stem) > 1 and word.startswith(stem[:4]) for word in names(full)):
        yield f"{nick!r} of {full!r}"


@rule
def gender(case: Case, answer: list[str], span: str, wanted: str) -> Iterator[str]:
    """A given name that is not known as only the other gender's."""
    first = names(_many(answer, span))[0]
    table = reading.lexicon(case.lang)
    known = {table.name_by_key[first].gender} if first in table.name_by_key else set()
    known |= {form.gender for form in table.fulls_of.get(first, ())}
    if known and not known & {wanted, "u"}:
        yield f"{first!r} is {known}, expected {wanted}"


@rule
def equivalent(case: Case, answer: list[str], one: str, two: str) -> Iterator[str]:
    """Two forms of one name or place, of two languages."""
    for kind in ("name", "place"):
        concepts = [
            set(reading.lexicon(lang).concept_of.get((kind, fold(_many(answer, s))), ()))
            for s in (one, two)
            for lang in ("es",)
        ]
        others = [
            set(reading.lexicon(case.lang).concept_of.get((kind, fold(_many(answer, s))), ()))
            for s in (one, two)
        ]
        if concepts[0] & concepts[1] or others[0] & others[1]:
            return
    yield f"{_many(answer, one)!r} and {_many(answer, two)!r}"


@rule
def initials(case: Case, answer: list[str], span: str, *of: str) -> Iterator[str]:
    """The letters of the first are the initials of the others, shared words or not."""
    words = [w for s in of for w in names(_many(answer, s))]
    wanted = ["".join(w[0] for w in words if w not in SHARED), "".join(w[0] for w in words)]
    if re.sub(r"[^a-z]", "", fold(_many(answer, span))) not in wanted:
        yield f"{_many(answer, span)!r}, expected {' or '.join(wanted)}"


@rule
def matches(case: Case, answer: list[str], span: str, *pattern: str) -> Iterator[str]:
    """The whole form, as it is written, fits a regular expression."""
    if not re.fullmatch(" ".join(pattern), _many(answer, span)):
        yield f"{_many(answer, span)!r} does not fit {' '.join(pattern)}"


@rule
def lacks(case: Case, answer: list[str], span: str, *pattern: str) -> Iterator[str]:
    """The folded form has nothing of a regular expression."""
    if re.search(" ".join(pattern), fold(_many(answer, span))):
        yield f"{_many(answer, span)!r}"


@rule
def contains(case: Case, answer: list[str], whole: str, piece: str) -> Iterator[str]:
    """An address or acronym holds a name, letters and digits alone."""
    text, name = (_many(answer, s) for s in (whole, piece))
    forms = {squash(name), squash(name, "de")}
    if not any(
        form in {squash(text), squash(text, "de")} or form in squash(text) for form in forms
    ):
        yield f"{text!r} without {name!r}"


@rule
def initial(case: Case, answer: list[str], address: str, name: str) -> Iterator[str]:
    """An address or acronym begins with the first letter of a name."""
    text, word = (squash(_many(answer, s)) for s in (address, name))
    if text[:1] != word[:1]:
        yield f"{text!r}, expected {word[:1]!r} of {word!r}"


@rule
def inflected(case: Case, answer: list[str], form: str, base: str, *endings: str) -> Iterator[str]:
    """The base with one of the endings; "v:k" after a vowel alone, "c:ek" after a consonant."""
    text, stem = _many(answer, form), _many(answer, base)
    after = "v:" if fold(stem)[-1:] in tuple("aeiou") else "c:"
    fitting = [
        e.removeprefix(after).replace("-", "") for e in endings if e[1:2] != ":" or e[:2] == after
    ]
    if not any(text == stem + e.removeprefix(after).replace("-", "") for e in fitting):
        yield f"{text!r} of {stem!r}"


@rule
def number(case: Case, answer: list[str], *spans: str) -> Iterator[str]:
    """All say one number, in figures or words; as many digits as it had, and another number."""
    said = [_digits(case, answer, s) for s in spans]
    was = [_digits(case, case.originals, s) for s in spans]
    if len(set(said)) > 1:
        yield f"{said}"
    if [len(n) for n in said] != [len(n) for n in was]:
        yield f"{said[0]} has not {len(was[0])} digits"
    if said[0] == was[0]:
        yield f"{said[0]} is the original"


@rule
def begins(case: Case, answer: list[str], span: str, pattern: str) -> Iterator[str]:
    """The digits of a number begin so: a mobile, a landline, a country."""
    if not re.match(pattern, _digits(case, answer, span)):
        yield f"{_many(answer, span)!r}"


@rule
def slice_(case: Case, answer: list[str], piece: str, whole: str) -> Iterator[str]:
    """The first says those digits of the second that it said before."""
    was = [_digits(case, case.originals, s) for s in (piece, whole)]
    now = [_digits(case, answer, s) for s in (piece, whole)]
    places = [m.start() for m in re.finditer(f"(?={was[0]})", was[1])]
    if not any(now[1][at : at + len(was[0])] == now[0] for at in places):
        yield f"{now[0]} of {now[1]}"


@rule
def valid(case: Case, answer: list[str], kind: str, span: str) -> Iterator[str]:
    """An identifier whose check digits are right: iban, card, dni, nie, nhs, nir, idnr."""
    text = re.sub(r"[\s.\-]", "", _many(answer, span))
    if re.search(r"[a-z]{2}", fold(text)[2:]):  # said in words
        text = _spoken_identifier(case, answer, span)
    if not _VALID[kind](text.upper()):
        yield f"{text!r} is no {kind}"


def _spoken_identifier(case: Case, answer: list[str], span: str) -> str:
    """Digits in words and letters by name, item by item."""
    made = ""
    for n in span.split("+"):
        try:
            made += reading.digits(answer[int(n)], case.lang)
        except ValueError:
            made += reading.letters(answer[int(n)], case.lang)
    return made


@rule
def country(case: Case, answer: list[str], span: str, code: str) -> Iterator[str]:
    """An account of that country."""
    if not re.sub(r"\s", "", _many(answer, span)).upper().startswith(code):
        yield f"{_many(answer, span)!r}"


def _digits(case: Case, answer: list[str], spans: str) -> str:
    """Item by item where each says digits of its own, else as one text."""
    try:
        return "".join(reading.digits(answer[int(n)], case.lang) for n in spans.split("+"))
    except Unread:
        return reading.digits(_many(answer, spans), case.lang)


def _date(case: Case, answer: list[str], spans: str, year: int = 2018) -> dt.date:
    return reading.date(_many(answer, spans), case.lang, year)


@rule
def days(case: Case, answer: list[str], one: str, two: str, apart: str) -> Iterator[str]:
    """So many days lie between two dates; over New Year where no year is said."""
    first = _date(case, answer, one)
    second = reading.date(_many(answer, two), case.lang, first.year, first.month)
    if (second - first).days != int(apart):
        later = second.replace(year=second.year + 1)
        if (later - first).days != int(apart):
            yield f"{first} and {second}, expected {apart} days"


@rule
def months(case: Case, answer: list[str], one: str, two: str, apart: str) -> Iterator[str]:
    """So many months lie between two months, round the year."""
    found = [reading.month(_many(answer, s), case.lang) for s in (one, two)]
    if (found[1] - found[0] - int(apart)) % 12:
        yield f"{found}, expected {apart} months"


@rule
def years(case: Case, answer: list[str], one: str, two: str, apart: str) -> Iterator[str]:
    """So many years lie between two years or dates."""
    found = [int(re.findall(r"\d{2,4}", _many(answer, s))[-1]) for s in (one, two)]
    if (found[1] - found[0] - int(apart)) % 100:
        yield f"{found}, expected {apart} years"


@rule
def weekday(case: Case, answer: list[str], span: str, of: str, *year: str) -> Iterator[str]:
    """The weekday is that of the date, in the year that is known, or in one of twelve."""
    wanted = reading.weekday(_many(answer, span), case.lang)
    options = [int(y) for y in year] or range(2012, 2024)
    found = []
    for each in options:
        try:
            found.append(_date(case, answer, of, each).weekday())
        except ValueError:
            continue
    if wanted not in found:
        yield f"{_many(answer, span)!r} is not that of {_many(answer, of)!r}"


@rule
def weekdays(case: Case, answer: list[str], one: str, two: str, apart: str) -> Iterator[str]:
    """So many days lie between two weekdays, round the week."""
    found = [reading.weekday(_many(answer, s), case.lang) for s in (one, two)]
    if (found[1] - found[0] - int(apart)) % 7:
        yield f"{found}, expected {apart} days"


@rule
def date_(case: Case, answer: list[str], *spans: str) -> Iterator[str]:
    """Each is a day that exists; all are the same one."""
    found = {(d.day, d.month) for d in (_date(case, answer, s, 2020) for s in spans)}
    if len(found) > 1:
        yield f"{found}"


@rule
def age(case: Case, answer: list[str], span: str, born: str, when: str) -> Iterator[str]:
    """The age in years is what lies between two dates."""
    first, second = (_date(case, answer, s) for s in (born, when))
    wanted = second.year - first.year - ((second.month, second.day) < (first.month, first.day))
    if reading.number(_many(answer, span), case.lang) != wanted:
        yield f"{_many(answer, span)!r}, expected {wanted}"


@rule
def spells(case: Case, answer: list[str], spelled: str, name: str) -> Iterator[str]:
    """The letters, by name or bare, are those of the name."""
    made = "".join(reading.letters(answer[int(n)], case.lang) for n in spelled.split("+"))
    if made != squash(_many(answer, name)):
        yield f"{made!r}, expected {_many(answer, name)!r}"


@rule
def letter(case: Case, answer: list[str], span: str, name: str, *where: str) -> Iterator[str]:
    """The letter is one of the name: its `first`, its `last`, or anywhere."""
    found, word = reading.letters(_many(answer, span), case.lang), squash(_many(answer, name))
    fine = word[:1] if "first" in where else word[-1:] if "last" in where else word
    if found not in fine:
        yield f"{found!r} of {word!r}"


@rule
def zip_(case: Case, answer: list[str], code: str, place: str) -> Iterator[str]:
    """The postal code is one of the place's province."""
    table = reading.lexicon(case.lang)
    key = fold(_many(answer, place))
    entry = table.place_by_key.get(key)
    province = entry.province if entry is not None else table.province_by_key.get(key, "")
    begins = table.province_codes.get(province, ("", ""))[0]
    if not begins or not fold(_many(answer, code)).replace(" ", "").startswith(fold(begins)):
        yield f"{_many(answer, code)!r} in {_many(answer, place)!r}, expected {begins or '?'}..."
