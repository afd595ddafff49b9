"""Where places lie and what they are: areas, provinces, lands, rivers, districts, codes of towns.

Called by `things.draws`, `things.replacement` and `things.named`; imports `things.groups`.
"""
