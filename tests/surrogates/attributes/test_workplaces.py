"""A trade becomes another of the same place of work, or somebody is told that none was left."""

from collections import defaultdict

import pytest

from surrogates.checks.relations.wording.trades import sector_of
from surrogates.folding import fold
from surrogates.languages import languages, load_lexicon
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 92]) for n in range(4)]
TRADES = [
    ("es", "A: Mañana pasa el [perito:profession].", "office-insurance"),
    ("es", "A: La vio su [higienista:profession].", "health-dental"),
    ("es", "A: Es [taxista:profession].", "transport-people"),
    ("ca", "A: Que la vegi la [fisioterapeuta:profession].", "health-therapy"),
    ("ca", "A: Soc [pastisser:profession].", "sales-baking"),
    ("eu", "A: [Erizaina:profession] naiz.", "health-nursing"),
    ("eu", "A: [Peritua:profession] bihar joango da.", "office-insurance"),
    ("de", "A: Fragen Sie den [Oberarzt:profession].", "medicine-hospital"),
    ("de", "A: Die [Klassenlehrerin:profession] ruft an.", "education-school"),
    ("de", "A: Der [Gutachter:profession] kommt.", "office-insurance"),
    ("en", "A: Ask the [physio:profession].", "health-therapy"),
    ("en", "A: Our [loss adjuster:profession] will come.", "office-insurance"),
    ("en", "A: The [practice nurse:profession] will see you.", "health-nursing"),
    ("fr", "A: Le [kiné:profession] passe la voir.", "health-therapy"),
    ("fr", "A: Un [expert:profession] passera.", "office-insurance"),
]


@pytest.mark.parametrize(("lang", "line", "group"), TRADES)
def test_a_trade_stays_at_its_place_of_work(lang: str, line: str, group: str) -> None:
    groups = {fold(r["form"]): r["group"] for r in load_lexicon(lang).rows("professions")}
    for key in KEYS:
        (said,) = texts(run(dialogue(line, lang=lang), key=key))
        assert groups.get(fold(said), groups.get(fold(said).removesuffix("a"))) == group, said


def test_a_trade_of_no_table_is_told() -> None:
    made = dialogue("A: Soy [sexador de pollos:profession], de Lugo.")
    assert "CONSTRAINT_RELAXED" in codes(run(made))
    assert "CONSTRAINT_RELAXED" not in codes(run(dialogue("A: Soy [perito:profession], de Lugo.")))


def test_french_mine_goes_with_the_sound() -> None:
    made = dialogue("A: C'est pour son [institutrice:profession].", lang="fr")
    for key in KEYS:
        (said,) = texts(run(made, key=key))
        assert fold(said)[0] in "aeiouh", said


def test_a_basque_compound_keeps_its_ending() -> None:
    made = dialogue("A: [Gizarte langilea:profession] da.", lang="eu")
    for key in KEYS:
        (said,) = texts(run(made, key=key))
        assert said.endswith("a"), said


@pytest.mark.parametrize("lang", languages())
def test_each_place_of_work_has_several_trades(lang: str) -> None:
    forms = defaultdict(set)
    for row in load_lexicon(lang).rows("professions"):
        forms[row["group"]].add(row["form"])
    for group, said in forms.items():
        assert "-" not in group or len(said) >= 2, (group, said)
        assert sector_of(group) != group or "-" not in group
