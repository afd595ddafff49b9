"""Side channels: what ids, order, lengths, keys, the container, the report and the evidence itself
tell beside the text. The table of attacks takes `ROWS`."""

from annotation.evidence.attacks.channels.archive import archive
from annotation.evidence.attacks.channels.canaries import evidence, report_beside
from annotation.evidence.attacks.channels.ids import ids
from annotation.evidence.attacks.channels.keys import keys
from annotation.evidence.attacks.channels.lengths import lengths
from annotation.evidence.attacks.channels.order import order
from annotation.evidence.attacks.types import Attack

ROWS: dict[str, Attack] = {
    "ids": ids,
    "order": order,
    "lengths": lengths,
    "keys": keys,
    "archive": archive,
    "report": report_beside,
    "evidence": evidence,
}
