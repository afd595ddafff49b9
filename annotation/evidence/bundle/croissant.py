"""The catalogue entry of a file: Croissant 1.1 with its fields for responsible use [Akhtar24].

Called by who writes bundles, where everything in it comes from the evidence, and by who describes a
file that leaves by itself. No text of a dialogue comes here; counts below 10 are hidden here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotation.evidence.bundle.few import small
from annotation.evidence.bundle.records import CorpusFile, distribution_of, records_of
from annotation.translatable import N_

CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "annotation": "cr:annotation",
    "arrayShape": "cr:arrayShape",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "containedIn": "cr:containedIn",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataBiases": "cr:dataBiases",
    "dataCollection": "cr:dataCollection",
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "excludes": "cr:excludes",
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isArray": "cr:isArray",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "personalSensitiveInformation": "cr:personalSensitiveInformation",
    "prov": "http://www.w3.org/ns/prov#",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
    "unArchive": "cr:unArchive",
    "value": "cr:value",
}
CONFORMS = ["http://mlcommons.org/croissant/1.1", "http://mlcommons.org/croissant/RAI/1.0"]
UNSAID = "not stated"
# What is said of a file to whoever gets it, where nobody has said otherwise.
FOR_RECIPIENT = N_(
    "Treat it as personal data: items may be left, and people may be known by their story."
)
IF_FOUND = N_("Stop, tell whoever gave you the file, and do not look further.")
TITLE = "Dialogues with replaced items"  # of a file that is of no project
HELD = "Dialogues that were held by somebody else, replaced before release."
MARKED = " Spans are marked: every name that is not marked is real."


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A file that leaves without its evidence. Counts are exact: they are hidden where printed."""

    file: CorpusFile
    title: str
    made: str  # day, as 2026-11-27
    languages: Sequence[str]
    strategy: str
    dialogues: int
    items: int  # that were replaced
    left: int  # and left as they were, on purpose
    marked: bool
    use: str = FOR_RECIPIENT  # what it is for, and how it is to be treated
    if_found: str = IF_FOUND  # what to do where somebody is recognised
    licence: str = ""
    organisation: str = ""


def croissant_of(evidence: Mapping[str, Any]) -> dict[str, Any]:
    """The entry of a bundle's file, as JSON-LD."""
    told, terms = evidence["file"], evidence["terms"]
    entry = _entry(
        CorpusFile(**{name: told[name] for name in ("name", "sha256", "bytes", "format")}),
        title=evidence["title"],
        sentence=evidence["sentence"],
        made=evidence["made"],
        languages=[told["language"]],
        licence=terms["licence"],
        organisation=evidence["domain"]["organisation"],
    )
    return entry | _responsible(evidence)


def croissant_of_card(card: Card) -> dict[str, Any]:
    """The entry of a file of which nothing else is told."""
    replaced = (
        f"{small(card.items)} personal items were labelled and replaced: strategy {card.strategy}."
    )
    left = f" {small(card.left)} items were left as they were, on purpose." * bool(card.left)
    entry = _entry(
        card.file,
        title=card.title,
        sentence=f"{small(card.dialogues)} dialogues. {replaced}{left} "
        "What nobody labelled may still be readable.",
        made=card.made,
        languages=card.languages,
        licence=card.licence,
        organisation=card.organisation,
    )
    return entry | {
        "rai:dataCollection": HELD,
        "rai:dataPreprocessingProtocol": [
            f"{replaced} Dialogues that failed a check were held back."
        ],
        "rai:personalSensitiveInformation": [
            f"How many items are left was not measured for this entry.{left}{MARKED * card.marked}"
        ],
        "rai:dataUseCases": card.use,
        "rai:dataSocialImpact": card.if_found,
    }


def _entry(
    file: CorpusFile,
    *,
    title: str,
    sentence: str,
    made: str,
    languages: Sequence[str],
    licence: str,
    organisation: str,
) -> dict[str, Any]:
    """What every entry has."""
    entry: dict[str, Any] = {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": CONFORMS,
        "name": title,
        "description": sentence,
        "inLanguage": languages[0] if len(languages) == 1 else list(languages),
        "datePublished": made,
        "version": "1.0.0",
        "license": licence or UNSAID,
        "creator": {"@type": "sc:Organization", "name": organisation or UNSAID},
        "url": file.name or ".",
        "isLiveDataset": False,
        "citeAs": f"{title}, {made}",
        "distribution": distribution_of(file),
    }
    if records := records_of(file):
        entry["recordSet"] = records
    return entry


def _responsible(evidence: Mapping[str, Any]) -> dict[str, Any]:
    """The fields for responsible use, in the evidence's own words and numbers."""
    file, counts = evidence["file"], evidence["counts"]
    left = evidence["left"]
    remains = (
        f"About {left['expected']} items are expected to be left, at most {left['most']}."
        if left
        else "What is left was not measured."
    )
    marked = MARKED * file["spans_marked"]
    checks = [f"{line['title']}: {line['figure']}" for line in evidence["gate"]]
    return {
        "rai:dataCollection": HELD,
        "rai:dataPreprocessingProtocol": [
            f"Personal items were labelled and replaced: strategy {file['strategy']}, "
            f"{counts['items']} items. Dialogues that failed a check were held back."
        ],
        "rai:dataAnnotationProtocol": "Guidelines are in the bundle." if
        evidence["terms"]["guidelines"] else "Guidelines do not travel with it.",
        "rai:personalSensitiveInformation": [remains + marked],
        "rai:dataLimitations": checks or ["None were listed."],
        "rai:dataUseCases": evidence["domain"]["for_recipient"],
        "rai:dataSocialImpact": evidence["domain"]["if_found"],
        "rai:dataReleaseMaintenancePlan": (
            f"To be looked at again by {evidence['terms']['again_by']}, or when a new attack is "
            "known."
        ),
    }  # fmt: skip
