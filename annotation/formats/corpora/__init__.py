"""One reader and writer per format, and what a turn holds beside its text.
Called by the registry and services; imports files, checks, errors and types."""
