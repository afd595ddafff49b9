"""Places, streets, organisations and products, and the codes that follow a place.

Called by `policies` and `addresses`; imports `people`, `numbers` and what lies below them."""
