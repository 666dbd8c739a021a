"""A GTK 3 window with a spin button, whose number a label shows, with two fields and a check box that give back after 220 ms what
they took, with a long list, whose chosen row a label shows, and with a spin button for months, whose number a label shows and which takes no
other texts."""

import ctypes

gtk = ctypes.CDLL("libgtk-3.so.0")
gobject = ctypes.CDLL("libgobject-2.0.so.0")
glib = ctypes.CDLL("libglib-2.0.so.0")
for made in (
    gtk.gtk_window_new,
    gtk.gtk_box_new,
    gtk.gtk_entry_new,
    gtk.gtk_label_new,
    gtk.gtk_check_button_new_with_label,
    gtk.gtk_spin_button_new_with_range,
    gtk.gtk_list_box_new,
    gtk.gtk_scrolled_window_new,
):
    made.restype = ctypes.c_void_p
gtk.gtk_spin_button_new_with_range.argtypes = [ctypes.c_double] * 3
gtk.gtk_spin_button_set_value.argtypes = [ctypes.c_void_p, ctypes.c_double]
gtk.gtk_spin_button_get_value.argtypes = [ctypes.c_void_p]
gtk.gtk_spin_button_get_value.restype = ctypes.c_double
gtk.gtk_entry_get_text.restype = ctypes.c_char_p
gtk.gtk_list_box_row_get_index.argtypes = [ctypes.c_void_p]

CHOSEN = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
CHANGED = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
SHOWN = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
READ = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(ctypes.c_double), ctypes.c_void_p)
DUE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
REVERTING = 220  # milliseconds
TEXTS = (b"2027-05-01", b"Ada")
MONTHS = b"January February March April May June July August September October November December".split()


@CHANGED
def show(_, __):
    number = gtk.gtk_spin_button_get_value(spin)
    gtk.gtk_label_set_text(label, b"number %g" % number)


@DUE
def uncheck(_):
    gtk.gtk_toggle_button_set_active(check, 0)
    return 0


@CHANGED
def checked(_, __):
    if gtk.gtk_toggle_button_get_active(check):
        glib.g_timeout_add(REVERTING, uncheck, None)


@DUE
def refill(_):
    for field, text in zip(fields, TEXTS):
        gtk.gtk_entry_set_text(field, text)
    return 0


@CHANGED
def filled(_, __):
    if any(gtk.gtk_entry_get_text(field) != text for field, text in zip(fields, TEXTS)):
        glib.g_timeout_add(REVERTING, refill, None)


@CHOSEN
def chosen(_, row, __):
    if row:
        gtk.gtk_label_set_text(choice, b"chose row %d" % (gtk.gtk_list_box_row_get_index(row) + 1))


@SHOWN
def show_month(_, __):
    name = MONTHS[round(gtk.gtk_spin_button_get_value(month)) - 1]
    if gtk.gtk_entry_get_text(month) != name:
        gtk.gtk_entry_set_text(month, name)
    return 1


@READ
def read_month(_, number, __):
    name = gtk.gtk_entry_get_text(month)
    if name not in MONTHS:
        return -1
    number[0] = MONTHS.index(name) + 1
    return 1


@CHANGED
def tell_month(_, __):
    gtk.gtk_label_set_text(told, b"month %g" % gtk.gtk_spin_button_get_value(month))


gtk.gtk_init(None, None)
window, box = ctypes.c_void_p(gtk.gtk_window_new(0)), ctypes.c_void_p(gtk.gtk_box_new(1, 20))
gtk.gtk_window_set_title(window, b"Reverts")
gtk.gtk_container_add(window, box)
spin = ctypes.c_void_p(gtk.gtk_spin_button_new_with_range(0, 100, 1))
gtk.gtk_spin_button_set_value(spin, 10)
label = ctypes.c_void_p(gtk.gtk_label_new(b"number 10"))
fields = [ctypes.c_void_p(gtk.gtk_entry_new()) for _ in TEXTS]
refill(None)
check = ctypes.c_void_p(gtk.gtk_check_button_new_with_label(b"Back"))
rows, scrolled = ctypes.c_void_p(gtk.gtk_list_box_new()), ctypes.c_void_p(gtk.gtk_scrolled_window_new(None, None))
choice = ctypes.c_void_p(gtk.gtk_label_new(b"chose nothing"))
for number in range(1, 101):
    gtk.gtk_list_box_insert(rows, ctypes.c_void_p(gtk.gtk_label_new(b"row %d" % number)), -1)
gtk.gtk_widget_set_size_request(scrolled, 200, 120)
gtk.gtk_container_add(scrolled, rows)
month = ctypes.c_void_p(gtk.gtk_spin_button_new_with_range(1, 12, 1))
# It takes letters, too, and gives a text that is none of a month back.
gtk.gtk_spin_button_set_numeric(month, 0)
gtk.gtk_spin_button_set_update_policy(month, 1)
told = ctypes.c_void_p(gtk.gtk_label_new(b"month 1"))
for control in (spin, label, *fields, check, scrolled, choice, month, told):
    gtk.gtk_container_add(box, control)
for control, signal, does in (
    (spin, b"value-changed", show),
    *((field, b"changed", filled) for field in fields),
    (check, b"toggled", checked),
    (rows, b"row-selected", chosen),
    (month, b"output", show_month),
    (month, b"input", read_month),
    (month, b"value-changed", tell_month),
):
    gobject.g_signal_connect_data(control, signal, does, None, None, 0)
show_month(None, None)
gtk.gtk_widget_show_all(window)
gtk.gtk_main()
