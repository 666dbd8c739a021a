"""A window with every usual control in Qt 5 or 6. It records what happens to it: `qt.py RECORD APPLICATION PyQt5`."""

import importlib
import sys
from record import Record, on_main_thread

BINDING = sys.argv[3]
core, gui, widgets = (importlib.import_module(f"{BINDING}.Qt{part}") for part in ("Core", "Gui", "Widgets"))
Qt = core.Qt
Action = gui.QAction if hasattr(gui, "QAction") else widgets.QAction


class Files(widgets.QListWidget):
    def keyPressEvent(self, event):
        if event.key() == Qt.Key.Key_Delete:
            self.window().record("deleted", "Files")
        else:
            super().keyPressEvent(event)


class Bin(widgets.QLabel):
    def __init__(self):
        super().__init__("Trash")
        self.setAcceptDrops(True)

    def dragEnterEvent(self, event):
        event.acceptProposedAction()

    def dropEvent(self, event):
        self.window().record("dropped", "Trash")
        event.acceptProposedAction()


class Gallery(widgets.QMainWindow):
    def __init__(self, record, title, is_restless):
        super().__init__()
        self.record = record
        self.setWindowTitle(title)
        body = widgets.QWidget()
        columns = widgets.QHBoxLayout(body)
        columns.addLayout(self.column(self.buttons(), self.switches(), self.values(), self.fields(), self.note()))
        columns.addLayout(self.column(self.tabs(), self.files(), self.folders(), self.table(), Bin()))
        self.menus()
        self.tools()
        if is_restless:
            self.restless()
        self.setCentralWidget(body)
        self.resize(880, 800)

    def restless(self):
        """What changes by itself: no action causes it."""
        bar, self.ticks = self.addToolBar("By itself"), 0
        clock, progress = widgets.QLabel("0"), widgets.QProgressBar(maximum=20)
        for it in (clock, progress):
            bar.addWidget(it)
        notice = bar.addWidget(widgets.QLabel("Saved"))
        self.timer = core.QTimer(self)

        def tick():
            self.ticks += 1
            clock.setText(f"{self.ticks} s")
            progress.setValue(self.ticks % 20)
            notice.setVisible(self.ticks % 8 < 2)

        self.timer.timeout.connect(tick)
        self.timer.start(700)

    def closeEvent(self, event):
        self.record("closed", "window")
        event.ignore()

    def column(self, *parts):
        box = widgets.QVBoxLayout()
        for part in parts:
            box.addWidget(part)
        return box

    def row(self, *parts):
        holder = widgets.QWidget()
        box = widgets.QHBoxLayout(holder)
        box.setContentsMargins(0, 0, 0, 0)
        for part in parts:
            box.addWidget(part)
        return holder

    def on(self, signal, kind, control):
        signal.connect(lambda *values: self.record(kind, control, values[0] if values else ""))

    def named(self, widget, name):
        widget.setAccessibleName(name)
        return widget

    def button(self, name):
        button = widgets.QPushButton(name)
        self.on(button.clicked, "activated", name)
        return button

    def buttons(self):
        nameless = self.button("")
        nameless.setIcon(self.style().standardIcon(widgets.QStyle.StandardPixmap.SP_DirOpenIcon))
        ask = widgets.QPushButton("Ask…")
        ask.clicked.connect(self.ask)
        link = widgets.QLabel('<a href="x">Terms</a>')
        self.on(link.linkActivated, "activated", "Terms")
        names = [self.button(name) for name in ("Send", "Delete", "Pay", "Next", "Close")]
        return self.row(*names, nameless, ask, link)

    def ask(self):
        self.record("activated", "Ask…")
        box = widgets.QMessageBox(self)
        box.setText("Delete the file?")
        kind = widgets.QMessageBox.StandardButton
        box.setStandardButtons(kind.Ok | kind.Cancel)
        self.on(box.button(kind.Ok).clicked, "activated", "OK")
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()

    def switches(self):
        agree, bold = widgets.QCheckBox("Agree"), widgets.QPushButton("Bold", checkable=True)
        small, large = widgets.QRadioButton("Small", checked=True), widgets.QRadioButton("Large")
        for widget in (agree, bold, small, large):
            self.on(widget.toggled, "toggled", widget.text())
        return self.row(agree, bold, small, large)

    def values(self):
        combo, spinner = self.named(widgets.QComboBox(), "Colour"), self.named(widgets.QSpinBox(), "Amount")
        slider = self.named(widgets.QSlider(Qt.Orientation.Horizontal, maximum=100, value=50), "Volume")
        combo.addItems(["Red", "Green", "Blue"])
        spinner.setValue(10)
        self.on(combo.currentTextChanged, "changed", "Colour")
        self.on(spinner.valueChanged, "changed", "Amount")
        self.on(slider.valueChanged, "changed", "Volume")
        return self.row(combo, spinner, slider)

    def fields(self):
        name = self.named(widgets.QLineEdit("Ann"), "Name")
        password = self.named(widgets.QLineEdit("hidden"), "Password")
        password.setEchoMode(widgets.QLineEdit.EchoMode.Password)
        for field, control in ((name, "Name"), (password, "Password")):
            self.on(field.textChanged, "text", control)
            self.on(field.returnPressed, "submitted", control)
        return self.row(name, password)

    def note(self):
        note = self.named(widgets.QPlainTextEdit("\n".join(f"line {line}" for line in range(1, 60))), "Note")
        self.on(note.textChanged, "text", "Note")
        self.on(note.verticalScrollBar().valueChanged, "scrolled", "Note")
        return note

    def tabs(self):
        tabs = widgets.QTabWidget(tabsClosable=True)
        for name in ("First", "Second", "Third"):
            tabs.addTab(widgets.QLabel(f"the page {name}"), name)
        self.on(tabs.currentChanged, "shown", "tab")
        self.on(tabs.tabCloseRequested, "closed", "tab")
        return tabs

    def files(self):
        files = self.named(Files(dragEnabled=True), "Files")
        files.addItems([f"file {number}" for number in range(1, 40)])
        self.on(files.currentRowChanged, "selected", "Files")
        self.on(files.itemSelectionChanged, "selected", "Files")
        self.on(files.itemActivated, "activated", "Files")
        self.on(files.itemDoubleClicked, "activated", "Files")
        self.on(files.verticalScrollBar().valueChanged, "scrolled", "Files")
        return files

    def folders(self):
        tree = self.named(widgets.QTreeWidget(), "Folders")
        tree.setHeaderLabels(["Folder"])
        for name in ("Work", "Home"):
            parent = widgets.QTreeWidgetItem(tree, [name])
            for child in ("letters", "pictures"):
                widgets.QTreeWidgetItem(parent, [f"{name} {child}"])
        tree.itemExpanded.connect(lambda it: self.record("expanded", "Folders", it.text(0)))
        tree.itemCollapsed.connect(lambda it: self.record("expanded", "Folders", it.text(0)))
        tree.itemActivated.connect(lambda it: self.record("activated", "Folders", it.text(0)))
        self.on(tree.itemSelectionChanged, "selected", "Folders")
        return tree

    def table(self):
        table = self.named(widgets.QTableWidget(8, 2), "Table")
        table.setHorizontalHeaderLabels(["Person", "Points"])
        for row in range(8):
            for column in range(2):
                table.setItem(row, column, widgets.QTableWidgetItem(f"{row + 1}.{column + 1}"))
        table.itemChanged.connect(lambda it: self.record("text", "Table", it.text()))
        self.on(table.itemSelectionChanged, "selected", "Table")
        self.on(table.verticalScrollBar().valueChanged, "scrolled", "Table")
        return table

    def menus(self):
        for title, names in (("&File", ("&Save", "&Delete all", "&Print", "&Quit")), ("&Edit", ("&Cut it", "&Share it"))):
            menu = self.menuBar().addMenu(title)
            self.on(menu.aboutToShow, "opened", title.replace("&", ""))
            for name in names:
                action = Action(name, self)
                self.on(action.triggered, "activated", name.replace("&", ""))
                menu.addAction(action)
                if name == "&Quit":
                    action.setShortcut("Ctrl+Q")

    def tools(self):
        bar = self.addToolBar("Tools")
        for name in ("Run", "Reload"):
            action = Action(name, self)
            self.on(action.triggered, "activated", name)
            bar.addAction(action)


    def state(self):
        """The state of the whole window, from its widgets."""
        named = [(name_of(it), it) for it in self.findChildren(widgets.QWidget)]
        controls = {name: properties(it) for name, it in named if name is not None}
        for menu in self.findChildren(widgets.QMenu):
            if menu.title():
                controls[menu.title().replace("&", "")] = {"open": menu.isVisible()}
        active = self.menuBar().activeAction()
        controls["menu bar"] = {"chosen": active.text() if active else ""}
        popup, modal = app.activePopupWidget(), app.activeModalWidget()
        controls["popups"] = {"open": [type(it).__name__ for it in (popup, modal) if it]}
        focus = app.focusWidget()
        if isinstance(focus, widgets.QLineEdit) and isinstance(focus.parentWidget().parentWidget(), widgets.QAbstractItemView):
            controls["the cell in which text is written"] = properties(focus)
        while focus and name_of(focus) is None:
            focus = focus.parentWidget()
        return {"focus": name_of(focus) if focus else "", "controls": controls}


