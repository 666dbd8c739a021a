"""Copying cells within a spreadsheet, and from another one that is open."""

import os
from builtins import range as numbers

import uno

from calc_cells import (
    cell_at, cells_on, formula_spots, lines_of, name_of, overlaps_merged, rows_of_part, sheet_of, unchangeable_sheet,
)
from calc_errors import Errors
from calc_fill import put_at_once
from calc_looks import number_format_key
from calc_view import Hidden, changed_rows_note, hidden_note, named_lines
from workbooks import open_workbook, sheet_in
from common import BadArgument, Failure, command, markdown_table, partly, same

# How cells look, in the order of the alphabet.
LOOKS = (
    "BottomBorder2", "CellBackColor", "CharColor", "CharFontName", "CharHeight", "CharPosture", "CharStrikeout", "CharUnderline",
    "CharWeight", "HoriJustify", "IsTextWrapped", "LeftBorder2", "NumberFormat", "ParaIndent", "RightBorder2", "RotateAngle",
    "TopBorder2", "VertJustify",
)
MOST_CELLS_TOLD = 60


@command("calc")
def copy_range(here, range, cell, what="all", path=None, sheet=None, target_sheet=None):
    document = open_document(here, path) if path else here.document
    source = cells_on(source_sheet(here, document, sheet), range)
    page = sheet_of(here, target_sheet)
    target = target_of(page, cell, source)
    copy = Copy(here, document, source, target, what)
    if not copy.is_foreign and target.AbsoluteName == source.AbsoluteName:
        return same(f"{name_of(source)} is where it is to be copied to")
    before, errors = target.getFormulaArray(), Errors(here.document)
    with here.one_step("Copy cells"):
        copy.make()
    if missed := copy.missed + copy.missed_cells():
        return partly(f"{copy.named()}, but not all: {', '.join(missed[:5])}")
    rows, columns = lines_of(target)
    output = markdown_table(rows_of_part(target, rows)) if rows * columns <= MOST_CELLS_TOLD else None
    note = copy.note + (hidden_note(page, target) if what == "formats" else changed_rows_note(page, target, before))
    return errors.finished([target], f"{copy.named()}, read back{note}", output)


def open_document(here, path):
    """The open spreadsheet of this file."""
    document = open_workbook(here, path)
    if document is None:
        raise Failure(f"{path} is not open as a spreadsheet: open it first")
    return document


def source_sheet(here, document, name):
    """The sheet of this name in the document that is copied from; without a name the one in front here, or the first one there."""
    return sheet_of(here, name) if document.RuntimeUID == here.document.RuntimeUID else sheet_in(document, name)


def target_of(page, cell, source):
    """The cells that a copy fills, from a cell on, which must be free for it."""
    unchangeable_sheet(page)
    start, (rows, columns) = cells_on(page, cell, "cell"), lines_of(source)
    if lines_of(start) not in ((1, 1), (rows, columns)):
        raise BadArgument("cell", "one cell to begin at, or cells as many as range has")
    address = start.getRangeAddress()
    end = (address.StartColumn + columns - 1, address.StartRow + rows - 1)
    if end[0] >= page.Columns.Count or end[1] >= page.Rows.Count:
        raise BadArgument("cell", f"where {rows} rows and {columns} columns fit into the sheet")
    target = page.getCellRangeByPosition(address.StartColumn, address.StartRow, *end)
    if overlaps_merged(page, target):
        raise Failure(f"{name_of(target)} has merged cells: split them first with merge_cells, or copy to another place")
    return target


