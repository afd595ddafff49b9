"""Numbers in words as the country of a French dialogue says them."""

import pytest

from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n]) * 32 for n in range(8)]
SOIXANTE_DIX = ("soixante-dix", "soixante-et-onze", "quatre-vingt-dix", "soixante dix")


@pytest.mark.parametrize(
    "lines",
    [
        ("A: Il a [nonante et un ans:age].", "B: Il est né en [1935:year]."),
        ("A: Il a [nonante-deux ans:age], et elle [septante-cinq:number] francs.",),
        ("A: Pharmacie, [Liège:town].", "B: La boîte de [soixante:number] lui fait un mois."),
        ("A: Ici [Lausanne:town].", "B: [Soixante francs:amount] [quatre-vingts francs:amount]."),
    ],
)  # fmt: skip
def test_belgium_and_switzerland_say_septante_and_nonante(lines: tuple[str, ...]) -> None:
    for key in KEYS:
        said = " ".join(texts(run(dialogue(*lines, lang="fr"), key=key)))
        assert not any(form in said for form in SOIXANTE_DIX)


def test_france_does_not() -> None:
    made = dialogue("A: Ici [Lyon:town].", "B: Ça fait [soixante euros:amount].", lang="fr")
    said = {texts(run(made, key=key))[-1] for key in KEYS}
    assert not any("septante" in text or "nonante" in text for text in said)


def test_who_says_soixante_dix_in_belgium_still_does() -> None:
    made = dialogue("A: Ici [Liège:town].", "B: Ça fait [soixante-dix euros:amount].", lang="fr")
    said = {texts(run(made, key=key))[-1] for key in KEYS}
    assert not any("septante" in text or "nonante" in text for text in said)


def test_a_year_of_two_figures_is_said_as_the_country_does() -> None:
    for n in range(8):
        made = dialogue("A: Né en [septante-huit:DATE], à [Verviers:LOC].", lang="fr")
        year = run(made, key=bytes(range(n, n + 32))).replacements[0].surrogate
        assert not year.startswith(("soixante-dix", "soixante-et-onze", "soixante-quatorze")), year
