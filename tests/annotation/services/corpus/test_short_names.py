"""What a list shows of names that begin alike."""

import pytest

from annotation.services.corpus.short_names import shorten_names


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (["support-calls-007", "support-calls-012", "support-calls-007"], ["007", "012", "007"]),
        (["call-10", "call-12"], ["10", "12"]),  # cut at a sign, not inside a number
        (["call", "call-1"], ["call", "call-1"]),
        (["a/call 1", "a/call 2", "b"], ["a/call 1", "a/call 2", "b"]),
        (["llamada_ñ1", "llamada_ñ2"], ["ñ1", "ñ2"]),
        (["calls-", "calls-1"], ["calls-", "calls-1"]),
        (["only-one"], ["only-one"]),
        ([], []),
    ],
)
def test_what_tells_names_apart(names: list[str], short: list[str]) -> None:
    known = shorten_names(names)
    assert [known[name] for name in names] == short
