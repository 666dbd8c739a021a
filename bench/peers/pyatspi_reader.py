"""Reads the whole tree of an application through pyatspi, node by node, as servers for testing desktop agents do.

    pyatspi_reader.py PID[,PID...] [list]

Starting, importing and finding the application are not measured. Prints one line of JSON: milliseconds and nodes; with
`list`, the nodes too. Like those servers it reads at most 1,024 children of a node, and of a sheet the shown cells.
"""

import itertools
import json
import sys
import time

import pyatspi

MOST_CHILDREN = 1024
MOST_DEPTH = 50
# How many cells from the first one the search for a shown cell goes.
MOST_HIDDEN = 500
PATIENCE = 20.0


def applications(processes):
    """Waits for the applications of these processes; returns their roots."""
    end = time.monotonic() + PATIENCE
    while True:
        desktop = pyatspi.Registry.getDesktop(0)
        found = [it for it in desktop if it is not None and it.get_process_id() in processes]
        if found or time.monotonic() > end:
            return found
        time.sleep(0.1)


def facts(node):
    """All properties of one node."""
    states = node.getState().getStates()
    properties = {
        "name": node.name,
        "role": node.getRoleName(),
        "states": [pyatspi.stateToString(state) for state in states],
        "attributes": node.get_attributes(),
    }
    readers = [text, value, actions]
    if pyatspi.STATE_SHOWING in states and pyatspi.STATE_VISIBLE in states:
        readers.append(place)
    for read in readers:
        # pyatspi raises this for an interface that a node lacks.
        try:
            read(node, properties)
        except NotImplementedError:
            pass
    return properties


def place(node, properties):
    box = node.queryComponent().getExtents(pyatspi.XY_SCREEN)
    properties["place"] = (box.x, box.y, box.width, box.height)


def text(node, properties):
    it = node.queryText()
    properties["text"] = it.getText(0, it.characterCount)


def value(node, properties):
    it = node.queryValue()
    properties["value"] = (it.currentValue, it.minimumValue, it.maximumValue, it.minimumIncrement)


def actions(node, properties):
    it = node.queryAction()
    every = range(it.nActions)
    properties["actions"] = [(it.getName(each), it.getDescription(each), it.getKeyBinding(each)) for each in every]


def shown_cells(sheet):
    """The cells of a sheet that are on the screen, row by row."""
    table = sheet.queryTable()
    first_column = None
    for row in itertools.count():
        shown = shown_of_row(table, row, first_column or 0)
        if not shown and (first_column is not None or row > MOST_HIDDEN):
            return
        if shown and first_column is None:
            first_column = shown[0][0]
        yield from (cell for _, cell in shown)


def shown_of_row(table, row, start):
    shown = []
    for column in itertools.count(start):
        cell = table.getAccessibleAt(row, column)
        if cell is not None and cell.getState().contains(pyatspi.STATE_SHOWING):
            shown.append((column, cell))
        elif shown or column - start > MOST_HIDDEN:
            return shown


def children(node, is_sheet):
    if is_sheet and node.getRole() == pyatspi.ROLE_TABLE:
        return shown_cells(node)
    return itertools.islice(node, MOST_CHILDREN)


def walk(node, depth, is_sheet, nodes):
    """Reads a node and the nodes below it."""
    it = facts(node)
    nodes.append((depth, it))
    if depth == MOST_DEPTH:
        return
    is_sheet = is_sheet or it["role"] == "document spreadsheet"
    try:
        for child in children(node, is_sheet):
            walk(child, depth + 1, is_sheet, nodes)
    except Exception as error:  # A node that disappears while it is read must not end the reading.
        print(f"{it['role']} {it['name']!r}: {error!r}", file=sys.stderr)


def main():
    processes = {int(it) for it in sys.argv[1].split(",")}
    roots = applications(processes)
    if not roots:
        sys.exit("no application of these processes is on the accessibility bus")
    nodes = []
    started = time.perf_counter()
    for root in roots:
        walk(root, 0, False, nodes)
    millis = (time.perf_counter() - started) * 1000
    if "list" in sys.argv:
        for depth, node in nodes:
            print("  " * depth, node)
    print(json.dumps({"millis": millis, "nodes": len(nodes)}))


main()
