"""Programs of other people, as their users have them: what they write we read, what we write they
read. `make test-clients` runs them in an environment of their own (docs/decisions/0027-clients.md).
"""
