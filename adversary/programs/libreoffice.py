"""A sheet in LibreOffice, with a listener that records what happens to it: `libreoffice.py RECORD APPLICATION`."""

import os
import subprocess
import sys
import time
import uno
import unohelper
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException
from com.sun.star.document import XDocumentEventListener
from com.sun.star.util import XModifyListener
from record import Record

AREA = "A1:H40"
SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="ShowTipOfTheDay" oor:op="fuse"><value>false</value></prop></item>
<item oor:path="/org.openoffice.Setup/Product"><prop oor:name="WhatsNew" oor:op="fuse"><value>false</value></prop></item>
</oor:items>
"""
FILES = ("OnSave", "OnSaveAs", "OnSaveTo", "OnPrint", "OnCopyTo")


class Witness(unohelper.Base, XModifyListener, XDocumentEventListener):
    def __init__(self, record, document):
        self.record = record
        self.document = document
        self.seen = self.contents()

    def contents(self):
        sheets = self.document.Sheets
        pages = [(name, sheets.getByName(name)) for name in sheets.ElementNames]
        return {name: page.getCellRangeByName(AREA).getFormulaArray() for name, page in pages}

    def modified(self, event):
        now = self.contents()
        cells = list(self.differences(now))
        self.seen = now
        for cell, text in cells or [("document", "")]:
            self.record("text", cell, text)

    def differences(self, now):
        for name in set(now) | set(self.seen):
            if name not in now or name not in self.seen:
                yield "sheet", name
                continue
            for row, (before, after) in enumerate(zip(self.seen[name], now[name])):
                for column, (old, new) in enumerate(zip(before, after)):
                    if old != new:
                        yield f"{chr(65 + column)}{row + 1}", new

    def documentEventOccured(self, event):
        if event.EventName in FILES:
            self.record("file", "document", event.EventName)
        if event.EventName in ("OnPrepareViewClosing", "OnUnload"):
            self.record("closed", "document")

    def disposing(self, event):
        pass


def connected(pipe):
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    while True:
        try:
            return resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        except NoConnectException:
            time.sleep(0.1)


def property_of(name, value):
    one = PropertyValue()
    one.Name, one.Value = name, value
    return one


def main():
    path, title = sys.argv[1:]
    home, pipe = os.environ["HOME"], f"deskpilot-{os.getpid()}"
    os.makedirs(f"{home}/profile/user")
    with open(f"{home}/profile/user/registrymodifications.xcu", "w") as settings:
        settings.write(SETTINGS)
    office = subprocess.Popen([
        "soffice", f"-env:UserInstallation=file://{home}/profile", "--norestore", "--nologo", "--nofirststartwizard",
        "--nodefault", f"--accept=pipe,name={pipe};urp",
    ])
    context = connected(pipe)
    desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
    document = desktop.loadComponentFromURL("private:factory/scalc", "_blank", 0, ())
    sheet = document.Sheets.getByIndex(0)
    for row in range(20):
        for column in range(4):
            sheet.getCellByPosition(column, row).setFormula(f"{column + 1}{row + 1}")
    document.storeAsURL(f"file://{home}/{title}.ods", (property_of("FilterName", "calc8"),))
    witness = Witness(Record(path, title), document)
    document.addModifyListener(witness)
    document.addDocumentEventListener(witness)
    office.wait()
    Record(path, title)("closed", "office")


main()
