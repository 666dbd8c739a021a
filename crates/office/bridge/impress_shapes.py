"""The slides of a presentation, what stands on them, and how they are listed."""

from builtins import range as numbers

from common import HUNDREDTHS_OF_A_MM_IN_A_CM, command, read, size_of, whole

# What an embedded object is that is a chart.
CHART = "12dcae26-281f-416f-a234-c3086127382e"
# How the types of shapes begin that layouts give to slides.
PLACEHOLDER = "com.sun.star.presentation."
# The first cells of a table that the list of slides shows.
FIRST_CELLS = 6


def slides_of(here):
    pages = here.document.getDrawPages()
    return [pages.getByIndex(at) for at in numbers(pages.Count)]


def slide_in_front(here):
    """The slide that the window shows. Undo of a slide can leave it at one that is gone: then it is brought to the first."""
    slides, front = slides_of(here), here.controller.getCurrentPage()
    if front not in slides:
        front = slides[0]
        here.controller.setCurrentPage(front)
    return front


def slide_at(here, number=None):
    """A slide by its number from 1; the one in front without a number."""
    if number is None:
        return slide_in_front(here)
    slides = slides_of(here)
    return slides[whole(number, "slide", 1, len(slides)) - 1]


def slides_named(here, names):
    """The slides with these numbers; all without any."""
    return [slide_at(here, whole(float(it), "slides", 1, 10_000)) for it in names] if names else slides_of(here)


def shapes_of(page):
    return [page.getByIndex(at) for at in numbers(page.Count)]


def placeholders_of(slide):
    """The shapes with a text that the layout of a slide gives it, in their order. What somebody put there, such as a text box, is none."""
    return [it for it in shapes_of(slide) if is_placeholder(it) and hasattr(it, "getString")]


def is_placeholder(shape):
    """Whether a layout gave it to its slide. The service `presentation.Shape` says less: all shapes of a presentation have it."""
    return shape.getShapeType().startswith(PLACEHOLDER)


def is_table(shape):
    return shape.getShapeType().endswith(".TableShape")


def is_group(shape):
    return shape.getShapeType().endswith(".GroupShape")


def is_outline(shape):
    """Whether it is a content, each line of which is a point."""
    return shape.getShapeType().endswith(".OutlinerShape")


def is_prompt(shape):
    """Whether it only shows what it is for."""
    return bool(getattr(shape, "IsEmptyPresentationObject", False))


def text_of(shape):
    """What a shape says, with a tab for each level of a point; nothing where it only shows what it is for."""
    if is_prompt(shape) or not hasattr(shape, "getString"):
        return ""
    if is_outline(shape):
        return "\n".join("\t" * (level or 0) + line for line, level in points_of(shape))
    return shape.getString()


def lines_of(text):
    """A cursor over each paragraph of a text."""
    paragraphs = text.createEnumeration()
    while paragraphs.hasMoreElements():
        yield text.createTextCursorByRange(paragraphs.nextElement())


def points_of(shape):
    """The lines of a content with their levels, from 0; None for a line that is no point."""
    return [(it.getString(), it.NumberingLevel if it.NumberingIsNumber else None) for it in lines_of(shape)]


def cells_of(table):
    """The texts of a table on a slide."""
    rows, columns = table.Rows.Count, table.Columns.Count
    return [[table.getCellByPosition(column, row).getString() for column in numbers(columns)] for row in numbers(rows)]


def notes_of(slide):
    """The shape with the notes of a slide."""
    return next((it for it in shapes_of(slide.getNotesPage()) if it.getShapeType().endswith(".NotesShape")), None)


def centimetres_of(length):
    """A length as it is written in a sentence, without the unit."""
    return f"{length / HUNDREDTHS_OF_A_MM_IN_A_CM:.1f}"


def content_of(shape):
    """What a shape shows, in words; nothing where it shows nothing of its own."""
    kind = shape.getShapeType()
    if is_prompt(shape):
        return ""
    if is_table(shape):
        return table_in_words(shape.Model)
    if is_group(shape):
        return "; ".join(filter(None, (content_of(it) for it in shapes_of(shape))))
    if kind.endswith((".GraphicObjectShape", ".OLE2Shape", ".ChartShape")):
        is_chart = kind.endswith(".ChartShape") or getattr(shape, "CLSID", "").lower() == CHART
        what = "a picture" if kind.endswith(".GraphicObjectShape") else "a chart" if is_chart else "an object"
        name = f" {shape.Name!r}" if shape.Name else ""
        return f"{what}{name} of {centimetres_of(shape.Size.Width)} by {centimetres_of(shape.Size.Height)} cm"
    return text_of(shape)


def table_in_words(table):
    """The size of a table and its first cells."""
    rows, columns = table.Rows.Count, table.Columns.Count
    first = [table.getCellByPosition(at % columns, at // columns).getString() for at in numbers(min(FIRST_CELLS, rows * columns))]
    more = ", …" if rows * columns > FIRST_CELLS else ""
    return f"a table of {size_of(rows, columns)}: {', '.join(repr(it) for it in first)}{more}"


@command("impress")
def list_slides(here):
    lines, front = [], slide_in_front(here).Number
    for slide in slides_of(here):
        lines.append(f"## Slide {slide.Number}{' (in front)' if slide.Number == front else ''}")
        for at, shape in enumerate(shapes_of(slide), 1):
            content, kind = content_of(shape), shape.getShapeType().rsplit(".", 1)[-1]
            if content or shape.supportsService("com.sun.star.presentation.Shape"):
                lines.append(f"{at}. {kind}: {content or '(empty)'}")
        notes = notes_of(slide)
        if notes is not None and text_of(notes):
            lines.append(f"Notes: {text_of(notes)}")
    return read(f"read {len(slides_of(here))} slides", "\n".join(lines))
