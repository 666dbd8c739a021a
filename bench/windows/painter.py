"""A window whose text changes with each line that comes in; it prints when it has painted the change."""

import sys
import time

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402: the version comes first

TEXTS = ("■ □ ■ □ ■ □ ■ □", "□ ■ □ ■ □ ■ □ ■")


class Painter(Gtk.Window):
    def __init__(self):
        super().__init__(title="Painter")
        self.set_default_size(400, 300)
        self.label = Gtk.Label(label=TEXTS[0])
        self.add(self.label)
        self.asked = 0
        self.painted = 0
        self.connect("destroy", Gtk.main_quit)
        self.show_all()
        self.get_frame_clock().connect("after-paint", self.after_paint)
        GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_IN | GLib.IO_HUP, self.read)

    def read(self, _source, _condition):
        if not sys.stdin.readline():
            Gtk.main_quit()
            return False
        self.asked += 1
        self.label.set_text(TEXTS[self.asked % 2])
        return True

    def after_paint(self, _clock):
        if self.painted < self.asked:
            self.painted = self.asked
            print(time.time(), flush=True)


Painter()
Gtk.main()
