"""The commands of spreadsheets."""

from builtins import range as numbers

from com.sun.star.beans import PropertyValue
from com.sun.star.sheet.FillDateMode import FILL_DATE_DAY
from com.sun.star.sheet.FillDirection import TO_BOTTOM, TO_LEFT, TO_RIGHT, TO_TOP
from com.sun.star.sheet.FillMode import AUTO
from com.sun.star.table import TableSortField
import uno

from common import (
    BadArgument, Failure, as_hex, centimetres, changed, color, command, markdown_table, number_text, partly, properties, read, same,
    saved, stored, undone, whole,
)

MOST_ROWS_TOLD = 200
MOST_CELLS_TOLD = 60
FORMULA, TEXT, VALUE, EMPTY = (uno.Enum("com.sun.star.table.CellContentType", it) for it in ("FORMULA", "TEXT", "VALUE", "EMPTY"))
# What LibreOffice reports for a formula that it cannot read: such a formula may be in the words of the user's language.
UNREADABLE = range(501, 522)


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


def name_of(cells):
    """How cells are called in their sheet, such as `A1:C5`."""
    return ":".join(part.rsplit(".", 1)[-1] for part in cells.AbsoluteName.split(":")).replace("$", "")


def told(value):
    """A value of a cell as text, with all its decimals."""
    return value if isinstance(value, str) else number_text(value)


def rows_of(cells):
    """The values of cells, each as text with all its decimals."""
    return [[told(value) for value in row] for row in cells.getDataArray()]


def wrong_formulas(cells):
    """The cells whose formula gives an error: where, the formula, and what is shown."""
    found = cells.queryFormulaCells(4)  # com.sun.star.sheet.FormulaResult.ERROR
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


def checked(rows):
    """Rows that are all of the same length."""
    if not rows or not rows[0] or any(len(row) != len(rows[0]) for row in rows):
        raise BadArgument("rows", "rows of the same length, at least one cell")
    return rows


@command("calc")
def set_cells(here, range, rows, sheet=None):
    rows = checked(rows)
    start = cells_of(here, range, sheet)
    address = start.getRangeAddress()
    size = (len(rows), len(rows[0]))
    wide = (address.EndRow - address.StartRow + 1, address.EndColumn - address.StartColumn + 1)
    if wide != (1, 1) and wide != size:
        raise BadArgument("range", f"one cell to begin at, or {size[0]} rows of {size[1]} cells as in rows")
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
    holds = f"{name_of(cells)} of {page.getName()} holds {size[0]} rows of {size[1]} cells, read back"
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
    rows = cells.getFormulaArray() if formulas else rows_of_first(cells)
    total = cells.Rows.Count
    shown = [list(row) for row in rows[:MOST_ROWS_TOLD]]
    more = "" if total <= MOST_ROWS_TOLD else f"\n… {total - MOST_ROWS_TOLD} more rows; ask for a range of them"
    lines = "\n".join("\t".join(told(value) for value in row) for row in shown)
    return read(f"read {name_of(cells)} of {page.getName()}: {total} rows of {cells.Columns.Count} cells", lines + more)


def rows_of_first(cells):
    """The values of the rows that are told."""
    address = cells.getRangeAddress()
    last = min(address.EndRow, address.StartRow + MOST_ROWS_TOLD - 1)
    part = cells.getSpreadsheet().getCellRangeByPosition(address.StartColumn, address.StartRow, address.EndColumn, last)
    return part.getDataArray()


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


DIRECTIONS = {"down": TO_BOTTOM, "up": TO_TOP, "right": TO_RIGHT, "left": TO_LEFT}


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
    return changed(f"{name_of(cells)} is filled {direction}", markdown_table([[told(it) for it in row] for row in cells.getDataArray()[:20]]))


@command("calc")
def reorder_columns(here, columns, sheet=None):
    page = sheet_of(here, sheet)
    cells = used(page)
    if cells is None:
        raise Failure(f"the sheet {page.getName()} is empty")
    unchangeable(cells)
    head = [told(it) for it in cells.getDataArray()[0]]
    if sorted(columns) != sorted(head):
        raise BadArgument("columns", f"all heads of the table, each once: {', '.join(head)}")
    if columns == head:
        return same("the columns are in this order")
    with here.one_step("Reorder columns"):
        for at, name in enumerate(columns):
            now = [told(it) for it in cells_now(page)]
            move_column(page, now.index(name, at), at)
    after = [told(it) for it in cells_now(page)][: len(columns)]
    if after != columns:
        raise Failure(f"the columns are now {', '.join(after)}; Undo takes them back")
    return changed(f"the columns of {page.getName()} are {', '.join(after)}")


