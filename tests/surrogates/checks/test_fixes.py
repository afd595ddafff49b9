"""Every fix that an issue proposes settles that issue and puts nothing worse in its place."""

import pytest

from surrogates.types import Dialogue
from tests.surrogates.dialogues import dialogue, from_case, run
from tests.surrogates.test_cases import CASES

OWN = [
    ("es", "A: ¿Señora [Ana:PER]?", "B: Le paso al señor [Ana:PER]."),
    ("es", "A: Es la señora [Luis:male name], y [Zyxu:PER], y mi marido [Carmen:PER]"),
    ("es", "A: [Toni:PER] [J.:PER] [Antonio:PER] y [Antonia:PER] y [Juan:PER] o [José:PER]"),
    ("es", "A: Soy [Fransisca:PER] [Fernándes:FAM].", "B: ¿[Francisca:PER] [Fernández:FAM]?"),
    ("es", "A: Vivo en [Salamanka:LOC].", "B: ¿En [Salamanca:LOC], [Donostia:LOC]?"),
    ("es", "A: Soy [Juan:PER] [Gil:FAM], y su hijo, también [Juan:PER].", "B: Otro [Juan:PER]"),
    ("es", "A: [Juan:PER] [Gil:FAM]", "B: [Juan:PER] [Sanz:FAM]", "A: [Paco:PER] [Gil:FAM]"),
    ("es", "A: Soy [Ana Gil:PER] y mi hermana es [Eva Ruiz:PER].", "B: Yo soy [Luis Gil:PER]."),
    ("es", "A: Em dic [Jaume:PER].", "B: ¿[Jaime:PER]?", "A: [Pili:PER] e [Inés:PER]"),
    ("ca", "A: L'[Oriol:PER] i [en Jaume:PER].", "B: ¿[Jaime:PER]? ¿[Xulip:PER]?"),
    ("eu", "A: [Mikelek:PER] eta [Xulipek:PER].", "B: ¿[Miguel:PER] [Etxeberria:FAM]?"),
    ("de", "A: Ich bin [Anna Müller:PER], meine Mutter ist [Eva Weber:PER].", "B: [Xulip:PER]"),
    ("fr", "A: Je suis [Alice Petit:PER], mon frère est [Paul Durand:PER], [Dominique:PER]."),
    ("en", "A: I am [Ann Jones:PER], my brother is [Tom Smith:PER]. [Alex:PER] [Xulip:PER]"),
]
MADE = [
    *(pytest.param(from_case(case), id=case["id"]) for case in CASES),
    *(
        pytest.param(dialogue(*lines, lang=lang), id=f"own-{i}")
        for i, (lang, *lines) in enumerate(OWN)
    ),
]


@pytest.mark.parametrize("made", MADE)
def test_an_accepted_fix_settles_its_issue(made: Dialogue) -> None:
    for key in (b"one", b"two"):
        result = run(made, key=key)
        blocks = {(i.code, i.turn, i.start) for i in result.issues if i.severity == "block"}
        fixes = [issue for issue in result.issues if issue.fix is not None]
        for issue in fixes:
            assert issue.fix is not None
            after = run(made, key=key, constraints=issue.fix.constraints).issues
            places = {(i.code, i.turn, i.start) for i in after}
            assert (issue.code, issue.turn, issue.start) not in places
            assert not {(i.code, i.turn, i.start) for i in after if i.severity == "block"} - blocks
        every = tuple(dict.fromkeys(c for i in fixes if i.fix for c in i.fix.constraints))
        after = run(made, key=key, constraints=every).issues
        assert not {(i.code, i.turn, i.start) for i in after if i.severity == "block"} - blocks
