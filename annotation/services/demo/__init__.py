"""The demo's people, source model and projects, made once.
Called by `manage.py make_demo` alone; may import every room except erasing and standalone."""