def cells_now(page):
    return used(page).getDataArray()[0]


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
    page = sheet_of(here, sheet)
    cells = cells_of(here, range, sheet) if range else used(page)
    if cells is None:
        raise Failure(f"the sheet {page.getName()} is empty")
    unchangeable(cells)
    head = [told(it) for it in cells.getDataArray()[0]]
    fields = tuple(sort_field(key, head, cells, key in (descending or [])) for key in by)
    before = cells.getFormulaArray()
    values = properties(ContainsHeader=has_head, MaxSortFieldsCount=len(fields))
    sorting = PropertyValue(Name="SortFields", Value=uno.Any("[]com.sun.star.table.TableSortField", fields))
    with here.one_step("Sort"):
        cells.sort(values + (sorting,))
    if cells.getFormulaArray() == before:
        return same(f"{name_of(cells)} was sorted so")
    return changed(f"{name_of(cells)} is sorted by {', '.join(by)}", markdown_table(rows_of_part(cells, 12)))


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


def rows_of_part(cells, most):
    """The first rows of cells, as they are shown."""
    count = min(cells.Rows.Count, most)
    return [[cells.getCellByPosition(c, r).getString() for c in numbers(cells.Columns.Count)] for r in numbers(count)]


OPERATORS = {
    "equal": "EQUAL", "not_equal": "NOT_EQUAL", "greater": "GREATER", "greater_equal": "GREATER_EQUAL", "less": "LESS",
    "less_equal": "LESS_EQUAL",
}


@command("calc")
def filter_rows(here, column=None, condition="equal", value=None, range=None, sheet=None):
    page = sheet_of(here, sheet)
    cells = cells_of(here, range, sheet) if range else used(page)
    if cells is None:
        raise Failure(f"the sheet {page.getName()} is empty")
    unchangeable(cells)
    filtering = cells.createFilterDescriptor(True)
    if column is not None:
        if value is None:
            raise BadArgument("value", "given with column")
        head = [told(it) for it in cells.getDataArray()[0]]
        filtering.setFilterFields((filter_field(column_in(column, head, cells, "column"), condition, value),))
        filtering.ContainsHeader = True
    before = visible_rows(cells)
    with here.one_step("Filter"):
        cells.filter(filtering)
    now = visible_rows(cells)
    if now == before:
        return same(f"{now} of {cells.Rows.Count} rows are shown")
    return changed(f"{now} of {cells.Rows.Count} rows are shown, the heads included")


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
    """How many rows of cells are shown."""
    shown = cells.queryVisibleCells().getRangeAddresses()
    rows = {row for it in shown for row in numbers(it.StartRow, it.EndRow + 1)}
    return len(rows)


@command("calc")
def highlight_cells(here, range, formula, fill_color, sheet=None):
    cells = cells_of(here, range, sheet)
    unchangeable(cells)
    number = color(fill_color, "fill_color")
    style = highlight_style(here, number)
    formats = cells.ConditionalFormat
    before = formats.getCount()
    condition = properties(
        Operator=uno.Enum("com.sun.star.sheet.ConditionOperator", "FORMULA"),
        Formula1=formula.removeprefix("="),
        StyleName=style,
        SourcePosition=cells.getCellByPosition(0, 0).getCellAddress(),
    )
    with here.one_step("Highlight cells"):
        formats.addNew(condition)
        cells.ConditionalFormat = formats
    if cells.ConditionalFormat.getCount() != before + 1:
        return partly(f"{name_of(cells)} has no such condition")
    return changed(f"{name_of(cells)} is {as_hex(number)} where {formula}")


def highlight_style(here, number):
    """A cell style of this colour, made where there is none."""
    styles, name = here.document.getStyleFamilies().getByName("CellStyles"), f"Highlight {number:06x}"
    if not styles.hasByName(name):
        style = here.document.createInstance("com.sun.star.style.CellStyle")
        styles.insertByName(name, style)
        style.ParentStyle, style.CellBackColor = "Default", number
    return name


