"""Bundles: a file that leaves with its evidence. How one is laid out and put together, what its
evidence may say, and how somebody checks it who has nothing but the bundle."""
