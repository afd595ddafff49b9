"""Which words outside the labels depend on what is labelled: examples, and a model of them."""
