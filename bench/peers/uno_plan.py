"""Does the plan of the benchmark through LibreOffice's scripting interface: the least that the application itself needs.

Usage: uno_plan.py DOCUMENT. Prints the milliseconds of the start, of the ten operations, and of the save, as JSON.
"""

import json
import os
import subprocess
import sys
import time

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException
from com.sun.star.lang import DisposedException

DEADLINE = 60
LINES = ["We look forward to your answer.", "With kind regards, Ada", "PS: The keys are at the desk."]
# The same operations as the steps of the plan in bench/src/dataflow/plan.rs.
OPERATIONS = [
    ("GoToEndOfDoc", None),
    ("InsertPara", None),
    ("InsertText", LINES[0]),
    ("InsertPara", None),
    ("InsertText", LINES[1]),
    ("StartOfLineSel", None),
    ("Bold", None),
    ("GoToEndOfLine", None),
    ("InsertPara", None),
    ("InsertText", LINES[2]),
]


def opened(pipe, deadline):
    """The document of the started office, and its factory of services."""
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    while time.monotonic() < deadline:
        try:
            context = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
            services = context.ServiceManager
            document = services.createInstanceWithContext("com.sun.star.frame.Desktop", context).getCurrentComponent()
            if document is not None and document.getCurrentController() is not None:
                return document, services, context
        except (NoConnectException, DisposedException):
            pass
        time.sleep(0.01)
    raise SystemExit("the office did not open the document in time")


def main():
    document = os.path.abspath(sys.argv[1])
    pipe = f"deskpilot-bench-{os.getpid()}"
    began = time.monotonic()
    office = subprocess.Popen(["soffice", "--norestore", "--nologo", f"--accept=pipe,name={pipe};urp;", document])
    try:
        component, services, context = opened(pipe, began + DEADLINE)
        frame = component.getCurrentController().getFrame()
        dispatcher = services.createInstanceWithContext("com.sun.star.frame.DispatchHelper", context)
        started = time.monotonic()
        for name, text in OPERATIONS:
            arguments = () if text is None else (PropertyValue("Text", 0, text, 0),)
            dispatcher.executeDispatch(frame, f".uno:{name}", "", 0, arguments)
        done = time.monotonic()
        component.store()
        saved = time.monotonic()
        text = component.getText().getString()
        if not all(line in text for line in LINES):
            raise SystemExit(f"the document has {text!r}")
    finally:
        office.kill()
        subprocess.run(["pkill", "-9", "-s", "0", "soffice.bin"], check=False)
    millis = [1000 * (late - early) for early, late in ((began, started), (started, done), (done, saved))]
    print(json.dumps({"start": millis[0], "operations": millis[1], "save": millis[2]}))


main()
