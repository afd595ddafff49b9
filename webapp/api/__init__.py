"""The REST API: the services of the site over JSON, described at /api/openapi.json.

`app.py` is what `webapp/urls.py` mounts; the operations have no logic of their own.
"""
