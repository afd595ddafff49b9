"""A note has one of few values, and what notes make is their sum."""

import pytest

from tests.effort import tries
from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n, 23]) for n in range(tries(2, 8))]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "A: She gave me [£50:NUM], a [£20:NUM] note and three [£10:NUM] notes."),
        ("es", "A: Me dio [50:NUM] euros, un billete de [20:NUM] y tres de [10:NUM]."),
        ("ca", "A: Em va donar [50:NUM] euros, un bitllet de [20:NUM] i [tres:NUM] de [10:NUM]."),
        ("de", "A: [50:NUM] Euro, einen [20:NUM]-Euro-Schein und drei [10:NUM]-Euro-Scheine."),
        ("fr", "A: Il y a [50:NUM] euros, un billet de [20:NUM] et trois de [10:NUM]."),
        ("eu", "A: [50:NUM] euro, [20:NUM] euroko billete bat eta [10:NUM] euroko hiru billete."),
    ],
)
def test_notes_and_what_they_make_stay(lang: str, line: str, key: bytes) -> None:
    result = run(dialogue(line, lang=lang), key=key)
    assert texts(result) == [r.original for r in result.replacements]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "A: The bill is [£50:NUM]."),
        ("es", "A: El billete cuesta [50:NUM] euros."),
        ("fr", "A: Un billet de [37:NUM] euros pour Lyon."),
        ("de", "A: Der Schein ist in Zimmer [20:NUM]."),
        ("ca", "A: La moneda és al calaix [20:NUM]."),
        ("eu", "A: Billetea [50:NUM] eurokoa da."),
    ],
)
def test_what_is_no_value_of_a_note_moves(lang: str, line: str, key: bytes) -> None:
    result = run(dialogue(line, lang=lang), key=key)
    assert all(r.surrogate != r.original for r in result.replacements)


@pytest.mark.parametrize("key", KEYS)
def test_a_price_and_the_change_make_the_note(key: bytes) -> None:
    made = dialogue(
        "A: Pagué con un billete de [50:NUM], costaba [37:NUM] y me devolvió [13:NUM] euros."
    )
    note, price, change = map(int, texts(run(made, key=key)))
    assert note == 50 == price + change and price != 37


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("change", ["bueltak", "buelta", "aldakina"])
def test_change_in_basque_is_what_the_note_leaves(change: str, key: bytes) -> None:
    made = dialogue(
        "A: Gazta [34,50:NUM] euro, kutxa [12,25:NUM] euro. Guztira [46,75:NUM] euro.",
        "B: Hemen duzu [50:NUM] euroko billetea.",
        f"A: Eta [3,25:NUM] euroko {change}.",
        lang="eu",
    )
    read = [float(text.replace(",", ".")) for text in texts(run(made, key=key))]
    assert read[0] + read[1] == pytest.approx(read[2])
    assert read[3] == 50 == pytest.approx(read[2] + read[4])
