"""Who signs a bundle, and what that means: named people, a reason for each warning, then frozen.

Called by the bundle views and `manage.py release`. A change of anything that the figures rest on
makes a signed bundle stale: it stays as it is, and is not handed out any more.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.evidence.bundle.schema import evidence_schema, faults
from annotation.models import Bundle, BundleSignature, Export, Member, Project, User
from annotation.refusals import Refused
from annotation.services.evidence.bundles.facts import facts_of
from annotation.services.evidence.bundles.gate import BLOCK, Gate, Line, gate_of, quoting
from annotation.services.evidence.bundles.terms import digest_of, terms_of
from annotation.services.evidence.bundles.writing import write_bundle
from annotation.services.guidance import guidelines
from annotation.services.release.changes import WORDS, digests_of
from annotation.services.release.departures import DIFFERS, file_of, note_leaving
from annotation.services.release.exports import digest_of as sum_of
from annotation.services.release.now import Now
from annotation.services.release.signatures import has_steward

SIGNERS = (Member.Role.MANAGER, Member.Role.STEWARD)
SHORTEST = 15  # characters of what lifts a limit
MOST_WORDS = 2000
MEASURED = "measured"  # of the parts: which measurements; a signed bundle keeps its own
# What changed, as it is called where a stale bundle is refused.
PARTS = WORDS | {
    "limits": gettext_lazy("limits of the manager"),
    "terms": gettext_lazy("the terms"),
    "guidelines": gettext_lazy("the guidelines"),
    "other files": gettext_lazy("another file of the same dialogues left"),
    MEASURED: gettext_lazy("measurements"),
}
LIMITS = ("clean_dialogues", "missed_most", "fewest_people")


def parts_now(export: Export, gate: Gate | None = None, now: Now | None = None) -> dict[str, str]:
    """What a bundle rests on, each as a short digest; `gate`: with its measurements too. `now`:
    what a page has looked up already."""
    project = export.project
    guideline = guidelines.newest(project)
    seen: dict[str, object] = {
        **(now or Now(project)).parts,
        "limits": [getattr(project, name) for name in LIMITS],
        "terms": digest_of(terms_of(project)),
        "guidelines": guideline.pk if guideline else None,
        "other files": sorted(export.summary.get(DIFFERS, {}).items()),
    }
    if gate is not None:
        seen[MEASURED] = sorted((kind, row.pk) for kind, row in gate.measured.items())
    return digests_of(seen)


def changed_in(bundle: Bundle, now: Now | None = None) -> list[str]:
    """What changed since a bundle was signed, in words; a fixed number of queries."""
    parts = parts_now(bundle.export, now=now)
    return [str(PARTS.get(name, name)) for name in parts if bundle.parts.get(name) != parts[name]]


def why_not_handed_out(bundle: Bundle, now: Now | None = None) -> str:
    """Why the bundle is not given away now; "" where it is."""
    if not bundle.path or not (Path(settings.ANTIFAZ_DATA) / bundle.path).is_file():
        return _("This bundle is not there any more.")
    if bundle.dropped_at:
        return _(
            "Something had changed since this bundle was signed, before key and originals went."
        )
    if terms_of(bundle.project).destroyed_at:
        return ""  # nothing leads back; what left before stays as it is
    if changed := changed_in(bundle, now):
        text = _("Changed since this bundle was signed: %(what)s. Write, measure and sign again.")
        return text % {"what": ", ".join(changed)}
    return ""


def hand_out(bundle: Bundle) -> Path:
    """The file of a signed bundle; from now on its dialogues have left. Raises Refused."""
    if why := why_not_handed_out(bundle):
        raise Refused(why, code="stale_bundle", status=409)
    path = Path(settings.ANTIFAZ_DATA) / bundle.path
    if sum_of(path) != bundle.sha256:
        raise Refused(_("The bundle on the disk is not the one that was signed."), code="damaged")
    export = bundle.export
    note_leaving(export.project, file_of(export), confirmed=export.again)
    return path


def signers_needed(project: Project) -> int:
    return 2 if terms_of(project).two_sign else 1


def open_bundle(export: Export) -> Bundle | None:
    """The bundle of a file that waits for another signature."""
    return export.bundles.filter(sealed_at=None, dropped_at=None).first()


def sealed_bundle(export: Export) -> Bundle | None:
    return export.bundles.filter(sealed_at__isnull=False).first()


def why_not_signing(gate: Gate, user: User, role: str) -> str:
    """Why this person cannot sign this file now; "" where she can."""
    if role not in SIGNERS:
        return _("Managers and data stewards sign.")
    if gate.shut:
        return gate.shut[0]
    bundle = open_bundle(gate.export)
    if bundle is not None and bundle.signatures.filter(user=user).exists():
        return _("You have signed: another person has to sign too.")
    if _only_a_steward(gate.export) and role != Member.Role.STEWARD and _last(gate.export, bundle):
        return _("A data steward has to sign this file too.")
    return ""


def unanswered(gate: Gate, reasons: Mapping[str, str]) -> list[str]:
    """Names of the lines to which nothing was said, or too little to lift a limit."""
    said = {name: written(words) for name, words in reasons.items()}
    return [line.name for line in gate.asking if len(said.get(line.name, "")) < least_of(line)]


def least_of(line: Line) -> int:
    """Characters that the answer to a line has at least: what lifts a limit says why."""
    return SHORTEST if line.state == BLOCK else 1


def written(words: str) -> str:
    """What a person wrote, on one line: a sign that nobody sees is a space, for no database and no
    sheet holds it."""
    return " ".join(
        "".join(" " if unicodedata.category(sign) == "Cc" else sign for sign in words).split()
    )


def sign(
    export: Export, user: User, role: str, *, reasons: Mapping[str, str], words: str = ""
) -> Bundle:
    """Sign a file by name; with the last signature its bundle is written and frozen.

    reasons: name of a line -> why it may leave all the same. Raises Refused; nothing is kept then.
    """
    words = written(words)
    reasons = {name: written(said) for name, said in reasons.items()}
    with transaction.atomic():
        export = Export.objects.select_for_update().select_related("project").get(pk=export.pk)
        if (there := sealed_bundle(export)) and not changed_in(there):
            return there
        gate = gate_of(export)
        _drop_what_changed(export, gate)
        if why := why_not_signing(gate, user, role):
            raise Refused(why, code="not_to_sign")
        _check(gate, reasons, words)
        bundle = open_bundle(export) or Bundle.objects.create(
            project=export.project, export=export, parts=parts_now(export, gate)
        )
        asked = {line.name for line in gate.asking}
        BundleSignature.objects.create(
            bundle=bundle,
            user=user,
            name=user.get_full_name() or user.get_username(),
            role=role,
            words=words,
            reasons={name: said for name, said in reasons.items() if name in asked},
        )
        signatures = list(bundle.signatures.all())
        if len(signatures) >= signers_needed(export.project):
            _seal(bundle, gate, signatures)
    return bundle


def _check(gate: Gate, reasons: Mapping[str, str], words: str) -> None:
    if max([len(words), *map(len, reasons.values())]) > MOST_WORDS:
        raise Refused(_("At most %(n)s characters.") % {"n": MOST_WORDS}, code="too_long")
    if quoting(gate.export.project)([words, *reasons.values()]):
        text = _("What you wrote would travel with the file, and says what is labelled there.")
        raise Refused(text, code="quotes")
    missing = unanswered(gate, reasons)
    if not missing:
        return
    titles = {line.name: line.title for line in gate.asking}
    text = _("Say why it may leave all the same: %(what)s.")
    told = text % {"what": ", ".join(titles[name] for name in missing)}
    if any(line.state == BLOCK and line.name in missing for line in gate.asking):
        told += " " + _("What lifts a limit has at least %(n)s characters.") % {"n": SHORTEST}
    raise Refused(told, code="no_reason")


def _seal(bundle: Bundle, gate: Gate, signatures: Sequence[BundleSignature]) -> None:
    facts = facts_of(gate, signatures)
    if any(faults(facts, evidence_schema())):  # a part that this version does not know
        raise Refused(
            _("The evidence is not as its schema says: nothing was written."), code="bad_evidence"
        )
    bundle.path, bundle.sha256 = write_bundle(bundle, facts)
    bundle.sealed_at = timezone.now()
    bundle.save(update_fields=["path", "sha256", "sealed_at"])


def _drop_what_changed(export: Export, gate: Gate) -> None:
    """A first signature counts no more when what it was given for is another thing now."""
    bundle = open_bundle(export)
    if bundle is not None and bundle.parts != parts_now(export, gate):
        bundle.dropped_at = timezone.now()
        bundle.save(update_fields=["dropped_at"])


def _only_a_steward(export: Export) -> bool:
    """Whether a steward has to be among those who sign, and none has yet."""
    if not (export.to_sign or has_steward(export.project)):
        return False
    bundle = open_bundle(export)
    signed = bundle.signatures.filter(role=Member.Role.STEWARD) if bundle else None
    return not (signed is not None and signed.exists())


def _last(export: Export, bundle: Bundle | None) -> bool:
    """Whether the next signature is the last one."""
    there = bundle.signatures.count() if bundle else 0
    return there + 1 >= signers_needed(export.project)
