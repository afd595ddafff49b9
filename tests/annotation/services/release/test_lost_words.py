"""Every kind of loss that an export counts has its sentence."""

from annotation.formats.corpora import losses
from annotation.services.release.lost_words import SENTENCES, lost_notes


def test_every_kind_has_a_sentence() -> None:
    kinds = {kind for row in losses._LOSES.values() for kind in row}
    assert kinds == set(SENTENCES)
    assert lost_notes({"events": 1200, "of_later": 1}) == [
        "Events, which this format has no place for: 1,200."
    ]
