"""A GTK 3 window with a text that counts the clicks on it, but loses the first one after its dialog closes. It draws nothing when
the pointer comes or presses."""

import ctypes

gtk = ctypes.CDLL("libgtk-3.so.0")
gobject = ctypes.CDLL("libgobject-2.0.so.0")
for made in (gtk.gtk_window_new, gtk.gtk_button_new_with_label, gtk.gtk_box_new, gtk.gtk_event_box_new,
             gtk.gtk_label_new, gtk.gtk_dialog_new):
    made.restype = ctypes.c_void_p

PRESSED = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
ANSWERED = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)
CLICKED = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
OK = -5
seen = {"clicks": 0, "is_lost": False}


@ANSWERED
def close(dialog, _, __):
    gtk.gtk_widget_destroy(ctypes.c_void_p(dialog))
    seen["is_lost"] = True


@PRESSED
def ask(_, __):
    dialog = ctypes.c_void_p(gtk.gtk_dialog_new())
    gtk.gtk_window_set_title(dialog, b"Sure?")
    gtk.gtk_window_set_transient_for(dialog, window)
    gtk.gtk_dialog_add_button(dialog, b"OK", OK)
    gtk.gtk_window_set_modal(dialog, 1)
    gobject.g_signal_connect_data(dialog, b"response", close, None, None, 0)
    gtk.gtk_widget_show_all(dialog)


@CLICKED
def count(_, __, ___):
    if seen["is_lost"]:
        seen["is_lost"] = False
        return 1
    seen["clicks"] += 1
    gtk.gtk_label_set_text(label, b"Clicks: %d" % seen["clicks"])
    return 1


gtk.gtk_init(None, None)
window, box = ctypes.c_void_p(gtk.gtk_window_new(0)), ctypes.c_void_p(gtk.gtk_box_new(1, 20))
gtk.gtk_window_set_title(window, b"Counter")
gtk.gtk_window_set_default_size(window, 400, 200)
gtk.gtk_container_add(window, box)
button = ctypes.c_void_p(gtk.gtk_button_new_with_label(b"Ask"))
gobject.g_signal_connect_data(button, b"clicked", ask, None, None, 0)
counted, label = ctypes.c_void_p(gtk.gtk_event_box_new()), ctypes.c_void_p(gtk.gtk_label_new(b"Clicks: 0"))
gobject.g_signal_connect_data(counted, b"button-press-event", count, None, None, 0)
gtk.gtk_container_add(counted, label)
gtk.gtk_container_add(box, button)
gtk.gtk_container_add(box, counted)
gtk.gtk_widget_show_all(window)
gtk.gtk_main()
