"""Checks of coherence, one function a kind: (surrogates, args, originals) -> passed.

They know Spanish on their own where they can (small tables here), and otherwise ask the lexicon.
"""

import datetime as dt
import re
from collections.abc import Callable, Sequence
from typing import Any

from stdnum import luhn
from stdnum.es import dni

from surrogates.folding import PARTICLES, fold, words
from surrogates.languages import load_lexicon
from surrogates.languages.cardinals import parse, word_table
from surrogates.languages.common_parts import kinds_of_thing
from surrogates.languages.numerals import numerals
from tests.surrogates import almanac

ES = load_lexicon("es")
NUMERALS = {c: n for c in ("es", "en", "de", "fr", "ca", "eu") if (n := numerals(c)) is not None}
Out = Sequence[str]
Args = dict[str, Any]
Check = Callable[[Out, Args, Out], bool]
MONTHS = list(ES.months)
WEEKDAYS = list(ES.weekdays)


def digits(text: str, lang: str = "es") -> str:
    """What a dictated number says: figures, cardinals (longest first), double and triple."""
    spoken = NUMERALS[lang if lang in NUMERALS else "es"]
    tokens = re.findall(r"\d|[^\W\d_]+", fold(text).replace("-", " "))
    made, repeat, i = "", 1, 0
    while i < len(tokens):
        if tokens[i].isdecimal():
            made += tokens[i] * repeat
            repeat, i = 1, i + 1
            continue
        if tokens[i] in spoken.repeats:
            repeat, i = spoken.repeats[tokens[i]], i + 1
            continue
        size = next(
            (n for n in range(14, 0, -1) if spoken.read(" ".join(tokens[i : i + n])) is not None),
            0,
        )
        assert size, f"no number word: {tokens[i]}"
        made += str(spoken.parse(" ".join(tokens[i : i + size]))) * repeat
        repeat, i = 1, i + size
    return made


def short_of(short: str, full: str) -> bool:
    return any(fold(f.short) == fold(short) for f in ES.shorts_of.get(fold(full), ()))


def short_form(out: Out, args: Args, old: Out) -> bool:
    return all(short_of(out[s], out[f]) for f, s in args["pairs"])


def short_register(out: Out, args: Args, old: Out) -> bool:
    return all(fold(out[i]) in ES.fulls_of or len(out[i]) <= 5 for i in args["idx"])


def compound(out: Out, args: Args, old: Out) -> bool:
    parts = out[args["full"]].split()
    return all(out[i] == parts[rank] for i, rank in args["parts"])


def compound_split(out: Out, args: Args, old: Out) -> bool:
    return " ".join(out[i] for i in args["parts"]) == out[args["full"]]


def place_person_independent(out: Out, args: Args, old: Out) -> bool:
    places = {w for i in args["place"] for w in words(out[i])} - PARTICLES
    return not places & {w for i in args["person"] for w in words(out[i])}


def gender(out: Out, args: Args, old: Out) -> bool:
    wanted = [(i, args["g"]) for i in args["idx"]]
    wanted += [(i, args["g2"]) for i in args.get("idx2", [])]
    return all(ES.name_by_key[fold(out[i])].gender == g for i, g in wanted)


def _same(a: str, b: str, args: Args) -> bool:
    return fold(a) == fold(b) if args.get("fold") else a == b


