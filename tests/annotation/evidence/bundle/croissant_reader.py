"""Reads Croissant as others do, in a process of its own: what it loads closes the streams of
whoever sets logging. Prints what is wrong with each entry in a folder, and what it reads by it."""

import json
import os
import sys
from pathlib import Path


def main() -> None:
    import mlcroissant

    told = {}
    for path in sorted(Path(sys.argv[1]).resolve().rglob("*.croissant")):
        os.chdir(path.parent)
        try:
            dataset = mlcroissant.Dataset(jsonld=path.name)
        except mlcroissant.ValidationError as error:
            told[path.stem] = {"wrong": [str(error)], "records": {}}
            continue
        issues = dataset.metadata.issues
        told[path.stem] = {
            "wrong": [*issues.errors, *issues.warnings],
            "records": {
                each.uuid: [sorted(row) for row in dataset.records(each.uuid)]
                for each in dataset.metadata.record_sets
            },
        }
    print(json.dumps(told))


if __name__ == "__main__":
    main()
