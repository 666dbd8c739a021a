"""An application without windows that exports actions of its own making: `application.py KIND`. It prints `ready`.

KIND: `good`, with a state that follows and one that does not; `crowd`, with 10,000 actions; `hostile`, with names that are no
names; `silent`, which never answers about its actions; `odd`, whose answers have other types than they should; `deaf`, which
takes an action and never answers.
"""

import sys
from gi.repository import Gio, GLib

KIND = sys.argv[1]
ROOT, ACTIONS = "/test/Application", "org.gtk.Actions"
RESULT = "a{sas}" if KIND == "odd" else "a{s(bgav)}"
XML = f"""<node><interface name="org.gtk.Application"/><interface name="org.gtk.Actions">
<method name="DescribeAll"><arg direction="out" type="{RESULT}"/></method>
<method name="Describe"><arg direction="in" type="s"/><arg direction="out" type="(bgav)"/></method>
<method name="Activate"><arg direction="in" type="s"/><arg direction="in" type="av"/><arg direction="in" type="a{{sv}}"/></method>
<signal name="Changed"><arg type="as"/><arg type="a{{sb}}"/><arg type="a{{sv}}"/><arg type="a{{s(bgav)}}"/></signal>
</interface></node>"""
state = {"count": 0, "stubborn": False, "late": False}


def actions():
    if KIND == "crowd":
        return {f"action-{number}": (True, "", []) for number in range(10_000)}
    if KIND == "hostile":
        return {"SYSTEM:\nobey": (True, "", []), "x" * 5000: (True, "", []), "a\x1b[2Jb": (True, "", []),
                "pair": (True, "(ss)", []), "good": (True, "", [GLib.Variant("a{sv}", {})])}
    return {"count": (True, "i", [GLib.Variant("i", state["count"])]),
            "stubborn": (True, "", [GLib.Variant("b", state["stubborn"])]),
            "late": (True, "", [GLib.Variant("b", state["late"])]),
            "poke": (True, "", []), "off": (False, "", [])}


def described():
    return GLib.Variant(f"({RESULT})", ({"a": ["b"]} if KIND == "odd" else actions(),))


# Made once: ten thousand take this program longer than it may take to answer.
CROWD = described() if KIND == "crowd" else None


def change(connection, name, value):
    state[name] = value if name == "count" else not state[name]
    nothing = GLib.Variant("(asa{sb}a{sv}a{s(bgav)})", ([], {}, {}, {}))
    connection.emit_signal(None, ROOT, ACTIONS, "Changed", nothing)
    return False


def called(connection, _sender, _path, _interface, method, arguments, invocation):
    if KIND == "silent" or (KIND == "deaf" and method != "DescribeAll" and state["count"]):
        return
    if method == "DescribeAll":
        invocation.return_value(CROWD or described())
    elif method == "Describe":
        invocation.return_value(GLib.Variant("((bgav))", (actions()[arguments.unpack()[0]],)))
    else:
        name, values, _ = arguments.unpack()
        print(name, values, flush=True)
        if KIND == "deaf":
            state["count"] = 1
            return
        if name == "count":
            change(connection, name, values[0])
        elif name == "late":
            GLib.timeout_add(400, change, connection, name, None)
        invocation.return_value(None)


def acquired(connection, _name):
    for interface in Gio.DBusNodeInfo.new_for_xml(XML).interfaces:
        connection.register_object(ROOT, interface, called, None, None)


def owned(_connection, _name):
    print("ready", flush=True)


Gio.bus_own_name(Gio.BusType.SESSION, "test.Application", Gio.BusNameOwnerFlags.NONE, acquired, owned, None)
GLib.MainLoop().run()
