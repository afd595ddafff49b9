"""Logging without texts: tracebacks of requests name the error and the place, not the values."""

import logging
import traceback


class NoTraceback(logging.Filter):
    """Replace a record's traceback by error type and code places; messages may hold user text."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and record.exc_info[0] is not None:
            places = traceback.extract_tb(record.exc_info[2])[-4:]
            trail = " < ".join(f"{place.name}:{place.lineno}" for place in reversed(places))
            record.msg = f"{record.getMessage()} [{record.exc_info[0].__name__} in {trail}]"
            record.args = ()
            record.exc_info = None
            record.exc_text = None
        return True
