"""E-mail and web addresses and user names: built from what names and things became.

Called by `policies` alone; imports `things`, `people`, `dates` and what lies below them."""
