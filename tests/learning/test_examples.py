"""The examples in the docstrings of the public calls run and print what they say."""

import doctest
from types import ModuleType

import pytest

from learning.large import kinds
from learning.rounds import run


@pytest.mark.parametrize("module", [run, kinds], ids=lambda module: module.__name__)
def test_examples(module: ModuleType) -> None:
    tried = doctest.testmod(module)
    assert tried.attempted > 0 and tried.failed == 0
