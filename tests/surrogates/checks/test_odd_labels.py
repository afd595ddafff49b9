"""A label whose values contradict its kind is told once, and only then."""

import pytest

from tests.surrogates.dialogues import codes, dialogue, issue_of, keys, run

ODD = [
    ("es", "[Federico:DATE] y [Toledo:DATE]"), ("es", "soy [14/05/2016:PER]"),
    ("en", "[George:PHONE] and [Susan:PHONE]"), ("de", "[Dresden:ZIP]"), ("fr", "[Camille:AGE]"),
    ("en", "[jane@corp.com:PERSON]"), ("en", "[12 June:CITY]"), ("es", "[655908712:FAM]"),
    ("ca", "[Girona:ID]"), ("eu", "[Bilbo:NUMBER]"), ("es", "[3 de mayo:LOC]"),
]  # fmt: skip
FINE = [
    ("es", "el [lunes:DATE] [San Juan:DATE]"), ("es", "[dos:NUM] o [una:NUM]"),
    ("en", "[May:DATE]"),
    ("es", "[Abril:PER] [Domingo:FAM]"), ("de", "[Heiligabend:DATE]"), ("fr", "[midi:TIME]"),
    ("es", "[calle Toledo 3:STREET]"), ("es", "la clave es [Federico:CONTRASEÑA]"),
    ("es", "el [Dos de Mayo:LOC]"), ("en", "[eighty:AGE]"), ("eu", "[maiatzaren 3a:DATE]"),
    ("es", "[zeta:NUM]"), ("es", "[Vigo 21:LOC]"),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "line"), ODD)
def test_values_that_contradict_their_kind(lang: str, line: str) -> None:
    made = dialogue(f"A: {line}", lang=lang)
    result = run(made)
    assert issue_of(result, "LABEL_UNFIT").mentions == tuple(keys(made))
    assert codes(result).count("LABEL_UNFIT") == 1
    issue = issue_of(result, "LABEL_UNFIT")
    assert issue.fix is not None
    settled = run(made, constraints=issue.fix.constraints)
    assert "LABEL_UNFIT" not in codes(settled)


@pytest.mark.parametrize(("lang", "line"), FINE)
def test_values_that_fit(lang: str, line: str) -> None:
    assert "LABEL_UNFIT" not in codes(run(dialogue(f"A: {line}", lang=lang)))


def test_one_odd_value_among_many_is_a_slip_of_a_hand() -> None:
    assert "LABEL_UNFIT" not in codes(
        run(dialogue("A: [3 de mayo:DATE], [Toledo:DATE], [4/5/2016:DATE]"))
    )
