"""Commands in a pipe and over hours: progress, being stopped, several processes, going on."""
