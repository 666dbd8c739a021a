"""Reading and selecting the cells of spreadsheets."""

from calc_cells import cells_of, cells_on, lines_of, name_of, rows_of, sheet_of, used
from calc_view import hidden_note, shown_note
from common import Failure, changed, command, markdown_table, read, size_of

MOST_ROWS_TOLD = 200


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
    note, texts = ("", None) if formulas else shown_note(here, part)
    output = in_lines(rows) + more + (f"\nas shown:\n{in_lines(texts)}" if texts else "")
    return read(f"read {name_of(cells)} of {page.getName()}: {size_of(total, columns)}{note}{hidden_note(page, part)}", output)


def in_lines(rows):
    """Rows with tabs between their cells."""
    return "\n".join("\t".join(row) for row in rows)


@command("calc")
def table2markdown(here, sheet=None):
    page = sheet_of(here, sheet)
    cells = used(page)
    if cells is None:
        return read(f"the sheet {page.getName()} is empty", "")
    note, texts = shown_note(here, cells)
    output = markdown_table(rows_of(cells)) + (f"\n\nas shown:\n\n{markdown_table(texts)}" if texts else "")
    return read(f"read {name_of(cells)} of {page.getName()}{note}{hidden_note(page, cells)}", output)


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
