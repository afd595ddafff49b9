"""E-mail and web addresses and user names: built from what names and things became; and the last
digits of a year, that many of them end with.

Called by `policies` alone; imports `things`, `people`, `dates` and what lies below them."""
