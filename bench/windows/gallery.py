"""A window with every usual control, many times: four pages of a notebook under a menu bar, 1,500 nodes and more."""

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402: the version comes first

ROWS = 24
COLUMNS = 13
PAGES = ("Sales", "Stock", "Staff", "Stores")
MENUS = ("File", "Edit", "View", "Tools", "Help")


def combo_box(name):
    box = Gtk.ComboBoxText()
    for choice in ("low", "middle", "high"):
        box.append_text(choice)
    box.set_active(len(name) % 3)
    return box


def progress_bar(name):
    return Gtk.ProgressBar(fraction=len(name) / 20, text=name, show_text=True)


def spin_button(name):
    return Gtk.SpinButton(adjustment=Gtk.Adjustment(value=len(name), upper=100, step_increment=1))


KINDS = (
    lambda name: Gtk.Label(label=name),
    lambda name: Gtk.Button(label=name),
    lambda name: Gtk.Entry(text=name, width_chars=8),
    lambda name: Gtk.CheckButton(label=name),
    lambda name: Gtk.ToggleButton(label=name),
    spin_button,
    lambda name: Gtk.RadioButton(label=name),
    lambda name: Gtk.LinkButton(uri="file:///", label=name),
    combo_box,
    lambda name: Gtk.Switch(halign=Gtk.Align.CENTER),
    lambda name: Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 100, 1),
    progress_bar,
    lambda name: Gtk.Button.new_from_icon_name("document-open", Gtk.IconSize.MENU),
)


def page(title):
    grid = Gtk.Grid(column_spacing=4, row_spacing=2)
    for row in range(ROWS):
        for column in range(COLUMNS):
            grid.attach(KINDS[column % len(KINDS)](f"{title} {row}.{column}"), column, row, 1, 1)
    return grid


def menu_bar():
    bar = Gtk.MenuBar()
    for name in MENUS:
        menu = Gtk.Menu()
        for index in range(12):
            menu.append(Gtk.MenuItem(label=f"{name} {index}"))
        item = Gtk.MenuItem(label=name)
        item.set_submenu(menu)
        bar.append(item)
    return bar


def main():
    notebook = Gtk.Notebook()
    for title in PAGES:
        notebook.append_page(page(title), Gtk.Label(label=title))
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    box.pack_start(menu_bar(), False, False, 0)
    box.pack_start(notebook, True, True, 0)
    window = Gtk.Window(title="Gallery")
    window.connect("destroy", Gtk.main_quit)
    window.add(box)
    window.maximize()
    window.show_all()
    Gtk.main()


main()
