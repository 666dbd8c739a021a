"""The tables of text documents."""

from builtins import range as numbers

import uno

from writer_text import paragraph_at, rows_of
from writer_looks import places
from common import (
    BadArgument, Failure, changed, command, counted, fill, markdown_table, partly, read, same, size_of, whole,
)

# The lines of a table that insert_table draws, and their width in hundredths of a millimetre.
SIDES, LINE = ("TopLine", "BottomLine", "LeftLine", "RightLine", "HorizontalLine", "VerticalLine"), 18
# The colour behind a head, and the weight of its letters.
SHADE, BOLD = 0xDDDDDD, 150.0


def table_named(here, name):
    """A table by its name, or by its number from 1."""
    tables = here.document.getTextTables()
    if tables.hasByName(str(name)):
        return tables.getByName(str(name))
    if str(name).isdigit() and 1 <= int(name) <= tables.Count:
        return tables.getByIndex(int(name) - 1)
    raise Failure(f"there is no table {name!r}; there are {', '.join(tables.getElementNames()) or 'none'}")


def widths_of(table):
    """The share of each column in the width of a table, in percent."""
    ends = [it.Position for it in table.TableColumnSeparators or ()] + [table.TableColumnRelativeSum]
    return [100 * (end - begin) / ends[-1] for begin, end in zip([0, *ends], ends)]


def letters_in(cell):
    """A cursor over the text of a cell."""
    cursor = cell.createTextCursor()
    cursor.gotoStart(False)
    cursor.gotoEnd(True)
    return cursor


def head_of(table):
    return [table.getCellByPosition(at, 0) for at in numbers(table.getColumns().Count)]


def set_lines(table):
    """Draws thin lines around all cells."""
    line = uno.createUnoStruct("com.sun.star.table.BorderLine")
    line.OuterLineWidth = LINE
    border = table.TableBorder
    for side in SIDES:
        setattr(border, side, line)
        setattr(border, f"Is{side}Valid", True)
    table.TableBorder = border


def set_head(table):
    """Makes the first row the head: bold, shaded, and repeated on each page."""
    table.RepeatHeadline, table.HeaderRowCount = True, 1
    for cell in head_of(table):
        cell.BackColor = SHADE
        letters_in(cell).setPropertyValue("CharWeight", BOLD)


def unlike(table, values):
    """How many cells read otherwise than they should, as a sentence if there are any."""
    wanted = [["" if it is None else str(it) for it in row] for row in values]
    missed = sum(text != other for row, others in zip(rows_of(table), wanted) for text, other in zip(row, others))
    return [f"{counted(missed, 'cell reads', 'cells read')} otherwise"] if missed else []


def missing_looks(table, is_headed):
    """What of the looks of a new table is not as it should be."""
    faults = []
    if min(widths_of(table)) <= 0:
        faults.append("a column has no width")
    # Between rows and columns there is a line only where there is more than one of them.
    counts = {"HorizontalLine": table.getRows().Count, "VerticalLine": table.getColumns().Count}
    border = table.TableBorder
    if any(getattr(border, side).OuterLineWidth <= 0 for side in SIDES if counts.get(side, 2) > 1):
        faults.append("a line around its cells is missing")
    filled = [it for it in head_of(table) if it.getString()]
    is_head = table.RepeatHeadline and all(it.BackColor == SHADE for it in head_of(table))
    if is_headed and not (is_head and all(letters_in(it).getPropertyValue("CharWeight") == BOLD for it in filled)):
        faults.append("its first row does not look like a head")
    return faults


@command("writer")
def insert_table(here, rows, columns, values=None, header_row=False, after=None):
    rows, columns = whole(rows, "rows", 1, 1000), whole(columns, "columns", 1, 50)
    values = values or []
    if len(values) > rows or any(len(row) > columns for row in values):
        raise BadArgument("values", f"at most {size_of(rows, columns)}")
    spot = paragraph_at(here, after).getEnd() if after is not None else here.controller.getViewCursor().getEnd()
    table = here.document.createInstance("com.sun.star.text.TextTable")
    table.initialize(rows, columns)
    with here.one_step("Insert table"):
        spot.getText().insertTextContent(spot.getText().createTextCursorByRange(spot), table, False)
        fill(table, values)
        set_lines(table)
        if header_row:
            set_head(table)
    size = f"{counted(table.getRows().Count, 'row', 'rows')} and {counted(table.getColumns().Count, 'column', 'columns')}"
    shares = ", ".join(f"{it:.0f} %" for it in widths_of(table))
    output = markdown_table(rows_of(table)) if values else None
    faults = unlike(table, values) + missing_looks(table, header_row)
    summary = f"the table {table.getName()} has {size}, which take {shares} of its width"
    return partly(f"{summary}, but {' and '.join(faults)}", output) if faults else changed(summary, output)


@command("writer")
def read_table(here, table="1"):
    found = table_named(here, table)
    return read(f"read the table {found.getName()}", markdown_table(rows_of(found)))


@command("writer")
def set_table(here, rows, table="1"):
    found = table_named(here, table)
    if len(rows) > found.getRows().Count or any(len(row) > found.getColumns().Count for row in rows):
        raise BadArgument("rows", f"at most {size_of(found.getRows().Count, found.getColumns().Count)}")
    before = rows_of(found)
    with here.one_step("Set table"):
        fill(found, rows)
    now, faults = rows_of(found), unlike(found, rows)
    if faults:
        return partly(f"in the table {found.getName()} {faults[0]}", markdown_table(now))
    return same("the table held this") if now == before else changed(f"the table {found.getName()} is filled", markdown_table(now))


@command("writer")
def select_table(here, table="1"):
    found = table_named(here, table)
    names = found.getCellNames()
    here.controller.select(found.getCellRangeByName(f"{names[0]}:{names[-1]}") if len(names) > 1 else found)
    selection = here.controller.getSelection()
    if not selection.supportsService("com.sun.star.text.TextTableCursor"):
        raise Failure(f"the table {found.getName()} could not be selected")
    return changed(f"the table {found.getName()} is selected, {selection.getRangeName()}")


@command("writer")
def text_to_table(here, separator="\t", paragraph=None, end=None):
    spots = places(here, None, paragraph, end)
    rows = [line.split(separator) for spot in spots for line in spot.getString().split("\n")]
    columns = max(len(row) for row in rows)
    if columns < 2:
        raise Failure(f"no paragraph there contains {separator!r}")
    body = here.document.getText()
    with here.one_step("Text to table"):
        cursor = body.createTextCursorByRange(spots[0].getStart())
        cursor.gotoRange(spots[-1].getEnd(), True)
        cursor.setString("")
        table = here.document.createInstance("com.sun.star.text.TextTable")
        table.initialize(len(rows), columns)
        body.insertTextContent(cursor, table, True)
        fill(table, rows)
    return changed(f"the table {table.getName()} has {len(rows)} rows and {columns} columns", markdown_table(rows_of(table)))
