"""What is true of an original and says less: an age its band, a town its region, a trade its field.

Called by `policies.generalise`; imports `attributes`, `things`, `dates` and what lies below.
"""
