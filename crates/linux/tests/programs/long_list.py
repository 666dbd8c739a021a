"""A GTK 4 window with a list of four hundred rows, of which the toolkit makes those near the visible ones. A label shows the chosen row."""

import ctypes

gtk = ctypes.CDLL("libgtk-4.so.1")
gobject = ctypes.CDLL("libgobject-2.0.so.0")
glib = ctypes.CDLL("libglib-2.0.so.0")
POINTER = ctypes.c_void_p
for library, name, arguments in (
    (gtk, "gtk_window_new", []),
    (gtk, "gtk_box_new", [ctypes.c_int, ctypes.c_int]),
    (gtk, "gtk_label_new", [ctypes.c_char_p]),
    (gtk, "gtk_scrolled_window_new", []),
    (gtk, "gtk_string_list_new", [ctypes.POINTER(ctypes.c_char_p)]),
    (gtk, "gtk_single_selection_new", [POINTER]),
    (gtk, "gtk_builder_list_item_factory_new_from_bytes", [POINTER, POINTER]),
    (gtk, "gtk_list_view_new", [POINTER, POINTER]),
    (glib, "g_bytes_new", [ctypes.c_char_p, ctypes.c_size_t]),
    (glib, "g_main_loop_new", [POINTER, ctypes.c_int]),
):
    made = getattr(library, name)
    made.restype, made.argtypes = POINTER, arguments
for library, name, arguments in (
    (gtk, "gtk_window_set_title", [POINTER, ctypes.c_char_p]),
    (gtk, "gtk_window_set_default_size", [POINTER, ctypes.c_int, ctypes.c_int]),
    (gtk, "gtk_window_set_child", [POINTER, POINTER]),
    (gtk, "gtk_window_present", [POINTER]),
    (gtk, "gtk_box_append", [POINTER, POINTER]),
    (gtk, "gtk_scrolled_window_set_child", [POINTER, POINTER]),
    (gtk, "gtk_widget_set_vexpand", [POINTER, ctypes.c_int]),
    (gtk, "gtk_label_set_text", [POINTER, ctypes.c_char_p]),
    (glib, "g_main_loop_run", [POINTER]),
):
    done = getattr(library, name)
    done.restype, done.argtypes = None, arguments
gtk.gtk_single_selection_get_selected.restype = ctypes.c_uint
gtk.gtk_single_selection_get_selected.argtypes = [POINTER]
CHANGED = ctypes.CFUNCTYPE(None, POINTER, POINTER, POINTER)
gobject.g_signal_connect_data.argtypes = [POINTER, ctypes.c_char_p, CHANGED, POINTER, POINTER, ctypes.c_int]

ROW = b"""<interface><template class="GtkListItem"><property name="child"><object class="GtkLabel"><binding name="label">
<lookup name="string" type="GtkStringObject"><lookup name="item">GtkListItem</lookup></lookup></binding></object></property></template>
</interface>"""
NAMES = [f"row {number}".encode() for number in range(1, 401)]


@CHANGED
def show(chosen, _, __):
    gtk.gtk_label_set_text(label, b"chose " + NAMES[gtk.gtk_single_selection_get_selected(chosen)])


gtk.gtk_init()
window, box = gtk.gtk_window_new(), gtk.gtk_box_new(1, 8)
label, scrolled = gtk.gtk_label_new(b"chose nothing"), gtk.gtk_scrolled_window_new()
strings = gtk.gtk_string_list_new((ctypes.c_char_p * (len(NAMES) + 1))(*NAMES, None))
selection = gtk.gtk_single_selection_new(strings)
factory = gtk.gtk_builder_list_item_factory_new_from_bytes(None, glib.g_bytes_new(ROW, len(ROW)))
gobject.g_signal_connect_data(selection, b"notify::selected", show, None, None, 0)
gtk.gtk_scrolled_window_set_child(scrolled, gtk.gtk_list_view_new(selection, factory))
gtk.gtk_widget_set_vexpand(scrolled, 1)
gtk.gtk_box_append(box, label)
gtk.gtk_box_append(box, scrolled)
gtk.gtk_window_set_title(window, b"Long list")
gtk.gtk_window_set_default_size(window, 320, 400)
gtk.gtk_window_set_child(window, box)
gtk.gtk_window_present(window)
glib.g_main_loop_run(glib.g_main_loop_new(None, 0))
