"""A window with every usual control in GTK 4. It records what happens to it: `gtk4.py RECORD APPLICATION`."""

import sys
import gi

gi.require_version("Gtk", "4.0")
gi.require_version("Gdk", "4.0")
from gi.repository import Gdk, Gio, GLib, GObject, Gtk  # noqa: E402: the versions come first
from record import Record, on_main_thread  # noqa: E402

MENUS = (
    ("_File", ("_Save", "_Delete all", "_Print", "_Quit")),
    ("_Edit", ("_Cut it", "_Share it")),
)


class Gallery(Gtk.ApplicationWindow):
    def __init__(self, record, title, is_restless, **others):
        super().__init__(title=title, **others)
        self.record = record
        # The controls by their names, and the areas that belong to one.
        self.parts, self.areas = {}, {}
        self.set_default_size(880, 860)
        self.connect("close-request", lambda _: self.record("closed", "window") or True)
        self.group = Gio.SimpleActionGroup()
        self.insert_action_group("gallery", self.group)
        columns = Gtk.Box(spacing=8)
        left = self.column(self.buttons(), self.switches(), self.values(), self.fields(), self.more())
        right = self.column(self.tabs(), self.files(), self.folders(), self.bin())
        columns.append(left)
        columns.append(right)
        more = [self.restless()] if is_restless else []
        self.set_child(self.column(self.menu_bar(), self.tool_bar(), *more, columns))

    def restless(self):
        """What changes by itself: no action causes it."""
        clock, progress, notice = Gtk.Label(label="0"), Gtk.ProgressBar(), Gtk.Label(label="Saved", visible=False)
        self.ticks = 0

        def tick():
            self.ticks += 1
            clock.set_text(f"{self.ticks} s")
            progress.set_fraction(self.ticks % 20 / 20)
            notice.set_visible(self.ticks % 8 < 2)
            return True

        GLib.timeout_add(700, tick)
        return self.row(clock, progress, notice)

    def column(self, *parts):
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=4, hexpand=True)
        for part in parts:
            box.append(part)
        return box

    def row(self, *parts):
        box = Gtk.Box(spacing=4)
        for part in parts:
            box.append(part)
        return box

    def on(self, widget, signal, kind, control, value=lambda it: ""):
        if isinstance(widget, Gtk.Widget):
            self.parts.setdefault(control, widget)
        widget.connect(signal, lambda it, *_: self.record(kind, control, value(it)))
        return widget

    def named(self, widget, name):
        widget.update_property([Gtk.AccessibleProperty.LABEL], [name])
        return widget

    def button(self, name):
        return self.on(Gtk.Button(label=name), "clicked", "activated", name)

    def buttons(self):
        nameless = self.on(Gtk.Button(child=Gtk.Image(icon_name="document-open")), "clicked", "activated", "")
        send = self.button("Send")
        self.set_default_widget(send)
        ask = Gtk.Button(label="Ask…")
        ask.connect("clicked", self.ask)
        link = Gtk.LinkButton(uri="https://example.org/", label="Terms")
        link.connect("activate-link", lambda it: self.record("activated", "Terms") or True)
        first = self.row(send, self.button("Delete"), self.button("Pay"), self.button("Next"), nameless)
        return self.column(first, self.row(self.button("Close"), ask, link))

    def ask(self, *_):
        self.record("activated", "Ask…")
        dialog = Gtk.MessageDialog(
            transient_for=self, modal=True, message_type=Gtk.MessageType.QUESTION,
            buttons=Gtk.ButtonsType.OK_CANCEL, text="Delete the file?",
        )
        dialog.connect("response", self.answered)
        dialog.show()

    def answered(self, dialog, response):
        if response == Gtk.ResponseType.OK:
            self.record("activated", "OK")
        dialog.destroy()

    def switches(self):
        is_on = lambda it: it.get_active()
        small, large = Gtk.CheckButton(label="Small", active=True), Gtk.CheckButton(label="Large")
        large.set_group(small)
        agree = self.on(Gtk.CheckButton(label="Agree"), "toggled", "toggled", "Agree", is_on)
        bold = self.on(Gtk.ToggleButton(label="Bold"), "toggled", "toggled", "Bold", is_on)
        for radio, name in ((small, "Small"), (large, "Large")):
            self.on(radio, "toggled", "toggled", name, is_on)
        switch = self.named(Gtk.Switch(valign=Gtk.Align.CENTER), "Wireless")
        self.on(switch, "notify::active", "toggled", "Wireless", is_on)
        return self.row(agree, bold, small, large, switch)

    def values(self):
        drop = self.named(Gtk.DropDown.new_from_strings(["Red", "Green", "Blue"]), "Colour")
        self.on(drop, "notify::selected", "changed", "Colour", lambda it: it.get_selected())
        spinner = self.named(Gtk.SpinButton.new_with_range(0, 100, 1), "Amount")
        spinner.set_value(10)
        self.on(spinner, "value-changed", "changed", "Amount", lambda it: it.get_value())
        scale = self.named(Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 100, 1), "Volume")
        scale.set_value(50)
        scale.set_size_request(120, -1)
        self.on(scale, "value-changed", "changed", "Volume", lambda it: it.get_value())
        return self.row(drop, spinner, scale)

    def fields(self):
        name = self.named(Gtk.Entry(text="Ann", activates_default=True), "Name")
        password = self.named(Gtk.PasswordEntry(text="hidden"), "Password")
        for entry, control in ((name, "Name"), (password, "Password")):
            self.on(entry, "changed", "text", control, lambda it: it.get_text())
            self.on(entry, "activate", "submitted", control)
        note = self.named(Gtk.TextView(), "Note")
        note.get_buffer().set_text("\n".join(f"line {line}" for line in range(1, 30)))
        self.parts["Note"] = note
        self.on(note.get_buffer(), "changed", "text", "Note")
        return self.column(self.row(name, password), self.scrolled(note, "Note", 110))

    def scrolled(self, child, name, height):
        area = Gtk.ScrolledWindow(overlay_scrolling=False, child=child)
        area.set_size_request(-1, height)
        self.areas[name] = area.get_vadjustment()
        self.on(area.get_vadjustment(), "value-changed", "scrolled", name)
        return area

    def more(self):
        expander = Gtk.Expander(label="More", child=self.button("Refresh"))
        return self.on(expander, "notify::expanded", "expanded", "More", lambda it: it.get_expanded())

    def tabs(self):
        book = Gtk.Notebook()
        for name in ("First", "Second", "Third"):
            label, middle = Gtk.Label(label=name), Gtk.GestureClick(button=2)
            middle.connect("pressed", lambda *_, name=name: self.record("closed", name))
            label.add_controller(middle)
            book.append_page(Gtk.Label(label=f"the page {name}"), label)
        self.parts["tab"] = book
        book.connect("switch-page", lambda _, page, at: self.record("shown", "tab", at))
        return book

    def deletes(self, widget, control):
        keys = Gtk.EventControllerKey(propagation_phase=Gtk.PropagationPhase.CAPTURE)
        keys.connect("key-pressed", self.key_in_list, control)
        widget.add_controller(keys)
        return widget

    def key_in_list(self, _, key, code, state, control):
        if key == Gdk.KEY_Delete:
            self.record("deleted", control)
            return True
        return False

    def files(self):
        files = self.deletes(self.named(Gtk.ListBox(), "Files"), "Files")
        for number in range(1, 16):
            files.append(Gtk.Label(label=f"file {number}", xalign=0))
        files.connect("row-selected", lambda _, row: self.record("selected", "Files", row and row.get_index()))
        files.connect("row-activated", lambda _, row: self.record("activated", "Files", row.get_index()))
        self.parts["Files"] = files
        source = Gtk.DragSource()
        source.connect("prepare", lambda *_: Gdk.ContentProvider.new_for_value("Files"))
        files.add_controller(source)
        return self.scrolled(files, "Files", 130)

    def folders(self):
        store = Gtk.TreeStore(str)
        for name in ("Work", "Home"):
            parent = store.append(None, [name])
            for child in ("letters", "pictures"):
                store.append(parent, [f"{name} {child}"])
        view = self.deletes(self.named(Gtk.TreeView(model=store), "Folders"), "Folders")
        self.parts["Folders"] = view
        cell = Gtk.CellRendererText(editable=True)
        cell.connect("edited", lambda _, path, text: self.record("text", "Folders", text))
        view.append_column(Gtk.TreeViewColumn("Folder", cell, text=0))
        view.connect("row-activated", lambda _, path, column: self.record("activated", "Folders", path))
        view.connect("row-expanded", lambda _, it, path: self.record("expanded", "Folders", path))
        view.connect("row-collapsed", lambda _, it, path: self.record("expanded", "Folders", path))
        self.on(view.get_selection(), "changed", "selected", "Folders")
        return self.scrolled(view, "Folders", 150)

    def bin(self):
        label, target = Gtk.Label(label="Trash"), Gtk.DropTarget.new(GObject.TYPE_STRING, Gdk.DragAction.COPY)
        target.connect("drop", lambda *_: self.record("dropped", "Trash") or True)
        label.add_controller(target)
        return label

    def menu_bar(self):
        model = Gio.Menu()
        for title, names in MENUS:
            menu = Gio.Menu()
            for name in names:
                word = name.replace("_", "")
                action = Gio.SimpleAction.new(word.lower().replace(" ", "-"), None)
                action.connect("activate", lambda *_, word=word: self.record("activated", word))
                self.group.add_action(action)
                menu.append(name, f"gallery.{action.get_name()}")
            model.append_submenu(title, menu)
        self.bar = Gtk.PopoverMenuBar.new_from_model(model)
        return self.bar

    def tool_bar(self):
        return self.row(self.button("Run"), self.button("Reload"))


    def state(self):
        """The state of the whole window, from its widgets."""
        controls = {name: self.properties(it) for name, it in self.parts.items()}
        for name, adjustment in self.areas.items():
            controls.setdefault(name, {})["scroll"] = round(adjustment.get_value())
        popovers = [it for it in self.inside(self) if isinstance(it, Gtk.Popover) and it.get_mapped()]
        controls["popovers"] = {"open": [type(it).__name__ for it in popovers]}
        focus = self.get_focus()
        if isinstance(focus, Gtk.Text) and isinstance(focus.get_parent().get_parent(), Gtk.TreeView):
            controls["the cell in which text is written"] = self.properties(focus)
        part = type(focus).__name__ if focus else ""
        return {"focus": self.owner(focus) if focus else "", "focused_part": part, "controls": controls}

    def inside(self, widget):
        child = widget.get_first_child()
        while child:
            yield child
            yield from self.inside(child)
            child = child.get_next_sibling()

    def name_of(self, widget):
        return next((name for name, it in self.parts.items() if it is widget), None)

    def owner(self, widget):
        """The name of the control that a widget belongs to, or what kind of widget it is."""
        part = widget
        while part and self.name_of(part) is None:
            part = part.get_parent()
        return self.name_of(part) if part else f"a {type(widget).__name__}"

    def properties(self, it):
        found = {"shown": it.get_mapped(), "enabled": it.is_sensitive()}
        if isinstance(it, Gtk.Editable):
            found["text"] = it.get_text()
            found["caret"] = sorted(it.get_property(name) for name in ("cursor-position", "selection-bound"))
        if isinstance(it, Gtk.TextView):
            buffer = it.get_buffer()
            found["text"] = buffer.get_text(*buffer.get_bounds(), True)
            marks = (buffer.get_insert(), buffer.get_selection_bound())
            found["caret"] = sorted(buffer.get_iter_at_mark(mark).get_offset() for mark in marks)
        if isinstance(it, (Gtk.SpinButton, Gtk.Scale)):
            found["number"] = it.get_value()
        if isinstance(it, (Gtk.ToggleButton, Gtk.CheckButton, Gtk.Switch)):
            found["checked"] = it.get_active()
        if isinstance(it, Gtk.DropDown):
            found["choice"] = it.get_selected_item().get_string()
        if isinstance(it, Gtk.ListBox):
            found["selected"] = [row.get_child().get_text() for row in it.get_selected_rows()]
        if isinstance(it, Gtk.TreeView):
            found.update(self.rows(it))
        if isinstance(it, Gtk.Notebook):
            found["page"] = it.get_current_page()
        if isinstance(it, Gtk.Expander):
            found["expanded"] = it.get_expanded()
        return found

    def rows(self, view):
        model, paths = view.get_selection().get_selected_rows()
        all_rows, open_rows = [], []

        def visit(model, path, at):
            all_rows.append(list(model[at]))
            if view.row_expanded(path):
                open_rows.append(model[at][0])

        model.foreach(visit)
        cursor = view.get_cursor()[0]
        return {
            "rows": all_rows, "expanded rows": open_rows, "selected": [model[path][0] for path in paths],
            "cursor": cursor and cursor.to_string(),
        }


def main():
    path, title, *more = sys.argv[1:]
    GLib.set_prgname(title)
    application = Gtk.Application(flags=Gio.ApplicationFlags.NON_UNIQUE)
    record = Record(path, title)

    def start(it):
        gallery = Gallery(record, title, "restless" in more, application=it)
        record.answer(on_main_thread(lambda run: GLib.idle_add(run, priority=GLib.PRIORITY_LOW), gallery.state))
        gallery.present()

    application.connect("activate", start)
    application.set_accels_for_action("gallery.quit", ["<Control>q"])
    application.run([])


main()
