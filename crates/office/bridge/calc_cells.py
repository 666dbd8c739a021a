"""The cells of spreadsheets, and reading them."""

import math
from builtins import range as numbers

import uno

from common import BadArgument, Failure, changed, command, markdown_table, number_text, read, size_of

MOST_ROWS_TOLD = 200
EMPTY = uno.Enum("com.sun.star.table.CellContentType", "EMPTY")
# com.sun.star.sheet.FormulaResult.ERROR
ERROR = 4


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


def lines_of(cells):
    """How many rows and columns cells have."""
    address = cells.getRangeAddress()
    return address.EndRow - address.StartRow + 1, address.EndColumn - address.StartColumn + 1


def rows_of(cells):
    """The values of cells, each as text with all its decimals. A formula that gives an error has none: what it shows."""
    def told(value, row, column):
        if value is None:
            return cell_at(cells, row, column).getString()
        return value if isinstance(value, str) else number_text(value)

    rows = enumerate(cells.getDataArray())
    return [[told(value, row, column) for column, value in enumerate(values)] for row, values in rows]


def heads_of(cells):
    """The texts of the first row of cells."""
    return rows_of(cells.getCellRangeByPosition(0, 0, lines_of(cells)[1] - 1, 0))[0]


def wrong_formulas(cells):
    """The cells whose formula gives an error: where, the formula, and what is shown."""
    found = cells.queryFormulaCells(ERROR)
    wrong = []
    for address in found.getRangeAddresses():
        page = cells.getSpreadsheet()
        part = page.getCellRangeByPosition(address.StartColumn, address.StartRow, address.EndColumn, address.EndRow)
        for row in numbers(part.Rows.Count):
            for column in numbers(part.Columns.Count):
                cell = part.getCellByPosition(column, row)
                wrong.append(f"{name_of(cell)} {cell.getFormula()} shows {cell.getString()}")
    return wrong


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


@command("calc")
def get_range_values(here, range=None, sheet=None, formulas=False):
    page = sheet_of(here, sheet)
    cells = cells_on(page, range) if range else used(page)
    if cells is None:
        return read(f"the sheet {page.getName()} is empty", "")
    total, columns = lines_of(cells)
    part = cells if total <= MOST_ROWS_TOLD else cells.getCellRangeByPosition(0, 0, columns - 1, MOST_ROWS_TOLD - 1)
    rows = part.getFormulaArray() if formulas else rows_of(part)
    more = "" if total <= MOST_ROWS_TOLD else f"\n… {total - MOST_ROWS_TOLD} more rows; ask for a range of them"
    lines = "\n".join("\t".join(row) for row in rows)
    return read(f"read {name_of(cells)} of {page.getName()}: {size_of(total, columns)}", lines + more)


@command("calc")
def table2markdown(here, sheet=None):
    page = sheet_of(here, sheet)
    cells = used(page)
    if cells is None:
        return read(f"the sheet {page.getName()} is empty", "")
    return read(f"read {name_of(cells)} of {page.getName()}", markdown_table(rows_of(cells)))


@command("calc")
def select_table_range(here, range, sheet=None):
    page = sheet_of(here, sheet)
    cells = used(page) if range == "*" else cells_of(here, range, sheet)
    if cells is None:
        raise Failure(f"the sheet {page.getName()} is empty: there is nothing to select")
    here.controller.setActiveSheet(page)
    here.controller.select(cells)
    now = here.controller.getSelection()
    if not now.supportsService("com.sun.star.sheet.SheetCellRange") or name_of(now) != name_of(cells):
        raise Failure(f"{name_of(cells)} could not be selected")
    return changed(f"{name_of(cells)} of {page.getName()} is selected")


def cell_at(cells, row, column):
    """A cell of a range; one alone is its own range."""
    return cells if hasattr(cells, "getString") else cells.getCellByPosition(column, row)


def rows_of_part(cells, most):
    """The first rows of cells, as they are shown."""
    rows, columns = lines_of(cells)
    return [[cell_at(cells, row, column).getString() for column in numbers(columns)] for row in numbers(min(rows, most))]


@command("calc")
def check_formulas(here, sheet=None):
    cells = used(sheet_of(here, sheet))
    wrong = wrong_formulas(cells) if cells else []
    return read(f"{len(wrong)} formulas give an error", "\n".join(wrong))
