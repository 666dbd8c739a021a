"""Documents that are made together with their files, where there are none yet."""

import os
import time

import calc_sheets
import impress
import writer_pages
from common import COPIES, BadArgument, Failure, changed, command, partly, properties, url_of, usable, written

# The formats of the documents that LibreOffice makes under these names.
KINDS = {"scalc": calc_sheets.FORMATS, "swriter": writer_pages.FORMATS, "simpress": impress.FORMATS}
# How long the window of a document may take to come to the front, in seconds.
IN_FRONT = 5
PAUSE = 0.05


@command("calc")
@command("impress")
@command("writer")
def new_document(here, path):
    kind, format = kind_of(os.path.splitext(path)[1].lstrip(".").lower())
    if written(usable(path)) is not None:
        raise Failure(f"{path} is there already: open_document opens it")
    document = here.service("com.sun.star.frame.Desktop").loadComponentFromURL(f"private:factory/{kind}", "_blank", 0, ())
    if document is None:
        raise Failure("LibreOffice makes no empty document")
    try:
        # Another program may have made the file meanwhile.
        document.storeAsURL(url_of(path), properties(FilterName=format, Overwrite=False))
    except Exception:  # Any: without its file the document is not what was wanted.
        document.close(True)
        raise
    if written(path) is None:
        raise Failure(f"{path} was not written; an empty document without a file is open")
    made = f"{path} was written and is an empty document"
    # What follows goes to the window in front.
    if not comes_to_front(document.getCurrentController().getFrame().getContainerWindow()):
        return partly(f"{made}, and its window is not in front: switch_window goes there")
    return changed(f"{made}, whose window is in front")


def kind_of(ending):
    """What makes documents with files of this ending, and the filter that writes them."""
    known = {it: (kind, formats[it]) for kind, formats in KINDS.items() for it in formats if it not in COPIES}
    if ending not in known:
        raise BadArgument("path", f"a name that ends with one of {', '.join(known)}")
    return known[ending]


def comes_to_front(window):
    """Whether a window has the keyboard, which the window manager gives it a moment later."""
    window.toFront()
    window.setFocus()
    end = time.monotonic() + IN_FRONT
    while not window.isActive() and time.monotonic() < end:
        time.sleep(PAUSE)
    return window.isActive()
