"""What a dialogue tells of a name elsewhere: a title, an address, what all are called."""

import pytest

from tests.surrogates.dialogues import codes, dialogue, run, texts
from tests.surrogates.packs import FIVE_KEYS

TITLED = [
    ("es", "A: Soy [Izei:PER] [Otero:FAM].", "B: Gracias, señora [Otero:FAM]."),
    ("ca", "A: Soc [Zorvi:PER] [Ferrer:FAM].", "B: Gràcies, senyora [Ferrer:FAM]."),
    ("eu", "A: [Zorvi:PER] [Zubiri:FAM] naiz.", "B: Eskerrik asko, [Zubiri:FAM] andrea."),
    ("de", "A: [Zorvik:PER] [Kaluza:FAM] hier.", "B: Danke, Frau [Kaluza:FAM]."),
    ("en", "A: I'm [Zorvik:PER] [Okafor:FAM].", "B: Thank you, Mrs [Okafor:FAM]."),
    ("fr", "A: Je suis [Zorvik:PER] [Lemaire:FAM].", "B: Merci, madame [Lemaire:FAM]."),
]
CALLED = [
    ("es", "Jon", "A: Soy [Jon:PER] [Otero:FAM].", "B: Gracias, señora [Otero:FAM]."),
    ("ca", "Jon", "A: Soc [Jon:PER] [Ferrer:FAM].", "B: Gràcies, senyora [Ferrer:FAM]."),
    ("eu", "Jon", "A: [Jon:PER] [Zubiri:FAM] naiz.", "B: Eskerrik asko, [Zubiri:FAM] andrea."),
    ("de", "Uwe", "A: [Uwe:PER] [Kaluza:FAM] hier.", "B: Danke, Frau [Kaluza:FAM]."),
    ("en", "Gary", "A: I'm [Gary:PER] [Okafor:FAM].", "B: Thank you, Mrs [Okafor:FAM]."),
    ("fr", "Jules", "A: Je suis [Jules:PER] [Lemaire:FAM].", "B: Merci, madame [Lemaire:FAM]."),
]
SPOKEN_OF = [
    ("es", "A: Soy [Jon:PER] [Otero:FAM].", "B: ¿Está la señora [Otero:FAM] en casa?"),
    ("de", "A: [Uwe:PER] [Kaluza:FAM] hier.", "B: Ist Frau [Kaluza:FAM] zu sprechen?"),
    ("en", "A: I'm [Gary:PER] [Okafor:FAM].", "B: Is Mrs [Okafor:FAM] in?"),
    ("fr", "A: Je suis [Jules:PER] [Lemaire:FAM].", "B: Est-ce que madame [Lemaire:FAM] est là ?"),
]
ADDRESSES = [
    ("es", "A: [lucia.zorvik@gmail.com:EMAIL].", "B: ¿[Zorvik:PER] con uve?"),
    ("ca", "A: [mireia.zorvik@gmail.com:EMAIL].", "B: [Zorvik:PER], oi?"),
    ("eu", "A: [ainhoa.zorvik@gmail.com:EMAIL].", "B: [Zorvik:PER], ezta?"),
    ("de", "A: [sabine.zorvik@gmail.com:EMAIL].", "B: [Zorvik:PER], richtig?"),
    ("en", "A: [emily.zorvik@gmail.com:EMAIL].", "B: [Zorvik:PER], right?"),
    ("fr", "A: [zorvik.fantine@laposte.net:EMAIL].", "B: [Zorvik:PER], c'est ça ?"),
]
OF_ALL = [
    ("es", "A: Todos se llaman [Zorvik:PER], menos yo."),
    ("es", "A: Mi yerno se apellida [Zorvik:PER]."),
    ("ca", "A: Tots es diuen [Zorvik:PER], menys jo."),
    ("eu", "A: Denek abizena dute, [Zorvik:PER]."),
    ("de", "A: Und alle heißen [Zorvik:PER], nur ich nicht."),
    ("en", "A: They're all called [Zorvik:PER], except me."),
    ("fr", "A: Ils s'appellent tous [Zorvik:PER], sauf moi."),
]


@pytest.mark.parametrize(("lang", "one", "two"), TITLED)
def test_the_title_of_a_surname_tells_whose_the_name_is(lang: str, one: str, two: str) -> None:
    for key in FIVE_KEYS:
        result = run(dialogue(one, two, lang=lang), key=key)
        assert [e.gender for e in result.entities if e.kind == "person"] == ["f"]
        assert "GENDER_UNKNOWN" not in codes(result)


@pytest.mark.parametrize(("lang", "name", "one", "two"), CALLED)
def test_a_title_that_is_called_out_beats_the_lists_and_is_asked_about(
    lang: str, name: str, one: str, two: str
) -> None:
    result = run(dialogue(one, two, lang=lang))
    assert [e.gender for e in result.entities if e.original == name] == ["f"]
    assert "GENDER_CONFLICT" in codes(result)


