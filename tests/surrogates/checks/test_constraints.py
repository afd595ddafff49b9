"""A person's decisions are replayed; an accepted fix makes its issue go away."""

import pytest

from surrogates.errors import ConstraintInvalid, SurrogateRefused
from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.types import Constraint
from tests.surrogates.dialogues import codes, dialogue, keys, run, texts

ES = load_lexicon("es")
FLAGGED = {
    "SHORT_AMBIGUOUS": dialogue("A: [Toni:PER]", "B: [Antonio:PER]", "A: [Antonia:PER]"),
    "EQUIV_LANG": dialogue("A: Em dic [Jaume:PER].", "B: ¿[Jaime:PER]?"),
    "MERGE_SUGGESTED": dialogue("A: Vivo en [Salamanka:LOC].", "B: ¿En [Salamanca:LOC]?"),
    "NEAR_MISS": dialogue("A: Soy [Fransisca:PER].", "B: ¿[Francisca:PER]?"),
    "GENDER_UNKNOWN": dialogue("A: Soy [Yanirix:PER]."),
    "GENDER_CONFLICT": dialogue("A: Mi marido [Carmen:PER]."),
    "NUMBER_GRAMMAR": dialogue("A: Tengo [treinta y cero:NUM]."),
    "SAID_AROUND": dialogue("A: Tengo [una:NUM] hora."),
    "RESIDUAL_MENTION": dialogue("A: Soy [Ana:PER]. ana."),
    "DATE_ANCHOR": dialogue("A: Es [diciembre:DATE], Nochebuena."),
    "DATE_INVALID": dialogue("A: El [30 de febrero:DATE]."),
    "EMAIL_UNLINKED": dialogue("A: Soy [Ana:PER], [pepelu@empresa.es:EMAIL]"),
}


@pytest.mark.parametrize("code", sorted(FLAGGED))
def test_an_accepted_fix_settles_the_issue(code: str) -> None:
    made = FLAGGED[code]
    result = run(made)
    issue = next(i for i in result.issues if i.code == code)
    assert issue.fix is not None
    assert code not in codes(run(made, constraints=issue.fix.constraints))
    for secret in (w for r in result.replacements for w in r.original.split() if len(w) > 3):
        assert secret.casefold() not in issue.message.casefold()


def test_a_dismissed_issue_is_gone() -> None:
    made = FLAGGED["GENDER_UNKNOWN"]
    key = run(made).replacements[0].key
    assert "GENDER_UNKNOWN" not in codes(
        run(made, constraints=[Constraint("dismiss", (key,), "GENDER_UNKNOWN")])
    )


def test_link_and_split() -> None:
    made = dialogue("A: Soy [Ana:PER]. Está [Pili:PER].", "B: ¿[Ana:PER]?")
    a, p, b = keys(made)
    one, _, two = texts(run(made))
    assert one == two
    apart = texts(run(made, constraints=[Constraint("split", (b,))]))
    assert apart[0] != apart[2]
    linked = run(made, constraints=[Constraint("link", (a, p))])
    person = [c for c in linked.entities if c.kind == "person"]
    assert len(person) == 1
    assert "person" in person[0].links


def test_short_form_taught_by_a_person() -> None:
    made = dialogue("A: Soy [Francisco:PER].", "B: ¿[Farruquín:PER]?")
    constraints = [Constraint("short_form", (), "Farruquín=Francisco")]
    full, short = texts(run(made, constraints=constraints))
    assert fold(short) in {fold(f.short) for f in ES.shorts_of[fold(full)]}


def test_gender_and_redraw_and_placeholder() -> None:
    made = dialogue("A: Soy [Yanirix:PER].")
    (key,) = keys(made)
    for gender in ("f", "m"):
        (out,) = texts(run(made, constraints=[Constraint("gender", (key,), gender)]))
        assert ES.name_by_key[fold(out)].gender == gender
    base = [Constraint("gender", (key,), "f")]
    drawn = {
        texts(run(made, constraints=[*base, Constraint("redraw", (key,), str(i))]))[0]
        for i in range(6)
    }
    assert len(drawn) > 3
    assert texts(run(made, constraints=[Constraint("placeholder", (key,))])) == ["[PER]"]


