"""Who is called like the saint of a feast is called like the saint of the new one."""

import pytest

from surrogates import notices
from surrogates.folding import fold
from surrogates.languages import load_lexicon
from tests.surrogates.dialogues import dialogue, run, texts
from tests.surrogates.packs import FIVE_KEYS

NAMESAKES = [
    ("es", "A: Nació el [24 de junio:DATE], [San Juan:DATE], y se llama [Juan:PER] [Olmo:FAM]."),
    ("ca", "A: El [23 d'abril:DATE], per [Sant Jordi:DATE]. Es diu [Jordi:PER] per això."),
    ("eu", "A: [Abenduaren 6an:DATE], [San Nikolas:DATE] egunean, [Nikolas:PER] jaio zen."),
    ("de", "A: Am [11. November:DATE], am [Martinstag:DATE], kam [Martin:PER] zur Welt."),
    ("en", "A: Born on [17 March:DATE], [St Patrick's Day:DATE], so he is [Patrick:PER]."),
    ("fr", "A: Né le [24 juin:DATE], à la [Saint-Jean:DATE], d'où [Jean:PER]."),
]


@pytest.mark.parametrize(("lang", "line"), NAMESAKES)
def test_the_name_is_the_new_saints_or_a_person_hears_of_it(lang: str, line: str) -> None:
    kept = 0
    for key in FIVE_KEYS:
        made = run(dialogue(line, lang=lang), key=key)
        _, feast, name, *_ = texts(made)
        told = notices.SAINT_LOST.message in {issue.message for issue in made.issues}
        saint = load_lexicon(lang).relatives(fold(name)) | {fold(name)}  # "Jordi" of San Jorge
        assert told != any(form in fold(feast) for form in saint), (feast, name)
        kept += not told
    assert kept or lang in ("de", "en")  # few feasts there are a saint's


def test_another_name_than_the_saints_is_free() -> None:
    line = "A: El [23 d'abril:DATE], per [Sant Jordi:DATE], ve en [Pere:PER]."
    for key in FIVE_KEYS:
        made = run(dialogue(line, lang="ca"), key=key)
        assert notices.SAINT_LOST.message not in {issue.message for issue in made.issues}
