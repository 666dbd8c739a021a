"""A GTK 3 window with a form. Its button writes what was entered into the file that the argument names, and closes the window. Of
the password it writes the length alone."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402

window = Gtk.Window(title="Form")
grid = Gtk.Grid(row_spacing=20, column_spacing=20, margin=30)
window.add(grid)


def field(row, text, is_shown):
    label, entry = Gtk.Label(label=text), Gtk.Entry(visibility=is_shown)
    if not is_shown:
        entry.set_input_purpose(Gtk.InputPurpose.PASSWORD)
    label.set_mnemonic_widget(entry)
    grid.attach(label, 0, row, 1, 1)
    grid.attach(entry, 1, row, 1, 1)
    return entry


city = field(0, "City", True)
password = field(1, "Password", False)
wrap = Gtk.CheckButton(label="By rail")
grid.attach(wrap, 1, 2, 1, 1)
fare = Gtk.ComboBoxText()
for name in ("Second class", "First class"):
    fare.append_text(name)
fare.set_active(0)
label = Gtk.Label(label="Fare")
label.set_mnemonic_widget(fare)
grid.attach(label, 0, 4, 1, 1)
grid.attach(fare, 1, 4, 1, 1)
send = Gtk.Button(label="Book")
grid.attach(send, 1, 3, 1, 1)


def book(_):
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write(f"{city.get_text()}|{len(password.get_text())}|{wrap.get_active()}|{fare.get_active_text()}")
    window.close()


send.connect("clicked", book)
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
