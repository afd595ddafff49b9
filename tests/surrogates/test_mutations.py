"""Each rule is needed: with one of them switched off, a case that concerns it fails.

Only those cases run, so a rule that nothing notices shows here within seconds.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from surrogates import notices, scene
from surrogates.addresses import domains, owners
from surrogates.codes import IssueCode
from surrogates.dates import replacement
from surrogates.dates.lives import ages
from surrogates.dates.shifted import new_values
from surrogates.folding import fold
from surrogates.languages import load_lexicon, stems
from surrogates.numbers import pieces, solver, ties
from surrogates.numbers import replacement as figures
from surrogates.people import replacement as names
from surrogates.people import writing
from surrogates.people.context import gender
from surrogates.people.linking import links
from surrogates.policies import entity
from surrogates.search import leaks, terms
from surrogates.spelling import facts, runs, said_letters, sayings
from surrogates.things import asked_areas, cutoffs, groups, place_codes
from surrogates.things import replacement as things
from surrogates.types import Constraint
from tests.surrogates.dialogues import codes, dialogue, from_case, run, texts
from tests.surrogates.test_cases import CASES, check

KEYS = [b"one", b"two", b"three", b"four", b"five", b"six"]
BY_ID = {case["id"]: case for case in CASES}
ES = load_lexicon("es")


def plain(text: str) -> str:
    return "".join(c for c in fold(text) if c.isalnum())


# Own cases, each a dialogue and what must be true of its output.
def linked_by_hand(key: bytes) -> bool:
    made = dialogue("A: Soy [Ana:PER].", "B: ¿[Pili:PER]?")
    link = [Constraint("link", ("0:4", "1:1"))]
    return (
        len([c for c in run(made, key=key, constraints=link).entities if c.kind == "person"]) == 1
    )


def called_for_short(key: bytes) -> bool:
    made = dialogue("A: I'm [Guadalupe:PER], call me [Mimi:PER].", lang="en")
    return len(run(made, key=key).entities) == 1


def nickname_set_right(key: bytes) -> bool:
    made = dialogue("A: Me llamo [Esperuchi:PER], perdón, [Esperanza:PER].")
    return len(run(made, key=key).entities) == 1


def pet_form(key: bytes) -> bool:
    made = dialogue("A: Viene [Gael:PER].", "B: ¿Y cuándo viene [Gaelito:PER]?")
    return len(run(made, key=key).entities) == 1


def woman(key: bytes) -> bool:
    (name,) = texts(run(dialogue("A: Soy [Carmen:PER]."), key=key))
    return ES.name_by_key[fold(name)].gender == "f"


def doctor(key: bytes) -> bool:
    (name,) = texts(run(dialogue("A: La doctora [Reyes:FIRST_NAME] vendrá."), key=key))
    return ES.name_by_key[fold(name)].gender == "f"


def accents(key: bytes) -> bool:
    """A name typed without its accent stands for one that is typed so too."""
    made = dialogue("A: [Jose:PER] [Garcia:FAM]", "B: ¿[José:PER] [García:FAM]?")
    out = texts(run(made, key=key))
    typed = (out[0] + out[1]).lower()
    return fold(typed) == typed.replace("ñ", "n")  # which is a letter of its own


def two_names(key: bytes) -> bool:
    made = dialogue("A: [Laura García:PERSON], [L A U R A G A R C I A:SPELL]")
    name, spelled = texts(run(made, key=key))
    return plain(name) == plain(spelled)


def spelled_one_span_each(key: bytes) -> bool:
    made = dialogue("A: [V:SPELL] [I:SPELL] [L:SPELL] [A:SPELL]. [Vila:FAM]")
    *letters, name = texts(run(made, key=key))
    return all(len(c) == 1 for c in letters) and "".join(letters).lower() == plain(name)


def said_outside(key: bytes) -> bool:
    return "v" in plain(texts(run(dialogue("A: Soy [Vila:FAM], con uve."), key=key))[0])


def echoed(key: bytes) -> bool:
    made = dialogue("A: [García:FAM] [G A R C I A:SPELL]", "B: ¿[A R:SPELL]?")
    _, whole, part = (plain(t) for t in texts(run(made, key=key)))
    return whole[1:3] == part


def part_of_organisation(key: bytes) -> bool:
    whole, part = texts(run(dialogue("A: [Telco Norte:ORG]", "B: ¿[Telco:ORG]?"), key=key))
    return whole.split()[0] == part


def part_of_address(key: bytes) -> bool:
    org, mail = texts(run(dialogue("A: [Telco Norte:ORG] [info@telconorte.es:EMAIL]"), key=key))
    return mail == f"info@{plain(org)}.example"


def echoed_number(key: bytes) -> bool:
    """A speaker confirms a piece that the other one repeats, and goes on."""
    start = ("A: [612:PHONE]", "B: ¿[612:PHONE]?", "A: sí, [612:PHONE]", "B: vale")
    made = dialogue(*start, "A: [35:PHONE]", "B: [61235:PHONE]")
    first, echo, again, second, whole = texts(run(made, key=key))
    return first == echo == again and first + second == whole


def mended_number(key: bytes) -> bool:
    mended = "A: [612:PHONE] [345:PHONE], perdón, [346:PHONE]"
    made = dialogue(mended, "B: Apuntado.", "A: Bien.", "B: [612346:PHONE]")
    first, _, last, whole = texts(run(made, key=key))
    return first + last == whole


def prefix_of_phone(key: bytes) -> bool:
    made = dialogue("A: Prefijo [94:PHONE], el [94 423 45 67:PHONE].")
    prefix, phone = texts(run(made, key=key))
    return phone.startswith(prefix)


def last_letter(key: bytes) -> bool:
    return texts(run(dialogue("A: [Ibáñez:FAM], con zeta al final."), key=key))[0].endswith("z")


def suits_its_article(key: bytes) -> bool:
    name = texts(run(dialogue("A: Trabajo en la [Telco Rural:ORG]."), key=key))[0]
    return "fs" in ES.agreement.get(("noun", fold(name.split()[0])), {"fs"})


def age_between_years(key: bytes) -> bool:
    made = dialogue("A: Nació el [12/03/1952:DATE], tiene [66:AGE] años; hoy, [10/05/2018:DATE].")
    born, age, now = texts(run(made, key=key))
    return age.isdecimal() and int(now[-4:]) - int(born[-4:]) - int(age) in (0, 1)


def grades_and_their_mean(key: bytes) -> bool:
    made = dialogue("A: Sacó un [4:NUM] y un [6:NUM], de media un [5:NUM].")
    one, two, mean = map(int, texts(run(made, key=key)))
    return one + two == 2 * mean


def acronym_of_organisation(key: bytes) -> bool:
    whole, short = texts(run(dialogue("A: La [Mutua Rural Norte:ORG], la [MRN:ORG]."), key=key))
    return " " not in whole or short == "".join(word[0] for word in fold(whole).split()).upper()


def town_in_province(key: bytes) -> bool:
    made = dialogue("A: provincia de [Toledo:LOC], de [Illescas:LOC]")
    region, town = texts(run(made, key=key))
    return ES.place_by_key[fold(town)].province == region


def told_of_inhabitant(key: bytes) -> bool:
    made = dialogue("A: Je suis [Voironnais:LOC]", lang="fr")
    return "CONSTRAINT_RELAXED" in codes(run(made, key=key))


def cut_place(key: bytes) -> bool:
    cut, whole = texts(run(dialogue("A: en [<Du->:place] [Durango:place]"), key=key))
    return cut.strip("<>-") != "" and whole.startswith(cut.strip("<>-"))


def people_share_no_name(key: bytes) -> bool:
    made = dialogue(*(f"A: [{n}:female name]" for n in ES.names("f")[:60]))
    out = texts(run(made, key=key))
    return len(set(out)) == len(out)


def nobody_outside(key: bytes) -> bool:
    said = " ".join(n for n in ES.names("f")[:-20])
    (name,) = texts(run(dialogue(f"A: [Zyx:female name], {said}"), key=key))
    return name not in said.split()


def residual(line: str, lang: str = "es") -> Callable[[bytes], bool]:
    def passes(key: bytes) -> bool:
        labelled, outside = line.split(" / ")
        made = dialogue(f"A: {labelled}", f"B: {outside}", lang=lang)
        issues = run(made, key=key).issues
        others = (notices.CODE_AGAIN.message, notices.LETTERS_AGAIN.message)
        told = (i for i in issues if i.message not in others)
        return any(issue.code == IssueCode.RESIDUAL_MENTION for issue in told)

    return passes


def nothing(*args: Any, **more: Any) -> list[Any]:
    return []


def none(*args: Any, **more: Any) -> None:
    return None


def own_shift(dated: Any, shift: Any) -> Any:
    """Each date moves by days of its own."""
    return new_values(dated, replace(shift, days=shift.days + dated.date.day))


Case = str | Callable[[bytes], bool]
# What is switched off, and the cases that must notice: ids of the table, or cases above.
MUTATIONS: list[tuple[str, Any, str, Any, list[Case]]] = [
    ("gender from context", gender, "told_beside", nothing, ["es-11", doctor]),
    ("gender by lexicon", gender, "_by_lexicon", lambda *a: "u", [woman]),
    ("sounds of what is glued to a name", names, "met", lambda *a: True, ["ca-68", "fr-85"]),
    ("inflection", stems.Stems, "put", lambda self, form, *a: form, ["eu-71", "eu-73", "de-76"]),
    ("checksums", solver, "repair_of", none, ["es-46", "es-49"]),
    ("renderings of one number", figures, "tie_renderings", none, ["es-40", "es-41", "es-43"]),
    ("shapes of number words", figures, "limit_words", none, ["es-34", "es-35"]),
    ("one shift for all dates", replacement, "new_values", own_shift, ["es-29"]),
    ("echoes and new starts", pieces, "_again", lambda *a: "", [echoed_number]),
    ("numbers whole by themselves", pieces, "_parts", lambda *a: False, [prefix_of_phone]),
    ("mended numbers", ties, "tie_mended", none, [mended_number]),
    ("places of letters", sayings, "place_said", lambda *a: ("", 0), [last_letter]),
    ("articles", things, "agrees", lambda *a: True, [suits_its_article]),
    ("ages", ages, "ages_of_dates", lambda *a: {}, [age_between_years]),
    ("what numbers make", entity, "mend", none, [grades_and_their_mean]),
    ("initials of organisations", groups, "is_acronym", none, [acronym_of_organisation]),
    ("provinces", asked_areas, "is_region", lambda *a: False, [town_in_province]),
    ("inhabitants", things, "flag_inhabitants", none, [told_of_inhabitant]),
    ("spelling follows names", runs, "needs_of", lambda *a: {}, [spelled_one_span_each]),
    ("whole spellings", runs, "_whole_names", nothing, ["es-55", two_names]),
    ("facts of letters", said_letters, "_link_fact", none, ["es-52", "es-53"]),
    ("facts outside", facts, "outside_facts", nothing, [said_outside]),
    ("echoes", runs, "_link_echo", none, ["es-55", echoed]),
    ("e-mail derivation", owners, "decompose", none, ["es-56", "es-58", "es-59"]),
    ("initials", owners, "MIN_NAME", 99, ["es-58"]),
    ("domains follow", domains.Domains, "_company", none, [part_of_address]),
    ("parts of organisations", groups, "_links", nothing, [part_of_organisation, "mx-67"]),
    ("postal codes and prefixes", place_codes, "_code", none, ["es-50", "es-101"]),
    ("cut-off words", cutoffs, "cut_items", lambda *a: {}, [cut_place]),
    ("accents as written", writing, "strip_accents", lambda t: t, [accents]),
    ("injective draws", names, "take_names", none, [people_share_no_name]),
    ("words outside", scene.Scene, "outside", frozenset(), [nobody_outside]),
    ("leaks: words", leaks, "_words", nothing, [residual("[Laura:PER] / Laura")]),
    ("leaks: digits", leaks, "_digits", nothing, [residual("[612345678:PHONE] / 612345678")]),
    ("leaks: letters", leaks, "_letters", nothing, [residual("[Laura:PER] / L A U R A")]),
    ("leaks: addresses", leaks, "_addresses", nothing,
     [residual("[a@brumal.es:EMAIL] / brumal.es")]),
    ("leaks: short forms", terms, "_add_relatives", none,
     [residual("[Paco:PER] / Francisco")]),
    ("leaks: joined names", terms, "_add_joined", none,
     [residual("[Ana:PER] [Olmedo:FAM] / anaolmedo")]),
    ("leaks: stems", leaks, "stems_of", lambda *a: (), [residual("[Mikel:PER] / Mikelek", "eu")]),
]  # fmt: skip
IDS = [m[0] for m in MUTATIONS]


def passes(case: Case) -> bool:
    """Whether a case holds for all keys; a crash is a failure too."""
    if not isinstance(case, str):
        with suppress(Exception):
            return all(case(key) for key in KEYS)
        return False
    table = BY_ID[case]
    with suppress(Exception):
        return all(check(table, texts(run(from_case(table), key=key))) for key in KEYS)
    return False


def usable(cases: list[Case]) -> list[Case]:
    """Without the ids of a table that is not there."""
    return [case for case in cases if not isinstance(case, str) or case in BY_ID]


@pytest.mark.parametrize(("name", "owner", "attribute", "instead", "cases"), MUTATIONS, ids=IDS)
def test_a_rule_that_is_off_is_noticed(
    name: str,
    owner: Any,
    attribute: str,
    instead: Any,
    cases: list[Case],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cases = usable(cases)
    if not cases:
        pytest.skip("no table of cases")
    assert all(passes(case) for case in cases)
    monkeypatch.setattr(owner, attribute, instead)
    assert not all(passes(case) for case in cases), name


LINKED: dict[str, list[Case]] = {
    "person": [linked_by_hand],
    "compound": ["es-05", "es-64", "es-99"],
    "short_form": ["es-01", "es-02", "es-07"],
    "equivalent": ["mx-65"],
    "false_start": ["es-20"],
    "nickname": [nickname_set_right],
    "called": [called_for_short],
    "diminutive": [pet_form],
}


@pytest.mark.parametrize("rule", sorted(links.RULES))
def test_a_link_rule_that_is_off_is_noticed(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cases = usable(LINKED[rule])  # a new rule needs a line above
    if not cases:
        pytest.skip("no table of cases")
    assert all(passes(case) for case in cases)
    monkeypatch.delitem(links.RULES, rule)
    assert not all(passes(case) for case in cases)
