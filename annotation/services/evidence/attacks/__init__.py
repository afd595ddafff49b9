"""Attacks on a release as jobs and commands: what is attacked, and what the page says of it."""
