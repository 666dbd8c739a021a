"""The pages of text documents, pictures, contents, and their files."""

import uno

from writer_text import paragraph_at
from common import Failure, centimetres, changed, command, partly, same, saved, stored, undone, whole

FORMATS = {
    "odt": "writer8", "docx": "MS Word 2007 XML", "pdf": "writer_pdf_Export", "txt": "Text", "rtf": "Rich Text Format",
    "html": "HTML (StarWriter)", "epub": "EPUB", "fodt": "OpenDocument Text Flat XML",
}
PAPERS = {"A3": (29.7, 42.0), "A4": (21.0, 29.7), "A5": (14.8, 21.0), "Letter": (21.59, 27.94), "Legal": (21.59, 35.56)}
# Two lengths that differ by less are the same, in hundredths of a millimetre.
ROUNDING = 10


@command("writer")
def insert_picture(here, path, width=None, after=None):
    graphic = here.graphic(path)
    if graphic is None:
        raise Failure(f"{path} is no picture that LibreOffice can read")
    picture = here.document.createInstance("com.sun.star.text.TextGraphicObject")
    picture.Graphic = graphic
    picture.AnchorType = uno.Enum("com.sun.star.text.TextContentAnchorType", "AS_CHARACTER")
    spot = paragraph_at(here, after).getEnd() if after is not None else here.controller.getViewCursor().getEnd()
    count = here.document.getGraphicObjects().Count
    with here.one_step("Insert picture"):
        spot.getText().insertTextContent(spot, picture, False)
        size = picture.getSize()
        if width is not None and size.Width:
            size.Width, size.Height = centimetres(width), round(size.Height * centimetres(width) / size.Width)
            picture.setSize(size)
    if here.document.getGraphicObjects().Count != count + 1:
        return partly("the picture is not there")
    return changed(f"the picture {picture.getName()} is {picture.getSize().Width / 1000:.1f} cm wide")


@command("writer")
def set_page(here, paper=None, landscape=None, margin=None):
    cursor = here.controller.getViewCursor()
    style = here.document.getStyleFamilies().getByName("PageStyles").getByName(cursor.PageStyleName)
    before = page_facts(style)
    width, height = (centimetres(it) for it in PAPERS[paper]) if paper else sorted((style.Width, style.Height))
    lies = style.IsLandscape if landscape is None else landscape
    sides = zip(sorted((style.Width, style.Height)), sorted((width, height)))
    # A page that was given in inches is a hundredth of a millimetre off.
    if margin is None and style.IsLandscape == lies and all(abs(is_so - wanted) < ROUNDING for is_so, wanted in sides):
        return same(before)
    with here.one_step("Page"):
        style.IsLandscape = lies
        style.Width, style.Height = (height, width) if lies else (width, height)
        if margin is not None:
            for side in ("TopMargin", "BottomMargin", "LeftMargin", "RightMargin"):
                style.setPropertyValue(side, centimetres(margin))
    now = page_facts(style)
    return same(now) if now == before else changed(now)


def page_facts(style):
    sides = (style.Width, style.Height, style.LeftMargin, style.TopMargin)
    width, height, left, top = (round(it / 1000, 1) for it in sides)
    return f"a page is {width} × {height} cm, its margins {left} cm left and {top} cm above"


@command("writer")
def insert_contents(here, title="Contents", levels=3):
    index = here.document.createInstance("com.sun.star.text.ContentIndex")
    index.Title, index.Level, index.CreateFromOutline = title, whole(levels, "levels", 1, 10), True
    start = here.document.getText().getStart()
    with here.one_step("Insert contents"):
        here.document.getText().insertTextContent(start, index, False)
        index.update()
    return changed(f"a table of contents {title!r} is at the begin", index.getAnchor().getString())


@command("writer")
def save_as(here, path, format=None):
    return saved(here, path, format, FORMATS)


@command("writer")
def save(here):
    return stored(here)


@command("writer")
def undo(here, steps=1):
    return undone(here, steps)
