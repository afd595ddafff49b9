"""What is said of people beside their names: sex, family relation, profession, and own values.

Called by `policies`; imports `things` and what lies below.
"""
