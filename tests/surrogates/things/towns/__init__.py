"""Codes that follow a town: postal codes, telephone prefixes, letters of airports."""
