"""Attacks on a release, one module each. The table names them; an attack is a function of the
corpus, a generator of chance and a report, and returns one finding. An attack that cannot be run
returns "not run" with the reason, and is not passed."""
