"""A document in LibreOffice, with a listener that records what happens to it: `libreoffice.py RECORD APPLICATION sheet` or `text`."""

import os
import subprocess
import sys
import time
import uno
import unohelper
from com.sun.star.connection import NoConnectException
from com.sun.star.document import XDocumentEventListener
from com.sun.star.frame import XDispatchRecorder, XDispatchRecorderSupplier
from com.sun.star.util import XModifyListener
from com.sun.star.view import XSelectionChangeListener
from record import Record

AREA = "A1:H40"
# A small window shows few cells, and an assistive program asks for each.
SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="ShowTipOfTheDay" oor:op="fuse"><value>false</value></prop></item>
<item oor:path="/org.openoffice.Setup/Product"><prop oor:name="WhatsNew" oor:op="fuse"><value>false</value></prop></item>
<item oor:path="/org.openoffice.Setup/Office/Factories/org.openoffice.Setup:Factory['com.sun.star.sheet.SpreadsheetDocument']">
<prop oor:name="ooSetupFactoryWindowAttributes" oor:op="fuse"><value>0,0,900,640;1;0,0,0,0;</value></prop></item>
<item oor:path="/org.openoffice.Setup/Office/Factories/org.openoffice.Setup:Factory['com.sun.star.text.TextDocument']">
<prop oor:name="ooSetupFactoryWindowAttributes" oor:op="fuse"><value>0,0,900,640;1;0,0,0,0;</value></prop></item>
</oor:items>
"""
SHEET = """<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:body><office:spreadsheet><table:table table:name="Sheet1">{rows}</table:table></office:spreadsheet></office:body>
</office:document>
"""
TEXT = """<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.2"
 office:mimetype="application/vnd.oasis.opendocument.text">
