"""A window of traps in GTK 3, which records what happens to it: `traps.py RECORD TITLE FOLDER`, where FOLDER has record.py.

Controls take back what they took, change their meaning when a file RECORD.turn appears, refuse, submit, or wait for the focus."""

import os
import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402: the version comes first

RECORD, TITLE, FOLDER = sys.argv[1:4]
sys.path.insert(0, FOLDER)
from record import Record, on_main_thread  # noqa: E402: the folder comes first

REVERTING = 220  # milliseconds

GLib.set_prgname(TITLE)
record = Record(RECORD, TITLE)
window = Gtk.Window(title=TITLE, default_width=460)
outer = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=12, margin=20)
window.add(outer)


def named(widget, name):
    widget.get_accessible().set_name(name)
    outer.pack_start(widget, False, False, 0)
    return widget


def later(revert):
    def run():
        revert()
        return False

    GLib.timeout_add(REVERTING, run)


def pressed(widget):
    record("activated", widget.get_label())


def button(name):
    widget = Gtk.Button(label=name)
    widget.connect("clicked", pressed)
    outer.pack_start(widget, False, False, 0)
    return widget


date = named(Gtk.Entry(text="2027-05-01"), "Date")
date.connect("changed", lambda it: it.get_text() == "2027-05-01" or later(lambda: it.set_text("2027-05-01")))

back = Gtk.CheckButton(label="Back")
back.connect("toggled", lambda it: it.get_active() and later(lambda: it.set_active(False)))
outer.pack_start(back, False, False, 0)

rooms = named(Gtk.SpinButton.new_with_range(0, 100, 1), "Rooms")
rooms.set_value(10)
rooms.connect("value-changed", lambda it: it.get_value() == 10 or later(lambda: it.set_value(10)))

guests = named(Gtk.SpinButton.new_with_range(0, 100, 1), "Guests")
guests.set_value(10)

query = named(Gtk.Entry(text="old"), "Query")
query.connect("activate", lambda it: record("submitted", "Query"))

fixed = named(Gtk.Entry(text="fixed", editable=False), "Number")

locked = button("Locked")
locked.set_sensitive(False)
keep = button("Keep")
button("Idle")


def turned():
    """Whether the button means another thing now."""
    if os.path.exists(f"{RECORD}.turn") and keep.get_label() == "Keep":
        keep.set_label("Delete forever")
        record("turned", "Keep")
    return True


GLib.timeout_add(50, turned)


def state():
    return {
        "controls": {
            "Date": {"text": date.get_text()},
            "Back": {"checked": back.get_active()},
            "Rooms": {"number": rooms.get_value()},
            "Guests": {"number": guests.get_value()},
            "Query": {"text": query.get_text()},
            "Number": {"text": fixed.get_text()},
        }
    }


record.answer(on_main_thread(GLib.idle_add, state))
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
