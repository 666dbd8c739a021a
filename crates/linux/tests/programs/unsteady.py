"""A GTK 3 window with a button that changes its name every 60 ms, and one that changes its name when it is pressed.

It appends the name under which each button was pressed to the file of its first argument.
"""

import ctypes
import sys

gtk = ctypes.CDLL("libgtk-3.so.0")
gobject = ctypes.CDLL("libgobject-2.0.so.0")
glib = ctypes.CDLL("libglib-2.0.so.0")
for made in (gtk.gtk_window_new, gtk.gtk_button_new_with_label, gtk.gtk_box_new):
    made.restype = ctypes.c_void_p
gtk.gtk_button_get_label.restype = ctypes.c_char_p

PRESSED = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
TICKED = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
NAMES = {b"Next": b"Send money", b"Send money": b"Next", b"Play": b"Pause", b"Pause": b"Play"}
presses = open(sys.argv[1], "a", encoding="utf-8", buffering=1)


def rename(button):
    name = gtk.gtk_button_get_label(ctypes.c_void_p(button))
    gtk.gtk_button_set_label(ctypes.c_void_p(button), NAMES[name])
    return name


@PRESSED
def note(button, _):
    print(gtk.gtk_button_get_label(ctypes.c_void_p(button)).decode(), file=presses)


@PRESSED
def toggle(button, _):
    print(rename(button).decode(), file=presses)


@TICKED
def tick(button):
    rename(button)
    return 1


def button(name, pressed):
    made = gtk.gtk_button_new_with_label(name)
    gobject.g_signal_connect_data(ctypes.c_void_p(made), b"clicked", pressed, None, None, 0)
    gtk.gtk_container_add(ctypes.c_void_p(box), ctypes.c_void_p(made))
    return made


gtk.gtk_init(None, None)
window, box = gtk.gtk_window_new(0), gtk.gtk_box_new(1, 20)
gtk.gtk_window_set_title(ctypes.c_void_p(window), b"Unsteady")
gtk.gtk_window_set_default_size(ctypes.c_void_p(window), 400, 200)
gtk.gtk_container_add(ctypes.c_void_p(window), ctypes.c_void_p(box))
button(b"Play", toggle)
glib.g_timeout_add(60, tick, ctypes.c_void_p(button(b"Next", note)))
gtk.gtk_widget_show_all(ctypes.c_void_p(window))
gtk.gtk_main()
