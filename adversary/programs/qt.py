"""A window with every usual control in Qt 5 or 6. It records what happens to it: `qt.py RECORD APPLICATION PyQt5`."""

import importlib
import sys
from record import Record

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
    def __init__(self, record, title):
        super().__init__()
        self.record = record
        self.setWindowTitle(title)
        body = widgets.QWidget()
        columns = widgets.QHBoxLayout(body)
        columns.addLayout(self.column(self.buttons(), self.switches(), self.values(), self.fields(), self.note()))
        columns.addLayout(self.column(self.tabs(), self.files(), self.folders(), self.table(), Bin()))
        self.menus()
        self.tools()
        self.setCentralWidget(body)
        self.resize(880, 800)

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


path, title = sys.argv[1:3]
app = widgets.QApplication([title])
app.setApplicationName(title)
gallery = Gallery(Record(path, title), title)
gallery.show()
sys.exit(app.exec())