def test_a_typed_surrogate_is_used_for_all_mentions() -> None:
    made = dialogue("A: Soy [Ana:PER], de [Vigo:LOC].", "B: ¿[Ana:PER]?")
    first, place, _ = keys(made)
    chosen = [
        Constraint("surrogate", (first,), "Brunilda"),
        Constraint("surrogate", (place,), "Haro"),
    ]
    assert texts(run(made, constraints=chosen)) == ["Brunilda", "Haro", "Brunilda"]


@pytest.mark.parametrize("typed", ["Ana", "ANA", "Gil", "Anita", "", " ", "Eva\nLuz", "Vigo"])
def test_a_typed_original_is_refused(typed: str) -> None:
    made = dialogue("A: Soy [Ana:PER] [Gil:FAM], de [Vigo:LOC].")
    with pytest.raises(SurrogateRefused) as refused:
        run(made, constraints=[Constraint("surrogate", (keys(made)[0],), typed)])
    assert "Ana" not in str(refused.value)


@pytest.mark.parametrize(
    "constraint",
    [
        Constraint("marry", ("0:4",)),
        Constraint("gender", ("0:4",), "x"),
        Constraint("short_form", (), "Curro"),
    ],
)
def test_a_senseless_constraint_is_named(constraint: Constraint) -> None:
    with pytest.raises(ConstraintInvalid):
        run(dialogue("A: Soy [Ana:PER]."), constraints=[constraint])


def test_constraints_on_mentions_that_are_gone_do_nothing() -> None:
    made = dialogue("A: Soy [Ana:PER].")
    gone = [Constraint("link", ("9:9", "8:8")), Constraint("surrogate", ("9:9",), "Eva")]
    assert texts(run(made, constraints=gone)) == texts(run(made))


@pytest.mark.parametrize(
    ("constraint", "said"),
    [
        (Constraint("link", ("0:4",)), "expected 2 or more"),
        (Constraint("link", ("0:4", "0:9"), "married"), "shares_surname"),
        (Constraint("unlink", ("0:4",), "short_form"), "shares_surname"),
        (Constraint("split", ()), "on 0 mentions"),
        (Constraint("redraw", ("0:4",), "again"), "counter"),
        (Constraint("dismiss", ("0:4",)), "code"),
        (Constraint("short_form", (), "Ana=ana"), "two different names"),
        (Constraint("short_form", (), "=Ana"), "two different names"),
    ],
)
def test_what_is_wrong_with_a_constraint_is_said(constraint: Constraint, said: str) -> None:
    with pytest.raises(ConstraintInvalid, match=said):
        run(dialogue("A: Soy [Ana:PER]."), constraints=[constraint])


def test_relations_that_a_person_names() -> None:
    made = dialogue("A: [Ana Gil:PER] y [Luis Ruiz:PER], [Xuli:PER] y [Farruquín:PER]")
    ana, luis, one, two = keys(made)
    shared = texts(run(made, constraints=[Constraint("link", (ana, luis), "shares_surname")]))
    assert shared[0].split()[1] == shared[1].split()[1]
    assert shared[0].split()[0] != shared[1].split()[0]
    variant = texts(run(made, constraints=[Constraint("link", (one, two), "variant")]))
    assert variant[2] == variant[3]
    short = texts(run(made, constraints=[Constraint("link", (luis, two), "short_form")]))
    given = fold(short[1].split()[0])
    assert fold(short[3]) in {fold(f.short) for f in ES.shorts_of[given]}
    assert short[0].split()[1] != short[1].split()[1]


def test_a_taught_short_form_alone_stands_for_its_name() -> None:
    made = dialogue("A: Soy [Farruquín:PER].")
    taught = [Constraint("short_form", (), "Farruquín=Francisco")]
    result = run(made, constraints=taught)
    assert result.entities[0].gender == "m"
    assert fold(texts(result)[0]) in ES.fulls_of
    assert "farruquin" not in ES.fulls_of
