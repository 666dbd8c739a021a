"""Reading and filling the cells of spreadsheets."""

from builtins import range as numbers

import uno
from com.sun.star.sheet.FillDirection import TO_BOTTOM, TO_LEFT, TO_RIGHT, TO_TOP

from common import (
    BadArgument,
    Failure,
    changed,
    command,
    markdown_table,
    number_text,
    partly,
    read,
    same,
    same_length,
    size_of,
    whole,
)

MOST_ROWS_TOLD = 200
MOST_CELLS_TOLD = 60
EMPTY = uno.Enum("com.sun.star.table.CellContentType", "EMPTY")
# com.sun.star.sheet.FormulaResult.ERROR
ERROR = 4
# What LibreOffice reports for a formula that it cannot read: such a formula may be in the words of the user's language.
UNREADABLE = range(501, 522)
DIRECTIONS = {"down": TO_BOTTOM, "up": TO_TOP, "right": TO_RIGHT, "left": TO_LEFT}


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
    page = sheet_of(here, sheet)
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


def told(value):
    """A value of a cell as text, with all its decimals."""
    return value if isinstance(value, str) else number_text(value)


def rows_of(cells):
    """The values of cells, each as text with all its decimals."""
    return [[told(value) for value in row] for row in cells.getDataArray()]


def heads_of(cells):
    """The texts of the first row of cells."""
    first = cells.getCellRangeByPosition(0, 0, cells.Columns.Count - 1, 0)
    return [told(it) for it in first.getDataArray()[0]]


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


def put(cell, value):
    """Puts a value into a cell: a number, a text as it is, or a formula that begins with `=`."""
    if isinstance(value, bool):
        cell.setFormula("=TRUE()" if value else "=FALSE()")
    elif isinstance(value, (int, float)):
        cell.setValue(value)
    elif value is None or value == "":
        cell.setFormula("")
    elif value.startswith("="):
        cell.setFormula(value)
        if cell.getError() in UNREADABLE:
            cell.FormulaLocal = value
    else:
        cell.setString(value)


def put_rows(cells, rows):
    """Puts rows into cells of the same size, one by one: what is put at once is no step of Undo."""
    for at_row, row in enumerate(rows):
        for at_column, value in enumerate(row):
            put(cells.getCellByPosition(at_column, at_row), value)


def unchangeable(cells):
    """Fails where the sheet is protected."""
    if cells.getSpreadsheet().isProtected():
        raise Failure(f"the sheet {cells.getSpreadsheet().getName()} is protected: unprotect it first")


@command("calc")
def set_cells(here, range, rows, sheet=None):
    rows = same_length(rows)
    start = cells_of(here, range, sheet)
    address = start.getRangeAddress()
    size = (len(rows), len(rows[0]))
    wide = (address.EndRow - address.StartRow + 1, address.EndColumn - address.StartColumn + 1)
    if wide != (1, 1) and wide != size:
        raise BadArgument("range", f"one cell to begin at, or {size_of(*size)} as in rows")
    page = start.getSpreadsheet()
    end = (address.StartColumn + size[1] - 1, address.StartRow + size[0] - 1)
    if end[0] >= page.Columns.Count or end[1] >= page.Rows.Count:
        raise BadArgument("range", f"inside the sheet, which has {page.Rows.Count} rows and {page.Columns.Count} columns")
    cells = page.getCellRangeByPosition(address.StartColumn, address.StartRow, *end)
    unchangeable(cells)
    before = (cells.getFormulaArray(), cells.getDataArray())
    with here.one_step("Set cells"):
        put_rows(cells, rows)
    if (cells.getFormulaArray(), cells.getDataArray()) == before:
        return same(f"{name_of(cells)} already held this")
    wrong = wrong_formulas(cells)
    holds = f"{name_of(cells)} of {page.getName()} holds {size_of(*size)}, read back"
    output = markdown_table(rows_of_part(cells, size[0])) if size[0] * size[1] <= MOST_CELLS_TOLD else None
    if wrong:
        return partly(f"{holds}; {len(wrong)} formulas give an error: {'; '.join(wrong[:5])}", output)
    return changed(holds, output)


@command("calc")
def set_cell_value(here, cell, value, sheet=None):
    return set_cells(here, cell, [[number_or_text(value)]], sheet)


def number_or_text(text):
    """A number where the text is one as a program writes it; a text otherwise."""
    try:
        return float(text) if text.strip() and not text.strip().startswith("=") else text
    except ValueError:
        return text


@command("calc")
def get_range_values(here, range=None, sheet=None, formulas=False):
    page = sheet_of(here, sheet)
    cells = cells_of(here, range, sheet) if range else used(page)
    if cells is None:
        return read(f"the sheet {page.getName()} is empty", "")
    part = first_rows(cells)
    rows = part.getFormulaArray() if formulas else part.getDataArray()
    total = cells.Rows.Count
    more = "" if total <= MOST_ROWS_TOLD else f"\n… {total - MOST_ROWS_TOLD} more rows; ask for a range of them"
    lines = "\n".join("\t".join(told(value) for value in row) for row in rows)
    return read(f"read {name_of(cells)} of {page.getName()}: {size_of(total, cells.Columns.Count)}", lines + more)


def first_rows(cells):
    """The rows of cells that are told."""
    address = cells.getRangeAddress()
    last = min(address.EndRow, address.StartRow + MOST_ROWS_TOLD - 1)
    return cells.getSpreadsheet().getCellRangeByPosition(address.StartColumn, address.StartRow, address.EndColumn, last)


@command("calc")
def table2markdown(here, sheet=None):
    page = sheet_of(here, sheet)
    cells = used(page)
    if cells is None:
        return read(f"the sheet {page.getName()} is empty", "")
    return read(f"read {name_of(cells)} of {page.getName()}", markdown_table(rows_of(cells)))


@command("calc")
def insert_excel_table(here, rows, row, column, sheet=None):
    page = sheet_of(here, sheet)
    row = whole(row, "row", 1, page.Rows.Count)
    column = whole(column, "column", 1, page.Columns.Count)
    start = page.getCellByPosition(column - 1, row - 1)
    return set_cells(here, name_of(start), rows, page.getName())


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


@command("calc")
def auto_fill(here, range, direction="down", count=1, sheet=None):
    cells = cells_of(here, range, sheet)
    unchangeable(cells)
    count = whole(count, "count", 1, 1000)
    before = cells.getFormulaArray()
    with here.one_step("Fill"):
        cells.fillAuto(DIRECTIONS[direction], count)
    after = cells.getFormulaArray()
    if before == after:
        return same(f"{name_of(cells)} held that already")
    return changed(f"{name_of(cells)} is filled {direction}", markdown_table(rows_of_part(cells, 20)))


def rows_of_part(cells, most):
    """The first rows of cells, as they are shown."""
    count = min(cells.Rows.Count, most)
    return [[cells.getCellByPosition(c, r).getString() for c in numbers(cells.Columns.Count)] for r in numbers(count)]


@command("calc")
def check_formulas(here, sheet=None):
    cells = used(sheet_of(here, sheet))
    wrong = wrong_formulas(cells) if cells else []
    return read(f"{len(wrong)} formulas give an error", "\n".join(wrong))
