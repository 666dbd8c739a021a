"""What of a spreadsheet is not in view, and how its cells look where that is not what they hold."""

from builtins import range as numbers

from calc_cells import letters, lines_of
from common import counted, number_text

# How many hidden rows are asked whether a filter hides them: each of them is a question of its own.
MOST_ROWS_ASKED = 100
MOST_SHOWN = 40
PROVIDER = "com.sun.star.chart2.data.DataProvider"


class Hidden:
    """The hidden rows and columns among cells, counted from 0."""

    def __init__(self, page, cells):
        address = cells.getRangeAddress()
        shown = cells.queryVisibleCells().getRangeAddresses()
        rows = lines_outside([(it.StartRow, it.EndRow) for it in shown], address.StartRow, address.EndRow)
        asked = rows[:MOST_ROWS_ASKED]
        self.filtered = [it for it in asked if page.Rows.getByIndex(it).IsFiltered]
        self.by_hand = [it for it in asked if it not in self.filtered]
        self.others = rows[MOST_ROWS_ASKED:]
        # Where no row is shown, no column is.
        columns = [(it.StartColumn, it.EndColumn) for it in shown]
        self.columns = lines_outside(columns, address.StartColumn, address.EndColumn) if shown else []

    def rows(self):
        """All hidden rows, in their order."""
        return sorted([*self.filtered, *self.by_hand, *self.others])


def lines_outside(spans, first, last):
    """The numbers from the first to the last that are in no span."""
    outside, at = [], first
    for start, end in sorted(spans):
        outside.extend(numbers(at, min(start, last + 1)))
        at = max(at, end + 1)
    outside.extend(numbers(at, last + 1))
    return outside


def hidden_note(page, cells):
    """What of cells is hidden, and by what, to follow an answer; nothing where all is in view."""
    hidden = Hidden(page, cells)
    notes = [
        f"{named_lines(lines, words)} {'is' if len(lines) == 1 else 'are'} hidden{by}"
        for lines, words, by in (
            (hidden.by_hand, ("row", "rows"), " by hand"),
            (hidden.filtered, ("row", "rows"), " by a filter"),
            (hidden.others, ("row", "rows"), ""),
            (hidden.columns, ("column", "columns"), ""),
        )
        if lines
    ]
    if not page.IsVisible:
        notes.append(f"the sheet {page.getName()} is hidden")
    return "".join(f"; {it}" for it in notes)


def changed_rows_note(page, cells, before):
    """What of changed cells is hidden, and how many of the hidden rows changed too, by their formulas before."""
    note = hidden_note(page, cells)
    if not note:
        return ""
    hidden, first, now = Hidden(page, cells), cells.getRangeAddress().StartRow, cells.getFormulaArray()
    rows = hidden.rows()
    count = sum(before[at - first] != now[at - first] for at in rows)
    return (f"; {counted(count, 'hidden row', 'hidden rows')} changed too" if count else "; no hidden row changed" if rows else "") + note


def named_lines(lines, words):
    """Rows or columns by their names, such as `rows 3, 5 to 7`."""
    runs = []
    for at in lines:
        if runs and runs[-1][1] == at - 1:
            runs[-1][1] = at
        else:
            runs.append([at, at])
    name = letters if words[0] == "column" else lambda at: str(at + 1)
    spans = [name(start) if start == end else f"{name(start)} to {name(end)}" for start, end in runs]
    more = f" and {len(spans) - 10} more groups" if len(spans) > 10 else ""
    return f"{words[0] if len(lines) == 1 else words[1]} {', '.join(spans[:10])}{more}"


def shown_note(here, cells):
    """The numbers among cells that look otherwise, to follow an answer: 46112 as 2026-03-31. Nothing where none does. With it come
    the texts of all cells where these are more than it names, nothing otherwise."""
    rows = enumerate(cells.getDataArray())
    held = [(row, column, it) for row, line in rows for column, it in enumerate(line) if isinstance(it, float)]
    if not held:
        return "", None
    texts = texts_of(here.document, cells)
    if texts is None:
        return "; how the cells look is not known", None
    others = [(row, column) for row, column, value in held if texts[row][column] != number_text(value)]
    if not others:
        return "", None
    start = cells.getRangeAddress()
    shown = "; ".join(
        f"{letters(start.StartColumn + column)}{start.StartRow + row + 1} as {texts[row][column]}"
        for row, column in others[:MOST_SHOWN]
    )
    if len(others) <= MOST_SHOWN:
        return f"; shown otherwise: {shown}", None
    return f"; shown otherwise: {shown}; and {len(others) - MOST_SHOWN} more, after the values", texts


def texts_of(document, cells):
    """What cells show, row by row, in one question; nothing where LibreOffice does not report it so."""
    provider = document.createInstance(PROVIDER)
    sequence = provider.createDataSequenceByRangeRepresentation(cells.AbsoluteName)
    rows, columns = lines_of(cells)
    texts = sequence.getTextualData() if sequence is not None else ()
    if len(texts) != rows * columns:
        return None
    # It goes down each column first.
    return [[texts[column * rows + row] for column in numbers(columns)] for row in numbers(rows)]
