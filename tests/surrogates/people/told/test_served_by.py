"""Who serves on the telephone has the sex that the other one calls."""

from tests.surrogates.dialogues import codes, dialogue, run


def test_a_call_says_whose_name_it_was() -> None:
    for call, sex in (("señorita", "f"), ("caballero", "m"), ("", "")):
        made = dialogue(
            "A: Banco, le atiende [Yaxkin Escobedo:PER].", f"B: Buenas tardes, {call}.", "A: Diga."
        )
        result = run(made)
        found = [card.gender for card in result.entities if card.key.startswith("given")]
        assert ("GENDER_UNKNOWN" in codes(result)) == (not sex)
        assert not sex or found == [sex]
