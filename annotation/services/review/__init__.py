"""What people made of another tool's work: counts, words and files of the report.
Called by the release page and `manage.py review_report`; imports revision, corpus and storage."""
