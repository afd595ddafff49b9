"""The catalogue entry of a bundle: Croissant 1.1 with its fields for responsible use [Akhtar24].

Called by who writes bundles. Everything in it comes from the evidence.
"""

from collections.abc import Mapping
from typing import Any

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
ENCODINGS = {"jsonl": "application/jsonlines", "esport": "application/zip",
             "brat": "application/zip", "conll": "text/plain", "label-studio": "application/json",
             "doccano": "application/jsonlines", "prodigy": "application/jsonlines",
             "parquet": "application/vnd.apache.parquet", "docbin": "application/octet-stream",
             "tab": "application/json", "csv": "text/csv", "plain": "text/plain",
             "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
             }  # fmt: skip
ZIP = "application/zip"  # of a format with files for each dialogue


def croissant_of(evidence: Mapping[str, Any]) -> dict[str, Any]:
    """The entry, as JSON-LD."""
    file, terms, domain = evidence["file"], evidence["terms"], evidence["domain"]
    entry: dict[str, Any] = {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": CONFORMS,
        "name": evidence["title"],
        "description": evidence["sentence"],
        "inLanguage": file["language"],
        "datePublished": evidence["made"],
        "version": "1.0.0",
        "license": terms["licence"] or "not stated",
        "creator": {"@type": "sc:Organization", "name": domain["organisation"] or "not stated"},
        "url": file["name"],
        "isLiveDataset": False,
        "citeAs": f"{evidence['title']}, {evidence['made']}",
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": "corpus",
                "name": file["name"],
                "contentUrl": file["name"],
                "contentSize": f"{file['bytes']} B",
                "encodingFormat": ENCODINGS.get(file["format"], ZIP),
                "sha256": file["sha256"],
            }
        ],
        **_responsible(evidence),
    }
    if file["format"] == "jsonl":
        entry["recordSet"] = [_dialogues()]
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
    marked = " Spans are marked: every name that is not marked is real." * file["spans_marked"]
    checks = [f"{line['title']}: {line['figure']}" for line in evidence["gate"]]
    return {
        "rai:dataCollection": "Dialogues that were held by somebody else, replaced before release.",
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


def _dialogues() -> dict[str, Any]:
    """The records of a JSONL corpus: a dialogue each. Its turns are a list of objects, which
    readers of Croissant cannot take from a line of JSON: they are described, not extracted."""

    def field(name: str, what: str, kind: str = "sc:Text") -> dict[str, Any]:
        return {
            "@type": "cr:Field",
            "@id": f"dialogues/{name}",
            "name": name,
            "description": what,
            "dataType": kind,
            "source": {"fileObject": {"@id": "corpus"}, "extract": {"column": name}},
        }

    return {
        "@type": "cr:RecordSet",
        "@id": "dialogues",
        "name": "dialogues",
        "description": "A dialogue a line. Besides these fields it holds turns: a list of objects "
        "with speaker, text, and spans where they are marked.",
        "key": {"@id": "dialogues/id"},
        "field": [
            field("id", "Running name; it leads to nothing outside the file."),
            field("lang", "Language of the dialogue."),
        ],
    }
