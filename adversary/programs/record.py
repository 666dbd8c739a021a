"""Appends a line to the record for everything that happens to a window, and answers what its state is."""

import json
import os
import queue
import socket
import threading


class Record:
    def __init__(self, path, application):
        self.application = application
        self.path = path
        self.file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)

    def __call__(self, kind, control, value=""):
        line = {"application": self.application, "kind": kind, "control": control, "value": str(value)}
        os.write(self.file, (json.dumps(line) + "\n").encode())

    def answer(self, state):
        """Sends what `state` returns to everyone who connects to the socket next to the record."""
        server = socket.socket(socket.AF_UNIX)
        server.bind(f"{self.path}.{self.application}")
        server.listen()
        threading.Thread(target=self.serve, args=(server, state), daemon=True).start()

    def serve(self, server, state):
        while True:
            asker = server.accept()[0]
            try:
                asker.sendall(json.dumps(state()).encode())
            except Exception as error:
                asker.sendall(json.dumps({"unknown": f"{type(error).__name__}: {error}"}).encode())
            finally:
                asker.close()


def on_main_thread(schedule, state):
    """A function that runs `state` where `schedule` runs what it gets, and waits for what it returns."""

    def ask():
        answers = queue.Queue()

        def run():
            try:
                answers.put(state())
            except Exception as error:
                answers.put({"unknown": f"{type(error).__name__}: {error}"})
            return False

        schedule(run)
        return answers.get(timeout=5)

    return ask
