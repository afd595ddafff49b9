"""Evidence: what was measured of a release, what an attacker would make of it, and who signs."""
