"""A GTK 3 program that works for a while and answers nothing meanwhile, whenever it gets SIGUSR1; its button then says how often."""

import ctypes
import signal
import time

gtk = ctypes.CDLL("libgtk-3.so.0")
glib = ctypes.CDLL("libglib-2.0.so.0")
for made in (gtk.gtk_window_new, gtk.gtk_button_new_with_label):
    made.restype = ctypes.c_void_p

# How long it works, in seconds.
WORK = 2.5
SIGNALLED = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
times = 0


@SIGNALLED
def work(_):
    global times
    times += 1
    end = time.monotonic() + WORK
    while time.monotonic() < end:
        pass
    gtk.gtk_button_set_label(button, b"Worked %d" % times)
    return 1


gtk.gtk_init(None, None)
window = ctypes.c_void_p(gtk.gtk_window_new(0))
button = ctypes.c_void_p(gtk.gtk_button_new_with_label(b"Begin"))
gtk.gtk_window_set_title(window, b"Busy")
gtk.gtk_container_add(window, button)
gtk.gtk_widget_show_all(window)
glib.g_unix_signal_add(signal.SIGUSR1, work, None)
gtk.gtk_main()
