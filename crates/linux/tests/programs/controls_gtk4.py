"""A GTK 4 window with named and nameless drop-downs, a spin button, an expander and a list. Its last line says what was done."""

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gtk  # noqa: E402: the version comes first


def named(widget, name):
    widget.update_property([Gtk.AccessibleProperty.LABEL], [name])
    return widget


def fill(window):
    said = Gtk.Label(label="ready")
    column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
    size = Gtk.DropDown.new_from_strings(["Small", "Large"])
    size.connect("notify::selected", lambda it, _: said.set_text(f"size {it.get_selected()}"))
    colour = named(Gtk.DropDown.new_from_strings(["Red", "Green", "Blue"]), "Colour")
    colour.connect("notify::selected", lambda it, _: said.set_text(f"colour {it.get_selected()}"))
    amount = named(Gtk.SpinButton.new_with_range(0, 100, 1), "Amount")
    # As narrow as in a row: the button that lowers the number is in its middle.
    amount.set_halign(Gtk.Align.START)
    amount.set_value(10)
    amount.connect("value-changed", lambda it: said.set_text(f"amount {it.get_value_as_int()}"))
    more = Gtk.Expander(label="More", child=Gtk.Label(label="details"))
    more.connect("notify::expanded", lambda it, _: said.set_text(f"expanded {it.get_expanded()}"))
    apply = Gtk.Button(label="Apply")
    apply.connect("clicked", lambda _: said.set_text("applied"))
    choices = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    choices.append(Gtk.CheckButton(label="Quickly"))
    choices.append(apply)
    options = Gtk.MenuButton(label="Options", popover=Gtk.Popover(child=choices))
    rows = named(Gtk.ListBox(), "Rows")
    for number in range(1, 101):
        rows.append(Gtk.Label(label=f"row {number}", xalign=0))
    rows.connect("row-selected", lambda _, row: said.set_text(f"chose {row.get_child().get_text()}"))
    scrolled = Gtk.ScrolledWindow(child=rows, overlay_scrolling=False, height_request=120)
    for widget in (size, colour, amount, options, more, scrolled, said):
        column.append(widget)
    window.set_child(column)


def start(application):
    window = Gtk.ApplicationWindow(application=application, title="GTK 4 controls")
    window.set_default_size(420, 640)
    fill(window)
    window.present()


application = Gtk.Application(application_id="test.controls")
application.connect("activate", start)
application.run([])
