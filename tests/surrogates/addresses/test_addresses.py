"""Addresses follow the people and organisations that they are derived from, in six languages."""

import re

import pytest

from surrogates.folding import PARTICLES, digraphs, fold, letters_only, run_together
from surrogates.languages import load_lexicon
from surrogates.languages.cardinals import parse
from surrogates.types import Constraint, Dialogue, Mention, Turn
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = (b"a", b"b", b"c")


def plain(text: str) -> str:
    """Letters of an address: no marks, no blanks, no hyphens."""
    return "".join(c for c in fold(text) if c.isalnum())


def local(address: str) -> str:
    return address.split("@")[0]


# The pattern is written with the surrogates: g/f1/f2 = given name and surnames, G = initial.
PATTERNS = [
    ("laura.garcia@empresa.es", "{g}.{f}"),
    ("laura_garcia@empresa.es", "{g}_{f}"),
    ("garcia.laura@empresa.es", "{f}.{g}"),
    ("lauragarcia@gmail.com", "{g}{f}"),
    ("lgarcia@gmail.com", "{G}{f}"),
    ("l.garcia@gmail.com", "{G}.{f}"),
    ("laurag@gmail.com", "{g}{F}"),
    ("garcial@gmail.com", "{f}{G}"),
    ("garcia-laura@gmail.com", "{f}-{g}"),
    ("laura@gmail.com", "{g}"),
    ("lg@gmail.com", "{G}{F}"),
]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("address", "pattern"), PATTERNS)
def test_the_pattern_of_a_local_part(address: str, pattern: str, key: bytes) -> None:
    result = run(dialogue(f"A: [Laura:PER] [García:FAM], [{address}:EMAIL]"), key=key)
    g, f, mail = texts(result)
    names = {"g": plain(g), "f": plain(f), "G": plain(g)[0], "F": plain(f)[0]}
    assert local(mail) == pattern.format(**names)
    domain = mail.split("@")[1]
    assert domain == "gmail.com" if "gmail" in address else domain.endswith(".example")
    assert "EMAIL_UNLINKED" not in codes(result)
    assert not [i for i in result.issues if i.severity == "block"]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "[Begoña:PER] [Muñoz:FAM], [begona.munoz@gmail.com:EMAIL]"),
        ("ca", "[Núria:PER] [Puigdevall:FAM], [nuria.puigdevall@gmail.com:EMAIL]"),
        ("eu", "[Ainhoa:PER] [Etxeberria:FAM], [ainhoa.etxeberria@gmail.com:EMAIL]"),
        ("fr", "[Hélène:PER] [Lefèvre:FAM], [helene.lefevre@orange.fr:EMAIL]"),
        ("de", "[Jürgen:PER] [Müller:FAM], [juergen.mueller@gmx.de:EMAIL]"),
        ("en", "[Zoë:PER] [O'Brien:FAM], [zoe.obrien@yahoo.co.uk:EMAIL]"),
    ],
)
def test_marks_are_dropped_as_in_each_language(lang: str, line: str, key: bytes) -> None:
    given, family, mail = texts(run(dialogue(f"A: {line}", lang=lang), key=key))
    if lang == "de":
        given, family = digraphs(given), digraphs(family)
    assert local(mail) == f"{plain(given)}.{plain(family)}"
    assert mail.isascii()


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "said", "pattern"),
    [
        ("es", "laura punto garcía arroba gmail punto com", "{g} punto {f} arroba gmail punto com"),
        ("es", "laura guion bajo garcía arroba gmail punto com",
         "{g} guion bajo {f} arroba gmail punto com"),
        ("ca", "laura punt garcía arrova gmail punt com", "{g} punt {f} arrova gmail punt com"),
        ("eu", "laura puntu garcía a bildua gmail puntu com",
         "{g} puntu {f} a bildua gmail puntu com"),
        ("fr", "laura point garcía arobase gmail point com",
         "{g} point {f} arobase gmail point com"),
        ("fr", "laura tiret bas garcía arobase gmail point com",
         "{g} tiret bas {f} arobase gmail point com"),
        ("de", "laura punkt garcía at gmail punkt com", "{g} punkt {f} at gmail punkt com"),
        ("de", "laura unterstrich garcía klammeraffe gmail punkt com",
         "{g} unterstrich {f} klammeraffe gmail punkt com"),
        ("en", "laura dot garcía at gmail dot com", "{g} dot {f} at gmail dot com"),
        ("en", "laura underscore garcía at gmail dot com", "{g} underscore {f} at gmail dot com"),
    ],
)  # fmt: skip
def test_spoken_addresses(lang: str, said: str, pattern: str, key: bytes) -> None:
    made = dialogue(f"A: [{said}:EMAIL]", "B: [Laura:PER] [García:FAM]", lang=lang)
    result = run(made, key=key)
    mail, given, family = texts(result)
    family = run_together(family.lower())  # "obrien" of O'Brien
    assert mail == pattern.format(g=given.lower(), f=family)
    assert not [i for i in result.issues if i.severity == "block"], codes(result)


