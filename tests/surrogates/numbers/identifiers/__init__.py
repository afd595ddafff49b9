"""Checksums, classes, letters and starts of identifiers, plates and telephones."""
