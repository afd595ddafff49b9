"""Places, streets, organisations, products and professions, and the codes that follow a place.

Called by `policies` and `addresses`; imports `people`, `numbers` and what lies below them."""
