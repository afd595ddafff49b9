"""One module per command of `manage.py`. Flat: Django looks for commands in no other folder."""
