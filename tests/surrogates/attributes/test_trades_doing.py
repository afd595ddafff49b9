"""Another trade does what the words near say of the one that was said."""

import pytest

from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 81]) for n in range(4)]
DOING = [
    ("es", "A: Soy [pastelera:PROFESSION], enciendo el horno temprano.", ("coci", "panad")),
    ("ca", "A: Soc [pastissera:PROFESSION], encenc el forn d'hora.", ("cuin", "forn", "fleq")),
    ("eu", "A: [Gozogilea:PROFESSION] naiz, labean dena.", ("okin", "sukald")),
    ("de", "A: Er war [Dachdecker:PROFESSION], immer auf dem Dach.", ("zimm", "gerüst", "schorn")),
    ("en", "A: He's a [pastry chef:PROFESSION], so he'll bake.", ("baker", "cook", "confec")),
    ("fr", "A: Il est [couvreur:PROFESSION], toujours sur un toit.", ("charpent",)),
]


@pytest.mark.parametrize(("lang", "line", "stems"), DOING)
def test_another_trade_does_the_same(lang: str, line: str, stems: tuple[str, ...]) -> None:
    for key in KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        (said,) = texts(result)
        assert said.lower().startswith(stems), said
        assert "relation_lost" not in map(str.lower, codes(result))


def test_where_nothing_is_done_any_trade_of_the_field_will_do() -> None:
    lines = dialogue("A: Er war [Dachdecker:PROFESSION].", lang="de")
    said = {texts(run(lines, key=bytes([n, 82])))[0] for n in range(10)}
    assert any(not word.startswith(("Zimmer", "Gerüst", "Schorn")) for word in said)
