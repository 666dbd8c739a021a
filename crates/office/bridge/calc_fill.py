"""Filling the cells of spreadsheets."""

from builtins import range as numbers

import uno
from com.sun.star.sheet.FillDirection import TO_BOTTOM, TO_LEFT, TO_RIGHT, TO_TOP

from calc_cells import (
    cell_at, cells_of, cells_on, lines_of, name_of, number_or_text, rows_of_part, sheet_of, unchangeable, unchangeable_sheet,
)
from calc_errors import Errors
from calc_view import changed_rows_note
from common import BadArgument, Failure, command, counted, markdown_table, partly, same, same_length, size_of, whole
from formula_spelling import calc_spelling

MOST_CELLS_TOLD = 60
# How many ranges an answer names.
MOST_NAMED = 10
# What LibreOffice reports for a formula that it cannot read, the last for an unknown name. Such a formula may be in words of
# the user's language.
UNREADABLE = (*range(501, 522), 525)
DIRECTIONS = {"down": TO_BOTTOM, "up": TO_TOP, "right": TO_RIGHT, "left": TO_LEFT}


@command("calc")
def set_cells(here, range, rows, sheet=None, shown_only=False):
    page = sheet_of(here, sheet)
    rows = same_length(rows)
    parts = shown_parts(page, range, rows) if shown_only else [(cells_for(page, range, rows), rows)]
    ranges = [cells for cells, _ in parts]
    unchangeable_sheet(page)
    before = held_by(ranges)
    errors = Errors(here.document)
    with here.one_step("Set cells"):
        sheets = sheets_for(here, rows)
        for cells, part in parts:
            put_rows(page, cells, part, sheets)
    is_same = held_by(ranges) == before
    if missed := [name for part in parts for name in missed_cells(*part)]:
        wrong = f"of {names_of(ranges)} these hold something else: {', '.join(missed[:5])}"
        if is_same:
            raise Failure(wrong)
        return partly(wrong)
    if is_same:
        return same(f"{names_of(ranges)} already held this{errors.since(ranges)}")
    note = "; hidden rows between them stay as they were" if len(parts) > 1 else changed_rows_note(page, ranges[0], before[0][0])
    return errors.finished(ranges, *filled_with(page, ranges, rows, note))


def held_by(ranges):
    """The formulas and the values of ranges."""
    return [(it.getFormulaArray(), it.getDataArray()) for it in ranges]


def names_of(ranges):
    """How the first of some ranges are called, and how many more there are."""
    more = f" and {len(ranges) - MOST_NAMED} more ranges" if len(ranges) > MOST_NAMED else ""
    return "; ".join(name_of(it) for it in ranges[:MOST_NAMED]) + more


def filled_with(page, ranges, rows, note):
    """That ranges hold what was put into them, and what they show."""
    size = (len(rows), len(rows[0]))
    holds = f"{names_of(ranges)} of {page.getName()} holds {size_of(*size)}, read back{note}"
    shown = [line for it in ranges for line in rows_of_part(it, size[0])] if size[0] * size[1] <= MOST_CELLS_TOLD else None
    return holds, shown and markdown_table(shown)


def missed_cells(cells, rows):
    """The cells that do not hold the number or the text that was put into them."""
    values = cells.getDataArray()
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


def shown_parts(page, range, rows):
    """The rows that are shown, from the first of a range on, as ranges without a gap, each with the rows that it gets."""
    start, (height, width) = cells_on(page, range), lines_of(cells_on(page, range))
    is_one, address = (height, width) == (1, 1), start.getRangeAddress()
    end_row, end_column = page.Rows.Count - 1 if is_one else address.EndRow, address.StartColumn + len(rows[0]) - 1
    if end_column >= page.Columns.Count or not (is_one or width == len(rows[0])):
        raise BadArgument("range", f"one cell to begin at, or cells that show {size_of(len(rows), len(rows[0]))} as in rows")
    # Of whole rows: a hidden column hides none of them.
    across = page.getCellRangeByPosition(0, address.StartRow, page.Columns.Count - 1, end_row)
    spans = sorted({(it.StartRow, it.EndRow) for it in across.queryVisibleCells().getRangeAddresses()})
    parts, left = [], rows
    for first, last in spans:
        count = min(last - first + 1, len(left))
        if count:
            parts.append((page.getCellRangeByPosition(address.StartColumn, first, end_column, first + count - 1), left[:count]))
        left = left[count:]
    shown = sum(last - first + 1 for first, last in spans)
    if left or not (is_one or shown == len(rows)):
        raise BadArgument("range", f"cells of {counted(len(rows), 'row that is', 'rows that are')} shown, as in rows: {shown} are shown there")
    return parts


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
        return same(f"{name_of(cells)} held that already{errors.since([cells])}")
    what = f"{name_of(cells)} is filled {direction}{changed_rows_note(cells.getSpreadsheet(), cells, before)}"
    return errors.finished([cells], what, markdown_table(rows_of_part(cells, 20)))
