"""A GTK 3 window with a field that shows the first typed character at once, and the rest after two seconds of work. It answers
in between."""

import ctypes
import time

gtk = ctypes.CDLL("libgtk-3.so.0")
gdk = ctypes.CDLL("libgdk-3.so.0")
gobject = ctypes.CDLL("libgobject-2.0.so.0")
glib = ctypes.CDLL("libglib-2.0.so.0")
for made in (gtk.gtk_window_new, gtk.gtk_entry_new):
    made.restype = ctypes.c_void_p

PRESSED = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
DUE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
WORK, SLICE = 2.0, 0.015  # seconds of processor time
typed, ends = [], []


def show():
    gtk.gtk_entry_set_text(field, "".join(typed).encode())


@DUE
def work(_):
    end = time.process_time() + SLICE
    while time.process_time() < end:
        pass
    if time.process_time() < ends[0]:
        return 1
    show()
    return 0


@PRESSED
def take(_, event, __):
    key = ctypes.c_uint()
    gdk.gdk_event_get_keyval(ctypes.c_void_p(event), ctypes.byref(key))
    character = chr(gdk.gdk_keyval_to_unicode(key))
    if not character.isprintable():
        return 0
    typed.append(character)
    if len(typed) == 1:
        show()
        ends.append(time.process_time() + WORK)
        glib.g_timeout_add(20, work, None)
    return 1


gtk.gtk_init(None, None)
window, field = ctypes.c_void_p(gtk.gtk_window_new(0)), ctypes.c_void_p(gtk.gtk_entry_new())
gtk.gtk_window_set_title(window, b"Slow field")
gtk.gtk_container_add(window, field)
gobject.g_signal_connect_data(field, b"key-press-event", take, None, None, 0)
gtk.gtk_widget_show_all(window)
gtk.gtk_main()