class Copy:
    """Cells, those that get what they hold, and what of it they get."""

    def __init__(self, here, document, source, target, what):
        self.here, self.document, self.source, self.target, self.what = here, document, source, target, what
        self.is_foreign = document.RuntimeUID != here.document.RuntimeUID
        if self.is_foreign and what == "formulas":
            raise BadArgument("what", "all, values or formats: read formulas of another document there, write them with set_cells")
        # Read before anything is written: the cells may overlap.
        self.held, self.spelled = source.getDataArray(), source.getFormulaArray()
        self.formulas = [] if self.is_foreign or what in ("values", "formats") else formula_spots(source)
        hidden = hidden_note(source.getSpreadsheet(), source).removeprefix("; ")
        self.note, self.missed = f"; in the source, {hidden}" if hidden else "", []

    def named(self):
        """What the cells have afterwards."""
        everything = "values and formats" if self.is_foreign else "values, formulas and formats"
        what = everything if self.what == "all" else self.what
        page, target = self.source.getSpreadsheet().getName(), self.target.getSpreadsheet().getName()
        name = f"{name_of(self.source)} of {page}"
        if self.is_foreign:
            name += f" in {os.path.basename(uno.fileUrlToSystemPath(self.document.getURL()))}"
        return f"{name_of(self.target)} of {target} has the {what} of {name}"

    def make(self):
        """Copies the cells."""
        if self.what == "all" and not self.is_foreign:
            self.copy_whole()
        elif self.what in ("all", "values"):
            self.copy_values()
        elif self.what == "formulas":
            self.copy_formulas()
        if self.what == "formats" or (self.what == "all" and self.is_foreign):
            self.copy_formats()

    def copy_whole(self):
        """Copies all that cells of this document hold, as copying and pasting does."""
        if filtered := Hidden(self.source.getSpreadsheet(), self.source).filtered:
            named = named_lines(filtered, ("row", "rows"))
            raise Failure(f"a filter hides {named}, which a copy leaves out: show all with filter_rows first, or copy values")
        start = self.target.getCellByPosition(0, 0).getCellAddress()
        self.target.getSpreadsheet().copyRange(start, self.source.getRangeAddress())

    def copy_values(self):
        """Copies the results. A text stays one, whatever it begins with."""
        wrong = ((row, column) for row, line in enumerate(self.held) for column, it in enumerate(line) if it is None)
        if (spot := next(wrong, None)) is not None:
            cell = cell_at(self.source, *spot)
            raise Failure(f"{name_of(cell)} shows {cell.getString()} and has no value to copy")
        self.put(self.held)

    def copy_formulas(self):
        """Copies formulas, which refer to cells as far away as before, and the other values."""
        if any(self.spelled[row][column].startswith("{") for row, column in self.formulas):
            raise Failure(f"{name_of(self.source)} has a formula for many cells: copy all or values")
        tokens = [(row, column, tokens_of(cell_at(self.source, row, column))) for row, column in self.formulas]
        left = set(self.formulas)
        rows = enumerate(self.held)
        self.put(tuple(tuple("" if (row, at) in left else it for at, it in enumerate(line)) for row, line in rows))
        for row, column, of_cell in tokens:
            cell = cell_at(self.target, row, column)
            cell.setTokens(of_cell)
            # LibreOffice leaves parts out that it cannot take so.
            if cell.getTokens() != of_cell:
                self.missed.append(f"the formula of {name_of(cell)}")

    def put(self, values):
        # Putting many at once takes comments away.
        if lines_of(self.target) != (1, 1) and self.target.getSpreadsheet().getAnnotations().getCount() == 0:
            put_at_once(self.target, values)
            return
        for row, line in enumerate(values):
            for column, it in enumerate(line):
                put_plain(cell_at(self.target, row, column), it)

    def copy_formats(self):
        """Copies how cells look, and notes what did not become so."""
        groups = self.source.getUniqueCellFormatRanges()
        each = [groups.getByIndex(at) for at in numbers(groups.getCount())]
        parts = [(address, self.fitting(it.getPropertyValues(LOOKS))) for it in each for address in it.getRangeAddresses()]
        start = self.source.getRangeAddress()
        for it, values in parts:
            place = (it.StartColumn, it.StartRow, it.EndColumn, it.EndRow)
            begin = (start.StartColumn, start.StartRow) * 2
            part = self.target.getCellRangeByPosition(*(at - first for at, first in zip(place, begin)))
            part.setPropertyValues(LOOKS, values)
            pairs = zip(LOOKS, values, part.getPropertyValues(LOOKS))
            self.missed += [f"{key} of {name_of(part)}" for key, value, now in pairs if now != value]
        if self.source.getIsMerged():
            self.note += "; cells that are merged in the source are not merged here"

    def fitting(self, values):
        """Formats as this document has them: each document numbers its formats of numbers itself."""
        if not self.is_foreign:
            return values
        at = LOOKS.index("NumberFormat")
        theirs = self.document.getNumberFormats().getByKey(values[at])
        return (*values[:at], number_format_key(self.here, theirs.FormatString, theirs.Locale), *values[at + 1 :])

    def missed_cells(self):
        """The cells that do not hold what was copied. A formula may give another result at another place."""
        if self.what == "formats":
            return []
        now, formulas = self.target.getDataArray(), set(self.formulas)
        are = set(formula_spots(self.target))
        spots = ((row, column) for row, line in enumerate(self.held) for column, _ in enumerate(line))
        return [
            name_of(cell_at(self.target, row, column))
            for row, column in spots
            if ((row, column) in are) != ((row, column) in formulas)
            or ((row, column) not in formulas and now[row][column] != self.held[row][column])
        ]


def put_plain(cell, value):
    """Puts a number or a text into a cell as it is."""
    if isinstance(value, float):
        cell.setValue(value)
    elif value:
        cell.setString(value)
    else:
        cell.setFormula("")


def tokens_of(cell):
    """The parts of a formula. Whole numbers among them are long ones: otherwise the shortest kind would be sent."""
    tokens = cell.getTokens()
    for it in tokens:
        if isinstance(it.Data, int) and not isinstance(it.Data, bool):
            it.Data = uno.Any("long", it.Data)
    return tokens
