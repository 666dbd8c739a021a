"""A GTK 3 window with a small sheet, a field and a button. What is typed into a cell replaces what was in it; Enter and Tab put it there.

Whenever something happens, it appends a line of JSON to the file of its first argument: what is in the window, and how many inputs it has
handled. SIGUSR1 puts back what was there at first.
"""

import ctypes
import json
import signal
import sys

gtk = ctypes.CDLL("libgtk-3.so.0")
gdk = ctypes.CDLL("libgdk-3.so.0")
gobject = ctypes.CDLL("libgobject-2.0.so.0")
glib = ctypes.CDLL("libglib-2.0.so.0")
atk = ctypes.CDLL("libatk-1.0.so.0")
for made in (
    gtk.gtk_window_new,
    gtk.gtk_box_new,
    gtk.gtk_grid_new,
    gtk.gtk_event_box_new,
    gtk.gtk_label_new,
    gtk.gtk_entry_new,
    gtk.gtk_button_new_with_label,
    gtk.gtk_widget_get_accessible,
):
    made.restype = ctypes.c_void_p
gtk.gtk_entry_get_text.restype = ctypes.c_char_p
gdk.gdk_keyval_name.restype = ctypes.c_char_p

HANDLED = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
ON_EVENT = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
CHANGED = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
DUE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)

COLUMNS, ROWS = "ABCD", 6
FIRST = {"A1": "head", "C2": "old", "D1": "last"}
ARROWS = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}
# Kinds and masks of events, buttons, and keys that only modify others, as GDK numbers them.
PRESS, RELEASE, KEY_PRESS, SCROLL = 4, 7, 8, 31
MASK = 1 << 8 | 1 << 9 | 1 << 10 | 1 << 14 | 1 << 21
LEFT, RIGHT = 1, 3
CONTROL = 1 << 2
MODIFIERS = range(0xFFE1, 0xFFEF)
# After every input that has arrived.
LAST = 300


class Sheet:
    """What is in the cells, where the cursor is, and what is typed there and not yet in its cell."""

    def __init__(self):
        self.cells, self.typed = dict(FIRST), None
        self.cursor, self.column = "D6", "D"

    def go_to(self, name):
        self.commit()
        self.cursor, self.column = name, name[0]

    def commit(self):
        if self.typed is not None:
            self.cells[self.cursor] = self.typed
        self.typed = None

    def beside(self, right, down):
        column = min(max(COLUMNS.index(self.cursor[0]) + right, 0), len(COLUMNS) - 1)
        row = min(max(int(self.cursor[1:]) + down, 1), ROWS)
        return f"{COLUMNS[column]}{row}"

    def press(self, key, letter):
        if key == "Return":
            # Below the cell in which the row was begun.
            self.go_to(self.column + self.beside(0, 1)[1:])
        elif key == "Tab":
            self.commit()
            self.cursor = self.beside(1, 0)
        elif key in ARROWS:
            self.go_to(self.beside(*ARROWS[key]))
        elif key == "F2":
            self.typed = self.cells.get(self.cursor, "")
        elif key == "Delete":
            self.typed = None
            self.cells.pop(self.cursor, None)
        elif letter:
            self.typed = (self.typed or "") + letter

    def shown(self, name):
        is_typed = name == self.cursor and self.typed is not None
        return self.typed if is_typed else self.cells.get(name, "")


sheet = Sheet()
window = ctypes.c_void_p()
cells, names, labels = {}, {}, {}
tally = {"count": 0, "scrolled": 0, "marks": []}
inputs, due = 0, []


def state():
    return {"cells": sheet.cells, "note": gtk.gtk_entry_get_text(note).decode(), **tally}


@DUE
def publish(_):
    due.clear()
    print(json.dumps({"inputs": inputs, **state()}), file=record)
    return 0


def happened():
    for name, label in labels.items():
        gtk.gtk_label_set_text(label, sheet.shown(name).encode())
    gtk.gtk_label_set_text(status, json.dumps(tally).encode())
    if not due:
        due.append(glib.g_idle_add_full(LAST, publish, None, None))


@HANDLED
def handle(event, _):
    global inputs
    event, key = ctypes.c_void_p(event), ctypes.c_uint()
    kind = gdk.gdk_event_get_event_type(event)
    gdk.gdk_event_get_keyval(event, ctypes.byref(key))
    gtk.gtk_main_do_event(event)
    if kind in (RELEASE, SCROLL) or (kind == KEY_PRESS and key.value not in MODIFIERS):
        inputs += 1
        happened()


