"""Which town a telephone number is of, and with what numbers of a town begin.

Called by `things.place_codes`, `things.replacement` and `things.named`.
"""
