"""What a server does about memory once it has loaded what it needs. Called by `wsgi`."""

import gc

# A full collection looks through tables of names and words that stay for good, which holds up the
# page that is being drawn by a sixth of a second; requests leave little in circles.
SELDOM = (10_000, 10, 50)


def settle() -> None:
    """What is loaded is not looked through again, and what comes later seldom."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)
