"""Takes notifications and prints them: `notifications.py KIND`. It prints `ready`; one called `slow` it never answers."""

from gi.repository import Gio, GLib

NAME, PATH = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"
ARGUMENTS = "".join(f'<arg direction="in" type="{kind}"/>' for kind in ["s", "u", "s", "s", "s", "as", "a{sv}", "i"])
XML = f"""<node><interface name="{NAME}">
<method name="Notify">{ARGUMENTS}<arg direction="out" type="u"/></method></interface></node>"""


def called(_connection, _sender, _path, _interface, _method, arguments, invocation):
    application, _replaced, _icon, summary, body, actions, hints, _time = arguments.unpack()
    print(application, summary, body, actions, hints, flush=True)
    if summary != "slow":
        invocation.return_value(GLib.Variant("(u)", (7,)))


def acquired(connection, _name):
    connection.register_object(PATH, Gio.DBusNodeInfo.new_for_xml(XML).interfaces[0], called, None, None)


def owned(_connection, _name):
    print("ready", flush=True)


Gio.bus_own_name(Gio.BusType.SESSION, NAME, Gio.BusNameOwnerFlags.NONE, acquired, owned, None)
GLib.MainLoop().run()
