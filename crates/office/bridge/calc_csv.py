"""CSV files that are open in Calc: their bytes, the cells that these were read as, and the cells now."""

import os
import uno

from calc_cells import cell_at, used
from common import Failure, properties, url_of, written
from csv_file import KnownFile, sheet_of_file

FILTER = "Text - txt - csv (StarCalc)"
# Kinds of number formats that show a value as a program writes it: com.sun.star.util.NumberFormat.NUMBER and TEXT.
PLAIN = (16, 256)
# com.sun.star.util.NumberFormat.DEFINED, which is added to the formats of users.
DEFINED = 1


def open_csv(here, path=None):
    """What is known of the CSV file of a document; nothing for other documents, and where there is nothing to save in its own file."""
    kept = {it.Name: it.Value for it in here.document.getArgs()}
    options, page = kept.get("FilterOptions"), here.controller.getActiveSheet()
    if kept.get("FilterName") != FILTER or not options or not here.document.hasLocation():
        return None
    if path is None and not here.document.isModified():
        return None
    known, own = here.file or met_file(here.document), file_of(here.document)
    if own is None:
        return None
    trouble = sheet_trouble(here, known, page.getName()) or outside_trouble(here, known, own)
    if trouble:
        if path is None or url_of(path) == here.document.getURL():
            raise Failure(trouble)
        return None
    try:
        with open(own, "rb") as file:
            content = file.read()
    except FileNotFoundError:
        return None
    before, now = as_read(here, content, options), values(page)
    return {
        "options": options, "bytes": content.decode("latin-1"), "before": before, "now": now,
        "shown": shown(here, page, before, now),
    }


def met_file(document):
    """What is known of the file of a document that is met."""
    stem = os.path.splitext(os.path.basename(file_of(document) or ""))[0]
    return known_file(document, sheet_of_file(document.getSheets().getElementNames(), stem))


def known_file(document, sheet):
    """The same for a document that was just saved with this sheet in front."""
    path = file_of(document)
    return KnownFile(path and written(path), saved_at(document), sheet)


def file_of(document):
    """The path of the file of a document; nothing where it has none on this machine."""
    return uno.fileUrlToSystemPath(document.getURL()) if document.getURL().startswith("file:") else None


def saved_at(document):
    """When LibreOffice last saved a document, in the time of the clock on the wall."""
    date = document.getDocumentProperties().ModificationDate
    return (date.Year, date.Month, date.Day, date.Hours, date.Minutes, date.Seconds)


def sheet_trouble(here, known, front):
    """Why the sheet in front is not the one of the file: the others have nothing to do with it, and LibreOffice writes the one in front."""
    sheet = known.sheet_among(here.document.getSheets().getElementNames())
    if sheet is None:
        return f"none of its sheets is called {known.sheet or 'as the file'}, which is the one that the file holds: rename that sheet, or save_as saves to another file"
    return None if front == sheet else f"the sheet {front} is in front, and the file holds {sheet}: show that one first"


def outside_trouble(here, known, own):
    """Why the file is not the one that the document was read from."""
    if known.is_of_another(written(own), saved_at(here.document)):
        return "another program has changed the file since it was opened or saved here, which would be lost"
    return None


def as_read(here, content, options):
    """The cells that LibreOffice reads in these bytes."""
    context = here.office.connected()
    service = "com.sun.star.io.SequenceInputStream"
    stream = context.ServiceManager.createInstanceWithArgumentsAndContext(service, (uno.ByteSequence(content),), context)
    desktop = here.service("com.sun.star.frame.Desktop")
    reading = properties(InputStream=stream, FilterName=FILTER, FilterOptions=options, Hidden=True)
    document = desktop.loadComponentFromURL("private:stream", "_blank", 0, reading)
    if document is None:
        raise Failure("LibreOffice does not read the file again, to compare it with the sheet")
    try:
        return values(document.getSheets().getByIndex(0))
    finally:
        document.close(True)


def values(page):
    """The values of all cells up to the last one that holds something; what gives an error has none."""
    cells = used(page)
    return [list(row) for row in cells.getDataArray()] if cells else []


def shown(here, page, before, now):
    """Row, column and text of the cells that are not as in the file and show something else than their value."""
    cells = used(page)
    if not cells:
        return []
    spots = [
        (row, column)
        for row, line in enumerate(now)
        for column, value in enumerate(line)
        if not isinstance(value, str) and value != value_at(before, row, column)
    ]
    special = special_areas(here, cells) if spots else []
    return [
        (row, column, cell_at(cells, row, column).getString())
        for row, column in spots
        if now[row][column] is None or any(is_in(area, row, column) for area in special)
    ]


def value_at(rows, row, column):
    return rows[row][column] if row < len(rows) and column < len(rows[row]) else ""


def special_areas(here, cells):
    """The areas whose number format shows dates, percentages and the like."""
    formats, groups = here.document.getNumberFormats(), cells.getUniqueCellFormatRanges()
    areas = []
    for at in range(groups.getCount()):
        group = groups.getByIndex(at)
        kind = formats.getByKey(group.getPropertyValue("NumberFormat")).getPropertyValue("Type")
        if kind & ~DEFINED not in PLAIN:
            areas += group.getRangeAddresses()
    return areas


def is_in(area, row, column):
    return area.StartRow <= row <= area.EndRow and area.StartColumn <= column <= area.EndColumn
