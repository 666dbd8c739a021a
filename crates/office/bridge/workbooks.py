"""The spreadsheets that cells are taken from: those that are open, and files that are read without a window."""

import contextlib
import os

import uno

from common import BadArgument, Failure, properties, url_of

# com.sun.star.document.MacroExecMode.NEVER_EXECUTE and com.sun.star.document.UpdateDocMode.NO_UPDATE
NEVER_EXECUTE, NO_UPDATE = 0, 0
# A text file has no cells of its own: only a dialog asks what separates them.
TEXT_FILTER = "Text - txt - csv (StarCalc)"


def open_workbook(here, path):
    """The open spreadsheet of this file, nothing where none is open. It is named as it was opened: a link leads to another file."""
    if not os.path.isabs(path):
        raise BadArgument("path", "a whole path, which begins with /")
    wanted, documents = os.path.normpath(path), here.service("com.sun.star.frame.Desktop").getComponents().createEnumeration()
    while documents.hasMoreElements():
        document = documents.nextElement()
        is_shown = is_workbook(document) and document.getURL().startswith("file:") and not argument(document, "Hidden")
        if is_shown and os.path.normpath(uno.fileUrlToSystemPath(document.getURL())) == wanted:
            return document
    return None


def is_workbook(document):
    return hasattr(document, "getSheets")


def argument(document, name):
    """With which value of this argument a document was opened."""
    return next((it.Value for it in document.getArgs() if it.Name == name), None)


@contextlib.contextmanager
def workbook(here, path):
    """The spreadsheet of a file: the open one with what is not saved of it, or one that is read for this time."""
    document = open_workbook(here, path)
    if document is not None:
        yield document
        return
    document = loaded(here, path)
    try:
        yield document
    finally:
        document.close(True)


def loaded(here, path):
    """The spreadsheet of a file that is not open, without a window. Nothing in it runs, and it gets no lock."""
    if not os.path.isfile(path):
        raise BadArgument("path", "the file of a spreadsheet")
    desktop = here.service("com.sun.star.frame.Desktop")
    opening = properties(Hidden=True, ReadOnly=True, MacroExecutionMode=NEVER_EXECUTE, UpdateDocMode=NO_UPDATE)
    try:
        document = desktop.loadComponentFromURL(url_of(path), "_blank", 0, opening)
    except uno.getClass("com.sun.star.uno.Exception"):
        document = None
    if document is None:
        raise Failure(f"LibreOffice cannot read {path} by itself, which may be damaged or have a password: open it first")
    is_text = argument(document, "FilterName") == TEXT_FILTER
    if is_workbook(document) and not is_text:
        return document
    document.close(True)
    raise Failure(f"{path} is a text file: open it first in LibreOffice Calc" if is_text else f"{path} is no spreadsheet")


def sheet_in(document, name=None):
    """The sheet of this name in another document; the first one without a name."""
    sheets = document.getSheets()
    if name is None:
        return sheets.getByIndex(0)
    if not sheets.hasByName(name):
        raise Failure(f"there is no sheet {name!r} in the other document; there are {', '.join(sheets.getElementNames())}")
    return sheets.getByName(name)
