"""An engine of IBus that puts another letter in the place of each small one, as engines for Chinese put words there. Writes the file that
its argument names once it is in use."""

import sys
import time

import gi

gi.require_version("IBus", "1.0")
from gi.repository import GLib, GObject, IBus

NAME = "deskpilot-composing"
# Control, Alt, Super, and a key that is let go.
OTHERS = (1 << 2) | (1 << 3) | (1 << 26) | (1 << 30)


class Composing(IBus.Engine):
    __gtype_name__ = "DeskpilotComposing"

    def do_process_key_event(self, symbol, _code, state):
        is_letter = ord("a") <= symbol <= ord("z") and not state & OTHERS
        if is_letter:
            self.commit_text(IBus.Text.new_from_string("\u5b57"))
        return is_letter


def in_use(bus, result):
    if bus.set_global_engine_async_finish(result):
        with open(sys.argv[1], "w", encoding="utf-8") as note:
            note.write("in use")


IBus.init()
bus = IBus.Bus()
while not bus.is_connected():
    time.sleep(0.05)
    bus = IBus.Bus()
factory = IBus.Factory.new(bus.get_connection())
factory.add_engine(NAME, GObject.type_from_name("DeskpilotComposing"))
texts = ("org.freedesktop.IBus.Deskpilot", "Composing", "1", "MIT", "", "", "", "deskpilot")
component = IBus.Component.new(*texts)
component.add_engine(IBus.EngineDesc.new(NAME, "Composing", "", "en", "MIT", "", "", "us"))
bus.register_component(component)
bus.set_global_engine_async(NAME, -1, None, in_use)
GLib.MainLoop().run()
