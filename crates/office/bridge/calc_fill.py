"""Filling the cells of spreadsheets."""

from builtins import range as numbers

import uno
from com.sun.star.sheet.FillDirection import TO_BOTTOM, TO_LEFT, TO_RIGHT, TO_TOP

from calc_cells import (
    cell_at, cells_of, cells_on, lines_of, name_of, number_or_text, rows_of_part, sheet_of, unchangeable, unchangeable_sheet,
)
from calc_errors import Errors
from calc_view import hidden_note
from common import BadArgument, Failure, command, markdown_table, partly, same, same_length, size_of, whole
from formula_spelling import calc_spelling

MOST_CELLS_TOLD = 60
# What LibreOffice reports for a formula that it cannot read, the last for an unknown name. Such a formula may be in words of
# the user's language.
UNREADABLE = (*range(501, 522), 525)
DIRECTIONS = {"down": TO_BOTTOM, "up": TO_TOP, "right": TO_RIGHT, "left": TO_LEFT}


@command("calc")
def set_cells(here, range, rows, sheet=None):
    page = sheet_of(here, sheet)
    cells = cells_for(page, range, same_length(rows))
    unchangeable_sheet(page)
    before = (cells.getFormulaArray(), cells.getDataArray())
    errors = Errors(here.document)
    with here.one_step("Set cells"):
        put_rows(page, cells, rows, sheets_for(here, rows))
    formulas, values = cells.getFormulaArray(), cells.getDataArray()
    is_same = (formulas, values) == before
    if missed := missed_cells(cells, rows, values):
        wrong = f"of {name_of(cells)} these hold something else: {', '.join(missed[:5])}"
        if is_same:
            raise Failure(wrong)
        return partly(wrong)
    if is_same:
        return same(f"{name_of(cells)} already held this{errors.since(cells)}")
    return errors.finished(cells, *filled_with(page, cells, rows))


def filled_with(page, cells, rows):
    """That cells hold what was put into them, and what they show."""
    size = (len(rows), len(rows[0]))
    holds = f"{name_of(cells)} of {page.getName()} holds {size_of(*size)}, read back{hidden_note(page, cells)}"
    return holds, markdown_table(rows_of_part(cells, size[0])) if size[0] * size[1] <= MOST_CELLS_TOLD else None


def missed_cells(cells, rows, values):
    """The cells that do not hold the number or the text that was put into them."""
    pairs = ((at, column, it, value) for at, row in enumerate(rows) for column, (it, value) in enumerate(zip(row, values[at])))
    return [name_of(cell_at(cells, at, column)) for at, column, it, value in pairs if not is_formula(it) and plain(it) != value]


def cells_for(page, range, rows):
    """The cells for rows: those of a range of the same size, or from its only cell on."""
    start = cells_on(page, range)
    size, wide = (len(rows), len(rows[0])), lines_of(start)
    if size == wide:
        return start
    if wide != (1, 1):
        raise BadArgument("range", f"one cell to begin at, or {size_of(*size)} as in rows")
    address = start.getRangeAddress()
    end = (address.StartColumn + size[1] - 1, address.StartRow + size[0] - 1)
    if end[0] >= page.Columns.Count or end[1] >= page.Rows.Count:
        raise BadArgument("range", f"inside the sheet, which has {page.Rows.Count} rows and {page.Columns.Count} columns")
    return page.getCellRangeByPosition(address.StartColumn, address.StartRow, *end)


@command("calc")
def set_cell_value(here, cell, value, sheet=None):
    return set_cells(here, cell, [[number_or_text(value)]], sheet)


@command("calc")
def insert_excel_table(here, rows, row, column, sheet=None):
    page = sheet_of(here, sheet)
    row = whole(row, "row", 1, page.Rows.Count)
    column = whole(column, "column", 1, page.Columns.Count)
    start = page.getCellByPosition(column - 1, row - 1)
    return set_cells(here, name_of(start), rows, page.getName())


def sheets_for(here, rows):
    """The names of the sheets, if a formula among rows may name one as other programs do."""
    may_name = any(is_formula(it) and "!" in str(it) for row in rows for it in row)
    return here.document.getSheets().getElementNames() if may_name else ()


def put(cell, value, sheets):
    """Puts a value into a cell: a number, a text as it is, or a formula that begins with `=`."""
    if isinstance(value, bool):
        cell.setFormula("=TRUE()" if value else "=FALSE()")
    elif isinstance(value, (int, float)):
        cell.setValue(value)
    elif value is None or value == "":
        cell.setFormula("")
    elif value.startswith("="):
        put_formula(cell, value, sheets)
    else:
        cell.setString(value)


def put_formula(cell, formula, sheets):
    """Puts a formula into a cell, as programs spell it; where that cannot be read, in the words of the user's language."""
    spelled = calc_spelling(formula, sheets)
    cell.setFormula(spelled)
    if cell.getError() in UNREADABLE:
        cell.FormulaLocal = formula
        if cell.getError() in UNREADABLE:
            cell.setFormula(spelled)


def put_rows(page, cells, rows, sheets):
    """Puts rows into cells of the same size: all numbers and texts at once, and formulas one by one."""
    each = [(at_row, at_column) for at_row, row in enumerate(rows) for at_column in numbers(len(row))]
    # Putting many at once takes comments away.
    if len(each) > 1 and page.getAnnotations().getCount() == 0:
        put_at_once(cells, tuple(tuple("" if is_formula(it) else plain(it) for it in row) for row in rows))
        each = [(row, column) for row, column in each if is_formula(rows[row][column])]
    for row, column in each:
        put(cell_at(cells, row, column), rows[row][column], sheets)


def put_at_once(cells, values):
    """Puts numbers and texts into cells of the same size, as they are: no text becomes a formula."""
    # Undo of values that are put at once leaves them in cells that were empty. That of a formula for all cells empties those.
    cells.setArrayFormula("=0")
    cells.setArrayFormula("")
    try:
        cells.setDataArray(values)
    except uno.getClass("com.sun.star.uno.RuntimeException"):
        raise Failure(f"{name_of(cells)} cannot be filled: some of it may belong to a formula for many cells") from None


def plain(value):
    """A number or a text as a cell holds it."""
    return float(value) if isinstance(value, (int, float)) else (value or "").replace("\r\n", "\n")


def is_formula(value):
    """Whether a value of a row is put as a formula."""
    return isinstance(value, bool) or (isinstance(value, str) and value.startswith("="))


@command("calc")
def auto_fill(here, range, direction="down", count=1, sheet=None):
    cells = cells_of(here, range, sheet)
    unchangeable(cells)
    count = whole(count, "count", 1, 1000)
    before, errors = cells.getFormulaArray(), Errors(here.document)
    with here.one_step("Fill"):
        cells.fillAuto(DIRECTIONS[direction], count)
    after = cells.getFormulaArray()
    if before == after:
        return same(f"{name_of(cells)} held that already{errors.since(cells)}")
    what = f"{name_of(cells)} is filled {direction}{hidden_note(cells.getSpreadsheet(), cells)}"
    return errors.finished(cells, what, markdown_table(rows_of_part(cells, 20)))