@ON_EVENT
def press_key(_, event, __):
    event, key, held = ctypes.c_void_p(event), ctypes.c_uint(), ctypes.c_uint()
    gdk.gdk_event_get_keyval(event, ctypes.byref(key))
    gdk.gdk_event_get_state(event, ctypes.byref(held))
    letter = chr(gdk.gdk_keyval_to_unicode(key))
    is_typed = letter.isprintable() and not held.value & CONTROL
    if key.value not in MODIFIERS:
        sheet.press(gdk.gdk_keyval_name(key).decode(), is_typed and letter)
        gtk.gtk_widget_grab_focus(cells[sheet.cursor])
    return 1


@ON_EVENT
def press_button(cell, event, _):
    name = names[cell]
    event, button, held = ctypes.c_void_p(event), ctypes.c_uint(), ctypes.c_uint()
    gdk.gdk_event_get_button(event, ctypes.byref(button))
    gdk.gdk_event_get_state(event, ctypes.byref(held))
    if gdk.gdk_event_get_event_type(event) != PRESS:
        # GDK also reports which presses are double clicks.
        pass
    elif button.value == RIGHT:
        tally["marks"].append(f"right {name}")
    elif button.value == LEFT and held.value & CONTROL:
        tally["marks"].append(f"control {name}")
    elif button.value == LEFT:
        gtk.gtk_widget_grab_focus(cells[name])
    return 1


@ON_EVENT
def turn(_, event, __):
    direction = ctypes.c_int()
    gdk.gdk_event_get_scroll_direction(ctypes.c_void_p(event), ctypes.byref(direction))
    tally["scrolled"] += 1 if direction.value == 0 else -1
    return 1


@ON_EVENT
def enter(cell, _, __):
    if names[cell] != sheet.cursor:
        sheet.go_to(names[cell])
    happened()
    return 0


@ON_EVENT
def leave(_, __, ___):
    sheet.commit()
    happened()
    return 0


@CHANGED
def count(_, __):
    tally["count"] += 1
    happened()


@CHANGED
def written(_, __):
    happened()


@DUE
def put_back(_):
    sheet.__init__()
    tally.update(count=0, scrolled=0, marks=[])
    gtk.gtk_entry_set_text(note, b"")
    gtk.gtk_widget_grab_focus(cells[sheet.cursor])
    happened()
    return 1


def connect(widget, event, handler):
    gobject.g_signal_connect_data(widget, event, handler, None, None, 0)


def name_as(widget, name):
    accessible = ctypes.c_void_p(gtk.gtk_widget_get_accessible(widget))
    atk.atk_object_set_name(accessible, name.encode())
    return accessible


def cell(name):
    made, label = ctypes.c_void_p(gtk.gtk_event_box_new()), ctypes.c_void_p(gtk.gtk_label_new(b""))
    gtk.gtk_container_add(made, label)
    # A long text ends in an ellipsis: the window must stay as large as it was in the pictures.
    gtk.gtk_label_set_ellipsize(label, 3)
    gtk.gtk_label_set_max_width_chars(label, 10)
    gtk.gtk_widget_set_size_request(made, 150, 30)
    gtk.gtk_widget_set_can_focus(made, 1)
    gtk.gtk_widget_add_events(made, MASK)
    atk.atk_object_set_role(name_as(made, name), atk.atk_role_for_name(b"table cell"))
    handlers = {"key-press": press_key, "button-press": press_button, "scroll": turn}
    handlers.update({"focus-in": enter, "focus-out": leave})
    for event, handler in handlers.items():
        connect(made, f"{event}-event".encode(), handler)
    cells[name], names[made.value], labels[name] = made, name, label
    return made


record = open(sys.argv[1], "a", encoding="utf-8", buffering=1)
gtk.gtk_init(None, None)
gdk.gdk_event_handler_set(handle, None, None)
window, box = ctypes.c_void_p(gtk.gtk_window_new(0)), ctypes.c_void_p(gtk.gtk_box_new(1, 8))
grid, note = ctypes.c_void_p(gtk.gtk_grid_new()), ctypes.c_void_p(gtk.gtk_entry_new())
button = ctypes.c_void_p(gtk.gtk_button_new_with_label(b"Count"))
status = ctypes.c_void_p(gtk.gtk_label_new(b""))
gtk.gtk_window_set_title(window, b"Sheet")
gtk.gtk_grid_set_row_spacing(grid, 2)
gtk.gtk_grid_set_column_spacing(grid, 2)
for column, letter in enumerate(COLUMNS):
    for row in range(ROWS):
        gtk.gtk_grid_attach(grid, cell(f"{letter}{row + 1}"), column, row, 1, 1)
name_as(note, "Note")
connect(note, b"changed", written)
connect(button, b"clicked", count)
gtk.gtk_container_add(window, box)
for part in (grid, note, button, status):
    gtk.gtk_container_add(box, part)
gtk.gtk_widget_show_all(window)
gtk.gtk_widget_grab_focus(cells[sheet.cursor])
glib.g_unix_signal_add(signal.SIGUSR1, put_back, None)
happened()
gtk.gtk_main()
