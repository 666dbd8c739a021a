"""The cells of spreadsheets: how a command names them, and what they hold."""

import math
import re
from builtins import range as numbers

import uno

from common import BadArgument, Failure, number_text

EMPTY = uno.Enum("com.sun.star.table.CellContentType", "EMPTY")
# com.sun.star.sheet.CellFlags.FORMULA
FORMULAS = 16
# Ranges with `;` or `,` between them, which a quoted name of a sheet may hold.
AREAS = re.compile(r"(?:'(?:[^']|'')*'|[^;,'])+")
# A range behind the name of its sheet: `Sales.A1`, `Sales!A1` or `'My sheet'.A1:B2`.
ON_SHEET = re.compile(r"\$?('(?:[^']|'')+'|[^.!']+)[.!](.+)", re.DOTALL)


def sheet_of(here, name=None):
    """The sheet of this name; the one in front without a name."""
    if name is None:
        return here.controller.getActiveSheet()
    sheets = here.document.getSheets()
    if not sheets.hasByName(name):
        raise Failure(f"there is no sheet {name!r}; there are {', '.join(sheets.getElementNames())}")
    return sheets.getByName(name)


def cells_of(here, range, sheet=None, name="range"):
    """The cells of a range such as `A1:C5`, or of a named range."""
    return cells_on(sheet_of(here, sheet), range, name)


def cells_on(page, range, name="range"):
    """The same for a sheet."""
    try:
        return page.getCellRangeByName(range)
    except uno.getClass("com.sun.star.uno.RuntimeException"):
        raise BadArgument(name, f"cells such as A1 or A1:C5; {range!r} names none") from None


def areas_of(here, range, sheet=None, name="range"):
    """The cells of one or more ranges, such as `A1:B5; Sales.D1:D5`."""
    areas = [area_of(here, it.strip(), sheet, name) for it in AREAS.findall(range) if it.strip()]
    if not areas:
        raise BadArgument(name, "cells such as A1 or A1:C5")
    return areas


def area_of(here, range, sheet, name):
    """The cells of a range, which may begin with the name of a sheet."""
    on_sheet, within = sheet_and_range(here.document, range)
    return cells_of(here, within, on_sheet or sheet, name)


def sheet_and_range(document, range):
    """The name of the sheet with which a range begins, nothing where it has none, and what follows it."""
    on_sheet = ON_SHEET.fullmatch(range)
    if on_sheet is None:
        return None, range
    page = on_sheet[1]
    page = page[1:-1].replace("''", "'") if page.startswith("'") else page
    return (page, on_sheet[2]) if document.getSheets().hasByName(page) else (None, range)


def used(sheet):
    """The cells of a sheet that hold anything; none where it is empty."""
    cursor = sheet.createCursor()
    cursor.gotoEndOfUsedArea(False)
    end = cursor.getRangeAddress()
    cells = sheet.getCellRangeByPosition(0, 0, end.EndColumn, end.EndRow)
    is_empty = end.EndColumn == 0 and end.EndRow == 0 and sheet.getCellByPosition(0, 0).getType() == EMPTY
    return None if is_empty else cells


def filled(here, range=None, sheet=None):
    """The cells of a range; without one all that are used, of which there must be some."""
    cells = cells_of(here, range, sheet) if range else used(sheet_of(here, sheet))
    if cells is None:
        raise Failure(f"the sheet {sheet_of(here, sheet).getName()} is empty")
    return cells


def name_of(cells):
    """How cells are called in their sheet, such as `A1:C5`."""
    return ":".join(part.rsplit(".", 1)[-1] for part in cells.AbsoluteName.split(":")).replace("$", "")


def letters(at):
    """The letters of a column by its place, counted from 0."""
    return (letters(at // 26 - 1) if at >= 26 else "") + chr(ord("A") + at % 26)


def lines_of(cells):
    """How many rows and columns cells have."""
    address = cells.getRangeAddress()
    return address.EndRow - address.StartRow + 1, address.EndColumn - address.StartColumn + 1


def rows_of(cells):
    """The values of cells, each as text with all its decimals. A formula that gives an error has none: what it shows."""
    def as_text(value, row, column):
        if value is None:
            return cell_at(cells, row, column).getString()
        return value if isinstance(value, str) else number_text(value)

    rows = enumerate(cells.getDataArray())
    return [[as_text(value, row, column) for column, value in enumerate(values)] for row, values in rows]


def heads_of(cells):
    """The texts of the first row of cells."""
    return rows_of(cells.getCellRangeByPosition(0, 0, lines_of(cells)[1] - 1, 0))[0]


def unchangeable(cells):
    """Fails where the sheet is protected."""
    unchangeable_sheet(cells.getSpreadsheet())


def unchangeable_sheet(page):
    if page.isProtected():
        raise Failure(f"the sheet {page.getName()} is protected: unprotect it first")


def number_or_text(text):
    """A number where the text is one as a program writes it; a text otherwise."""
    try:
        number = float(text)
    except ValueError:
        return text
    return number if math.isfinite(number) and "_" not in text else text


def cell_at(cells, row, column):
    """A cell of a range; one alone is its own range."""
    return cells if hasattr(cells, "getString") else cells.getCellByPosition(column, row)


def rows_of_part(cells, most):
    """The first rows of cells, as they are shown."""
    rows, columns = lines_of(cells)
    return [[cell_at(cells, row, column).getString() for column in numbers(columns)] for row in numbers(min(rows, most))]


def formula_spots(cells):
    """The rows and columns of the formulas among cells, counted in the range."""
    start = cells.getRangeAddress()
    return [
        (row - start.StartRow, column - start.StartColumn)
        for it in cells.queryContentCells(FORMULAS).getRangeAddresses()
        for row in numbers(it.StartRow, it.EndRow + 1)
        for column in numbers(it.StartColumn, it.EndColumn + 1)
    ]


def overlaps_merged(page, cells):
    """Whether cells are joined with others, inside or outside of them."""
    cursor = page.createCursorByRange(cells)
    cursor.collapseToMergedArea()
    return cells.getIsMerged() or cursor.getRangeAddress() != cells.getRangeAddress()


def merged_in(page, cells, most):
    """The names of the first merged cells among cells. It asks for halves: a question for each cell would take long."""
    if most <= 0 or not cells.getIsMerged():
        return []
    rows, columns = lines_of(cells)
    if rows * columns == 1:
        cursor = page.createCursorByRange(cells)
        cursor.collapseToMergedArea()
        return [name_of(cursor)]
    if rows >= columns:
        halves = [(0, 0, columns - 1, rows // 2 - 1), (0, rows // 2, columns - 1, rows - 1)]
    else:
        halves = [(0, 0, columns // 2 - 1, rows - 1), (columns // 2, 0, columns - 1, rows - 1)]
    first = merged_in(page, cells.getCellRangeByPosition(*halves[0]), most)
    return first + merged_in(page, cells.getCellRangeByPosition(*halves[1]), most - len(first))
