"""How the cells of spreadsheets look: formats, highlights, frozen panes."""

import uno

from calc_cells import areas_of, cells_of, name_of, sheet_of, unchangeable
from common import (
    BadArgument, Failure, as_hex, changed, color, command, counted, letters_of, partly, properties, same, whole, with_formats,
)
from formula_spelling import calc_spelling

# The formats of cells, and what their values are.
FORMATS = {
    "bold": bool, "italic": bool, "size": (int, float), "font": str, "text_color": str, "fill_color": str, "number_format": str,
    "align": str, "wrap": bool,
}
ALIGNMENTS = ("left", "center", "right", "standard")


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
        Formula1=calc_spelling(formula.removeprefix("="), here.document.getSheets().getElementNames()),
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
    differs = f"{panes(*now)} are frozen instead of {panes(*wanted)}"
    if now == before:
        raise Failure(differs)
    return partly(differs)


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
def format_cells(here, range=None, formats=None, sheet=None, **format):
    wanted = [(range, format)] if range else []
    wanted += [row_format(row) for row in formats or []]
    if not wanted:
        raise BadArgument("range", "given, or formats with a range in each row")
    parts = []
    for named, looks in wanted:
        values = properties_of(here, **looks)
        for cells in areas_of(here, named, sheet, "range" if named == range else "formats"):
            unchangeable(cells)
            parts.append((named_on(here, cells), [cells], values))
    return with_formats(here, "bold", parts)


def row_format(row):
    """The range and the formats of a row such as `["A1:D1", "bold", true, "size", 12]`."""
    named, *others = row or [None]
    looks = dict(zip(others[::2], others[1::2]))
    is_fitting = isinstance(named, str) and named.strip() and looks and len(others) == 2 * len(looks)
    # True is a number too.
    wrong = [
        key for key, value in looks.items()
        if key not in FORMATS or not isinstance(value, FORMATS[key]) or (key == "size" and isinstance(value, bool))
    ]
    if not is_fitting or wrong or looks.get("align", "left") not in ALIGNMENTS:
        raise BadArgument("formats", 'rows such as ["A1:D1", "bold", true]: a range, then names of formats with their values')
    return named, looks


def properties_of(here, bold=None, italic=None, size=None, font=None, text_color=None, fill_color=None, number_format=None,
                  align=None, wrap=None):
    """The properties of cells that these formats mean."""
    wanted = letters_of(font, size, bold, italic, text_color)
    if fill_color is not None:
        wanted["CellBackColor"] = color(fill_color, "fill_color")
    if align is not None:
        wanted["HoriJustify"] = uno.Enum("com.sun.star.table.CellHoriJustify", align.upper())
    if wrap is not None:
        wanted["IsTextWrapped"] = wrap
    if number_format is not None:
        wanted["NumberFormat"] = number_format_key(here, number_format)
    return wanted


def named_on(here, cells):
    """How cells are called, with the name of their sheet unless it is in front."""
    page = cells.getSpreadsheet().getName()
    return name_of(cells) if page == here.controller.getActiveSheet().getName() else f"{name_of(cells)} of {page}"


def number_format_key(here, code, locale=None):
    """The number of a number format, made where there is none."""
    formats, locale = here.document.getNumberFormats(), locale or uno.createUnoStruct("com.sun.star.lang.Locale")
    key = formats.queryKey(code, locale, False)
    try:
        return key if key >= 0 else formats.addNew(code, locale)
    except uno.getClass("com.sun.star.util.MalformedNumberFormatException"):
        raise BadArgument("number_format", "a format code such as 0.00, #,##0 or YYYY-MM-DD") from None
