"""spaCy's DocBin: a turn a Doc with its entities, as `spacy train` takes it.

Read and written through spaCy, which only this module imports, without any of its models. What is
searched before a dialogue leaves is its line of JSONL; `join_docs` packs the Docs of all.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import PurePath
from typing import Any

from annotation.formats.checks import check_turn
from annotation.formats.corpora.jsonl import read_rendered
from annotation.formats.corpora.tools.texts import cut_tokens
from annotation.formats.corpora.training import faults as wrong
from annotation.formats.errors import FormatError
from annotation.formats.types import DialogueValue, Files, ReadOptions, SpanValue, TurnValue

DIALOGUE, SPEAKER, LANG = "dialogue", "speaker", "lang"  # what a Doc of ours tells of itself


def join_docs(parts: Iterable[bytes]) -> Iterator[bytes]:
    """The bytes of one DocBin of lines of JSONL; turns without a text are left out."""
    from spacy.tokens import DocBin
    from spacy.vocab import Vocab

    vocab = Vocab()
    packed = DocBin(attrs=["ORTH", "SPACY", "ENT_IOB", "ENT_TYPE"], store_user_data=True)
    for part in parts:
        dialogue = read_rendered(part)
        for turn in dialogue.turns:
            if turn.text:
                doc = _doc(turn, vocab)
                doc.user_data.update(
                    {DIALOGUE: dialogue.id, SPEAKER: turn.speaker, LANG: dialogue.lang}
                )
                packed.add(doc)
    yield packed.to_bytes()


def _doc(turn: TurnValue, vocab: Any) -> Any:
    """Our tokens, cut where a span begins or ends; blanks that are not one between two words are
    tokens of their own, as in spaCy, so that the text is the turn's."""
    from spacy.tokens import Doc
    from spacy.util import get_words_and_spaces

    tokens = [turn.text[start:end] for start, end in cut_tokens(turn.text, turn.spans)]
    words, spaces = get_words_and_spaces(tokens, turn.text)
    doc = Doc(vocab, words=words, spaces=spaces)
    found = (doc.char_span(*_edges(turn.text, span), label=span.label) for span in turn.spans)
    doc.set_ents([each for each in found if each is not None], default="outside")
    return doc


def _edges(text: str, span: SpanValue) -> tuple[int, int]:
    """A span without blanks at its edges, where no word of spaCy's ends."""
    said = text[span.start : span.end]
    start = span.start + len(said) - len(said.lstrip())
    return start, max(start, span.start + len(said.rstrip()))


def read_docbin(files: Files, options: ReadOptions) -> Iterator[DialogueValue]:
    """Docs in a row that name one dialogue are its turns; others are one dialogue a file.

    Raises FormatError.
    """
    for name in files:
        docs = _docs(files[name], name)
        named = groupby(docs, key=lambda doc: _told(doc, DIALOGUE))
        for number, (id, own) in enumerate(named, 1):
            some = list(own)
            lang = _told(some[0], LANG) or options.lang
            turns = tuple(_turn(doc, n, name, options) for n, doc in enumerate(some, 1))
            yield DialogueValue(id or PurePath(name).stem, lang, turns, line=number)


def _docs(data: bytes, name: str) -> Iterator[Any]:
    from spacy.tokens import DocBin
    from spacy.vocab import Vocab

    try:
        yield from DocBin().from_bytes(data).get_docs(Vocab())
    except Exception:  # whatever is raised by what no spaCy wrote
        raise FormatError(wrong.NO_DOCBIN, file=name) from None


def _told(doc: Any, name: str) -> str:
    value = doc.user_data.get(name, "")
    return value if isinstance(value, str) else ""


def _turn(doc: Any, number: int, name: str, options: ReadOptions) -> TurnValue:
    spans = tuple(SpanValue(ent.start_char, ent.end_char, ent.label_) for ent in doc.ents)
    turn = TurnValue(_told(doc, SPEAKER), doc.text, spans)
    check_turn(turn, number=number, file=name, line=number, cap=options.max_turn)
    return turn