def same_entity(out: Out, args: Args, old: Out) -> bool:
    if args.get("fold_de"):
        plain = [re.sub(r"^dr\. ", "", t.casefold()) for t in out]
        plain = [p.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue") for p in plain]
        return all(plain[a] == plain[b] for a, b in args["same"])
    same = all(_same(out[a], out[b], args) for a, b in args["same"])
    return same and distinct_entities(out, args, old)


def distinct_entities(out: Out, args: Args, old: Out) -> bool:
    return all(fold(out[a]) != fold(out[b]) for a, b in args.get("distinct", []))


def not_an_original(out: Out, args: Args, old: Out) -> bool:
    shared = {w for t in out for w in words(t)} & {w for t in old for w in words(t)}
    return shared <= PARTICLES.union(kinds_of_thing(ES))


def false_start(out: Out, args: Args, old: Out) -> bool:
    return all(
        out[a].endswith("-") and out[b].startswith(out[a][:-1]) and len(out[a]) - 1 < len(out[b])
        for a, b in args["pairs"]
    )


def month_offset(out: Out, args: Args, old: Out) -> bool:
    number = [MONTHS.index(t) if t in MONTHS else -99 for t in out]
    return all((number[b] - number[a] - n) % 12 == 0 for a, b, n in args["pairs"]) and all(
        a != b for a, b in zip(out, old, strict=True)
    )


def read_day(text: str, year: int) -> dt.date:
    match = re.fullmatch(r"(\d+) de (\w+)", text)
    assert match is not None
    return dt.date(year, MONTHS.index(match.group(2)) + 1, int(match.group(1)))


def weekday(out: Out, args: Args, old: Out) -> bool:
    day = read_day(out[args["date"]], args["year"])
    return day.weekday() == WEEKDAYS.index(out[args["weekday"]])


def valid_dates(out: Out, args: Args, old: Out) -> bool:
    try:
        found = [read_day(t, args["year"]) for t in out]
    except ValueError:
        return False
    return all((found[b] - found[a]).days == n for a, b, n in args["pairs"])


def weekday_offset(out: Out, args: Args, old: Out) -> bool:
    index = WEEKDAYS.index
    return all((index(out[b]) - index(out[a]) - n) % 7 == 0 for a, b, n in args["pairs"])


def number_class(out: Out, args: Args, old: Out) -> bool:
    first, second = (out[i] for i in args["seq"])
    joined = parse(ES, f"{first} y {second}") or parse(ES, f"{first} {second}")
    table = word_table(ES)
    return joined is not None and all(
        table[fold(out[i])].klass == table[fold(old[i])].klass for i in args["seq"]
    )


def number_apocope(out: Out, args: Args, old: Out) -> bool:
    return not any(out[i].endswith("uno") for i in args["idx"])


def number_gender(out: Out, args: Args, old: Out) -> bool:
    wrong = r"(os|uno|ún)$" if args["g"] == "f" else r"(as|una)$"
    fine = {"dos"} if not any("-" in t for t in out) else set()
    return all(
        out[i] in fine
        or not re.search(wrong, out[i].removesuffix("dos") if out[i] in fine else out[i])
        for i in args["idx"]
    )


def digits_equal(out: Out, args: Args, old: Out, lang: str = "es") -> bool:
    """Renderings of one number say one new value; args["langs"]: the language of each."""
    langs = args.get("langs", [lang] * len(args["renderings"]))
    pairs = list(zip(args["renderings"], langs, strict=True))
    try:
        said = [digits(" ".join(out[i] for i in r), spoken) for r, spoken in pairs]
    except AssertionError:
        return False
    was = [digits(" ".join(old[i] for i in r), spoken) for r, spoken in pairs]
    return len(set(said)) == 1 and said[0] != was[0] and len(said[0]) == len(was[0])


def digits_diff(out: Out, args: Args, old: Out) -> bool:
    lang = args.get("lang", "es")
    a, b, n = digits(out[args["a"]], lang), digits(out[args["b"]], lang), args["same_prefix"]
    return a[:n] == b[:n] and a[n:] != b[n:]


def digits_slice(out: Out, args: Args, old: Out) -> bool:
    """What args["part"] say stands in what args["whole"] say, at args["at"], and both are new."""
    lang, at = args.get("lang", "es"), args["at"]
    whole, part = (digits(" ".join(out[i] for i in args[k]), lang) for k in ("whole", "part"))
    was = digits(" ".join(old[i] for i in args["whole"]), lang)
    return whole[at:][: len(part)] == part and whole != was and len(whole) == len(was)


def number_shape(out: Out, args: Args, old: Out) -> bool:
    """Another number of the same classes in each place, as args["lang"] says them."""
    return all(_same_shape(args["lang"], out[i], old[i]) for i in args["idx"])


def dni_valid(out: Out, args: Args, old: Out) -> bool:
    return all(dni.is_valid(out[i]) and out[i] != old[i] for i in args["idx"])


def dni_spoken(out: Out, args: Args, old: Out) -> bool:
    letter = ES.spoken_letters[fold(out[args["letter"]])].upper()
    return dni.is_valid(digits(out[args["digits"]]) + letter)


def luhn_valid(out: Out, args: Args, old: Out) -> bool:
    return all(
        luhn.is_valid(out[i].replace(" ", ""))
        and re.sub(r"\d", "#", out[i]) == re.sub(r"\d", "#", old[i])
        and out[i][0] == old[i][0]
        for i in args["idx"]
    )


def luhn_pieces(out: Out, args: Args, old: Out) -> bool:
    return luhn.is_valid("".join(digits(out[i]) for i in args["pieces"]))


def _province(city: str) -> str:
    """The province of a town, by another of its names where the list has that one."""
    concepts = ES.concept_of.get(("place", fold(city)), ())
    forms = [city, *(r["form"] for c in concepts for r in ES.concepts[("place", c)])]
    return next(ES.place_by_key[fold(f)].province for f in forms if fold(f) in ES.place_by_key)


def zip_city(out: Out, args: Args, old: Out) -> bool:
    province = _province(out[args["city"]])
    return out[args["zip"]][:2] == ES.province_codes[province][0]


def area_code(out: Out, args: Args, old: Out) -> bool:
    province = _province(out[args["city"]])
    return out[args["phone"]].startswith(ES.province_codes[province][1])


def letter_fact(out: Out, args: Args, old: Out) -> bool:
    name = fold(out[args["name"]])
    return all(ES.spoken_letters[fold(out[i])] in name for i in args["letters"])


def spelling_word(out: Out, args: Args, old: Out) -> bool:
    name, word = fold(out[args["name"]]), fold(out[args["word"]])
    return word.startswith("b") and "b" in name and word != fold(old[args["word"]])


def letters(text: str) -> str:
    return "".join(c for c in fold(text) if c.isalpha())


def spelling(out: Out, args: Args, old: Out) -> bool:
    spelled = "".join(letters(out[i]) for i in args["letters"])
    echoes = all(
        "".join(letters(out[i]) for i in pieces) == letters(out[echo])
        for *pieces, echo in args["echo"]
    )
    return spelled == fold(out[args["name"]]) and echoes


def ascii_form(text: str) -> str:
    return fold(text).replace(" ", "")


def email(out: Out, args: Args, old: Out) -> bool:
    given, family = (ascii_form(out[args[k]]) for k in ("given", "family"))
    return out[args["email"]].split("@")[0] == f"{given}.{family}"


def user_derived(out: Out, args: Args, old: Out) -> bool:
    given, family = (ascii_form(out[args[k]]) for k in ("given", "family"))
    return out[args["user"]] == f"{given[0]}{family}{out[args['year']]}"


def email_spoken(out: Out, args: Args, old: Out) -> bool:
    given, family = (out[args[k]].lower() for k in ("given", "family"))
    return out[args["email"]] == f"{given} punto {family} arroba gmail punto com"


def no_leak_between(out: Out, args: Args, old: Out) -> bool:
    return not_an_original(out, args, old)


def outside_unchanged(out: Out, args: Args, old: Out) -> bool:
    return True  # G0 is checked on every case


def xlang(out: Out, args: Args, old: Out) -> bool:
    for a, b in args["pairs"]:
        kinds = ("name", "place")
        found = [
            ES.concept_of.get((k, fold(out[a])), ())
            and set(ES.concept_of[(k, fold(out[a]))])
            & set(ES.concept_of.get((k, fold(out[b])), ()))
            for k in kinds
        ]
        if not any(found) or not_an_original(out, args, old) is False:
            return False
    return True


def spelling_nato(out: Out, args: Args, old: Out) -> bool:
    said = ""
    for piece in out[args["letters"][0]].split(","):
        match = re.fullmatch(r"\s*(\w)(?: for (\w+))?", piece)
        if match is None or (match.group(2) and match.group(2)[0] != match.group(1)):
            return False
        said += match.group(1)
    return said.lower() == fold(out[args["name"]])


def elision(out: Out, args: Args, old: Out) -> bool:
    first = [t.casefold().removeprefix("h")[0] in "aeiouáéíóúàèìòùâêîôû" for t in out]
    was = [t.casefold().removeprefix("h")[0] in "aeiouáéíóúàèìòùâêîôû" for t in old]
    return all(first[i] == was[i] for i in args["idx"])


def inflect(out: Out, args: Args, old: Out) -> bool:
    base, form = out[args["base"]], out[args["infl"]]
    vowel = base[-1] in "aeiou"
    if args["rule"] == "eu_erg":
        return form == base + ("k" if vowel else "ek")
    if args["rule"] == "de_gen":
        return form == base + ("'" if re.search(r"(s|ß|z|x|ce)$", base) else "s")
    return form in (f"{base}er", f"{base}r")


def inflect_stem(out: Out, args: Args, old: Out) -> bool:
    (a, _), (b, _) = args["infl"]
    after_vowel, after_consonant = (("n", "tik"),), (("en", "etik"), ("en", "dik"), ("en", "tik"))
    return any(
        out[a].endswith(x)
        and out[b].endswith(y)
        and out[a].removesuffix(x) == out[b].removesuffix(y)
        and (out[a].removesuffix(x)[-1] in "aeiou") == (pairs is after_vowel)
        for pairs in (after_vowel, after_consonant)
        for x, y in pairs
    )


def number_class_de(out: Out, args: Args, old: Out) -> bool:
    """Another number, said as one word of the same class: no null-und, ein- inside."""
    return all(_same_shape("de", out[i], old[i]) and " " not in out[i] for i in args["idx"])


def number_eu(out: Out, args: Args, old: Out) -> bool:
    """Another number of the twenties: hogeita and the like with 1 to 19 after it."""
    return all(_same_shape("eu", out[i], old[i]) for i in args["idx"])


def _same_shape(lang: str, new: str, old: str) -> bool:
    spoken = NUMERALS[lang]
    values = spoken.parse(new), spoken.parse(old)
    if values[0] is None or values[1] is None or values[0] == values[1]:
        return False
    return spoken.shape(values[0]) == spoken.shape(values[1])


def same_date(out: Out, args: Args, old: Out) -> bool:
    def said(text: str) -> tuple[int | None, int | None]:
        found = [almanac.read(text, lang) for lang in almanac.LANGUAGES]
        return max(((s.day, s.month) for s in found), key=lambda p: p[1] or 0)

    groups = [{said(out[i]) for i in group} for group in args["groups"]]
    return all(len(g) == 1 and None not in next(iter(g)) for g in groups) and all(
        a != b for a, b in zip(out, old, strict=True)
    )


CHECKS: dict[str, Check] = {
    name: function
    for name, function in globals().items()
    if callable(function)
    and not name.startswith("_")
    and getattr(function, "__module__", "") == __name__
}
CHECKS |= {"dni": dni_valid, "luhn": luhn_valid}