@command("calc")
def freeze_panes(here, rows=1, columns=0, sheet=None):
    here.controller.setActiveSheet(sheet_of(here, sheet))
    rows, columns = whole(rows, "rows", 0, 1000), whole(columns, "columns", 0, 1000)
    before = (here.controller.hasFrozenPanes(), here.controller.getSplitRow(), here.controller.getSplitColumn())
    here.controller.freezeAtPosition(columns, rows)
    now = (here.controller.hasFrozenPanes(), here.controller.getSplitRow(), here.controller.getSplitColumn())
    if now == before:
        return same(f"{rows} rows and {columns} columns are frozen")
    return changed(f"{now[1]} rows and {now[2]} columns are frozen" if now[0] else "nothing is frozen any more")


@command("calc")
def format_cells(here, range, bold=None, italic=None, size=None, font=None, text_color=None, fill_color=None,
                 number_format=None, align=None, wrap=None, sheet=None):
    cells = cells_of(here, range, sheet)
    unchangeable(cells)
    wanted = {}
    if bold is not None:
        wanted["CharWeight"] = 150.0 if bold else 100.0
    if italic is not None:
        wanted["CharPosture"] = uno.Enum("com.sun.star.awt.FontSlant", "ITALIC" if italic else "NONE")
    if size is not None:
        wanted["CharHeight"] = float(size)
    if font is not None:
        wanted["CharFontName"] = font
    if text_color is not None:
        wanted["CharColor"] = color(text_color, "text_color")
    if fill_color is not None:
        wanted["CellBackColor"] = color(fill_color, "fill_color")
    if align is not None:
        wanted["HoriJustify"] = uno.Enum("com.sun.star.table.CellHoriJustify", align.upper())
    if wrap is not None:
        wanted["IsTextWrapped"] = wrap
    if number_format is not None:
        wanted["NumberFormat"] = number_format_key(here, number_format)
    if not wanted:
        raise BadArgument("bold", "given, or another format")
    before = {name: cells.getPropertyValue(name) for name in wanted}
    if before == wanted:
        return same(f"{name_of(cells)} looked so")
    with here.one_step("Format cells"):
        for name, value in wanted.items():
            cells.setPropertyValue(name, value)
    missed = [name for name, value in wanted.items() if cells.getPropertyValue(name) != value]
    if missed:
        return partly(f"{', '.join(missed)} of {name_of(cells)} did not change")
    return changed(f"{name_of(cells)} has {len(wanted)} formats, read back")


def number_format_key(here, code):
    """The number of a number format, made where there is none."""
    formats, locale = here.document.getNumberFormats(), uno.createUnoStruct("com.sun.star.lang.Locale")
    key = formats.queryKey(code, locale, False)
    try:
        return key if key >= 0 else formats.addNew(code, locale)
    except uno.getClass("com.sun.star.util.MalformedNumberFormatException"):
        raise BadArgument("number_format", "a format code such as 0.00, #,##0 or YYYY-MM-DD") from None


@command("calc")
def list_sheets(here):
    sheets, front = here.document.getSheets(), here.controller.getActiveSheet().getName()
    lines = []
    for name in sheets.getElementNames():
        cells = used(sheets.getByName(name))
        lines.append(f"{name}: {name_of(cells) if cells else 'empty'}{' (in front)' if name == front else ''}")
    return read(f"read {len(lines)} sheets", "\n".join(lines))


@command("calc")
def add_sheet(here, name, position=None):
    sheets = here.document.getSheets()
    if sheets.hasByName(name):
        raise Failure(f"there is a sheet {name!r}")
    at = sheets.Count if position is None else whole(position, "position", 1, sheets.Count + 1) - 1
    with here.one_step("Insert sheet"):
        sheets.insertNewByName(name, at)
    return changed(f"sheet {at + 1} is {name}") if sheets.hasByName(name) else partly("the sheet is not there")


@command("calc")
def rename_sheet(here, name, sheet=None):
    page, sheets = sheet_of(here, sheet), here.document.getSheets()
    was = page.getName()
    if was == name:
        return same(f"the sheet is called {name}")
    if sheets.hasByName(name):
        raise Failure(f"there is another sheet {name!r}")
    with here.one_step("Rename sheet"):
        page.setName(name)
    return changed(f"the sheet {was} is called {page.getName()}")


