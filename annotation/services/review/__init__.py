"""The work of other programs: what they say of many turns, and what people made of it (counts,
words and files of the report).
Called by the release page, the API and `manage.py review_report`; imports labelling, revision,
corpus and storage."""
