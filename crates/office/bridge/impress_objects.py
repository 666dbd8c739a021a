"""What is put on slides besides their placeholders, and their masters."""

from builtins import range as numbers

import uno

from impress_shapes import slide_at, slides_named
from common import BadArgument, Failure, centimetres, changed, command, counted, partly, same

# The place of an object without one, in centimetres.
LEFT, TOP = 2, 5


def placed(here, slide, kind, place, size):
    """A new shape of this kind on a slide, at a place and of a size in centimetres."""
    shape = here.document.createInstance(f"com.sun.star.drawing.{kind}")
    shape.Position = uno.createUnoStruct("com.sun.star.awt.Point", *(centimetres(it) for it in place))
    shape.Size = uno.createUnoStruct("com.sun.star.awt.Size", *(centimetres(it) for it in size))
    slide.add(shape)
    return shape


def graphic_of(here, path):
    """The picture in a file, and its width over its height."""
    graphic = here.graphic(path)
    if graphic is None:
        raise BadArgument("path", "a picture that LibreOffice can read")
    size = graphic.Size100thMM if graphic.Size100thMM.Width else graphic.SizePixel
    return graphic, size.Width / max(1, size.Height)


@command("impress")
def insert_picture(here, path, left=LEFT, top=TOP, width=10, slide=None):
    page = slide_at(here, slide)
    graphic, ratio = graphic_of(here, path)
    before = page.Count
    with here.one_step("Insert picture"):
        shape = placed(here, page, "GraphicObjectShape", (left, top), (width, width / ratio))
        shape.Graphic = graphic
    if page.Count != before + 1 or shape.Graphic is None:
        return partly("the picture is not there")
    return changed(f"slide {page.Number} has the picture, {shape.Size.Width / 1000:.1f} by {shape.Size.Height / 1000:.1f} cm")


@command("impress")
def insert_text_box(here, text, left=LEFT, top=TOP, width=12, height=2, slide=None):
    page = slide_at(here, slide)
    with here.one_step("Insert text box"):
        shape = placed(here, page, "TextShape", (left, top), (width, height))
        shape.setString(text)
    now = page.getByIndex(page.Count - 1).getString()
    return changed(f"slide {page.Number} has a text box that reads {now!r}") if now == text else partly(f"it reads {now!r}")


@command("impress")
def set_master(here, name, slides=None):
    masters = here.document.getMasterPages()
    known = [masters.getByIndex(at) for at in numbers(masters.Count)]
    found = next((it for it in known if it.Name == name), None)
    if found is None:
        raise BadArgument("name", f"one of the masters of the presentation: {', '.join(it.Name for it in known)}")
    pages = slides_named(here, slides)
    if all(page.MasterPage.Name == name for page in pages):
        return same(f"the master was {name}")
    with here.one_step("Master"):
        for page in pages:
            page.MasterPage = found
    wrong = [page.Number for page in pages if page.MasterPage.Name != name]
    if wrong:
        raise Failure(f"slides {wrong} kept their master")
    return changed(f"{counted(len(pages), 'slide has', 'slides have')} the master {name}")