@pytest.mark.parametrize("key", KEYS)
def test_a_spelled_address(key: bytes) -> None:
    said = "ele a u erre a punto ge arroba gmail punto com"
    made = dialogue(f"A: [{said}:EMAIL]", "B: [Laura:PER] [García:FAM]")
    mail, given, family = texts(run(made, key=key))
    letters = load_lexicon("es").letters
    spelled = " ".join(letters[c] for c in fold(given))
    assert mail == f"{spelled} punto {letters[fold(family)[0]]} arroba gmail punto com"


@pytest.mark.parametrize("key", KEYS)
def test_compound_names_and_particles(key: bytes) -> None:
    made = dialogue(
        "A: [María José:PER] [de la Fuente:FAM] [Gil:FAM]",
        "B: [mjfuente:USER] o [mariajose.delafuente@gmail.com:EMAIL] o [mj.fuente.gil:USER]",
    )
    given, first, second, user, mail, other = texts(run(made, key=key))
    initials = "".join(plain(p)[0] for p in given.split())
    assert user == initials + plain(first)
    assert local(mail) == f"{plain(given)}.{plain(first)}"
    assert other == f"{initials}.{plain(first)}.{plain(second)}"


@pytest.mark.parametrize("key", KEYS)
def test_a_short_form_that_is_said_nowhere_else(key: bytes) -> None:
    made = dialogue("A: [Francisco:PER] [Gil:FAM], [paco.gil@gmail.com:EMAIL]")
    given, family, mail = texts(run(made, key=key))
    first, last = local(mail).split(".")
    shorts = {plain(s.short) for s in load_lexicon("es").shorts_of.get(fold(given), ())}
    assert last == plain(family)
    assert first in shorts | {plain(given)}


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("digits", "line"),
    [
        ("75", "del [75:DATE]"),
        ("1975", "nací en [1975:DATE]"),
        ("75", "nací el [3 de mayo de 1975:DATE]"),
        ("75", "tengo [75:NUM] puntos"),
        ("123", "mi teléfono es [600 456 123:PHONE]"),
    ],
)
def test_digits_are_the_year_or_the_number(digits: str, line: str, key: bytes) -> None:
    made = dialogue(f"A: [Ana:PER] [Gil:FAM], usuario [anagil{digits}:USER], {line}")
    given, family, user, number = texts(run(made, key=key))
    assert user.startswith(plain(given) + plain(family))
    tail = user.removeprefix(plain(given) + plain(family))
    assert tail != digits or digits in number
    assert re.sub(r"\D", "", number).endswith(tail)


