"""What leaves: exports, the search for originals in them, and the evidence for a release.
Called by views, the API, commands and standalone; imports revision, runs, jobs and storage."""
