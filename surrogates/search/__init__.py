"""The search of replaced text for originals: of its own dialogue, and of the whole corpus.

Called by `engine`, services and `policies` (digits said in words); imports `scene`, `languages` and
the ground floor, never a room that draws."""
