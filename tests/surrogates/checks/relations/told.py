"""A dialogue with surrogates that a test chooses, and what the relations say of them."""

from surrogates.checks import relations
from surrogates.languages import lexicon_for
from surrogates.numbers.cued_kinds import tell_kinds
from surrogates.rewrite import collect
from surrogates.scene import Scene
from surrogates.types import Issue
from tests.surrogates.dialogues import KEY, dialogue


def issues(lang: str, lines: tuple[str, ...], new: str) -> list[Issue]:
    """`new`: the surrogates in order, parted by bars."""
    made = dialogue(*lines, lang=lang)
    lexicon = lexicon_for(lang)
    items = tell_kinds(made, collect(made)[0], lexicon)
    scene = Scene(made, lexicon, KEY, items)
    surrogates = new.split("|")
    assert len(surrogates) == len(items)
    scene.surrogates.update(
        {item.index: text for item, text in zip(items, surrogates, strict=True)}
    )
    relations.inspect(scene, items)
    return scene.issues


def sentences(lang: str, lines: tuple[str, ...], new: str) -> list[str]:
    return [issue.message for issue in issues(lang, lines, new)]
