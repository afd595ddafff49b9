"""Dialogues that are there already get the number of their text, so that a second import of the
same text is named. In pieces: a large corpus is neither locked nor read into memory."""

from typing import Any

from django.db import migrations

from annotation.formats.fingerprint import fingerprint

PIECE = 200


def number_texts(apps: Any, schema_editor: Any) -> None:
    Dialogue = apps.get_model("annotation", "Dialogue")
    Turn = apps.get_model("annotation", "Turn")
    last = 0
    while some := list(Dialogue.objects.filter(pk__gt=last).order_by("pk")[:PIECE]):
        texts: dict[int, list[str]] = {each.pk: [] for each in some}
        rows = Turn.objects.filter(dialogue__in=texts).order_by("dialogue", "position")
        for dialogue, text in rows.values_list("dialogue", "text").iterator(2000):
            texts[dialogue].append(text)
        for each in some:
            each.text_hash = fingerprint(texts[each.pk])
        Dialogue.objects.bulk_update(some, ["text_hash"])
        last = some[-1].pk


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("annotation", "0014_imports")]

    operations = [migrations.RunPython(number_texts, migrations.RunPython.noop)]
