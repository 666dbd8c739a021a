"""A GTK 3 window with two buttons that take the keyboard when asked, but only after a while: "Soon" after half a second, "Later"
after four."""

import ctypes

gtk = ctypes.CDLL("libgtk-3.so.0")
gobject = ctypes.CDLL("libgobject-2.0.so.0")
glib = ctypes.CDLL("libglib-2.0.so.0")
for made in (gtk.gtk_window_new, gtk.gtk_box_new, gtk.gtk_entry_new, gtk.gtk_toggle_button_new_with_label):
    made.restype = ctypes.c_void_p

ASKED = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
DUE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
WAITS = {b"Soon": 500, b"Later": 4000}
waits, due = {}, set()


@DUE
def take(button):
    due.add(button)
    gtk.gtk_widget_grab_focus(ctypes.c_void_p(button))
    due.discard(button)
    return 0


@ASKED
def put_off(button, _):
    if button not in due:
        gobject.g_signal_stop_emission_by_name(ctypes.c_void_p(button), b"grab-focus")
        glib.g_timeout_add(waits[button], take, ctypes.c_void_p(button))


gtk.gtk_init(None, None)
window, box = ctypes.c_void_p(gtk.gtk_window_new(0)), ctypes.c_void_p(gtk.gtk_box_new(1, 20))
gtk.gtk_window_set_title(window, b"Late focus")
gtk.gtk_container_add(window, box)
gtk.gtk_container_add(box, ctypes.c_void_p(gtk.gtk_entry_new()))
for name, wait in WAITS.items():
    button = gtk.gtk_toggle_button_new_with_label(name)
    waits[button] = wait
    gobject.g_signal_connect_data(ctypes.c_void_p(button), b"grab-focus", put_off, None, None, 0)
    gtk.gtk_container_add(box, ctypes.c_void_p(button))
gtk.gtk_widget_show_all(window)
gtk.gtk_main()
