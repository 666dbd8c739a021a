"""A GTK 3 window that takes orders, as the first argument varies it. It writes what was done to it into the file that the second
argument names, after each change: the buttons and boxes in the order in which they were used, and what the fields hold."""

import json
import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402: the version comes first

VARIATION, RECORD = sys.argv[1], sys.argv[2]
GLib.set_prgname("orders")

used = []
window = Gtk.Window(title="Orders", default_width=420)
outer = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=12, margin=20)
window.add(outer)
grid = Gtk.Grid(row_spacing=12, column_spacing=12)
outer.pack_start(grid, False, False, 0)


def is_varied(name):
    return VARIATION == name


def field(row, text, widget):
    label = Gtk.Label(label=text)
    label.set_mnemonic_widget(widget)
    grid.attach(label, 0, row, 1, 1)
    grid.attach(widget, 1, row, 1, 1)
    return widget


def record(*_):
    held = {
        "used": used,
        "customer": customer.get_text(),
        "article": article.get_text(),
        "pieces": pieces.get_value_as_int(),
        "express": bool(express.get_active()),
    }
    with open(RECORD, "w", encoding="utf-8") as file:
        json.dump(held, file)


def button(name, action):
    widget = Gtk.Button(label=name)

    def clicked(_):
        used.append(name)
        record()
        action()

    widget.connect("clicked", clicked)
    return widget


def ask(title, answer):
    dialog = Gtk.Dialog(title=title, transient_for=window, modal=True)
    dialog.get_content_area().add(Gtk.Label(label="Please read this first."))
    dialog.get_content_area().add(button(answer, dialog.destroy))
    dialog.show_all()


def nothing():
    pass


another = is_varied("another window")
customer = field(0, "Client" if is_varied("renamed field") else "Customer", Gtk.Entry())
article = field(1, "Article", Gtk.Entry())
pieces = field(2, "Pieces", Gtk.SpinButton.new_with_range(0, 2 if is_varied("smaller range") else 99, 1))
kind = Gtk.ToggleButton if is_varied("another kind") else Gtk.CheckButton
express = kind(label="Express")
state = Gtk.Label(label="no orders")
orders = []


def add():
    if is_varied("effect is none"):
        return
    if is_varied("effect is another"):
        customer.set_text("")
        state.set_text("all orders are removed")
        return
    orders.append(f"{pieces.get_value_as_int()} {article.get_text()} for {customer.get_text()}")
    count = len(orders) + (1 if is_varied("another result") else 0)
    state.set_text(f"{count} orders: {orders[-1]}")
    if is_varied("dialog after a step"):
        ask("Offer", "Accept")
    if is_varied("button goes away"):
        save.destroy()
    if is_varied("button is disabled later"):
        save.set_sensitive(False)
    if is_varied("window closes"):
        window.close()


def store():
    if is_varied("dialog as effect"):
        ask("Overwrite?", "Overwrite")
        return
    state.set_text("saved")


adding = button("Append" if is_varied("renamed button") else "Add", add)
save = button("Save", store)
if not is_varied("box is gone") and not another:
    grid.attach(express, 1, 3, 1, 1)
outer.pack_start(state, False, False, 0)
if is_varied("moved elsewhere"):
    frame = Gtk.Frame(label="Corrections")
    frame.add(adding)
    outer.pack_start(frame, False, False, 0)
elif is_varied("moved into a tool bar"):
    bar = Gtk.Toolbar()
    item = Gtk.ToolItem()
    item.add(adding)
    bar.insert(item, 0)
    outer.pack_start(bar, False, False, 0)
elif is_varied("moved"):
    outer.pack_start(adding, False, False, 60)
    outer.reorder_child(adding, 0)
elif not another:
    outer.pack_start(adding, False, False, 0)
if is_varied("two alike"):
    outer.pack_start(button("Add", nothing), False, False, 0)
if another:
    for name in ("Cancel all orders", "Send a reminder", "Close the account"):
        outer.pack_start(button(name, nothing), False, False, 0)
if not another:
    outer.pack_start(save, False, False, 0)

if is_varied("value is there"):
    customer.set_text("Bob")
if is_varied("box is checked"):
    express.set_active(True)
if is_varied("button is disabled"):
    adding.set_sensitive(False)
if is_varied("field is disabled"):
    article.set_sensitive(False)
if is_varied("field is read-only"):
    customer.set_editable(False)
if is_varied("dialog while typing"):
    article.connect("changed", lambda _: used or ask("Spelling", "Ignore") or used.append("(asked)"))


def toggled(_):
    used.append("Express")
    record()


express.connect("toggled", toggled)
for entry in (customer, article):
    entry.connect("changed", record)
pieces.connect("value-changed", record)
window.connect("destroy", Gtk.main_quit)
record()
window.show_all()
if is_varied("dialog at the start"):
    ask("Tip of the day", "Close")
Gtk.main()
