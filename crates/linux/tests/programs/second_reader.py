"""A second client of the accessibility bus, which shares no code with Deskpilot: prints what the library of the bus reads of every
application of a process.

    second_reader.py PID

A node is its depth, its role, its name, its text, its number and some of its states. Unit separators are between them, and a record separator is
behind each node.
"""

import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402: the version comes first

BETWEEN_FACTS, NODE_END = "\x1f", "\x1e"
MOST_CHILDREN = 1024
MOST_DEPTH = 60
# An application on a busy machine takes long to answer.
TIMEOUT = 20_000  # milliseconds
STATES = {"checked": Atspi.StateType.CHECKED, "selected": Atspi.StateType.SELECTED}


def is_of(application, process):
    try:
        return application.get_process_id() == process
    except GLib.Error:  # It has just ended.
        return False


def children(node):
    count = min(node.get_child_count(), MOST_CHILDREN)
    every = (node.get_child_at_index(index) for index in range(count))
    return [child for child in every if child is not None]


def text_of(node):
    if node.get_text_iface() is None:
        return ""
    return Atspi.Text.get_text(node, 0, Atspi.Text.get_character_count(node)) or ""


def number_of(node):
    return "" if node.get_value_iface() is None else f"{Atspi.Value.get_current_value(node):g}"


def facts(node, depth):
    states = node.get_state_set()
    has = " ".join(name for name, state in STATES.items() if states.contains(state))
    return [str(depth), node.get_role_name(), node.get_name() or "", text_of(node), number_of(node), has]


def walk(node, depth, nodes):
    try:
        nodes.append(BETWEEN_FACTS.join(facts(node, depth)))
        below = children(node) if depth < MOST_DEPTH else []
    except GLib.Error as error:  # A node that disappears while it is read must not end the reading.
        print(error, file=sys.stderr)
        return
    for child in below:
        walk(child, depth + 1, nodes)


def main():
    Atspi.set_timeout(TIMEOUT, TIMEOUT)
    process = int(sys.argv[1])
    applications = [it for it in children(Atspi.get_desktop(0)) if is_of(it, process)]
    if not applications:
        sys.exit(f"no application of the process {process} is on the accessibility bus")
    nodes = []
    for application in applications:
        walk(application, 0, nodes)
    output = "".join(node + NODE_END for node in nodes)
    sys.stdout.buffer.write(output.encode())


main()
