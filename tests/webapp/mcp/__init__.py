"""The server for agents: its protocol, its tools, and that none of them gives a text."""
