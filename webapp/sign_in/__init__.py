"""Signing in: tries limited before a password is hashed, and sessions that end.
Named by the settings; imports addresses and the views of errors."""
