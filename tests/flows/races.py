"""Code for `Installation.python`: calls made at one moment, each in a thread of its own."""

AT_ONCE = """
import threading
from django.db import connection
from annotation.refusals import Refused

def at_once(*calls):
    came = []
    def run(call):
        try:
            came.append(call())
        except Refused as refusal:
            came.append(refusal.code)
        except Exception as error:
            came.append(repr(error))
        finally:
            connection.close()
    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    return came
"""
