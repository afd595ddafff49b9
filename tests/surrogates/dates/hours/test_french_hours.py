"""French hours are feminine: "vingt et une heures"."""

from tests.surrogates.dialogues import dialogue, run, texts


def test_hours_are_feminine() -> None:
    made = dialogue("A: Je passe vers [vingt heures:TIME].", lang="fr")
    said = {texts(run(made, key=bytes([n, 86])))[0] for n in range(40)}
    assert "vingt et une heures" in said
    assert "vingt et un heures" not in said
