"""Pages of revision, the lexicon and release. Called by the URLs;
imports no other room of views."""
