"""Attacks that read originals off their surrogates, or off the key."""
