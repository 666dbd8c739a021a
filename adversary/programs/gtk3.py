"""A window with every usual control in GTK 3. It records what happens to it: `gtk3.py RECORD APPLICATION`."""

import sys
import gi

gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402: the versions come first
from record import Record, on_main_thread  # noqa: E402

TEXT = Gtk.TargetEntry.new("text/plain", 0, 0)


class Gallery(Gtk.Window):
    def __init__(self, record, application, is_restless):
        super().__init__(title=application)
        self.record = record
        # The controls by their names, and the texts and areas that belong to one.
        self.parts, self.areas, self.menus, self.bar = {}, {}, {}, None
        self.set_default_size(880, 860)
        self.connect("delete-event", self.closed)
        columns = Gtk.Box(spacing=8)
        left = self.column(self.buttons(), self.switches(), self.values(), self.fields(), self.more())
        right = self.column(self.tabs(), self.files(), self.folders(), self.table(), self.bin())
        columns.pack_start(left, True, True, 0)
        columns.pack_start(right, True, True, 0)
        more = [self.restless()] if is_restless else []
        self.add(self.column(self.menu_bar(), self.tool_bar(), *more, columns))

    def restless(self):
        """What changes by itself: no action causes it."""
        clock, progress, notice = Gtk.Label(label="0"), Gtk.ProgressBar(), Gtk.Label(label="Saved", no_show_all=True)
        self.ticks = 0

        def tick():
            self.ticks += 1
            clock.set_text(f"{self.ticks} s")
            progress.set_fraction(self.ticks % 20 / 20)
            notice.set_visible(self.ticks % 8 < 2)
            return True

        GLib.timeout_add(700, tick)
        return self.row(clock, progress, notice)

    def closed(self, *_):
        self.record("closed", "window")
        return True

    def column(self, *parts):
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=4)
        for part in parts:
            box.pack_start(part, False, False, 0)
        return box

    def row(self, *parts):
        box = Gtk.Box(spacing=4)
        for part in parts:
            box.pack_start(part, False, False, 0)
        return box

    def on(self, widget, signal, kind, control, value=lambda it: ""):
        if isinstance(widget, Gtk.Widget):
            self.parts.setdefault(control, widget)
        widget.connect(signal, lambda it, *_: self.record(kind, control, value(it)))
        return widget

    def named(self, widget, name):
        widget.get_accessible().set_name(name)
        return widget

    def button(self, name):
        return self.on(Gtk.Button(label=name), "clicked", "activated", name)

    def buttons(self):
        image = Gtk.Image.new_from_icon_name("starred", Gtk.IconSize.BUTTON)
        nameless = self.on(Gtk.Button(image=image), "clicked", "activated", "")
        send = self.button("Send")
        send.set_can_default(True)
        self.set_default(send)
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
        small = Gtk.RadioButton.new_with_label(None, "Small")
        large = Gtk.RadioButton.new_with_label_from_widget(small, "Large")
        agree = self.on(Gtk.CheckButton(label="Agree"), "toggled", "toggled", "Agree", is_on)
        bold = self.on(Gtk.ToggleButton(label="Bold"), "toggled", "toggled", "Bold", is_on)
        for radio, name in ((small, "Small"), (large, "Large")):
            self.on(radio, "toggled", "toggled", name, is_on)
        switch = self.named(Gtk.Switch(), "Wireless")
        self.on(switch, "notify::active", "toggled", "Wireless", is_on)
        return self.row(agree, bold, small, large, switch)

    def values(self):
        combo = self.named(Gtk.ComboBoxText(), "Colour")
        for name in ("Red", "Green", "Blue"):
            combo.append_text(name)
        combo.set_active(0)
        self.on(combo, "changed", "changed", "Colour", lambda it: it.get_active_text())
        spinner = self.named(Gtk.SpinButton.new_with_range(0, 100, 1), "Amount")
        spinner.set_value(10)
        self.on(spinner, "value-changed", "changed", "Amount", lambda it: it.get_value())
        scale = self.named(Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 100, 1), "Volume")
        scale.set_value(50)
        scale.set_size_request(120, -1)
        self.on(scale, "value-changed", "changed", "Volume", lambda it: it.get_value())
        return self.row(combo, spinner, scale)

    def fields(self):
        name = self.named(Gtk.Entry(text="Ann", activates_default=True), "Name")
        password = self.named(Gtk.Entry(text="hidden", visibility=False), "Password")
        password.set_input_purpose(Gtk.InputPurpose.PASSWORD)
        for entry, control in ((name, "Name"), (password, "Password")):
            self.on(entry, "changed", "text", control, lambda it: it.get_text())
            self.on(entry, "activate", "submitted", control)
        note = self.named(Gtk.TextView(), "Note")
        note.get_buffer().set_text("\n".join(f"line {line}" for line in range(1, 30)))
        self.parts["Note"] = note
        self.on(note.get_buffer(), "changed", "text", "Note")
        return self.column(self.row(name, password), self.scrolled(note, "Note", 110))

    def scrolled(self, child, name, height):
        area = Gtk.ScrolledWindow(overlay_scrolling=False)
        area.set_size_request(-1, height)
        area.add(child)
        self.areas[name] = area.get_vadjustment()
        self.on(area.get_vadjustment(), "value-changed", "scrolled", name)
        return area

    def more(self):
        expander = Gtk.Expander(label="More")
        expander.add(self.button("Refresh"))
        return self.on(expander, "notify::expanded", "expanded", "More", lambda it: it.get_expanded())

    def tabs(self):
        book = Gtk.Notebook()
        for name in ("First", "Second", "Third"):
            label = Gtk.EventBox()
            label.add(Gtk.Label(label=name))
            label.connect("button-press-event", self.tab_pressed, name)
            label.show_all()
            book.append_page(Gtk.Label(label=f"the page {name}"), label)
        self.parts["tab"] = book
        book.connect("switch-page", lambda _, page, at: self.record("shown", "tab", at))
        return book

    def tab_pressed(self, _, event, name):
        if event.button == 2:
            self.record("closed", name)
            return True
        return False

    def files(self):
        files = self.named(Gtk.ListBox(), "Files")
        for number in range(1, 16):
            files.add(Gtk.Label(label=f"file {number}", xalign=0))
        files.connect("row-selected", lambda _, row: self.record("selected", "Files", row and row.get_index()))
        files.connect("row-activated", lambda _, row: self.record("activated", "Files", row.get_index()))
        files.connect("key-press-event", self.key_in_list, "Files")
        self.parts["Files"] = files
        return self.scrolled(files, "Files", 110)

    def key_in_list(self, _, event, control):
        if event.keyval == Gdk.KEY_Delete:
            self.record("deleted", control)
            return True
        return False

    def folders(self):
        store = Gtk.TreeStore(str)
        for name in ("Work", "Home"):
            parent = store.append(None, [name])
            for child in ("letters", "pictures"):
                store.append(parent, [f"{name} {child}"])
        return self.tree(store, "Folders", ("Folder",))

    def table(self):
        store = Gtk.ListStore(str, str)
        for row in range(1, 12):
            store.append([f"name {row}", str(row)])
        return self.tree(store, "Table", ("Person", "Points"))

    def tree(self, store, control, titles):
        view = self.named(Gtk.TreeView(model=store), control)
        for at, title in enumerate(titles):
            cell = Gtk.CellRendererText(editable=at == 1)
            cell.connect("edited", lambda _, path, text: self.record("text", control, text))
            view.append_column(Gtk.TreeViewColumn(title, cell, text=at))
        view.get_column(0).set_clickable(True)
        view.get_column(0).connect("clicked", lambda it: self.record("activated", control, "header"))
        view.connect("row-activated", lambda _, path, column: self.record("activated", control, path))
        view.connect("row-expanded", lambda _, it, path: self.record("expanded", control, path))
        view.connect("row-collapsed", lambda _, it, path: self.record("expanded", control, path))
        view.connect("key-press-event", self.key_in_list, control)
        self.parts[control] = view
        self.on(view.get_selection(), "changed", "selected", control)
        view.enable_model_drag_source(Gdk.ModifierType.BUTTON1_MASK, [TEXT], Gdk.DragAction.COPY)
        view.connect("drag-data-get", lambda _, c, data, i, t: data.set_text(control, -1))
        return self.scrolled(view, control, 110)

    def bin(self):
        box = Gtk.EventBox()
        box.add(Gtk.Label(label="Trash"))
        box.drag_dest_set(Gtk.DestDefaults.ALL, [TEXT], Gdk.DragAction.COPY)
        box.connect("drag-data-received", lambda *_: self.record("dropped", "Trash"))
        return box

    def item(self, name, key=None):
        item = self.on(Gtk.MenuItem(label=name, use_underline=True), "activate", "activated", name.replace("_", ""))
        if key:
            item.add_accelerator("activate", self.keys, key, Gdk.ModifierType.CONTROL_MASK, Gtk.AccelFlags.VISIBLE)
        return item

    def menu_bar(self):
        self.keys = Gtk.AccelGroup()
        self.add_accel_group(self.keys)
        self.bar = bar = Gtk.MenuBar()
        for title, items in (("_File", ("_Save", "_Delete all", "_Print")), ("_Edit", ("_Cut it", "_Share it"))):
            menu = Gtk.Menu()
            for name in items:
                menu.append(self.item(name))
            if title == "_File":
                menu.append(self.item("_Quit", Gdk.KEY_q))
            menu.connect("show", lambda _, name: self.record("opened", name), title.replace("_", ""))
            self.menus[title.replace("_", "")] = menu
            top = Gtk.MenuItem(label=title, use_underline=True)
            top.set_submenu(menu)
            bar.append(top)
        return bar

    def tool_bar(self):
        bar = Gtk.Toolbar()
        for name in ("Run", "Reload"):
            bar.insert(self.on(Gtk.ToolButton(label=name), "clicked", "activated", name), -1)
        return bar


    def state(self):
        """The state of the whole window, from its widgets."""
        controls = {name: self.properties(it) for name, it in self.parts.items()}
        for name, adjustment in self.areas.items():
            controls.setdefault(name, {})["scroll"] = round(adjustment.get_value())
        for name, menu in self.menus.items():
            item = menu.get_selected_item()
            controls[name] = {"open": menu.get_mapped(), "chosen": item.get_label() if item else ""}
        top = self.bar.get_selected_item()
        controls["menu bar"] = {"chosen": top.get_label() if top else ""}
        focus = self.get_focus()
        if isinstance(focus, Gtk.Entry) and self.owner(focus) != self.name_of(focus):
            controls["the cell in which text is written"] = self.properties(focus)
        # A tree has a window of its own for the text that it searches.
        for window in Gtk.Window.list_toplevels():
            if window.get_window_type() == Gtk.WindowType.POPUP and window.get_mapped():
                for entry in entries_in(window):
                    controls["the text that is searched"] = self.properties(entry)
        part = type(focus).__name__ if focus else ""
        return {"focus": self.owner(focus) if focus else "", "focused_part": part, "controls": controls}

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
        if isinstance(it, Gtk.Entry):
            found["text"] = it.get_text()
            found["caret"] = sorted(it.get_property(name) for name in ("cursor-position", "selection-bound"))
        if isinstance(it, Gtk.TextView):
            buffer = it.get_buffer()
            found["text"] = buffer.get_text(*buffer.get_bounds(), True)
            marks = (buffer.get_insert(), buffer.get_selection_bound())
            found["caret"] = sorted(buffer.get_iter_at_mark(mark).get_offset() for mark in marks)
        if isinstance(it, (Gtk.SpinButton, Gtk.Scale)):
            found["number"] = it.get_value()
        if isinstance(it, (Gtk.ToggleButton, Gtk.Switch)):
            found["checked"] = it.get_active()
        if isinstance(it, Gtk.ComboBoxText):
            found.update(choice=it.get_active_text(), open=it.get_property("popup-shown"))
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
        widths = [column.get_width() for column in view.get_columns()]
        return {
            "rows": all_rows, "expanded rows": open_rows, "selected": [model[path][0] for path in paths],
            "cursor": cursor and cursor.to_string(), "widths": widths,
        }


def entries_in(widget):
    """The text fields in a widget."""
    if isinstance(widget, Gtk.Entry):
        return [widget]
    parts = widget.get_children() if isinstance(widget, Gtk.Container) else []
    return [entry for part in parts for entry in entries_in(part)]


def main():
    path, application, *more = sys.argv[1:]
    GLib.set_prgname(application)
    Gdk.set_program_class(application)
    record = Record(path, application)
    gallery = Gallery(record, application, "restless" in more)
    record.answer(on_main_thread(lambda run: GLib.idle_add(run, priority=GLib.PRIORITY_LOW), gallery.state))
    gallery.show_all()
    Gtk.main()


main()
