"""The files of docker/ agree with the settings and with each other."""
