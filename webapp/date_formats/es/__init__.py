"""The formats alone."""
