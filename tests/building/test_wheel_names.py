"""Imports and strings that name a module are renamed for a wheel; all else and all lines stay."""

import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

from tests.building.installs import ROOT

MODULES = {"learning", "learning.crf", "learning.crf.tagger", "webapp", "webapp.urls", "annotation"}


@pytest.fixture(scope="module")
def names() -> Iterator[ModuleType]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "building"))
        import wheel_names

        yield wheel_names
    sys.modules.pop("wheel_names")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("from learning.crf import x", "from antifaz.learning.crf import x"),
        ("from  learning import (\n    x,\n)", "from  antifaz.learning import (\n    x,\n)"),
        ("import learning", "from antifaz import learning"),
        ("import learning as l", "import antifaz.learning as l"),
        ("import learning.crf", "import antifaz.learning.crf; from antifaz import learning"),
        ("import os, learning", "import os; from antifaz import learning"),
        ("if 1: import learning.crf as c", "if 1: import antifaz.learning.crf as c"),
        ("from .crf import x", "from .crf import x"),
        ("import learnings", "import learnings"),
        ("é = 'ñ'; x = 'webapp.urls'", "é = 'ñ'; x = 'antifaz.webapp.urls'"),
        ("x = 'learning.crf.tagger.Tagger.fit'", "x = 'antifaz.learning.crf.tagger.Tagger.fit'"),
        ("x = 'annotation.Label'", "x = 'annotation.Label'"),  # so Django names a model
        ("x = 'webapp'", "x = 'webapp'"),
        ("x = 'see webapp.urls'", "x = 'see webapp.urls'"),
        ("x = 'webapp.urls.a.b.c'", "x = 'webapp.urls.a.b.c'"),
    ],
)
def test_names_move(names: ModuleType, before: str, after: str) -> None:
    assert names.moved(before, MODULES) == after


def test_a_name_in_pieces_is_no_riddle(names: ModuleType) -> None:
    with pytest.raises(names.Unclear, match="here:1"):
        names.moved("x = ('webapp.'\n 'urls')", MODULES, "here")
