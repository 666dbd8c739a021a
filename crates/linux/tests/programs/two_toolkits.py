"""A GTK 3 window, which opens a window of Qt 6 in the same program when its button is pressed. A label in each counts what was pressed in
the other or in itself."""

import ctypes
import sys

from PyQt6 import QtWidgets as widgets

gtk = ctypes.CDLL("libgtk-3.so.0")
gobject = ctypes.CDLL("libgobject-2.0.so.0")
for made in (gtk.gtk_window_new, gtk.gtk_box_new, gtk.gtk_label_new, gtk.gtk_button_new_with_label):
    made.restype = ctypes.c_void_p
PRESSED = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)

# Both toolkits run in the main loop of GLib.
application = widgets.QApplication(sys.argv)
application.setQuitOnLastWindowClosed(False)
right, press, said = widgets.QWidget(), widgets.QPushButton("Press"), widgets.QLabel("pressed 0")
column = widgets.QVBoxLayout(right)
column.addWidget(press)
column.addWidget(said)
right.setWindowTitle("Right")
right.resize(300, 200)
presses, open_windows = [], ["Left"]


def pressed():
    presses.append(len(presses) + 1)
    said.setText(f"pressed {presses[-1]}")
    if open_windows:
        gtk.gtk_label_set_text(label, b"pressed in Right %d" % presses[-1])


@PRESSED
def opened(_, __):
    right.show()


@PRESSED
def closed(_, __):
    open_windows.clear()


press.clicked.connect(pressed)
gtk.gtk_init(None, None)
left, box = ctypes.c_void_p(gtk.gtk_window_new(0)), ctypes.c_void_p(gtk.gtk_box_new(1, 20))
button = ctypes.c_void_p(gtk.gtk_button_new_with_label(b"Open"))
label = ctypes.c_void_p(gtk.gtk_label_new(b"pressed nothing"))
gtk.gtk_window_set_title(left, b"Left")
gtk.gtk_window_set_default_size(left, 300, 200)
gtk.gtk_container_add(left, box)
for control in (button, label):
    gtk.gtk_container_add(box, control)
gobject.g_signal_connect_data(button, b"clicked", opened, None, None, 0)
gobject.g_signal_connect_data(left, b"destroy", closed, None, None, 0)
gtk.gtk_widget_show_all(left)
sys.exit(application.exec())