@pytest.mark.parametrize("key", KEYS)
def test_digits_in_words(key: bytes) -> None:
    made = dialogue(
        "A: [ana setenta y cinco arroba gmail punto com:EMAIL], [Ana:PER], del [75:DATE]"
    )
    mail, given, year = texts(run(made, key=key))
    word = mail.removeprefix(f"{given.lower()} ").removesuffix(" arroba gmail punto com")
    assert parse(load_lexicon("es"), word) == int(year)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    "address",
    ["soporte@telconorte.es", "info@telco-norte.com", "ventas@mail.telconorte.es", "info@tn.es"],
)
def test_domains_follow_the_organisation(address: str, key: bytes) -> None:
    made = dialogue(f"A: escriba a [{address}:EMAIL]", "B: ¿de [Telco Norte:ORG]?")
    result = run(made, key=key)
    mail, org = texts(result)
    named = [w for w in org.split() if fold(w) not in PARTICLES]  # "Centro de Salud": csalud
    joined = plain("".join(named))
    initials = "".join(plain(w)[0] for w in named)
    assert local(mail) == local(address)  # a role is nobody's
    label = mail.split("@")[1].removesuffix(".example").removeprefix("mail.")
    expected = {"info@tn.es": initials, "info@telco-norte.com": fold(org).replace(" ", "-")}
    assert label == expected.get(address, joined)
    assert "telco" not in mail
    assert codes(result) == [], codes(result)


@pytest.mark.parametrize("key", KEYS)
def test_web_addresses(key: bytes) -> None:
    address = "https://www.telconorte.es/clientes/lauragarcia?id=77"
    text = f"{address} Telco Norte Laura García"
    start = len(address) + 1
    spans = (
        Mention(0, len(address), "URL", "u"),
        Mention(start, start + 11, "ORG", "o"),
        Mention(start + 12, start + 17, "PER", "p"),
        Mention(start + 18, start + 24, "FAM", "f"),
    )
    url, org, given, family = texts(run(Dialogue("d", "es", (Turn("A", text, spans),)), key=key))
    assert url.startswith(f"https://www.{plain(org)}.example/")
    assert f"/{plain(given)}{plain(family)}?" in url
    assert "/clientes/" in url
    assert "77" not in url


def test_public_providers_stay_and_others_do_not() -> None:
    made = dialogue("A: [gmail:DOMAIN] [hotmail.com:DOMAIN] [telconorte.es:DOMAIN]")
    result = run(made)
    one, two, three = texts(result)
    assert (one, two) == ("gmail", "hotmail.com")
    assert three.endswith(".example")
    assert codes(result) == []


def test_two_people_fit_and_a_person_decides() -> None:
    made = dialogue("A: [Laura:PER] [García:FAM] y [Luis:PER] [García:FAM]", "B: [lgarcia:USER]")
    result = run(made)
    issue = next(i for i in result.issues if i.code == "USER_UNLINKED")
    assert issue.severity == "warn"
    keys = [m.key for t in made.turns for m in t.mentions]
    for person in (0, 2):
        link = Constraint("link", (keys[person], keys[4]))
        chosen = run(made, constraints=[link])
        out = texts(chosen)
        assert out[4] == plain(out[person])[0] + plain(out[1])
        assert "USER_UNLINKED" not in codes(chosen)


def test_nobody_fits_and_a_person_decides() -> None:
    made = dialogue("A: Soy [Ana:PER] [Gil:FAM]", "B: [xilofono_22@gmail.com:EMAIL]")
    result = run(made)
    issue = next(i for i in result.issues if i.code == "EMAIL_UNLINKED")
    assert issue.fix is not None
    fixed = run(made, constraints=issue.fix.constraints)
    given, _, mail = texts(fixed)
    assert local(mail).startswith(plain(given))
    assert "EMAIL_UNLINKED" not in codes(fixed)


def test_a_domain_that_no_organisation_explains() -> None:
    made = dialogue("A: [Telco Norte:ORG], [info@brumal.es:EMAIL]")
    result = run(made)
    issue = next(i for i in result.issues if i.code == "DOMAIN_UNLINKED")
    assert issue.fix is not None
    fixed = run(made, constraints=issue.fix.constraints)
    org, mail = texts(fixed)
    assert mail == f"info@{plain(org)}.example"
    assert "DOMAIN_UNLINKED" not in codes(fixed)


