"""Charts of spreadsheets."""

import math

import uno

from calc_cells import areas_of, cells_on, lines_of, name_of, sheet_of, unchangeable_sheet, used
from calc_view import hidden_note
from common import BadArgument, Failure, centimetres, changed, command, counted, partly

# Columns and bars are one kind of diagram: its property Vertical is true for bars that lie.
CHARTS = {
    "column": ("BarDiagram", {"Vertical": False}), "bar": ("BarDiagram", {"Vertical": True}), "line": ("LineDiagram", {}),
    "pie": ("PieDiagram", {}), "area": ("AreaDiagram", {}), "scatter": ("XYDiagram", {}),
    "net": ("NetDiagram", {}), "donut": ("DonutDiagram", {}), "bubble": ("BubbleDiagram", {}),
    "stock": ("StockDiagram", {}),
}
# Those whose colours stand for names, which nothing but a legend shows.
OF_SHARES = ("pie", "donut")
WITHOUT_AXIS_TITLES = (*OF_SHARES, "net")


@command("calc")
def insert_chart(here, range, kind="column", title=None, name=None, cell=None, width=12, height=8, sheet=None, target_sheet=None,
                 x_title=None, y_title=None, legend=None, has_head=True, has_labels=True):
    areas = areas_of(here, range, sheet)
    page = areas[0].getSpreadsheet()
    if any(it.getRangeAddress().Sheet != areas[0].getRangeAddress().Sheet for it in areas):
        raise BadArgument("range", "cells of one sheet")
    for argument, text in (("x_title", x_title), ("y_title", y_title)):
        if text and kind in WITHOUT_AXIS_TITLES:
            raise BadArgument(argument, f"left out: a {kind} chart has no titles at axes")
    target = sheet_of(here, target_sheet) if target_sheet else page
    unchangeable_sheet(target)
    charts = target.getCharts()
    name = name or free_name(charts, "Chart")
    if charts.hasByName(name):
        raise Failure(f"there is a chart {name!r}")
    if not any(has_numbers(it, has_head) for it in areas):
        raise Failure(f"{names_of(areas)} of {page.getName()} holds no number: the chart would be empty")
    beside = cells_on(target, cell, "cell") if cell else free_cell(target, page, areas)
    with here.one_step("Insert chart"):
        place = rectangle(beside, width, height)
        charts.addNewByName(name, place, tuple(it.getRangeAddress() for it in areas), has_head, has_labels)
        chart = charts.getByName(name).getEmbeddedObject()
        drawn(chart, kind)
        series = series_of(chart)
        empty = [it for it in series if not is_filled(it)]
        # A failure takes the chart away again.
        if len(empty) == len(series):
            why = "no series with numbers" + "".join(hidden_note(page, it) for it in areas)
            raise Failure(f"a {kind} chart of {names_of(areas)} has {why}; check the range, has_head and has_labels")
        wanted = {"title": title or None, "x_title": x_title or None, "y_title": y_title or None}
        wanted["legend"] = (len(series) > 1 or kind in OF_SHARES) if legend is None else legend
        labelled(chart, wanted)
    what = f"{name} is a {kind} chart of {names_of(areas)} at {name_of(beside)} of {target.getName()}"
    return finished(chart, kind, wanted, what, series, empty)


def finished(chart, kind, wanted, what, series, empty):
    """The answer, by what is read back of the chart."""
    service, properties = CHARTS[kind]
    diagram = chart.getDiagram()
    now = diagram.getDiagramType()
    if now != f"com.sun.star.chart.{service}" or any(diagram.getPropertyValue(key) != value for key, value in properties.items()):
        return partly(f"{what}, but another one, a {now}")
    labels = labels_of(chart, kind)
    if missed := sorted(key for key, value in wanted.items() if labels[key] != value):
        return partly(f"{what}, but its {', '.join(missed)} is not as wanted")
    has = f"{counted(len(series), 'series', 'series')}, {'with' if wanted['legend'] else 'without'} a legend"
    if empty:
        return partly(f"{what}: {has}; {len(empty)} of them without any number: {', '.join(label_of(it) for it in empty)}")
    return changed(f"{what}: {has}, read back")


def has_numbers(cells, has_head):
    """Whether cells hold a number below their first row."""
    rows = cells.getDataArray()
    return any(isinstance(it, float) for row in (rows[1:] if has_head else rows) for it in row)


def drawn(chart, kind):
    """Makes a chart one of this kind."""
    service, properties = CHARTS[kind]
    chart.setDiagram(chart.createInstance(f"com.sun.star.chart.{service}"))
    for key, value in properties.items():
        chart.getDiagram().setPropertyValue(key, value)


def labelled(chart, wanted):
    """Gives a chart its titles and its legend."""
    chart.HasLegend = wanted["legend"]
    diagram = chart.getDiagram()
    if wanted["title"]:
        chart.HasMainTitle = True
        chart.getTitle().String = wanted["title"]
    if wanted["x_title"]:
        diagram.HasXAxisTitle = True
        diagram.getXAxisTitle().String = wanted["x_title"]
    if wanted["y_title"]:
        diagram.HasYAxisTitle = True
        diagram.getYAxisTitle().String = wanted["y_title"]


def labels_of(chart, kind):
    """The titles of a chart, and whether it has a legend."""
    diagram, labels = chart.getDiagram(), {"legend": chart.HasLegend}
    labels["title"] = chart.getTitle().String if chart.HasMainTitle else None
    has_axes = kind not in WITHOUT_AXIS_TITLES
    labels["x_title"] = diagram.getXAxisTitle().String if has_axes and diagram.HasXAxisTitle else None
    labels["y_title"] = diagram.getYAxisTitle().String if has_axes and diagram.HasYAxisTitle else None
    return labels


def series_of(chart):
    """The series of a chart."""
    systems = chart.getFirstDiagram().getCoordinateSystems()
    return [series for system in systems for kind in system.getChartTypes() for series in kind.getDataSeries()]


def is_filled(series):
    """Whether a series has a number that can be drawn."""
    values = (it.getValues() for it in series.getDataSequences())
    return any(math.isfinite(number) for it in values if it is not None for number in it.getNumericalData())


def label_of(series):
    """The name of a series."""
    labels = (it.getLabel() for it in series.getDataSequences())
    return next((" ".join(it.getTextualData()) for it in labels if it is not None), "") or "one without a name"


def rectangle(beside, width, height):
    """The place of a chart whose upper left corner is that of a cell."""
    place = uno.createUnoStruct("com.sun.star.awt.Rectangle")
    place.X, place.Y = beside.Position.X, beside.Position.Y
    place.Width, place.Height = centimetres(width), centimetres(height)
    return place


def free_cell(target, page, areas):
    """The place of a chart that nobody placed: next to its cells, or next to what its sheet holds, with one column between."""
    if target.getName() == page.getName():
        addresses = [it.getRangeAddress() for it in areas]
        return target.getCellByPosition(max(it.EndColumn for it in addresses) + 2, min(it.StartRow for it in addresses))
    filled = used(target)
    return target.getCellByPosition(lines_of(filled)[1] + 1 if filled else 0, 0)


def names_of(areas):
    return "; ".join(name_of(it) for it in areas)


def free_name(container, word):
    """A name that nothing in the container has."""
    at = 1
    while container.hasByName(f"{word} {at}"):
        at += 1
    return f"{word} {at}"
