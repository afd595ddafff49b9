"""Numbers of all kinds, in words or figures: pieces tied, digits drawn, checksums repaired.

Called by `policies`, `spelling`, `things` and `checks`; imports `scene`, `languages` and the ground
floor, never people or dates."""
