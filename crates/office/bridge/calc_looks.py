"""How spreadsheets look: formats, charts, frozen panes."""

import uno

from calc_cells import cells_of, name_of, sheet_of, unchangeable
from common import (
    BadArgument, Failure, as_hex, centimetres, changed, color, command, counted, letters_of, partly, properties, same, whole, with_format,
)

# Columns and bars are one kind of diagram: its property Vertical is true for bars that lie.
CHARTS = {
    "column": ("BarDiagram", {"Vertical": False}), "bar": ("BarDiagram", {"Vertical": True}), "line": ("LineDiagram", {}),
    "pie": ("PieDiagram", {}), "area": ("AreaDiagram", {}), "scatter": ("XYDiagram", {}),
    "net": ("NetDiagram", {}), "donut": ("DonutDiagram", {}), "bubble": ("BubbleDiagram", {}),
    "stock": ("StockDiagram", {}),
}


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
    wanted = whole(rows, "rows", 0, 1000), whole(columns, "columns", 0, 1000)
    before = frozen_panes(here)
    if before == wanted:
        return same(f"{panes(*wanted)} are frozen")
    here.controller.freezeAtPosition(wanted[1], wanted[0])
    now = frozen_panes(here)
    if now == wanted:
        return changed(f"{panes(*now)} are frozen, read back")
    told = f"{panes(*now)} are frozen instead of {panes(*wanted)}"
    if now == before:
        raise Failure(told)
    return partly(told)


def frozen_panes(here):
    """How many rows and columns are frozen, by what the panes show: the window's own count of them can be one more."""
    if not here.controller.hasFrozenPanes():
        return 0, 0
    first, last = (here.controller.getByIndex(at).getVisibleRange() for at in (0, here.controller.getCount() - 1))
    has_rows, has_columns = first.StartRow != last.StartRow, first.StartColumn != last.StartColumn
    return first.EndRow + 1 if has_rows else 0, first.EndColumn + 1 if has_columns else 0


def panes(rows, columns):
    return f"{counted(rows, 'row', 'rows')} and {counted(columns, 'column', 'columns')}"


@command("calc")
def format_cells(here, range, bold=None, italic=None, size=None, font=None, text_color=None, fill_color=None,
                 number_format=None, align=None, wrap=None, sheet=None):
    cells = cells_of(here, range, sheet)
    unchangeable(cells)
    wanted = letters_of(font, size, bold, italic, text_color)
    if fill_color is not None:
        wanted["CellBackColor"] = color(fill_color, "fill_color")
    if align is not None:
        wanted["HoriJustify"] = uno.Enum("com.sun.star.table.CellHoriJustify", align.upper())
    if wrap is not None:
        wanted["IsTextWrapped"] = wrap
    if number_format is not None:
        wanted["NumberFormat"] = number_format_key(here, number_format)
    return with_format(here, "bold", name_of(cells), [cells], wanted)


def number_format_key(here, code):
    """The number of a number format, made where there is none."""
    formats, locale = here.document.getNumberFormats(), uno.createUnoStruct("com.sun.star.lang.Locale")
    key = formats.queryKey(code, locale, False)
    try:
        return key if key >= 0 else formats.addNew(code, locale)
    except uno.getClass("com.sun.star.util.MalformedNumberFormatException"):
        raise BadArgument("number_format", "a format code such as 0.00, #,##0 or YYYY-MM-DD") from None


@command("calc")
def insert_chart(here, range, kind="column", title=None, name=None, cell=None, width=12, height=8, sheet=None):
    cells = cells_of(here, range, sheet)
    page = cells.getSpreadsheet()
    charts = page.getCharts()
    name = name or free_name(charts, "Chart")
    if charts.hasByName(name):
        raise Failure(f"there is a chart {name!r}")
    place = uno.createUnoStruct("com.sun.star.awt.Rectangle")
    beside = cells_of(here, cell, sheet, "cell") if cell else right_of(cells)
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
    diagram = chart.getDiagram()
    now = diagram.getDiagramType()
    if now != f"com.sun.star.chart.{service}" or any(diagram.getPropertyValue(key) != value for key, value in wanted.items()):
        return partly(f"the chart {name} is another one, a {now}")
    return changed(f"{name} is a {kind} chart of {name_of(cells)} at {name_of(beside)}")


def right_of(cells):
    """The cell beside the upper right corner of cells, with one column between."""
    address = cells.getRangeAddress()
    return cells.getSpreadsheet().getCellByPosition(address.EndColumn + 2, address.StartRow)


def free_name(container, word):
    """A name that nothing in the container has."""
    at = 1
    while container.hasByName(f"{word} {at}"):
        at += 1
    return f"{word} {at}"