def test_the_same_address_written_and_spoken_is_one() -> None:
    made = dialogue(
        "A: [pepelu@brumal.es:EMAIL]",
        "B: ¿[pepelu arroba brumal punto es:EMAIL]?",
        "A: [pepelu:USER]",
    )
    for key in KEYS:
        written, spoken, user = texts(run(made, key=key))
        name, host = written.split("@")
        assert spoken == f"{name} arroba {host.removesuffix('.example')} punto example"
        assert user == name


def test_case_of_an_address_stays() -> None:
    made = dialogue("A: [Laura:PER] [García:FAM], [Laura.Garcia@gmail.com:EMAIL] [LGARCIA:USER]")
    for key in KEYS:
        given, family, mail, user = texts(run(made, key=key))
        assert local(mail) == f"{plain(given).capitalize()}.{plain(family).capitalize()}"
        assert user == (plain(given)[0] + plain(family)).upper()


@pytest.mark.parametrize("key", KEYS)
def test_an_address_in_pieces(key: bytes) -> None:
    made = dialogue(
        "A: es [laura:EMAIL] punto [garcía:EMAIL] arroba [gmail punto com:EMAIL]",
        "B: ¿[Laura:PER]?",
        "A: Sí, [García:FAM]",
    )
    first, last, host, given, family = texts(run(made, key=key))
    assert (plain(first), plain(last)) == (plain(given), plain(family))
    assert host == "gmail punto com"


@pytest.mark.parametrize("key", KEYS)
def test_names_that_were_not_said_in_a_row(key: bytes) -> None:
    made = dialogue("A: [lgarcia:USER]", "B: ¿[Laura:PER]?", "A: Sí, [García:FAM]")
    result = run(made, key=key)
    user, given, family = texts(result)
    assert user == plain(given)[0] + plain(family)
    assert "USER_UNLINKED" not in codes(result)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "org", "label"),
    [
        ("es", "Seguros Lince S.A.", "seguroslince.com"),
        ("de", "Schäfer Bau GmbH", "schaefer-bau.de"),
        ("en", "Acme Ltd", "acme.co.uk"),
        ("fr", "Éclair SARL", "eclair.fr"),
    ],
)
def test_legal_forms_are_no_part_of_a_domain(lang: str, org: str, label: str, key: bytes) -> None:
    made = dialogue(f"A: [{org}:ORG], [info@{label}:EMAIL]", lang=lang)
    result = run(made, key=key)
    name, mail = texts(result)
    host = mail.removeprefix("info@").removesuffix(".example").replace("-", "")
    assert host
    assert host in plain(digraphs(name) if lang == "de" else name)
    assert codes(result) == []


@pytest.mark.parametrize(
    ("lang", "host"),
    [
        ("de", "web.de"), ("de", "t-online.de"), ("fr", "free.fr"), ("fr", "orange.fr"),
        ("es", "yahoo.es"), ("en", "yahoo.co.uk"), ("ca", "hotmail.com"), ("eu", "euskaltel.net"),
    ],
)  # fmt: skip
def test_public_providers_of_each_language(lang: str, host: str) -> None:
    result = run(dialogue(f"A: [xx1@{host}:EMAIL]", "B: [Talvorex:ORG].", lang=lang))
    assert texts(result)[0].endswith(f"@{host}")
    assert "DOMAIN_UNLINKED" not in codes(result)


@pytest.mark.parametrize("key", KEYS)
def test_hyphenated_names(key: bytes) -> None:
    made = dialogue(
        "A: [Jean-Luc:PER] [Moreau:FAM] [jl.moreau@free.fr:EMAIL] [jean-luc@free.fr:EMAIL]",
        lang="fr",
    )
    given, family, one, two = texts(run(made, key=key))
    initials = "".join(plain(p)[0] for p in re.split("[- ]", given))
    assert local(one) == f"{initials}.{plain(family)}"
    assert local(two) == "-".join(plain(p) for p in re.split("[- ]", given))


