"""Mailboxes and hosts of offices, and initials of names that another address says in full."""

import pytest

from surrogates.folding import PARTICLES, letters_only, words
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = (b"a", b"b", b"c")


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("fr", ("A: [claire.dumoulin@a.fr:EMAIL]", "B: [Claire:PER], point, [Dumoulin:FAM]",
                "A: [c.dumoulin@b.fr:EMAIL]")),
        ("es", ("A: [clara.robledo@a.es:EMAIL]", "B: [Clara:PER] punto [Robledo:FAM]",
                "A: [c.robledo@b.es:EMAIL]")),
        ("fr", ("A: [claire.dumoulin@a.fr:EMAIL]", "A: [c.dumoulin@b.fr:EMAIL]")),
    ],
)  # fmt: skip
def test_an_initial_is_of_the_name_in_another_address(lang: str, lines: tuple[str, ...]) -> None:
    for key in KEYS:
        first, *_, last = texts(run(dialogue(*lines, lang=lang), key=key))
        given, surname = first.partition("@")[0].split(".")
        assert last.startswith(f"{given[0]}.{surname}@")


@pytest.mark.parametrize(
    ("lang", "host", "kind", "town"),
    [
        ("fr", "mairie-brive.fr", "mairie de ", "Brive"),
        ("es", "ayuntamiento-getafe.es", "Ayuntamiento de ", "Getafe"),
        ("ca", "ajuntament-vic.cat", "Ajuntament de ", "Vic"),
        ("de", "rathaus-emden.de", "Rathaus ", "Emden"),
    ],
)
def test_a_town_hall_stays_one_and_its_host_too(lang: str, host: str, kind: str, town: str) -> None:
    made = dialogue(f"A: [kontakt@{host}:EMAIL]", f"B: [{kind}{town}:ORG]", lang=lang)
    for key in KEYS:
        address, office = texts(run(made, key=key))
        assert office.lower().startswith(kind.split()[0].lower()) and town not in office
        assert address.partition("@")[2].startswith(f"{host.partition('-')[0]}-")


def test_a_place_without_a_letter_names_no_host() -> None:
    """A postcode that is labelled as a place: no host can be looked through for it."""
    made = dialogue("A: [info@clinica-olano.es:EMAIL] en [28016:LOC]", lang="es")
    for key in KEYS:
        assert "olano" not in texts(run(made, key=key))[0]


@pytest.mark.parametrize(
    ("lang", "box", "line"),
    [
        ("eu", "errolda", "Errolda behar dut, errolda-agiria."),
        ("es", "reservas", "Quería hacer unas reservas."),
        ("ca", "secretaria", "Parlo amb la secretaria?"),
        ("de", "kontakt", "Der Kontakt war gut."),
        ("en", "office", "Is that the office?"),
        ("fr", "mairie", "La mairie, bonjour."),
    ],
)
def test_an_office_is_nobody(lang: str, box: str, line: str) -> None:
    """Its mailbox is a word that anybody says: it stays, and is no leak."""
    for key in KEYS:
        result = run(dialogue(f"A: [{box}@ostrel.org:EMAIL]", f"B: {line}", lang=lang), key=key)
        assert texts(result)[0].startswith(f"{box}@") and not result.leaks


@pytest.mark.parametrize(
    ("lang", "host", "said", "town"),
    [
        ("fr", "mairie-brive", "à la mairie de ", "Brive"),
        ("es", "ayuntamientogetafe", "del ayuntamiento de ", "Getafe"),
        ("ca", "ajuntament-olot", "de l'ajuntament d'", "Olot"),
        ("de", "rathaus-zeven", "im Rathaus ", "Zeven"),
        ("en", "council-keswick", "from the council in ", "Keswick"),
    ],
)
def test_a_host_says_the_office_that_stands_before_a_town(
    lang: str, host: str, said: str, town: str
) -> None:
    for key in KEYS:
        made = dialogue(f"A: [info@{host}.org:EMAIL], {said}[{town}:LOC].", lang=lang)
        address, new = texts(run(made, key=key))
        office = host.removesuffix(town.lower())
        label = address.partition("@")[2].removesuffix(".example")
        assert label.startswith(office) and town.lower() not in label
        assert letters_only(new)[:4] in letters_only(label)


def test_a_host_with_a_town_of_the_dialogue_keeps_that_whatever_stands_beside_it() -> None:
    for key in KEYS:
        made = dialogue("A: A [Ordino:LOC], a [www.matricula-ordino.ad:URL].", lang="ca")
        result = run(made, key=key)
        new, address = texts(result)
        assert "matricula" not in address
        assert letters_only(new)[:4] in letters_only(address)
        assert address.endswith(".example") and address.count(".") == 2
        assert "RELATION_LOST" not in [issue.code for issue in result.issues]


