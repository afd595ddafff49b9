"""Write the demo's corpora into the app: `python -m benchmarks.demo`, after a change of a plan, of
the generator or of a lexicon that it draws from.
"""

import argparse
import gzip

from annotation.demo import FOLDER
from annotation.formats.corpora.jsonl import write_line
from benchmarks.demo import SHIPPED


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    for name, make in SHIPPED.items():
        dialogues = make()
        data = "".join(map(write_line, dialogues)).encode()
        path = FOLDER / f"{name}.jsonl.gz"
        path.write_bytes(gzip.compress(data, mtime=0))  # no date: the same corpus, the same file
        print(f"{path.name}: {len(dialogues)} dialogues, {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
