"""Names of people by their words alone: what a label does not say of them.

Below the readers of mentions, which make kinds of what is found here.
"""
