"""Cells of spreadsheets as tables of text documents."""

from builtins import range as numbers
import itertools
import os

from calc_cells import cells_on, lines_of, name_of, rows_of_part, sheet_and_range, used
from calc_view import Hidden, hidden_note, texts_of
from workbooks import sheet_in, workbook
from writer_looks import ALIGNMENTS
from writer_tables import missing_looks, set_head, set_lines
from writer_text import letters, paragraph_at
from common import BadArgument, Failure, changed, command, counted, markdown_table, number_text, partly

MOST_ROWS, MOST_COLUMNS = 1000, 50
# Filling as many cells takes Writer a few seconds, and four times as many more than ten times as long.
MOST_CELLS = 3000


class Shown:
    """What cells show, without hidden rows and columns."""

    def __init__(self, document, cells):
        page, address, (rows, columns) = cells.getSpreadsheet(), cells.getRangeAddress(), lines_of(cells)
        hidden = Hidden(page, cells)
        hidden_rows = set(hidden.rows())
        rows_left = [at for at in numbers(rows) if address.StartRow + at not in hidden_rows]
        columns_left = [at for at in numbers(columns) if address.StartColumn + at not in hidden.columns]
        if not rows_left or not columns_left:
            raise Failure(f"{name_of(cells)} of {page.getName()} shows nothing: all of it is hidden")
        texts, held = texts_of(document, cells) or rows_of_part(cells, rows), cells.getDataArray()
        self.texts = [[texts[row][column] for column in columns_left] for row in rows_left]
        self.is_number = [[isinstance(held[row][column], float) for column in columns_left] for row in rows_left]
        # A formula that gives an error has no value.
        errors = sum(held[row][column] is None for row in rows_left for column in columns_left)
        what = hidden_note(page, cells).removeprefix("; ")
        self.note = f"; what is hidden there is left out: {what}" if what else ""
        self.note += "; cells that are merged there are not merged here" if cells.getIsMerged() else ""
        self.note += f"; {counted(errors, 'cell shows', 'cells show')} an error" if errors else ""

    def number_runs(self):
        """Where numbers stand below each other: the column, and the first and the last row."""
        for column, are in enumerate(zip(*self.is_number)):
            for is_number, rows in itertools.groupby(numbers(len(are)), key=are.__getitem__):
                if is_number:
                    rows = list(rows)
                    yield column, rows[0], rows[-1]


def source_of(document, range, sheet):
    """The cells that are meant, which must be some and fit into a table."""
    on_sheet, within = sheet_and_range(document, range) if range else (None, None)
    page = sheet_in(document, on_sheet or sheet)
    cells = cells_on(page, within) if range else used(page)
    if cells is None:
        raise Failure(f"the sheet {page.getName()} is empty")
    rows, columns = lines_of(cells)
    if rows > MOST_ROWS or columns > MOST_COLUMNS or rows * columns > MOST_CELLS:
        most = f"at most {MOST_ROWS} rows, {MOST_COLUMNS} columns and {MOST_CELLS} cells"
        raise BadArgument("range", f"{most}: {name_of(cells)} has {rows} × {columns}")
    return cells


def right(table, shown):
    """The cells of a table in which numbers stand, which belong at the right."""
    return [table.getCellRangeByPosition(column, first, column, last) for column, first, last in shown.number_runs()]


def first_unlike(now, texts):
    """The first cell of a table that reads otherwise than it should, as a sentence if there is one."""
    for row, (line, wanted) in enumerate(zip(now, texts)):
        for column, (text, other) in enumerate(zip(line, wanted)):
            if text != other:
                return [f"its cell {letters(column)}{row + 1} reads {text!r} instead of {other!r}"]
    return []


@command("writer")
def insert_range_table(here, path, range=None, sheet=None, after=None, header_row=True):
    with workbook(here, path) as document:
        cells = source_of(document, range, sheet)
        shown, name = Shown(document, cells), f"{name_of(cells)} of {cells.getSpreadsheet().getName()}"
    spot = paragraph_at(here, after).getEnd() if after is not None else here.controller.getViewCursor().getEnd()
    table = here.document.createInstance("com.sun.star.text.TextTable")
    table.initialize(len(shown.texts), len(shown.texts[0]))
    with here.one_step("Insert table"):
        spot.getText().insertTextContent(spot.getText().createTextCursorByRange(spot), table, False)
        table.setDataArray(tuple(tuple(row) for row in shown.texts))
        set_lines(table)
        for it in right(table, shown):
            it.setPropertyValue("ParaAdjust", ALIGNMENTS["right"])
        if header_row:
            set_head(table)
    now = [[it if isinstance(it, str) else number_text(it) for it in row] for row in table.getDataArray()]
    faults = first_unlike(now, shown.texts) + missing_looks(table, header_row)
    if any(it.getPropertyValue("ParaAdjust") != ALIGNMENTS["right"] for it in right(table, shown)):
        faults.append("not all numbers stand at the right")
    size = f"{counted(len(now), 'row', 'rows')} × {counted(len(now[0]), 'column', 'columns')}"
    summary = f"the table {table.getName()} has {size}: {name} in {os.path.basename(path)} as it is shown"
    if faults:
        return partly(f"{summary}, but {' and '.join(faults)}{shown.note}", markdown_table(now))
    return changed(f"{summary}, read back whole{shown.note}", markdown_table(now))
