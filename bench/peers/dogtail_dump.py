"""Dumps the tree of an application with dogtail.

    dogtail_dump.py PID[,PID...] [list]

Starting, importing and finding the application are not measured. Prints one line of JSON: milliseconds and nodes; with
`list`, the dump too.
"""

import io
import json
import sys
import time

from dogtail.config import config

# Without its debug output, which is not what is measured.
config.checkForA11y = False
config.logDebugToFile = False
config.logDebugToStdOut = False

from dogtail import dump, tree  # noqa: E402: it reads the settings when it is imported

PATIENCE = 20.0


def applications(processes):
    """Waits for the applications of these processes; returns their roots."""
    end = time.monotonic() + PATIENCE
    while True:
        found = [it for it in tree.root.children if it.get_process_id() in processes]
        if found or time.monotonic() > end:
            return found
        time.sleep(0.1)


def is_node(line):
    """Whether a line of a dump is about a node, not about an action of a node."""
    return not line.lstrip().startswith("[action |")


def main():
    processes = {int(it) for it in sys.argv[1].split(",")}
    roots = applications(processes)
    if not roots:
        sys.exit("no application of these processes is on the accessibility bus")
    dumped = io.StringIO()
    started = time.perf_counter()
    for root in roots:
        dump.plain(root, dumped)
    millis = (time.perf_counter() - started) * 1000
    lines = dumped.getvalue().splitlines()
    if "list" in sys.argv:
        print(dumped.getvalue())
    print(json.dumps({"millis": millis, "nodes": sum(map(is_node, lines))}))


main()
