"""Second readings: planned, drawn by chance into *Label* as blind readings, and judged while they
are read. Called by `manage.py audit`, the evidence page and the gate of a release."""
