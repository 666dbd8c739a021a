"""A GTK 3 program with a splash window before its own."""

import ctypes

gtk = ctypes.CDLL("libgtk-3.so.0")
glib = ctypes.CDLL("libglib-2.0.so.0")
for made in (gtk.gtk_window_new, gtk.gtk_button_new_with_label):
    made.restype = ctypes.c_void_p

# How long the splash window shows, in milliseconds.
SPLASH = 800
SPLASH_SCREEN = 4
OPENED = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)


def window(title, label):
    made = ctypes.c_void_p(gtk.gtk_window_new(0))
    gtk.gtk_window_set_title(made, title)
    gtk.gtk_container_add(made, ctypes.c_void_p(gtk.gtk_button_new_with_label(label)))
    return made


@OPENED
def opened(_):
    gtk.gtk_widget_destroy(splash)
    gtk.gtk_widget_show_all(main)
    return 0


gtk.gtk_init(None, None)
splash, main = window(b"Slow 7.4", b"Please wait"), window(b"Slow", b"Begin")
gtk.gtk_window_set_type_hint(splash, SPLASH_SCREEN)
gtk.gtk_widget_show_all(splash)
glib.g_timeout_add(SPLASH, opened, None)
gtk.gtk_main()
