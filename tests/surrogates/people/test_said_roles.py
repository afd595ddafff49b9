"""What the words say of a name alone: that it is a surname, or a given name."""

import pytest

from tests.surrogates.dialogues import codes, dialogue, run, texts
from tests.surrogates.people.test_people import KEYS, outs

# Where the last mention of each is a surname of somebody, with its place in the lines.
SURNAMES: list[tuple[str, list[str]]] = [
    ("ca", ["A: [Pelai Tomàs:PER], [Tomàs:PER] de cognom.", "B: Senyor [Tomàs:PER]."]),
    ("ca", ["A: Sou la [Mercè Ferriol:PER]?",
            "B: No, [Ferriol:PER] és el cognom del meu marit."]),
    ("ca", ["A: Quin cognom?", "B: [Bernat:PER].", "A: I el nom?", "B: [Queralt Bernat:PER]."]),
    ("es", ["A: ¿Su primer apellido?", "B: [Martín:PER].", "B: [Leocadia Martín:PER]."]),
    ("es", ["A: [Eladio Simón:PER], de apellido [Simón:PER].", "B: Señor [Simón:PER]."]),
    ("es", ["A: A nombre de [Tomás:PER].", "B: ¿[Tomás:PER] es nombre o apellido?",
            "A: Apellido. [Casilda Tomás:PER]."]),
    ("es", ["A: Soy [Alonso:PER], [Pilar Alonso:PER]."]),
    ("es", ["A: Los apellidados [Salvador:PER]: [Ana Salvador:PER]."]),
    ("eu", ["A: Zein da abizena?", "B: [Ixaka:PER]. [Nerea Ixaka:PER]."]),
    ("eu", ["A: [Simon:PER] izena ala abizena da?", "B: Abizena da.",
            "B: [Itsaso Simon:PER] naiz."]),
    ("de", ["A: Ihr Nachname?", "B: [Werner:PER].", "B: [Annegret Werner:PER]."]),
    ("de", ["A: Hier ist [Eva Günther:PER], [Günther:PER] mit th."]),
    ("de", ["A: Kenne ich [Simon:PER]?", "B: Das ist der Nachname, [Beate Simon:PER]."]),
    ("de", ["A: Frau [Traute Bernhard:PER]?", "B: [Bernhard:PER] ist mein Mädchenname."]),
    ("en", ["A: Last name?", "B: [Scott:PER].", "A: [Imelda Scott:PER]?"]),
    ("en", ["A: I've got a [Gordon:PER].", "B: That's my surname.", "B: [Keziah Gordon:PER]."]),
    ("en", ["A: [Ann Howard:PER]. [Howard:PER] is my last name.", "B: Ms [Howard:PER]."]),
    ("en", ["A: [James:PER].", "B: Is that first or last name?", "A: Last name.",
            "A: [Philippa James:PER]."]),
    ("en", ["A: The [Douglas:PER] family?", "B: [Hamish Douglas:PER]. [Douglas:PER] here."]),
    ("en", ["A: [Tamsin Smyth-Bailey:PER].", "B: [Bailey:PER] is my married name."]),
    ("fr", ["A: Nom de famille ?", "B: [Bernard:PER].", "B: [Solène Bernard:PER]."]),
    ("fr", ["A: C'est [les Robert:PER].", "B: [Patrice Robert:PER] ?"]),
    ("fr", ["A: [Martin:PER], c'est le prénom ou le nom ?", "B: C'est mon nom.",
            "B: Je m'appelle [Anselme Martin:PER]."]),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "lines"), SURNAMES)