@pytest.mark.parametrize(
    ("lang", "ending", "said"),
    [
        ("es", "es", "punto es"),
        ("ca", "cat", "punt cat"),
        ("eu", "eus", "puntu eus"),
        ("de", "de", "Punkt de"),
        ("en", "co.uk", "dot co dot uk"),
        ("fr", "fr", "point fr"),
    ],
)
def test_an_ending_that_is_read_aloud_stays_with_a_note(lang: str, ending: str, said: str) -> None:
    for key in KEYS:
        made = dialogue(f"A: [info@ostrel.{ending}:EMAIL].", f"B: [ostrel:ORG] {said}?", lang=lang)
        result = run(made, key=key)
        address, name = texts(result)
        assert address == f"info@{letters_only(name)}.{ending}" and name != "ostrel"
        assert codes(result).count("ASSIGNABLE") == 1 and "RELATION_LOST" not in codes(result)


@pytest.mark.parametrize(
    ("lang", "host", "town", "shape"),
    [
        ("ca", "bibliovalls.cat", "Valls", "biblio{}"),
        ("es", "turismocuenca.es", "Cuenca", "turismo{}"),
        ("de", "stadtwerke-celle.de", "Celle", "stadtwerke-{}"),
        ("en", "leedslibrary.org", "Leeds", "{}library"),
        ("fr", "tourisme-beaune.fr", "Beaune", "tourisme-{}"),
    ],
)
def test_a_host_of_a_town_is_one_of_its_surrogate(
    lang: str, host: str, town: str, shape: str
) -> None:
    made = dialogue(f"A: [www.{host}:URL]", f"B: Ah, [{town}:LOC]?", lang=lang)
    for key in KEYS:
        address, new = texts(run(made, key=key))
        named = [letters_only(word) for word in words(new) if word not in PARTICLES]
        plain = ("-" if "-" in shape else "").join(named)
        assert address == f"www.{shape.format(plain)}.example"


@pytest.mark.parametrize(
    ("lang", "said", "kept"),
    [
        ("es", "citas/1472", "citas"), ("ca", "compte/x91", "compte"), ("eu", "kontua", "kontua"),
        ("de", "konto/r4", "konto"), ("en", "account/b77", "account"), ("fr", "compte/7", "compte"),
    ],
)  # fmt: skip
def test_a_plain_word_of_a_path_stays_and_its_figures_are_others(
    lang: str, said: str, kept: str
) -> None:
    for key in KEYS:
        (address,) = texts(run(dialogue(f"A: [www.talvorex.com/{said}:URL]", lang=lang), key=key))
        first, *rest = address.split("/")[1:]
        assert first == kept
        assert [c.isdecimal() for c in "".join(rest)] == [
            c.isdecimal() for c in said[len(kept) + 1 :]
        ]


@pytest.mark.parametrize(
    ("lang", "name", "host", "particles"),
    [
        ("es", "Aguas del Norte", "aguasdelnorte.es", True),
        ("es", "Aguas del Norte", "aguasnorte.es", False),
        ("ca", "Fusteria de la Vall", "fusteriadelavall.cat", True),
        ("fr", "Boulangerie du Port", "boulangerieduport.fr", True),
    ],
)
def test_a_host_has_the_particles_of_a_name_or_has_none(
    lang: str, name: str, host: str, particles: bool
) -> None:
    made = dialogue(f"A: [{name}:ORG]", f"B: [www.{host}:URL]", lang=lang)
    for key in KEYS:
        new, address = texts(run(made, key=key))
        kept = [word for word in words(new) if particles or word not in PARTICLES]
        assert address == f"www.{letters_only(' '.join(kept))}.example"


@pytest.mark.parametrize(
    ("lang", "trade"),
    [
        ("es", "Albañilería"), ("ca", "Teulades"), ("eu", "Teilatuak"),
        ("de", "Baumpflege"), ("en", "Plastering"), ("fr", "Élagage"),
    ],
)  # fmt: skip
def test_a_firm_keeps_its_trade(lang: str, trade: str) -> None:
    for key in KEYS:
        (new,) = texts(run(dialogue(f"A: [{trade} Talvorex:ORG]", lang=lang), key=key))
        assert trade in new.split()


def test_a_place_of_figures_alone_is_no_town_of_a_host() -> None:
    """A host that names nothing known is compared with the places; a postcode has no letters."""
    made = dialogue("A: CP [28.046:CITY]", "B: [info@zarbol.es:EMAIL]", lang="es")
    _place, address = texts(run(made, key=b"a"))
    assert "@" in address and "zarbol" not in address


def test_a_host_that_says_more_than_its_firm_follows_it() -> None:
    made = dialogue("A: [Grupo Arvel:ORG].", "B: [ana.rey@arvel-lab.es:EMAIL], [Ana Rey:PERSON].")
    for key in (b"a", b"b", b"c"):
        result = run(made, key=key)
        firm, address, _ = texts(result)
        host = address.partition("@")[2]
        assert host.startswith(f"{letters_only(firm.split()[-1])}-") and host.endswith(".example")
        assert "lab" not in host.split("-")[1] and "DOMAIN_UNLINKED" not in codes(result)
