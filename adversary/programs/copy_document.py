"""Stores copies of the document that LibreOffice showed first, and pictures of what is on it: `copy_document.py PIPE`.

It gets a request on each line, and answers on each line: {"copy": PATH}, {"slide": NUMBER, "picture": PATH} or
{"chart": SHEET, "picture": PATH}. Nothing of it goes through the bridge that is judged.
"""

import json
import os
import sys
import time
import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException

FLAT = {
    "com.sun.star.sheet.SpreadsheetDocument": "OpenDocument Spreadsheet Flat XML",
    "com.sun.star.text.GenericTextDocument": "OpenDocument Text Flat XML",
    "com.sun.star.presentation.PresentationDocument": "OpenDocument Presentation Flat XML",
}
# How often it tries to connect, and the pause between two tries in seconds.
TRIES, PAUSE = 100, 0.1
# The width of a picture in pixels.
WIDTH = 1000


def connected(pipe):
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    for _ in range(TRIES):
        try:
            return resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        except NoConnectException:
            time.sleep(PAUSE)
    raise SystemExit("LibreOffice does not listen")


def properties(**values):
    return tuple(PropertyValue(Name=name, Value=value) for name, value in values.items())


def service(context, name):
    return context.ServiceManager.createInstanceWithContext(name, context)


def flat_format(document):
    """The name of the flat format of a document; nothing where it is none."""
    if not hasattr(document, "supportsService"):
        return None
    return next((it for name, it in FLAT.items() if document.supportsService(name)), None)


def only_document(context):
    documents = service(context, "com.sun.star.frame.Desktop").getComponents().createEnumeration()
    while documents.hasMoreElements():
        document = documents.nextElement()
        if flat_format(document):
            return document
    raise LookupError("LibreOffice shows no document")


def copied(document, path):
    """Stores a copy; where the document itself is stored."""
    document.storeToURL(uno.systemPathToFileUrl(path), properties(FilterName=flat_format(document), Overwrite=True))
    return {"address": document.getURL()}


def drawn(context, source, size, path):
    """Stores a picture of a slide or of something on a sheet; its size in hundredths of a millimetre."""
    height = max(1, round(WIDTH * size[1] / max(1, size[0])))
    exporter = service(context, "com.sun.star.drawing.GraphicExportFilter")
    exporter.setSourceDocument(source)
    pixels = uno.Any("[]com.sun.star.beans.PropertyValue", properties(PixelWidth=WIDTH, PixelHeight=height))
    exporter.filter(properties(MediaType="image/png", URL=uno.systemPathToFileUrl(path), FilterData=pixels))
    return {"width": size[0], "height": size[1]}


def answer(context, document, request):
    if "copy" in request:
        return copied(document, request["copy"])
    if "slide" in request:
        slide = document.getDrawPages().getByIndex(request["slide"] - 1)
        return drawn(context, slide, (slide.Width, slide.Height), request["picture"])
    sheets = document.getSheets()
    page = (sheets.getByName(request["chart"]) if request["chart"] else document.getCurrentController().getActiveSheet()).getDrawPage()
    chart = page.getByIndex(page.getCount() - 1)
    return drawn(context, chart, (chart.Size.Width, chart.Size.Height), request["picture"])


def main():
    context, document = connected(sys.argv[1]), None
    for line in sys.stdin:
        try:
            # Kept: a call may open others, which come first in the list of all.
            document = document or only_document(context)
            reply = answer(context, document, json.loads(line))
        except Exception as error:  # Any: what is gone fails in many ways.
            reply = {"failed": f"{type(error).__name__}: {error}"}
        print(json.dumps(reply), flush=True)
    # Python that takes its connection down at its end sometimes crashes there.
    os._exit(0)


main()
