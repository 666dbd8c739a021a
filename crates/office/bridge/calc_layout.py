"""Rows, columns and joined cells of spreadsheets, and tables that sum others up."""

from builtins import range as numbers

import uno

from calc_cells import (
    cells_of, filled, heads_of, letters, lines_of, merged_in, name_of, overlaps_merged, rows_of, rows_of_part, sheet_of,
    unchangeable, used,
)
from calc_view import Hidden, named_lines
from common import (
    BadArgument, Failure, centimetres, changed, command, counted, markdown_table, partly, same, unchanged, unmet, whole,
)

MOST_ROWS = 1_048_576
# How far a width may be from the one that was wanted, in hundredths of a millimetre: LibreOffice counts in twips.
NEAR = 2
# How many joined cells are compared before and after.
MOST_NAMED = 3
FUNCTIONS = {"sum": "SUM", "count": "COUNT", "average": "AVERAGE", "max": "MAX", "min": "MIN"}


@command("calc")
def insert_rows(here, before, count=1, sheet=None):
    page = sheet_of(here, sheet)
    at = whole(before, "before", 1, MOST_ROWS) - 1
    return inserted(here, page, page.Rows, at, whole(count, "count", 1, 10_000), ("row", "rows"))


@command("calc")
def insert_columns(here, before, count=1, sheet=None):
    page = sheet_of(here, sheet)
    at = column_number(here, before, "before", sheet)
    return inserted(here, page, page.Columns, at, whole(count, "count", 1, 200), ("column", "columns"))


def inserted(here, page, lines, at, count, words):
    """Inserts empty rows or columns before the one at this place, counted from 0."""
    unchangeable(page)
    before = extent(page)
    if at >= before[words[0]]:
        return same(f"{name_at(at, words)} and what is behind it is empty")
    with here.one_step(f"Insert {words[1]}"):
        lines.insertByIndex(at, count)
    if extent(page)[words[0]] != before[words[0]] + count:
        return partly("the cells behind did not move as far")
    return changed(f"{counted(count, *words)} came in before {name_at(at, words)}")


def name_at(at, words):
    """How the row or column at a place is called that was there before."""
    return f"{words[0]} {at + 1}" if words[0] == "row" else f"column {letters(at)}"


@command("calc")
def remove_rows(here, first, count=1, sheet=None):
    page = sheet_of(here, sheet)
    at = whole(first, "first", 1, MOST_ROWS) - 1
    return removed(here, page, page.Rows, at, whole(count, "count", 1, 10_000), ("row", "rows"))


@command("calc")
def remove_columns(here, first, count=1, sheet=None):
    page = sheet_of(here, sheet)
    at = column_number(here, first, "first", sheet)
    return removed(here, page, page.Columns, at, whole(count, "count", 1, 200), ("column", "columns"))


def removed(here, page, lines, at, count, words):
    """Removes rows or columns from the one at this place on, counted from 0."""
    unchangeable(page)
    before = extent(page)
    if at >= before[words[0]]:
        return same(f"{name_at(at, words)} and what is behind it is empty")
    hidden = hidden_among(page, at, count, words)
    with here.one_step(f"Remove {words[1]}"):
        lines.removeByIndex(at, count)
    if extent(page)[words[0]] > max(at, before[words[0]] - count):
        return partly("the cells behind did not move as far")
    return changed(f"{counted(count, *words)} from {name_at(at, words)} on are gone{hidden}")


def hidden_among(page, at, count, words):
    """What of the rows or columns to be removed is hidden, to follow an answer; nothing where all is in view."""
    if words[0] == "row":
        end = min(at + count, extent(page)["row"]) - 1
        gone = Hidden(page, page.getCellRangeByPosition(0, at, page.Columns.Count - 1, end)).rows()
    else:
        gone = [it for it in numbers(at, min(at + count, extent(page)["column"])) if not page.Columns.getByIndex(it).IsVisible]
    verb = "was" if len(gone) == 1 else "were"
    return f"; {named_lines(gone, words)} {verb} hidden and went too" if gone else ""


def extent(page):
    """How many rows and columns of a sheet are used, from the first cell."""
    cells = used(page)
    return {"row": cells.Rows.Count if cells else 0, "column": cells.Columns.Count if cells else 0}


def column_number(here, name, argument, sheet):
    """The place of a column by its letters, counted from 0."""
    return cells_of(here, f"{name}1", sheet, argument).getRangeAddress().StartColumn