@pytest.mark.parametrize(("lang", "one", "two"), SPOKEN_OF)
def test_a_title_of_who_is_spoken_of_may_be_anothers(lang: str, one: str, two: str) -> None:
    result = run(dialogue(one, two, lang=lang))
    assert [e.gender for e in result.entities if e.kind == "person"][:1] == ["m"]
    assert "GENDER_CONFLICT" not in codes(result)


def test_a_given_name_behind_its_surname_has_its_title() -> None:
    for title, gender in (("Herr", "m"), ("Frau", "f")):
        result = run(dialogue(f"A: Sie sind {title} [Kaluza:PER], [Zorvik:PER]?", lang="de"))
        assert [e.gender for e in result.entities if e.original == "Zorvik"] == [gender]


@pytest.mark.parametrize(("lang", "one", "two"), ADDRESSES)
def test_the_word_beside_a_given_name_in_an_address_is_a_surname(
    lang: str, one: str, two: str
) -> None:
    result = run(dialogue(one, two, lang=lang))
    assert [e.kind for e in result.entities if e.original == "Zorvik"] == ["surname"]
    assert "GENDER_UNKNOWN" not in codes(result)


@pytest.mark.parametrize(("lang", "line"), OF_ALL)
def test_what_all_are_called_is_a_surname(lang: str, line: str) -> None:
    result = run(dialogue(line, lang=lang))
    assert [e.kind for e in result.entities] == ["surname"]


def test_a_surname_in_rena_is_no_genitive() -> None:
    lines = (
        "A: [Xabat Otxotorenaren:PER] izenean?", "B: Ni [Haizea Otxotorena:PER] naiz.",
        "A: [Otxotorena Eskisabel:PER] sinatuko du.",
    )  # fmt: skip
    for key in FIVE_KEYS:
        said = texts(run(dialogue(*lines, lang="eu"), key=key))
        surname = said[1].split()[1]
        assert said[0].split()[1].startswith(surname[:-1]) and not surname.endswith("rena")
        assert said[2].split()[0] == surname


@pytest.mark.parametrize(
    ("word", "ends"),
    [
        ("Unamunorentzat", ("rentzat", "entzat")),
        ("Zorvikekin", ("rekin", "ekin")),
        ("Olaetxeroarengana", ("rengana", "engana")),
    ],
)
def test_the_ending_of_an_unknown_basque_name_is_kept(word: str, ends: tuple[str, ...]) -> None:
    for key in FIVE_KEYS:
        (said,) = texts(
            run(dialogue(f"A: Ekarri dut [Iraitz {word}:PER] hau.", lang="eu"), key=key)
        )
        assert said.endswith(ends)


@pytest.mark.parametrize("lang", ["es", "ca", "eu", "de", "en", "fr"])
def test_nobody_gets_the_name_of_a_speaker(lang: str) -> None:
    for key in FIVE_KEYS:
        drawn = texts(run(dialogue("A: [Zorvik:GIVEN].", lang=lang), key=key))[0]
        again = texts(run(dialogue("A: [Zorvik:GIVEN].", f"{drawn}: Hm.", lang=lang), key=key))[0]
        assert again != drawn


@pytest.mark.parametrize(
    ("lang", "short", "full", "line"),
    [
        ("es", "Nico", "Nicolás", "B: En casa le decimos [Nicolás:PER] cuando se porta mal."),
        ("ca", "Quim", "Joaquim", "B: A casa li diem [Joaquim:PER]."),
        ("eu", "Patxi", "Frantzisko", "B: Etxean [Frantzisko:PER] deitzen diogu."),
        ("de", "Basti", "Sebastian", "B: Zu Hause nennen wir ihn [Sebastian:PER]."),
        ("en", "Tom", "Thomas", "B: At home we call him [Thomas:PER]."),
        ("fr", "Théo", "Théophile", "B: À la maison on l'appelle [Théophile:PER]."),
    ],
)
def test_the_long_form_is_no_other_short_one(lang: str, short: str, full: str, line: str) -> None:
    for key in FIVE_KEYS:
        result = run(dialogue(f"A: [{short}:PER] ?", line, lang=lang), key=key)
        assert len([e for e in result.entities if e.kind == "person"]) == 1
        kinds = {f.original: f.kind for p in result.people for f in p.forms}
        assert kinds == {short: "short_form", full: "given"}


def test_a_short_form_that_others_have_tells_no_sex() -> None:
    lines = "A: T'as vu [Gwenaël:PER] ?", "B: Oui, [Gwen:PER] m'a écrit, il va bien."
    for key in FIVE_KEYS:
        result = run(dialogue(*lines, lang="fr"), key=key)
        assert [e.gender for e in result.entities] == ["m"]
        assert "GENDER_UNKNOWN" not in codes(result)


@pytest.mark.parametrize(
    ("lang", "name"),
    [("es", "Sonsoles"), ("es", "Virtudes"), ("fr", "Solenne"), ("de", "Yunus"), ("eu", "Izadi")],
)
def test_names_of_one_sex_are_listed(lang: str, name: str) -> None:
    result = run(dialogue(f"A: [{name}:PER]?", lang=lang))
    assert [e.gender_evidence for e in result.entities] == ["lexicon"]
