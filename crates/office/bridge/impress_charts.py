"""The charts on slides, which hold their numbers themselves."""

import math

from calc_charts import CHARTS, OF_SHARES, WITHOUT_AXIS_TITLES, drawn, finished, is_filled, labelled, series_of
from impress_objects import LEFT, TOP, placed
from impress_shapes import CHART, centimetres_of, slide_at
from impress_tables import removed_on_failure, room
from common import BadArgument, Failure, command, partly, same_length, size_of

# The size of a chart without one, in centimetres, where the slide has room for it.
WIDTH, HEIGHT = 20, 11


@command("impress")
def insert_chart(here, rows, kind="column", title=None, left=LEFT, top=TOP, width=None, height=None, slide=None,
                 x_title=None, y_title=None, legend=None):
    names, labels, values = numbers_of(rows)
    # Looked for before there is a chart: LibreOffice 7.4 may crash later where an object goes that an accessibility client knows.
    if all(it is None for row in values for it in row):
        raise BadArgument("rows", "numbers behind the names, and there is none")
    page = slide_at(here, slide)
    for argument, text in (("x_title", x_title), ("y_title", y_title)):
        if text and kind in WITHOUT_AXIS_TITLES:
            raise BadArgument(argument, f"left out: a {kind} chart has no titles at axes")
    size = (
        side(width, WIDTH, room(page.Width, left, "left"), "width"),
        side(height, HEIGHT, room(page.Height, top, "top"), "height"),
    )
    # LibreOffice records nothing of what puts a chart on a slide.
    with here.unrecorded(), removed_on_failure(page):
        shape = placed(here, page, "OLE2Shape", (left, top), size)
        shape.CLSID = CHART
        chart = shape.Model
        if chart is None:
            raise Failure("LibreOffice makes no chart here")
        # Numbers go into a chart of its kind: they leave the kind as it is, and perhaps not how it is drawn.
        drawn(chart, kind)
        data = chart.getData()
        data.setData(tuple(tuple(data.getNotANumber() if it is None else it for it in row) for row in values))
        data.setRowDescriptions(tuple(labels))
        data.setColumnDescriptions(tuple(names))
        for key, value in CHARTS[kind][1].items():
            chart.getDiagram().setPropertyValue(key, value)
        series = series_of(chart)
        empty = [it for it in series if not is_filled(it)]
        if len(empty) == len(series):
            raise Failure(f"a {kind} chart of these rows has no series with numbers")
        wanted = {"title": title or None, "x_title": x_title or None, "y_title": y_title or None}
        wanted["legend"] = (len(names) > 1 or kind in OF_SHARES) if legend is None else legend
        labelled(chart, wanted)
    place = f"{centimetres_of(shape.Size.Width)} by {centimetres_of(shape.Size.Height)} cm"
    what = f"slide {page.Number} has a {kind} chart of {size_of(len(values), len(names))}, {place}"
    now = chart.getData()
    if list(now.getRowDescriptions()) != labels or list(now.getColumnDescriptions()) != names or missed(now, values):
        return partly(f"{what}, but it shows other names or numbers")
    return finished(chart, kind, wanted, what, series, empty)


def numbers_of(rows):
    """The names of the series, those of the points, and the numbers, of rows whose first row and first cells are names."""
    head, *others = same_length(rows)
    if not others or len(head) < 2:
        raise BadArgument("rows", "a row with the names of the series, and below it rows with a name and their numbers")
    values = [[number_of(it) for it in row[1:]] for row in others]
    return [text_of(it) for it in head[1:]], [text_of(row[0]) for row in others], values


def text_of(value):
    return "" if value is None else str(value)


def number_of(value):
    """A number as charts hold it; nothing for an empty cell."""
    if value is None or value == "":
        return None
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise BadArgument("rows", f"numbers behind the names, and {value!r} is none")
    return number


def side(length, usual, most, name):
    """A side of the chart, in centimetres."""
    if length is None:
        return min(usual, most)
    if not 0 < length <= most:
        raise BadArgument(name, f"more than 0 and at most {most:.1f}, where the slide ends")
    return length


def missed(data, values):
    """Whether a chart holds other numbers than those that it was given."""
    now = data.getData()
    if [len(row) for row in now] != [len(row) for row in values]:
        return True
    pairs = (pair for row, other in zip(now, values) for pair in zip(row, other))
    return any(wanted is not None and it != wanted for it, wanted in pairs)
