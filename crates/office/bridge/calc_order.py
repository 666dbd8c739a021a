"""The order of rows and columns in spreadsheets, and which rows are shown."""

from builtins import range as numbers

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.table import TableSortField

from calc_cells import (
    filled, formula_spots, heads_of, lines_of, merged_in, name_of, number_or_text, overlaps_merged, rows_of_part, sheet_of,
    unchangeable, used,
)
from calc_errors import Errors
from calc_view import Hidden, hidden_note, named_lines
from common import BadArgument, Failure, changed, command, markdown_table, partly, properties, same

OPERATORS = {
    "equal": "EQUAL", "not_equal": "NOT_EQUAL", "greater": "GREATER", "greater_equal": "GREATER_EQUAL", "less": "LESS",
    "less_equal": "LESS_EQUAL",
}


@command("calc")
def reorder_columns(here, columns, sheet=None):
    page = sheet_of(here, sheet)
    cells = filled(here, None, sheet)
    unchangeable(cells)
    head = heads_of(cells)
    if sorted(columns) != sorted(head):
        raise BadArgument("columns", f"all heads of the table, each once: {', '.join(head)}")
    if columns == head:
        return same("the columns are in this order")
    with here.one_step("Reorder columns"):
        for at, name in enumerate(columns):
            now = heads_of(used(page))
            move_column(page, now.index(name, at), at)
    after = heads_of(used(page))[: len(columns)]
    if after != columns:
        raise Failure(f"the columns are now {', '.join(after)}; Undo takes them back")
    return changed(f"the columns of {page.getName()} are {', '.join(after)}")


def move_column(page, source, target):
    """Moves a whole column before another one. Formulas that refer to it follow it, and formats go with it."""
    if source == target:
        return
    page.Columns.insertByIndex(target, 1)
    source += 1
    rows = page.Rows.Count - 1
    moved = page.getCellRangeByPosition(source, 0, source, rows).getRangeAddress()
    width = page.Columns.getByIndex(source).Width
    page.moveRange(page.getCellByPosition(target, 0).getCellAddress(), moved)
    page.Columns.getByIndex(target).Width = width
    page.Columns.removeByIndex(source, 1)


@command("calc")
def sort_range(here, by, range=None, descending=None, has_head=True, sheet=None):
    cells = filled(here, range, sheet)
    unchangeable(cells)
    head = heads_of(cells)
    fields = tuple(sort_field(key, head, cells, key in (descending or [])) for key in by)
    page = cells.getSpreadsheet()
    sortable(page, cells, has_head)
    before, errors = cells.getFormulaArray(), Errors(here.document)
    values = properties(ContainsHeader=has_head, MaxSortFieldsCount=len(fields))
    sorting = PropertyValue(Name="SortFields", Value=uno.Any("[]com.sun.star.table.TableSortField", fields))
    with here.one_step("Sort"):
        cells.sort(values + (sorting,))
    if cells.getFormulaArray() == before:
        return same(f"{name_of(cells)} was sorted so")
    what = f"{name_of(cells)} is sorted by {', '.join(by)}{hidden_note(page, cells)}"
    output = markdown_table(rows_of_part(cells, 12))
    # An error that was there before moves with its row.
    if len(errors.now()) > len(errors.before):
        return partly(what + errors.since([cells]), output)
    return changed(what, output)


def sortable(page, cells, has_head):
    """Fails where rows would be torn apart, or not sorted at all."""
    rows, columns = lines_of(cells)
    if has_head and rows == 1:
        return
    body = cells.getCellRangeByPosition(0, 1 if has_head else 0, columns - 1, rows - 1)
    if overlaps_merged(page, body):
        names = ", ".join(merged_in(page, body, 3)) or "some that reach into the range"
        raise Failure(f"merged cells cannot be sorted: {names}; split them first with merge_cells")
    if filtered := Hidden(page, cells).filtered:
        named = named_lines(filtered, ("row", "rows"))
        raise Failure(f"a filter hides {named}, which would not be sorted with the others: show all with filter_rows first")
    if has_arrays(body):
        raise Failure("a formula for many cells cannot be sorted: choose a range without it")


def has_arrays(cells):
    """Whether cells belong to a formula for many cells, which is shown in braces."""
    spelled = cells.getFormulaArray()
    return any(spelled[row][column].startswith("{") for row, column in formula_spots(cells))


def sort_field(key, head, cells, is_descending):
    """A key of a sort: the head of a column, or its letter."""
    field = TableSortField()
    field.IsAscending = not is_descending
    field.Field = column_in(key, head, cells)
    return field


def column_in(key, head, cells, name="by"):
    """The number of a column in a range, by its head or its letter."""
    if key in head:
        return head.index(key)
    try:
        at = cells.getSpreadsheet().getCellRangeByName(f"{key}1").getRangeAddress().StartColumn
    except uno.getClass("com.sun.star.uno.RuntimeException"):
        raise BadArgument(name, f"heads or letters of columns: {', '.join(head)}") from None
    at -= cells.getRangeAddress().StartColumn
    if not 0 <= at < len(head):
        raise BadArgument(name, f"columns of the range: {', '.join(head)}")
    return at


@command("calc")
def filter_rows(here, column=None, condition="equal", value=None, range=None, sheet=None):
    cells = filled(here, range, sheet)
    unchangeable(cells)
    filtering = cells.createFilterDescriptor(True)
    if column is not None:
        if value is None:
            raise BadArgument("value", "given with column")
        head = heads_of(cells)
        filtering.setFilterFields((filter_field(column_in(column, head, cells, "column"), condition, value),))
        filtering.ContainsHeader = True
    before = visible_rows(cells)
    if column is None and len(before) == cells.Rows.Count:
        return same(f"all {len(before)} rows are shown")
    with here.one_step("Filter"):
        cells.filter(filtering)
    now = visible_rows(cells)
    if now == before:
        return same(f"{len(now)} of {cells.Rows.Count} rows are shown")
    return changed(f"{len(now)} of {cells.Rows.Count} rows are shown, the heads included")


def filter_field(at, condition, value):
    field = uno.createUnoStruct("com.sun.star.sheet.TableFilterField")
    field.Field, field.Operator = at, uno.Enum("com.sun.star.sheet.FilterOperator", OPERATORS[condition])
    number = number_or_text(value)
    field.IsNumeric = not isinstance(number, str)
    if field.IsNumeric:
        field.NumericValue = number
    else:
        field.StringValue = value
    return field


def visible_rows(cells):
    """Which rows of cells are shown."""
    shown = cells.queryVisibleCells().getRangeAddresses()
    return {row for it in shown for row in numbers(it.StartRow, it.EndRow + 1)}
