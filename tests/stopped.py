"""What tests raise in a progress callback, as a job does that was cancelled."""


class Stopped(Exception):
    """The work is to end here."""