def test_a_name_alone_is_the_surname_that_the_words_say(lang: str, lines: list[str]) -> None:
    for drawn in outs(lang, *lines):
        names = [name for name in drawn if name[0].isupper()]
        last = {name.replace("-", " ").split()[-1] for name in names}
        assert len(last) == 1, names


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("es", ["A: [Martín:PER], ¿y su apellido?", "B: [Martín Gaztelu:PER]."]),
        ("es", ["A: ¿Apellido?", "B: [Gil:PER].", "B: [Martín:PER] es el nombre."]),
        ("ca", ["A: En [Tomàs:PER], de cognom [Vilagrasa:PER].", "B: [Tomàs Vilagrasa:PER]."]),
        ("eu", ["A: [Martin:PER] deitzen naiz, abizenez [Urkizu:PER]."]),
        ("de", ["A: [Werner:PER] hat keinen Nachnamen genannt.", "B: [Werner Kubatz:PER]?"]),
        ("de", ["A: Wie ist [Werners:PER] Nachname?", "B: [Werner Kubatz:PER]."]),
        ("en", ["A: What's [Scott's:PER] surname?", "B: [Scott Feldstein:PER]."]),
        ("en", ["A: Is [Scott:PER] your last name?", "B: No, my first name."]),
        ("ca", ["A: El cognom és [Tomàs:PER]?", "B: No, [Tomàs:PER] és el nom."]),
        ("fr", ["A: [Bernard:PER], votre nom de famille ?", "B: [Bernard Kerbrat:PER]."]),
    ],
)
def test_what_is_said_of_another_makes_no_name_a_surname(lang: str, lines: list[str]) -> None:
    people = run(dialogue(*lines, lang=lang)).people
    given = {f.original for p in people for f in p.forms if f.kind != "surname"}
    assert given & {"Martín", "Tomàs", "Martin", "Werner", "Werners", "Scott", "Scott's", "Bernard"}


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("de", ["A: [Frau Hinrichsen:PER] ist da.", "A: [Frau Hinrichsens:PER] [Enkel:FAMILY]."]),
        ("de", ["A: Das ist [die Frau Doktor Stöver:PER]."]),
        ("de", ["A: Das ist [der Herr Wübben:PER]."]),
        ("ca", ["A: Ha trucat [la senyora Vilagrasa:PER]."]),
        ("es", ["A: He visto [al doctor Zubeldia:PER]."]),
        ("fr", ["A: C'est [le docteur Kervella:PER]."]),
        ("en", ["A: It's [Mrs Okonedo's:PER] parcel."]),
        ("en", ["A: It's [the Pocklingtons:PER]' car.", "B: [Mr Pocklington:PER]'s."]),
    ],
)
def test_words_before_a_title_stay_and_a_surname_follows(lang: str, lines: list[str]) -> None:
    result = run(dialogue(*lines, lang=lang))
    assert {card.kind for card in result.entities} <= {"surname", "relation"}
    titles = [line.split("[")[1].split(":")[0].rsplit(" ", 1)[0] for line in lines]
    assert [text.rsplit(" ", 1)[0] for text in texts(result)[: len(titles)]] == titles


EXPLAINED: list[tuple[str, list[str]]] = [
    ("es", ["A: ¿[Ovidio Santolaya:PER]?", "B: No, soy [Ovidio Gopegui:PER]."]),
    ("ca", ["A: En [Jordi Miquel:PER]?", "B: No, soc el [Quirze Miquel:PER]."]),
    ("eu", ["A: [Gorka Manterola:PER]?", "B: Ez, [Gorka Otamendi:PER] naiz."]),
    ("de", ["A: [Heiko Oltmanns:PER]?", "B: Nein, [Heiko Petzold:PER]."]),
    ("en", ["A: [Barnaby Whitlock:PER]?", "B: No, I'm [Barnaby Dunmore:PER]."]),
    ("fr", ["A: [Loïc Grosjean:PER] ?", "B: Non, [Loïc Vauquelin:PER]."]),
    ("fr", ["A: [Mme Le Bihan:PER].", "B: [Soizic Le Bihan:PER] ou [Katell Le Bihan:PER] ?"]),
    ("ca", ["A: Soc la [Ramona Puigdevall:PER], de casada [Ramona Fonts:PER]."]),
    ("en", ["A: My maiden name was [Stanley:PER], I'm [Prudence Nwosu:PER] now.",
            "A: It's under [Prudence Stanley:PER]."]),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "lines"), EXPLAINED)
def test_a_second_surname_that_is_explained_raises_no_doubt(lang: str, lines: list[str]) -> None:
    assert not {"SPLIT_SUGGESTED", "SURNAME_SHARED"} & set(codes(run(dialogue(*lines, lang=lang))))


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("de", ["A: Hier steht [Arnold Friedrich:PER].",
                "B: [Friedrich:PER] ist der Vorname, [Arnold:PER] der Nachname."]),
        ("fr", ["A: J'ai noté [Étienne Paul:PER].",
                "B: Non, [Paul:PER] c'est le prénom et [Étienne:PER] le nom."]),
    ],
)  # fmt: skip
def test_a_name_that_is_turned_round_begins_with_its_surname(lang: str, lines: list[str]) -> None:
    for whole, given, surname in outs(lang, *lines):
        assert whole == f"{surname} {given}"


def test_a_name_in_another_order_is_turned_still() -> None:
    made = dialogue("A: Not [Lewis Grant:PER], [Grant Lewis:PER].", lang="en")
    for key in KEYS:
        result = run(made, key=key)
        one, other = texts(result)
        assert one.split() == other.split()[::-1]
        assert not codes(result)


@pytest.mark.parametrize("line", ["Soc l'[Eugènia:PER].", "Soc [l'Eugènia:PER]."])
def test_the_elided_article_before_a_woman_is_hers(line: str) -> None:
    made = dialogue(f"A: {line}", lang="ca")
    assert all(" en " not in run(made, key=key).draft.turns[0].text for key in KEYS)
