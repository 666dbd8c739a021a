"""CSV files that are open in Calc: their bytes, the cells that these were read as, and the cells now."""

import uno

from calc_cells import cell_at, used
from common import Failure, properties

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
    # The other sheets have nothing to do with the file, and LibreOffice writes the one in front.
    first = here.document.getSheets().getByIndex(0).getName()
    if page.getName() != first:
        if path is None:
            raise Failure(f"the sheet {page.getName()} is in front, and the file holds {first}: show that one first")
        return None
    try:
        with open(uno.fileUrlToSystemPath(here.document.getURL()), "rb") as file:
            content = file.read()
    except FileNotFoundError:
        return None
    before, now = as_read(here, content, options), values(page)
    return {
        "options": options, "bytes": content.decode("latin-1"), "before": before, "now": now,
        "shown": shown(here, page, before, now),
    }


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
