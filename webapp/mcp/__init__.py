"""Agents: a server of the Model Context Protocol on standard input and output, without any text.

Started by the command `mcp`. It knows tokens, rights and the record from the API and `access`."""
