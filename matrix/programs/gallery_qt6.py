"""A window with one control of each kind, made with Qt 6. Its last line shows what was done to it."""

import sys
from PyQt6.QtCore import Qt
from PyQt6.QtGui import QAction
from PyQt6.QtWidgets import (
    QApplication, QCheckBox, QComboBox, QFileDialog, QFormLayout, QLabel, QLineEdit, QListWidget, QMainWindow,
    QPlainTextEdit, QPushButton, QSlider, QTabWidget, QWidget,
)


class Gallery(QMainWindow):
    def __init__(self, home):
        super().__init__()
        self.home = home
        self.presses = 0
        self.setWindowTitle("Qt Gallery")
        self.said = QLabel("ready")
        menu = self.menuBar().addMenu("File")
        for name, act in (("Mark", lambda: self.said.setText("marked")), ("Open…", self.open)):
            action = QAction(name, self)
            action.triggered.connect(act)
            menu.addAction(action)
        self.setCentralWidget(self.form())
        self.resize(560, 640)

    def form(self):
        press, check, name = QPushButton("Press"), QCheckBox("Agree"), QLineEdit()
        colour, volume, items = QComboBox(), QSlider(Qt.Orientation.Horizontal), QListWidget()
        tabs, notes = QTabWidget(), QPlainTextEdit()
        colour.addItems(["Red", "Green", "Blue"])
        items.addItems([f"item {number}" for number in range(1, 201)])
        volume.setMaximum(100)
        for widget, words in ((name, "Name"), (colour, "Colour"), (volume, "Volume"), (notes, "Notes")):
            widget.setAccessibleName(words)
        tabs.addTab(notes, "First")
        tabs.addTab(QLabel("the second page"), "Second")
        press.clicked.connect(self.press)
        name.textChanged.connect(lambda text: self.said.setText(f"typed {text}"))
        colour.currentTextChanged.connect(lambda text: self.said.setText(f"chosen {text}"))
        volume.valueChanged.connect(lambda value: self.said.setText(f"volume {value}"))
        body = QWidget()
        form = QFormLayout(body)
        for widget in (press, check, name, colour, volume, items, tabs, self.said):
            form.addRow(widget)
        return body

    def press(self):
        self.presses += 1
        self.said.setText(f"pressed {self.presses}")

    def open(self):
        options = QFileDialog.Option.DontUseNativeDialog
        path, _ = QFileDialog.getOpenFileName(self, "Open a file", self.home, options=options)
        if path:
            self.said.setText(f"opened {path.rsplit('/', 1)[-1]}")


app = QApplication(sys.argv)
gallery = Gallery(sys.argv[1])
gallery.show()
sys.exit(app.exec())
