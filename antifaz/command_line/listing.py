"""Which commands there are, by what one wants to do; a test compares it with what is there."""

GROUPS: dict[str, dict[str, str]] = {
    "Pipes, without the site": {
        "transform": "label and replace a text or JSONL, from standard input to standard output",
    },
    "Other tools, without the site": {
        "guest": "answer Label Studio or INCEpTION that asks for labels",
    },
    "Files, without a project": {
        "train": "learn from a labelled file (or a project)",
        "tag": "label a file by a model",
        "evaluate": "precision, recall and F1 of predicted labels",
        "pseudonymise": "replace what is labelled by surrogates",
        "privacy": "epsilon of each label, or why there is none",
        "simulate": "how much would have to be labelled, and by which strategy",
        "utility": "what a model learns from surrogates, beside originals",
        "exposure": "how far a model remembers words",
        "check_lexicon": "check tables of names and places",
        "convert_encoder": "make a folder of weights for large models",
        "verify": "check a bundle that was released",
        "schemas": "write JSON schemas of files, and the API's description",
    },
    "The site": {
        "serve": "prepare the database, then run web server and worker",
        "mcp": "answer an agent: figures, checks and masked issues, no text",
        "make_demo": "make the project of invented calls, and four accounts",
        "add_member": "let a person into a project",
        "migrate": "bring the database up to date",
        "createsuperuser": "make an account that may do all",
    },
    "Projects": {
        "import_corpus": "import dialogues",
        "export_corpus": "export dialogues, replaced and searched",
        "import_scheme": "import labels",
        "export_scheme": "export labels and guidelines",
        "train_source": "learn a source model from another corpus",
        "add_source": "let a project ask another kind of source",
        "agreement": "how far readers agree",
        "review_report": "what another tool found, and what it missed",
        "check_labels": "whether every label that was saved is there",
    },
    "Releases and evidence": {
        "release": "file, data sheet and evidence in one signed bundle",
        "audit": "what a second, blind reading takes and shows",
        "attack": "what an attacker would make of a release",
        "tables": "what papers print of a corpus",
        "access_record": "who was shown which dialogue",
        "erase": "erase for good",
        "destroy_mapping": "erase key and originals of a project",
    },
}


def listed() -> str:
    """What `antifaz --help` says."""
    lines = ["usage: antifaz COMMAND ...   (antifaz COMMAND --help says more of one)"]
    for title, commands in GROUPS.items():
        lines += ["", f"{title}:"]
        lines += [f"  {name:17}{text}" for name, text in commands.items()]
    lines += ["", "antifaz --version says which version this is."]
    return "\n".join(lines)
