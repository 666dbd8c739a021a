"""The tables on slides."""

import contextlib
from builtins import range as numbers

import uno

from impress_objects import LEFT, TOP, placed
from impress_shapes import cells_of, centimetres_of, is_table, shapes_of, slide_at
from common import (
    BadArgument, Failure, HUNDREDTHS_OF_A_MM_IN_A_CM, centimetres, changed, command, counted, fill, markdown_table, partly, read,
    same, same_length, size_of, whole,
)

# The width of a table and the height of a row without one, in centimetres, where the slide has room for them.
WIDTH, ROW = 20, 1
# How many centimetres to the right of its place a new table is while it is filled: further than a window shows. When a cell changes,
# LibreOffice sends an accessibility event for each cell of a table that is in sight, which took seven times as long for 60 rows.
BEYOND = 300
# How far the lines around a table may reach beyond the slide, in hundredths of a millimetre.
LINES = 100


def table_on(slide, number):
    """A table of a slide, by its number from 1."""
    tables = [it for it in shapes_of(slide) if is_table(it)]
    if not tables:
        raise Failure(f"slide {slide.Number} has no table: insert_table puts one there")
    return tables[whole(number, "table", 1, len(tables)) - 1]


def room(length, begin, name):
    """How much of the slide is left behind a place, in centimetres."""
    length /= HUNDREDTHS_OF_A_MM_IN_A_CM
    if not 0 <= begin < length:
        raise BadArgument(name, f"from 0 to less than {length:.1f}, where the slide ends")
    return length - begin


def texts_of_rows(rows):
    return [["" if value is None else str(value) for value in row] for row in same_length(rows)]


def enlarge(table, rows, columns):
    """Adds the rows and columns at the end that a table lacks; how many rows and columns it got."""
    missing = max(0, rows - table.Rows.Count), max(0, columns - table.Columns.Count)
    for lines, count in zip((table.Rows, table.Columns), missing):
        if count:
            lines.insertByIndex(lines.Count, count)
    return missing


@contextlib.contextmanager
def unpainted(here):
    """Does what is inside before LibreOffice paints the document again."""
    here.document.lockControllers()
    try:
        yield
    finally:
        here.document.unlockControllers()


@contextlib.contextmanager
def removed_on_failure(page):
    """Removes the shape that is added last if what is inside fails."""
    count = page.Count
    try:
        yield
    except BaseException:
        if page.Count > count:
            page.remove(page.getByIndex(page.Count - 1))
        raise


def widths_of(table):
    columns = table.Columns
    return [columns.getByIndex(at).getPropertyValue("Width") for at in numbers(columns.Count)]


def spread(table, width):
    """Gives each column the same share of a width."""
    columns = table.Columns
    count = columns.Count
    for at in numbers(count):
        columns.getByIndex(at).setPropertyValue("Width", width * (at + 1) // count - width * at // count)


def set_heights(table, first, height):
    """Gives the rows from this one on a height, which grows with their texts."""
    rows = table.Rows
    for at in numbers(first, rows.Count):
        rows.getByIndex(at).setPropertyValue("Height", height)


def geometry(slide, shape):
    """Where a table is and how wide its columns are, in words, and what is wrong with that."""
    widths, box = widths_of(shape.Model), shape.getPropertyValue("BoundRect")
    place = f"{centimetres_of(box.Width)} by {centimetres_of(box.Height)} cm at {centimetres_of(box.X)}, {centimetres_of(box.Y)}"
    facts = (
        f"its columns are {', '.join(centimetres_of(it) for it in widths)} cm wide, it is {place} cm "
        f"on a slide of {centimetres_of(slide.Width)} by {centimetres_of(slide.Height)} cm"
    )
    faults = []
    if min(widths) <= 0:
        faults.append("a column has no width")
    if sum(widths) > slide.Width:
        faults.append("its columns are wider than the slide")
    if min(box.X, box.Y) < -LINES or box.X + box.Width > slide.Width + LINES or box.Y + box.Height > slide.Height + LINES:
        faults.append("it reaches beyond the slide")
    return facts, faults


def read_back(slide, shape, rows, what):
    """What a table holds now and where it is, compared with what it should."""
    now = cells_of(shape.Model)
    missed = sum(text != wanted for row, other in zip(now, rows) for text, wanted in zip(row, other))
    facts, faults = geometry(slide, shape)
    if missed:
        faults.insert(0, f"{counted(missed, 'cell reads', 'cells read')} otherwise")
    if faults:
        return partly(f"{what}, but {' and '.join(faults)}: {facts}", markdown_table(now))
    return changed(f"{what}, read back; {facts}", markdown_table(now))


@command("impress")
def insert_table(here, rows, left=LEFT, top=TOP, width=None, slide=None):
    rows = texts_of_rows(rows)
    page = slide_at(here, slide)
    across, down = room(page.Width, left, "left"), room(page.Height, top, "top")
    if width is None:
        width = min(WIDTH, across)
    elif not 0 < width <= across:
        raise BadArgument("width", f"more than 0 and at most {across:.1f}, where the slide ends")
    height = min(ROW, down / len(rows))
    # LibreOffice would record the cells alone, and not the table itself.
    with here.unrecorded(), removed_on_failure(page), unpainted(here):
        shape = placed(here, page, "TableShape", (left + BEYOND, top), (width, height * len(rows)))
        enlarge(shape.Model, len(rows), len(rows[0]))
        fill(shape.Model, rows)
        # A column that is new has no width, and the first one keeps that of the table.
        spread(shape.Model, centimetres(width))
        set_heights(shape.Model, 0, centimetres(height))
        shape.Size = uno.createUnoStruct("com.sun.star.awt.Size", centimetres(width), centimetres(height) * len(rows))
        shape.Position = uno.createUnoStruct("com.sun.star.awt.Point", centimetres(left), centimetres(top))
    return read_back(page, shape, rows, f"slide {page.Number} has a table of {size_of(len(rows), len(rows[0]))}")


@command("impress")
def read_table(here, table=1, slide=None):
    page = slide_at(here, slide)
    shape = table_on(page, table)
    facts, faults = geometry(page, shape)
    summary = f"{facts}; {' and '.join(faults)}" if faults else facts
    return read(f"read table {int(table)} of slide {page.Number}; {summary}", markdown_table(cells_of(shape.Model)))


@command("impress")
def set_table(here, rows, table=1, slide=None):
    rows = texts_of_rows(rows)
    page = slide_at(here, slide)
    shape = table_on(page, table)
    model = shape.Model
    before = cells_of(model)
    is_uneven = min(widths_of(model)) <= 0
    if not is_uneven and len(rows) <= len(before) and [row[: len(rows[0])] for row in before[: len(rows)]] == rows:
        return same("the table held this")
    width, height = shape.Size.Width, shape.Size.Height
    with here.one_step("Set table"):
        with unpainted(here):
            more_rows, more_columns = enlarge(model, len(rows), len(rows[0]))
            fill(model, rows)
        if more_columns or is_uneven:
            # Columns that are new share the width that the table has, within the slide.
            width = min(width, page.Width - max(0, shape.Position.X))
            spread(model, width)
        if more_rows:
            set_heights(model, len(before), centimetres(ROW))
            height += more_rows * centimetres(ROW)
        if more_rows or more_columns or is_uneven:
            shape.Size = uno.createUnoStruct("com.sun.star.awt.Size", width, height)
    size = size_of(model.Rows.Count, model.Columns.Count)
    return read_back(page, shape, rows, f"table {int(table)} of slide {page.Number} has {size}")
