"""Runs the rows of an export with pyautogui, on the desktop of its environment, and prints as JSON what each task left in the sheet.

Arguments: the file of the tasks in the format agentnet, the record of `sheet.py`, and the place and size of the picture on the desktop.
"""

import json
import os
import pathlib
import socket
import struct
import sys
import time

tasks, record = map(pathlib.Path, sys.argv[1:3])
LEFT, TOP, WIDTH, HEIGHT = map(int, sys.argv[3:7])
# How long the sheet may take to handle a line, on a busy machine, in seconds.
PATIENCE = 60
MODIFIERS = {"ctrl", "alt", "shift", "win"}
# How the file of a cookie spells any address, and the family of addresses on this machine.
ANY_DISPLAY, THIS_MACHINE = b"\xff\xff\0\0", 256


def authorise():
    """The cookie of a private desktop fits any display, which python-xlib does not know: a copy of it names this machine's."""
    cookie = pathlib.Path(os.environ["XAUTHORITY"]).read_bytes()
    assert cookie.startswith(ANY_DISPLAY), cookie[:4]
    host = socket.gethostname().encode()
    copy = record.with_name("cookie")
    copy.touch(mode=0o600)
    copy.write_bytes(struct.pack(">HH", THIS_MACHINE, len(host)) + host + cookie[len(ANY_DISPLAY) :])
    os.environ["XAUTHORITY"] = str(copy)


authorise()
import pyautogui  # noqa: E402 (connects to the desktop)

# Each line waits for what it has done instead.
pyautogui.PAUSE = 0


def state():
    """What is in the sheet, by the last whole line of its record."""
    return json.loads(record.read_text(encoding="utf-8").split("\n")[-2])


def inputs(function, args, named):
    """How many inputs of a call the sheet counts: buttons that are released, turns of the wheel, and keys that only modify no others."""
    match function:
        case "click" | "rightClick":
            return 1
        case "doubleClick":
            return 2
        case "scroll":
            return abs(args[0])
        case "write":
            return len(named["message"])
        case "press" | "hotkey":
            return sum(key not in MODIFIERS for key in args[0])
        case "keyDown" | "keyUp":
            return 0
    raise SystemExit(f"no row of the test calls {function}")


class InPicture:
    """pyautogui with positions as fractions of the picture. A call returns when the sheet has handled it."""

    def __getattr__(self, function):
        def call(*args, **named):
            if "x" in named:
                named["x"], named["y"] = round(LEFT + WIDTH * named["x"]), round(TOP + HEIGHT * named["y"])
            wanted = state()["inputs"] + inputs(function, args, named)
            getattr(pyautogui, function)(*args, **named)
            deadline = time.monotonic() + PATIENCE
            while state()["inputs"] < wanted:
                if time.monotonic() > deadline:
                    raise SystemExit(f"the sheet has not handled {function}{args}{named}")
                time.sleep(0.002)

        return call


class Computer:
    """What rows say that pyautogui has no function for."""

    def terminate(self, status):
        assert status == "success", status


left = {}
for line in tasks.read_text(encoding="utf-8").splitlines():
    task = json.loads(line)
    left[task["task_id"]] = task["traj"]
for task_id, rows in sorted(left.items()):
    for row in rows:
        for call in row["value"]["code"].splitlines():
            eval(call, {"pyautogui": InPicture(), "computer": Computer()})
    left[task_id] = state()
print(json.dumps(left))
