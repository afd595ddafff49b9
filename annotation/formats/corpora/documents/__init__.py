"""Documents with labels that stand off, as benchmarks and annotation platforms exchange them."""
