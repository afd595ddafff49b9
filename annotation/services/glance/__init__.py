"""The corpus at a glance: where each dialogue stands, lists of them, and the search of their words.
Called by views, revision's pages and the worker's sweep; imports corpus, revision and storage."""
