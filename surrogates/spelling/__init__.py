"""Letters that spell names, and words about a name's letters: they follow the surrogate.

Called by `policies`; imports `people`, `numbers` and what lies below them."""