@command("calc")
def set_column_width(here, columns, width=None, sheet=None):
    first, _, last = columns.partition(":")
    start, end = (column_number(here, it or first, "columns", sheet) for it in (first, last))
    if end < start:
        raise BadArgument("columns", "a column such as B, or columns such as B:D")
    page = sheet_of(here, sheet)
    unchangeable(page)
    if width is not None and centimetres(width) <= 0:
        raise BadArgument("width", "a length of more than 0 cm")
    all_columns = [page.Columns.getByIndex(at) for at in numbers(start, end + 1)]
    before = [it.Width for it in all_columns]
    if width is not None and are_as_wide(before, width):
        return same(f"{columns} had this width")
    with here.one_step("Column width"):
        for column in all_columns:
            if width is None:
                column.OptimalWidth = True
            else:
                column.Width = centimetres(width)
    now = [it.Width for it in all_columns]
    if width is not None and not are_as_wide(now, width):
        return unmet(before, now, f"the widths are {', '.join(in_centimetres(it) for it in now)}")
    if now == before:
        return same(f"{columns} had this width")
    return changed(f"{columns}: {', '.join(in_centimetres(it) for it in now)}")


def are_as_wide(widths, wanted):
    """Whether all of these widths are the wanted one, which is in centimetres."""
    return all(abs(it - centimetres(wanted)) <= NEAR for it in widths)


def in_centimetres(length):
    return f"{length / 1000:.2f} cm"


@command("calc")
def merge_cells(here, range, merged=True, sheet=None):
    cells = cells_of(here, range, sheet)
    unchangeable(cells)
    page = cells.getSpreadsheet()
    if (is_one(cells) if merged else not overlaps_merged(page, cells)):
        return same(f"{name_of(cells)} is {'one cell' if merged else 'not joined'}")
    area = name_of(joined_area(cells))
    if lines_of(cells) == (1, 1) and (merged or not area.startswith(f"{name_of(cells)}:")):
        return unchanged(f"{name_of(cells)} is a part of {area}, which is one cell")
    hidden = [it for row in rows_of(cells) for it in row][1:]
    if merged and any(hidden):
        raise Failure("cells next to the first hold something, which would be hidden: move or empty them first")
    before = merged_in(page, cells, MOST_NAMED)
    with here.one_step("Merge cells"):
        cells.merge(merged)
    if (not is_one(cells) if merged else overlaps_merged(page, cells)):
        why = "cells in it are joined already: split them first" if merged else "its cells are joined with others: name all of them"
        return unmet(before, merged_in(page, cells, MOST_NAMED), f"{name_of(cells)} is not {'one cell' if merged else 'split'}; {why}")
    return changed(f"{name_of(cells)} is {'one cell now' if merged else 'split again'}")


def is_one(cells):
    """Whether cells are one cell: LibreOffice calls a range merged where any of its cells is."""
    return joined_area(cells).getRangeAddress() == cells.getRangeAddress()


def joined_area(cells):
    """All cells with which the first of some cells is joined."""
    cursor = cells.getSpreadsheet().createCursorByRange(cells.getCellRangeByPosition(0, 0, 0, 0))
    cursor.collapseToMergedArea()
    return cursor


@command("calc")
def create_pivot_table(here, rows, values, columns=None, function="sum", range=None, name="Pivot", sheet=None):
    cells = filled(here, range, sheet)
    head = heads_of(cells)
    sheets = here.document.getSheets()
    if sheets.hasByName(name):
        raise BadArgument("name", f"another: there is a sheet {name}")
    tables = cells.getSpreadsheet().getDataPilotTables()
    description = tables.createDataPilotDescriptor()
    description.setSourceRange(cells.getRangeAddress())
    fields = description.getDataPilotFields()
    for argument, names, place in (("rows", rows, "ROW"), ("columns", columns or [], "COLUMN"), ("values", [values], "DATA")):
        for key in names:
            if key not in head:
                raise BadArgument(argument, f"heads of the table: {', '.join(head)}")
            field = fields.getByName(key)
            field.Orientation = uno.Enum("com.sun.star.sheet.DataPilotFieldOrientation", place)
            if place == "DATA":
                field.Function = uno.Enum("com.sun.star.sheet.GeneralFunction", FUNCTIONS[function])
    with here.one_step("Pivot table"):
        sheets.insertNewByName(name, sheets.Count)
        made = sheets.getByName(name)
        made.getDataPilotTables().insertNewByName(name, made.getCellByPosition(0, 0).getCellAddress(), description)
    shown = used(made)
    if not made.getDataPilotTables().hasByName(name) or shown is None:
        return partly("the table is not there")
    hidden = Hidden(cells.getSpreadsheet(), cells).rows()
    note = f"; hidden {named_lines(hidden, ('row', 'rows'))} of the table counted too" if hidden else ""
    return changed(f"the sheet {name} has the {function} of {values} by {', '.join(rows)}{note}", markdown_table(rows_of_part(shown, 40)))
