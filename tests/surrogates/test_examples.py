"""The examples of the public calls run, and say what they say."""

import doctest

from surrogates import engine


def test_the_examples_of_the_engine_run() -> None:
    outcome = doctest.testmod(engine)
    assert outcome.attempted > 0
    assert outcome.failed == 0
