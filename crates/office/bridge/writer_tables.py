"""The tables of text documents."""

from writer_text import rows_of
from writer_looks import places
from common import BadArgument, Failure, changed, command, fill, markdown_table, read, same, size_of, whole


def table_named(here, name):
    """A table by its name, or by its number from 1."""
    tables = here.document.getTextTables()
    if tables.hasByName(str(name)):
        return tables.getByName(str(name))
    if str(name).isdigit() and 1 <= int(name) <= tables.Count:
        return tables.getByIndex(int(name) - 1)
    raise Failure(f"there is no table {name!r}; there are {', '.join(tables.getElementNames()) or 'none'}")


@command("writer")
def insert_table(here, rows, columns, values=None):
    rows, columns = whole(rows, "rows", 1, 1000), whole(columns, "columns", 1, 50)
    if values and (len(values) > rows or any(len(row) > columns for row in values)):
        raise BadArgument("values", f"at most {size_of(rows, columns)}")
    table = here.document.createInstance("com.sun.star.text.TextTable")
    table.initialize(rows, columns)
    cursor = here.controller.getViewCursor()
    with here.one_step("Insert table"):
        place = cursor.getText().createTextCursorByRange(cursor.getEnd())
        cursor.getText().insertTextContent(place, table, False)
        fill(table, values or [])
    size = f"{table.getRows().Count} rows and {table.getColumns().Count} columns"
    return changed(f"the table {table.getName()} has {size}", markdown_table(rows_of(table)) if values else None)


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
    now = rows_of(found)
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
