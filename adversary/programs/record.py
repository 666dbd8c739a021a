"""Appends a line to the record for everything that happens to a window."""

import json
import os


class Record:
    def __init__(self, path, application):
        self.application = application
        self.file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)

    def __call__(self, kind, control, value=""):
        line = {"application": self.application, "kind": kind, "control": control, "value": str(value)}
        os.write(self.file, (json.dumps(line) + "\n").encode())
