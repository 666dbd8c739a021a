"""A Qt 6 window with a menu, a combo box, a spin button, a tree and a long list. Its last line says what was done to them."""

import sys
from PyQt6 import QtWidgets as widgets

application = widgets.QApplication(sys.argv)
window, said = widgets.QMainWindow(), widgets.QLabel("ready")
menu = window.menuBar().addMenu("File")
menu.addAction("Mark").triggered.connect(lambda: said.setText("marked"))
menu.addMenu("More").addAction("Stamp").triggered.connect(lambda: said.setText("stamped"))
colour, amount = widgets.QComboBox(), widgets.QSpinBox()
colour.addItems(["Red", "Green", "Blue"])
colour.currentTextChanged.connect(lambda text: said.setText(f"chose {text}"))
amount.setValue(10)
amount.valueChanged.connect(lambda number: said.setText(f"amount {number}"))
folders, rows = widgets.QTreeWidget(), widgets.QListWidget()
folders.setHeaderHidden(True)
for name in ("Work", "Home"):
    folder = widgets.QTreeWidgetItem(folders, [name])
    widgets.QTreeWidgetItem(folder, [f"{name} letters"])
folders.itemExpanded.connect(lambda it: said.setText(f"expanded {it.text(0)}"))
folders.itemCollapsed.connect(lambda it: said.setText(f"collapsed {it.text(0)}"))
rows.setAccessibleName("Rows")
rows.addItems([f"row {number}" for number in range(1, 101)])
rows.currentTextChanged.connect(lambda text: said.setText(f"chose {text}"))
body = widgets.QWidget()
column = widgets.QVBoxLayout(body)
for widget in (colour, amount, folders, rows, said):
    column.addWidget(widget)
window.setWindowTitle("Qt controls")
window.setCentralWidget(body)
window.resize(420, 640)
window.show()
sys.exit(application.exec())
