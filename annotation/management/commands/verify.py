"""Check a bundle: sums, schema, and every figure that the bundle alone allows."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from annotation.evidence.bundle.checking import check_bundle
from annotation.evidence.errors import EvidenceError
from annotation.management.reporting import Failed, ReportingCommand, Summary, project_named
from annotation.services.release.exports import digest_of


class Command(ReportingCommand):
    help = "Check a bundle; it needs no project, except to attack it again."

    def add_options(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("bundle", metavar="BUNDLE", help="the zip that `release` wrote")
        add("--again", action="store_true", help="run today's attacks on it; needs --project")
        add("--project", metavar="P", help="short name of the project that it came from")

    def work(self, **options: Any) -> Summary:
        path = Path(options["bundle"])
        try:
            found = check_bundle(path)
        except EvidenceError as error:
            raise Failed(str(error)) from None
        summary: Summary = {
            "bundle": path.name,
            "sha256": digest_of(path),
            "ok": not found.wrong,
            "checked": found.checked,
            "wrong": found.wrong,
        }
        if found.wrong:
            raise Failed(*found.wrong, summary=summary)
        if options["again"]:
            summary["again"] = self._again(path, found, options["project"])
        return summary

    def _again(self, path: Path, found: Any, slug: str | None) -> dict[str, Any]:
        if not slug:
            raise Failed("--again: expected --project, with the short name of the project")
        from annotation.services.evidence.bundles.again import attack_again

        return attack_again(project_named(slug), path, found)

    def describe(self, summary: Summary) -> str:
        lines = [f"{summary['bundle']}: its parts agree with their sums and with each other"]
        lines += [f"  SHA-256 {summary['sha256']}: as it was signed if `release` said the same"]
        lines += [f"  {each}" for each in summary["checked"]]
        if again := summary.get("again"):
            lines.append(f"  attacked again: {again['attacked']} dialogues, {again['changed']} not")
            found = again["findings"].items()
            lines += [f"  {name}: {then} then, {now} now" for name, (then, now) in found]
        return "\n".join(lines)