@pytest.mark.parametrize(
    ("line", "has_user"),
    [
        ("A: Email me at [anna.harper@acme.com:EMAIL], [Anna:PER] [Harper:FAM]", True),
        ("A: find me at [laura.smith@gmail.com:EMAIL]", True),
        ("A: find me at [laura dot smith at gmail dot com:EMAIL]", True),
        ("A: find me at [laura.smith:EMAIL]", True),
        ("A: it is [anna:PER] at [acme dot com:EMAIL]", False),
        ("A: it is jane_s at [acme.com:EMAIL]", False),
    ],
)
def test_at_is_a_plain_word_of_english_too(line: str, has_user: bool) -> None:
    for key in (b"a", b"b", b"c"):
        made = texts(run(dialogue(line, lang="en"), key=key))
        address = next(t for t in made if "." in t or " dot " in t)
        assert ("@" in address or " at " in address or "example" not in address) == has_user


@pytest.mark.parametrize("born", ["03/05/75", "75"])
def test_a_year_in_full_follows_a_short_one(born: str) -> None:
    made = dialogue(f"A: usuario [lgarcia1975:USER], [Laura:PER] [García:FAM], del [{born}:DATE]")
    for key in (b"one", b"two", b"three"):
        user, *_, date = texts(run(made, key=key))
        assert user.endswith(f"19{date[-2:]}")


def test_a_spoken_domain_with_hyphens_follows_its_organisation() -> None:
    made = dialogue("A: [pepe arroba telco guion norte punto es:EMAIL], de [Telco Norte:ORG]")
    for key in (b"one", b"two", b"three"):
        address, org = texts(run(made, key=key))
        said = fold(" guion ".join(w for w in org.split() if fold(w) not in PARTICLES))
        assert address.endswith(f" arroba {said} punto example")


def test_what_is_said_behind_a_spoken_domain_stays() -> None:
    for host, ending in (("gmail", "gmail punto com"), ("telconorte", "punto example")):
        made = dialogue(f"A: [laura arroba {host} punto com todo junto:EMAIL]")
        for key in (b"one", b"two", b"three"):
            assert texts(run(made, key=key))[0].endswith(f"{ending} todo junto")


def test_an_ampersand_is_a_word_in_a_domain() -> None:
    lines = ["A: [k.bell@bellandsons.co.uk:EMAIL], [Katherine Bell:PERSON], [Bell & Sons:ORG]."]
    for key in (b"a", b"b", b"c"):
        result = run(dialogue(*lines, lang="en"), key=key)
        assert "DOMAIN_UNLINKED" not in codes(result)
        address, _, company = texts(result)
        assert letters_only(company).startswith(address.split("@")[1].split(".")[0][:6])


def test_the_first_two_letters_of_a_name_are_those_of_the_new_one() -> None:
    made = dialogue("A: This is [Rob O'Connor:PER].", "B: [rob_oc:USER]", lang="en")
    for key in (b"a", b"b", b"c"):
        name, user = texts(run(made, key=key))
        given, surname = name.lower().split(" ", 1)
        assert user == f"{given}_{surname[:2]}", (name, user)


def test_a_host_that_carries_mail_asks_for_no_organisation() -> None:
    mine, theirs = ("ana@nimbus.com", False), ("ana@telnovashop.com", True)
    others = ("info@lakemail.com", False), ("info@nimbus.com", True)
    for address, warned in (mine, theirs, *others):  # a box of hers may be anywhere
        line = f"B: Soy [Ana:PER], [{address}:EMAIL]."
        made = dialogue("A: [Telnova:ORG], buenas.", line, lang="es")
        assert ("DOMAIN_UNLINKED" in codes(run(made))) == warned