def name_of(widget):
    name = widget.accessibleName()
    if not name and isinstance(widget, widgets.QAbstractButton) and not isinstance(widget, widgets.QToolButton):
        name = widget.text()
    if isinstance(widget, widgets.QTabBar):
        name = "tab"
    return name or None


def properties(it):
    found = {"shown": it.isVisible(), "enabled": it.isEnabled()}
    if isinstance(it, widgets.QLineEdit):
        begin, text = it.selectionStart(), it.selectedText()
        found["text"] = it.text()
        found["caret"] = [begin, begin + len(text)] if text else [it.cursorPosition()] * 2
    if isinstance(it, widgets.QPlainTextEdit):
        cursor = it.textCursor()
        found.update(text=it.toPlainText(), caret=sorted((cursor.position(), cursor.anchor())))
    if isinstance(it, widgets.QSpinBox):
        found.update(number=it.value(), text=it.text())
    if isinstance(it, widgets.QSlider):
        found["number"] = it.value()
    if isinstance(it, widgets.QAbstractButton) and it.isCheckable():
        found["checked"] = it.isChecked()
    if isinstance(it, widgets.QComboBox):
        found.update(choice=it.currentText(), open=it.view().isVisible(), marked=it.view().currentIndex().row())
    if isinstance(it, widgets.QTabBar):
        found.update(page=it.currentIndex(), tabs=it.count())
    if isinstance(it, widgets.QListWidget):
        found.update(selected=[row.text() for row in it.selectedItems()], cursor=it.currentRow())
    if isinstance(it, widgets.QTreeWidget):
        rows = [it.topLevelItem(at) for at in range(it.topLevelItemCount())]
        current = it.currentItem()
        found["selected"] = [row.text(0) for row in it.selectedItems()]
        found["expanded rows"] = [row.text(0) for row in rows if row.isExpanded()]
        found["cursor"] = current.text(0) if current else ""
    if isinstance(it, widgets.QTableWidget):
        cells = [(row, column) for row in range(it.rowCount()) for column in range(it.columnCount())]
        found["rows"] = [it.item(*cell).text() for cell in cells]
        found["selected"] = [cell.text() for cell in it.selectedItems()]
        found["cursor"] = [it.currentRow(), it.currentColumn()]
        found["widths"] = [it.columnWidth(column) for column in range(it.columnCount())]
    if isinstance(it, widgets.QAbstractScrollArea):
        found["scroll"] = [it.verticalScrollBar().value(), it.horizontalScrollBar().value()]
    return found


class Asker(core.QObject):
    """Runs on the main thread what another thread asks for, after the input that came before."""

    asked = core.pyqtSignal(object)

    def __init__(self):
        super().__init__()
        self.asked.connect(self.run, Qt.ConnectionType.QueuedConnection)

    def run(self, call):
        core.QTimer.singleShot(0, call)


path, title = sys.argv[1:3]
app = widgets.QApplication([title])
app.setApplicationName(title)
record = Record(path, title)
gallery = Gallery(record, title, "restless" in sys.argv)
asker = Asker()
record.answer(on_main_thread(asker.asked.emit, gallery.state))
gallery.show()
sys.exit(app.exec())
