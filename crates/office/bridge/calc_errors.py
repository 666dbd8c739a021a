"""The formulas of a spreadsheet that give an error, and those that do so only since a change."""

from builtins import range as numbers

from calc_cells import name_of, sheet_of, used
from common import changed, command, partly, read

# com.sun.star.sheet.FormulaResult.ERROR
ERROR = 4
MOST_TOLD = 5


class Errors:
    """The cells of a document whose formula gave an error before a change, by sheet, row and column."""

    def __init__(self, document):
        sheets = document.getSheets()
        self.pages = [sheets.getByIndex(at) for at in numbers(sheets.Count)]
        self.before = self.now()

    def now(self):
        """Those whose formula gives one now."""
        return {spot for page in self.pages for spot in spots_of(page)}

    def finished(self, parts, what, output=None):
        """The answer once parts of a sheet were written: only in part where they, or since then others, give an error."""
        if sentence := self.since(parts):
            return partly(what + sentence, output)
        return changed(what, output)

    def since(self, parts):
        """The errors in parts of a sheet, and those elsewhere that came with their change, to follow an answer; nothing without any."""
        now, addresses = self.now(), [it.getRangeAddress() for it in parts]
        inside = {it for it in now if any(is_inside(address, it) for address in addresses)}
        elsewhere = now - self.before - inside
        listed = self.listed(inside, addresses[0].Sheet), self.listed(elsewhere, addresses[0].Sheet)
        sentence = f"; {len(inside)} formulas give an error: {listed[0]}" if inside else ""
        return sentence + (f"; {len(elsewhere)} formulas elsewhere give an error since: {listed[1]}" if elsewhere else "")

    def listed(self, spots, home):
        """The first of them with their formulas, those of other sheets with the name of the sheet."""
        cells = ((sheet, self.pages[sheet].getCellByPosition(column, row)) for sheet, row, column in sorted(spots)[:MOST_TOLD])
        return "; ".join(
            wrong_formula(cell, "" if sheet == home else f"{self.pages[sheet].getName()}.") for sheet, cell in cells
        )


def spots_of(cells):
    """The sheet, row and column of each of some cells whose formula gives an error."""
    for it in cells.queryFormulaCells(ERROR).getRangeAddresses():
        for row in numbers(it.StartRow, it.EndRow + 1):
            for column in numbers(it.StartColumn, it.EndColumn + 1):
                yield it.Sheet, row, column


def is_inside(address, spot):
    """Whether a cell is among those of an address."""
    sheet, row, column = spot
    is_in_row = address.StartRow <= row <= address.EndRow
    return sheet == address.Sheet and is_in_row and address.StartColumn <= column <= address.EndColumn


def wrong_formula(cell, sheet=""):
    """Where a formula gives an error, the formula, and what is shown."""
    return f"{sheet}{name_of(cell)} {cell.getFormula()} shows {cell.getString()}"


@command("calc")
def check_formulas(here, sheet=None):
    page = sheet_of(here, sheet)
    cells = used(page)
    spots = sorted(spots_of(cells)) if cells else []
    wrong = [wrong_formula(page.getCellByPosition(column, row)) for _, row, column in spots]
    return read(f"{len(wrong)} formulas give an error", "\n".join(wrong))
