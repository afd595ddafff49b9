"""(being written)"""
from annotation.models import Export


def write_export(export: Export, report: object) -> None:
    raise NotImplementedError