<office:body><office:text>{paragraphs}</office:text></office:body>
</office:document>
"""
CELL = '<table:table-cell office:value-type="float" office:value="{0}"><text:p>{0}</text:p></table:table-cell>'
FILES = ("OnSave", "OnSaveAs", "OnSaveTo", "OnPrint", "OnCopyTo")
# What the words of commands begin with that only show something, end something, or delete what cannot be had back.
SHOWS, CLOSES, DELETES = ("Zoom", "Scroll", "Sidebar"), ("Close", "Quit"), ("Remove", "DeleteTable")


class Commands(unohelper.Base, XDispatchRecorder, XDispatchRecorderSupplier):
    """What records macros: the office reports to it every command that it carries out, wherever that came from."""

    def __init__(self, record):
        self.record = record

    def getDispatchRecorder(self):
        return self

    def setDispatchRecorder(self, recorder):
        pass

    def dispatchAndRecord(self, address, arguments, dispatcher):
        self.recordDispatch(address, arguments)
        dispatcher.dispatch(address, arguments)

    def startRecording(self, frame):
        pass

    def recordDispatch(self, address, arguments):
        word = address.Complete.removeprefix(".uno:")
        kinds = {"shown": SHOWS, "closed": CLOSES, "deleted": DELETES}
        kind = next((kind for kind, words in kinds.items() if word.startswith(words)), "activated")
        self.record(kind, word, ", ".join(f"{it.Name}={it.Value}" for it in arguments))

    def recordDispatchAsComment(self, address, arguments):
        self.recordDispatch(address, arguments)

    def endRecording(self):
        pass

    def getRecordedMacro(self):
        return ""


class Witness(unohelper.Base, XModifyListener, XDocumentEventListener, XSelectionChangeListener):
    def __init__(self, record, document):
        self.record = record
        self.document = document
        self.seen = self.contents()

    def state(self):
        """The state of the document, over UNO."""
        document, controller = self.document, self.document.CurrentController
        sheet = controller.ActiveSheet
        cells = self.contents()[sheet.Name]
        controls = {
            f"{chr(65 + column)}{row + 1}": {"text": text}
            for row, texts in enumerate(cells) for column, text in enumerate(texts)
        }
        controls["document"] = {"sheets": list(document.Sheets.ElementNames), "sheet": sheet.Name} | history(document)
        selection = controller.Selection
        controls["view"] = {
            "selected": getattr(selection, "AbsoluteName", None) or str(getattr(selection, "ImplementationName", "")),
            "scroll": [controller.FirstVisibleRow, controller.FirstVisibleColumn], "zoom": controller.ZoomValue,
        }
        return {"focus": self.cell(selection), "controls": controls}

    def cell(self, selection):
        """The name of the only selected cell; empty where several are selected."""
        if not selection or not selection.supportsService("com.sun.star.sheet.SheetCell"):
            return ""
        return selection.AbsoluteName.rpartition(".")[2].replace("$", "")

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

    def selectionChanged(self, event):
        self.record("selected", "cells")

    def documentEventOccured(self, event):
        if event.EventName in FILES:
            self.record("file", "document", event.EventName)
        if event.EventName in ("OnPrepareViewClosing", "OnUnload"):
            self.record("closed", "document")

    def disposing(self, event):
        pass


class TextWitness(Witness):
    def contents(self):
        return self.document.Text.String

    def modified(self, event):
        self.record("text", "document")

    def selectionChanged(self, event):
        self.record("selected", "text")

    def state(self):
        document, cursor = self.document, self.document.CurrentController.ViewCursor
        paragraphs = document.Text.createEnumeration()
        styles = []
        while paragraphs.hasMoreElements():
            it = paragraphs.nextElement()
            styles.append([it.ParaStyleName, it.ParaAdjust] if it.supportsService("com.sun.star.text.Paragraph") else [])
        names = ("CharWeight", "CharPosture", "CharUnderline", "CharHeight", "CharFontName", "CharColor")
        try:
            before = document.Text.createTextCursorByRange(document.Text.Start)
            before.gotoRange(cursor.Start, True)
            begin, length = len(before.String), len(cursor.String)
        except Exception:  # The cursor is in a frame, a note or a header.
            begin, length = -1, 0
        controls = {
            "text": {"text": document.Text.String, "caret": [begin, begin + length], "styles": styles},
            "view": {"next letter": [str(getattr(cursor, name, "")) for name in names], "page": cursor.Page},
            "document": history(document),
        }
        return {"focus": "text", "controls": controls}


def history(document):
    undo = document.UndoManager
    return {
        "changed": document.isModified(), "address": document.URL,
        "undo": list(undo.AllUndoActionTitles), "redo": list(undo.AllRedoActionTitles),
    }


def connected(pipe):
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    while True:
        try:
            return resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        except NoConnectException:
            time.sleep(0.1)


def sheet_of_numbers():
    """Four columns of twenty numbers each: the column's number, then the row's."""
    cells = lambda row: "".join(CELL.format(f"{column}{row}") for column in range(1, 5))
    return SHEET.format(rows="".join(f"<table:table-row>{cells(row)}</table:table-row>" for row in range(1, 21)))


def text_of_lines():
    return TEXT.format(paragraphs="".join(f"<text:p>line {number} of the text</text:p>" for number in range(1, 9)))


def main():
    path, title, kind = sys.argv[1:4]
    home, pipe = os.environ["HOME"], f"deskpilot-{os.getpid()}"
    os.makedirs(f"{home}/profile/user")
    with open(f"{home}/profile/user/registrymodifications.xcu", "w") as settings:
        settings.write(SETTINGS)
    # The sheet comes from a file, because writing its cells one by one while an assistive program reads them can block the office.
    is_text = kind == "text"
    file = f"{home}/{title}.{'fodt' if is_text else 'fods'}"
    with open(file, "w") as content:
        content.write(text_of_lines() if is_text else sheet_of_numbers())
    office = subprocess.Popen([
        "soffice", f"-env:UserInstallation=file://{home}/profile", "--norestore", "--nologo", "--nofirststartwizard",
        f"--accept=pipe,name={pipe};urp", file,
    ])
    context = connected(pipe)
    desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
    while not (document := desktop.getCurrentComponent()):
        time.sleep(0.1)
    witness = (TextWitness if is_text else Witness)(Record(path, title), document)
    frame = document.CurrentController.Frame
    frame.DispatchRecorderSupplier = Commands(witness.record)
    document.CurrentController.addSelectionChangeListener(witness)
    document.addModifyListener(witness)
    document.addDocumentEventListener(witness)
    witness.record.answer(witness.state)
    office.wait()
    Record(path, title)("closed", "office")


main()