@command("calc")
def copy_sheet(here, name, sheet=None):
    page, sheets = sheet_of(here, sheet), here.document.getSheets()
    if sheets.hasByName(name):
        raise Failure(f"there is a sheet {name!r}")
    with here.one_step("Copy sheet"):
        sheets.copyByName(page.getName(), name, sheets.Count)
    return changed(f"{name} is a copy of {page.getName()}")


@command("calc")
def remove_sheet(here, sheet):
    sheets = here.document.getSheets()
    page = sheet_of(here, sheet)
    if sheets.Count == 1:
        raise Failure("it is the only sheet: a document has at least one")
    with here.one_step("Remove sheet"):
        sheets.removeByName(page.getName())
    return changed(f"the sheet {sheet} is gone; {', '.join(sheets.getElementNames())} are left")


@command("calc")
def name_range(here, name, range, sheet=None):
    cells = cells_of(here, range, sheet)
    names = here.document.NamedRanges
    content = cells.AbsoluteName
    if names.hasByName(name) and names.getByName(name).getContent() == content:
        return same(f"{name} means {content}")
    with here.one_step("Name a range"):
        if names.hasByName(name):
            names.removeByName(name)
        start = uno.createUnoStruct("com.sun.star.table.CellAddress")
        names.addNewByName(name, content, start, 0)
    return changed(f"{name} means {names.getByName(name).getContent()}")


@command("calc")
def check_formulas(here, sheet=None):
    cells = used(sheet_of(here, sheet))
    wrong = wrong_formulas(cells) if cells else []
    return read(f"{len(wrong)} formulas give an error", "\n".join(wrong))


CHARTS = {
    "column": ("ColumnDiagram", {}), "bar": ("BarDiagram", {"Vertical": True}), "line": ("LineDiagram", {}),
    "pie": ("PieDiagram", {}), "area": ("AreaDiagram", {}), "scatter": ("XYDiagram", {}),
    "net": ("NetDiagram", {}), "donut": ("DonutDiagram", {}), "bubble": ("BubbleDiagram", {}),
    "stock": ("StockDiagram", {}),
}


@command("calc")
def insert_chart(here, range, kind="column", title=None, name=None, cell=None, width=12, height=8, sheet=None):
    cells = cells_of(here, range, sheet)
    page = cells.getSpreadsheet()
    charts = page.getCharts()
    name = name or free_name(charts, "Chart")
    if charts.hasByName(name):
        raise Failure(f"there is a chart {name!r}")
    place = uno.createUnoStruct("com.sun.star.awt.Rectangle")
    beside = cells_of(here, cell, sheet, "cell") if cell else page.getCellByPosition(cells.getRangeAddress().EndColumn + 2, cells.getRangeAddress().StartRow)
    place.X, place.Y = beside.Position.X, beside.Position.Y
    place.Width, place.Height = centimetres(width), centimetres(height)
    service, wanted = CHARTS[kind]
    with here.one_step("Insert chart"):
        charts.addNewByName(name, place, (cells.getRangeAddress(),), True, True)
        chart = charts.getByName(name).getEmbeddedObject()
        chart.setDiagram(chart.createInstance(f"com.sun.star.chart.{service}"))
        for key, value in wanted.items():
            chart.getDiagram().setPropertyValue(key, value)
        if title:
            chart.HasMainTitle = True
            chart.getTitle().String = title
    now = chart.getDiagram().getDiagramType()
    if now != f"com.sun.star.chart.{service}":
        return partly(f"the chart {name} is a {now}")
    return changed(f"{name} is a {kind} chart of {name_of(cells)} at {name_of(beside)}")


def free_name(container, word):
    """A name that nothing in the container has."""
    at = 1
    while container.hasByName(f"{word} {at}"):
        at += 1
    return f"{word} {at}"


FORMATS = {
    "ods": "calc8", "xlsx": "Calc MS Excel 2007 XML", "csv": "Text - txt - csv (StarCalc)", "pdf": "calc_pdf_Export",
    "html": "HTML (StarCalc)",
}


@command("calc")
def save_as(here, path, format=None):
    return saved(here, path, format, FORMATS)


@command("calc")
def save(here):
    return stored(here)


@command("calc")
def undo(here, steps=1):
    return undone(here, steps)
