"""Parquet: a dialogue a row, in the columns of `columns`, which pandas and `datasets` open as such.

Written through pyarrow, which only this module imports. What is searched before a dialogue leaves
is its line of JSONL; `join_rows` makes the table of all. The data card, a README for those who
share data sets, lies in the table's metadata under "card".
"""

import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from shutil import copyfileobj
from typing import Any, BinaryIO, cast

from annotation.formats.corpora.jsonl import read_rendered
from annotation.formats.corpora.training import faults as wrong
from annotation.formats.corpora.training.columns import COLUMNS, dialogue_of, row_of
from annotation.formats.errors import FormatError
from annotation.formats.files.archive import LIMITS, MEBI, open_file
from annotation.formats.files.detection import refuse_empty
from annotation.formats.types import DialogueValue, Files, ReadOptions

GROUP = 1000  # dialogues of a row group
_READ = 50  # at a time
_IN_MEMORY = 4 * MEBI
_CHUNK = 256 * 1024


def _schema(arrow: Any) -> Any:
    text, number = arrow.string(), arrow.int32()
    span = [("start", number), ("end", number), ("label", text), ("score", arrow.float64()),
            ("extra", text)]  # fmt: skip
    token = [("start", number), ("end", number), ("tag", text)]
    turn = [("speaker", text), ("text", text), ("spans", arrow.list_(arrow.struct(span))),
            ("tokens", arrow.list_(arrow.struct(token))), ("extra", text)]  # fmt: skip
    turns = arrow.list_(arrow.struct(turn))
    names: dict[str, Any] = dict.fromkeys(COLUMNS, text) | {"turns": turns}
    return arrow.schema(list(names.items()))


def join_rows(parts: Iterable[bytes]) -> Iterator[bytes]:
    """The bytes of one table with the rows of all dialogues, which come as lines of JSONL."""
    import pyarrow
    import pyarrow.parquet

    card = Card()
    rest = iter(parts)
    with tempfile.SpooledTemporaryFile(_IN_MEMORY) as kept:
        with pyarrow.parquet.ParquetWriter(kept, _schema(pyarrow)) as table:
            while some := list(islice(rest, GROUP)):
                rows = [row_of(read_rendered(part)) for part in some]
                card.add(rows)
                table.write_batch(pyarrow.RecordBatch.from_pylist(rows, _schema(pyarrow)))
            table.add_key_value_metadata({"card": card.text()})
        kept.seek(0)
        while data := kept.read(_CHUNK):
            yield data


class Card:
    """The data card, counted while rows go by: a README of the form that data sets are shared with,
    which says what is in the columns and claims nothing of the texts."""

    def __init__(self) -> None:
        self._languages: Counter[str] = Counter()
        self._labels: Counter[str] = Counter()
        self._dialogues = self._turns = self._tokens = 0

    def add(self, rows: Iterable[dict[str, Any]]) -> None:
        for row in rows:
            self._dialogues += 1
            self._languages[row["lang"]] += 1
            self._turns += len(row["turns"])
            for turn in row["turns"]:
                self._tokens += len(turn["tokens"])
                self._labels.update(span["label"] for span in turn["spans"])

    def text(self) -> str:
        languages = "".join(f"\n- {each}" for each in sorted(self._languages))
        labels = "".join(f"\n| {name} | {n} |" for name, n in sorted(self._labels.items()))
        task = "\ntask_categories:\n- token-classification" if labels else ""
        table = f"\n\n| label | spans |\n|---|---|{labels}" if labels else ""
        return (
            f"---\nlanguage:{languages}{task}\nconfigs:\n- config_name: default\n"
            "  data_files: '*.parquet'\n---\n\n# Dialogues\n\n"
            f"{self._dialogues} dialogues, {self._turns} turns, {self._tokens} tokens.{table}\n\n"
            "One row a dialogue: `id`, `lang`, `turns`; `meta` and `extra` are JSON, or null. A "
            "turn has `speaker`, `text`, `spans` (`start`, `end`, `label`, `score`) and `tokens` "
            "(`start`, `end`, `tag` in IOB2). Offsets count Unicode code points of the turn's "
            "text; the end is exclusive.\n"
        )


def read_parquet(files: Files, options: ReadOptions) -> Iterator[DialogueValue]:
    """The dialogues of tables in our columns. Raises FormatError."""
    for name in files:
        with _seekable(files, name) as stream:
            for number, row in enumerate(_rows(stream, name), 1):
                try:
                    dialogue = dialogue_of(
                        row, file=name, number=number, lang=options.lang, max_turn=options.max_turn
                    )
                except FormatError as fault:
                    options.leave_out(fault)
                    continue
                yield dialogue


def _rows(stream: BinaryIO, name: str) -> Iterator[dict[str, Any]]:
    import pyarrow
    import pyarrow.parquet

    try:
        table = pyarrow.parquet.ParquetFile(stream)
        groups = [table.metadata.row_group(n) for n in range(table.num_row_groups)]
    except (pyarrow.ArrowException, OSError):
        raise FormatError(wrong.NO_PARQUET, file=name) from None
    # What a group unpacks to is in memory at once, and the header is believed by pyarrow, too.
    if sum(group.total_byte_size for group in groups) > LIMITS.total:
        raise FormatError(wrong.TOO_LARGE, file=name, most=LIMITS.total // MEBI)
    columns = [each for each in COLUMNS if each in table.schema_arrow.names]
    schema = _schema(pyarrow)
    if not {"id", "turns"} <= set(columns):
        raise FormatError(wrong.NO_COLUMNS, file=name)
    wanted = pyarrow.schema([schema.field(each) for each in columns])
    try:
        for batch in table.iter_batches(_READ, columns=columns):
            yield from pyarrow.Table.from_batches([batch]).cast(wanted).to_pylist()
    except (pyarrow.ArrowInvalid, pyarrow.ArrowNotImplementedError, ValueError):
        raise FormatError(wrong.NO_COLUMNS, file=name) from None
    except (pyarrow.ArrowException, OSError):
        raise FormatError(wrong.NO_PARQUET, file=name) from None


@contextmanager
def _seekable(files: Files, name: str) -> Iterator[BinaryIO]:
    with open_file(files, name) as stream, tempfile.SpooledTemporaryFile(_IN_MEMORY) as kept:
        copyfileobj(stream, kept)
        kept.seek(0)
        refuse_empty(kept.read(_CHUNK), name)
        kept.seek(0)
        yield cast(BinaryIO, kept)
