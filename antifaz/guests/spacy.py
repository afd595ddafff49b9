"""spaCy: our learner as the component `antifaz` of a pipeline.

Imported by who has spaCy (`pip install 'antifaz[spacy]'`), and by spaCy itself where Antifaz is
installed. A saved pipeline holds the model, and with it words of what it learnt from.
"""

import shutil
import tempfile
import weakref
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import srsly
from spacy.language import Language
from spacy.tokens import Doc, SpanGroup
from spacy.tokens import Span as Entity
from spacy.util import filter_spans

from antifaz.guests.finding import Text, found
from antifaz.values import Span, need

MODEL = "model"
DEFAULTS = {"model": None, "threshold": None, "spans_key": "antifaz", "set_ents": True}


class AntifazComponent:
    """Marks what a model finds, each line of a document being a turn.

    model: its folder. lang: ISO 639-1. threshold: as of `antifaz.tag`. Spans stand in
    `doc.spans[spans_key]`, with `attrs["scores"]`; with `set_ents` in `doc.ents`, too, where they
    take the place of what overlaps them. Offsets are widened to spaCy's tokens.
    """

    def __init__(
        self,
        model: str | None = None,
        *,
        lang: str = "es",
        threshold: float | None = None,
        spans_key: str = "antifaz",
        set_ents: bool = True,
    ) -> None:
        need("the component antifaz")
        self.model = model
        self.lang = lang
        self.threshold = threshold
        self.spans_key = spans_key
        self.set_ents = set_ents
        self._own: Any = None  # ends the folder of what came as bytes, with this object

    def __call__(self, doc: Doc) -> Doc:
        (marked,) = self.pipe([doc])
        return marked

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 128) -> Iterator[Doc]:
        """The documents, marked; so many are read at once. Raises ValueError without a model, and
        what `antifaz.tag` does."""
        rest = iter(stream)
        while docs := list(islice(rest, max(1, batch_size))):
            texts = [Text(doc.text, lang=self.lang) for doc in docs]
            for doc, spans in zip(
                docs, found(texts, self._opened(), threshold=self.threshold), strict=True
            ):
                yield self._marked(doc, spans)

    def _opened(self) -> str:
        if self.model is None:
            raise ValueError("the component antifaz has no model: give it the folder of one")
        return self.model

    def _marked(self, doc: Doc, spans: Iterable[Span]) -> Doc:
        scores = {}
        for span in spans:
            marked = doc.char_span(span.start, span.end, span.label, alignment_mode="expand")
            if marked is not None:
                scores[marked] = 1.0 if span.confidence is None else span.confidence
        ours: list[Entity] = filter_spans(scores)
        group = SpanGroup(doc, name=self.spans_key, spans=ours)
        group.attrs["scores"] = [scores[each] for each in ours]
        doc.spans[self.spans_key] = group
        if self.set_ents:
            taken = {token.i for each in ours for token in each}
            others = [e for e in doc.ents if not any(token.i in taken for token in e)]
            doc.set_ents([*ours, *others])
        return doc

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        shutil.copytree(self._opened(), Path(path) / MODEL, dirs_exist_ok=True)

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> "AntifazComponent":
        self.model = str(Path(path) / MODEL)
        return self

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        folder = Path(self._opened())
        files = {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }
        data: bytes = srsly.msgpack_dumps(files)
        return data

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> "AntifazComponent":
        """Raises ValueError for files that lie elsewhere than in a model's folder."""
        files = {Path(name): content for name, content in srsly.msgpack_loads(data).items()}
        if any(place.is_absolute() or ".." in place.parts for place in files):
            raise ValueError("this is no model")
        folder = Path(tempfile.mkdtemp(prefix="antifaz-"))  # its owner alone can read it
        self._own = weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        for place, content in files.items():
            (folder / place).parent.mkdir(parents=True, exist_ok=True)
            (folder / place).write_bytes(content)
        self.model = str(folder)
        return self

    def __getstate__(self) -> dict[str, Any]:
        """For processes of `nlp.pipe(n_process=)`: the model goes along."""
        held = None if self._own is None else self.to_bytes()
        return {**self.__dict__, "_own": None, "_held": held}

    def __setstate__(self, state: dict[str, Any]) -> None:
        held = state.pop("_held")
        self.__dict__.update(state)
        if held is not None:
            self.from_bytes(held)


def make_antifaz(
    nlp: Language,
    name: str,
    model: str | None,
    threshold: float | None,
    spans_key: str,
    set_ents: bool,
) -> AntifazComponent:
    """What `nlp.add_pipe("antifaz", config={...})` calls."""
    return AntifazComponent(
        model, lang=nlp.lang, threshold=threshold, spans_key=spans_key, set_ents=set_ents
    )


Language.factory(
    "antifaz", default_config=DEFAULTS, assigns=["doc.ents", "doc.spans"], func=make_antifaz
)
