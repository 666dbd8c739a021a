"""The commands of presentations."""

from builtins import range as numbers
import os

import uno

from impress_shapes import notes_of, placeholders_of, slide_at, slide_in_front, slides_named, slides_of, text_of
from common import (
    BadArgument, Failure, as_hex, changed, color, command, counted, formats_at, missed_formats, partly, properties, same, saved, stored,
    undone, unmet, url_of, usable, whole, written, written_since,
)

# Numbers of the layouts that people use, as the property Layout counts them.
LAYOUTS = {"title": 0, "title_content": 1, "two_content": 3, "title_only": 19, "blank": 20, "centered": 32}
FORMATS = {
    "odp": "impress8", "pptx": "Impress MS PowerPoint 2007 XML", "pdf": "impress_pdf_Export", "html": "impress_html_Export",
    "fodp": "OpenDocument Presentation Flat XML",
}
# The kinds of pictures, as their files end and as the exporter calls them.
PICTURES = {"png": "image/png", "jpg": "image/jpeg", "svg": "image/svg+xml"}
SOLID = uno.Enum("com.sun.star.drawing.FillStyle", "SOLID")
TRANSITIONS = {"none": (0, 0), "fade": (37, 101), "wipe": (1, 1), "push": (35, 117), "cover": (36, 122)}


@command("impress")
def add_slide(here, layout="title_content", position=None):
    pages = here.document.getDrawPages()
    at = pages.Count if position is None else whole(position, "position", 1, pages.Count + 1) - 1
    before = pages.Count
    with here.one_step("Add slide"):
        slide = pages.insertNewByIndex(at - 1 if at else 0)
        slide.Layout = LAYOUTS[layout]
    if at == 0:
        move(here, slide.Number, 1)
    if pages.Count != before + 1:
        return partly("the slide is not there")
    return changed(f"slide {slide.Number} is new, with the layout {layout}")


@command("impress")
def copy_slide(here, slide=None):
    source = slide_at(here, slide)
    before = here.document.getDrawPages().Count
    with here.one_step("Copy slide"):
        copy = here.document.duplicate(source)
    if here.document.getDrawPages().Count != before + 1:
        return partly("the copy is not there")
    return changed(f"slide {copy.Number} is a copy of slide {source.Number}")


@command("impress")
def remove_slide(here, slide):
    page, pages = slide_at(here, slide), here.document.getDrawPages()
    if pages.Count == 1:
        raise Failure("it is the only slide: a presentation has at least one")
    before = pages.Count
    with here.one_step("Remove slide"):
        pages.remove(page)
    return changed(f"slide {int(slide)} is gone, {pages.Count} are left") if pages.Count < before else partly("it is still there")


def move(here, source, target):
    """Moves a slide by the commands of the slide sorter, which go one place at a time."""
    here.controller.setCurrentPage(slide_at(here, source))
    word = "MovePageUp" if target < source else "MovePageDown"
    for _ in numbers(abs(target - source)):
        here.dispatch(f".uno:{word}")


@command("impress")
def move_slide(here, slide, to):
    source = slide_at(here, slide).Number
    to = whole(to, "to", 1, here.document.getDrawPages().Count)
    if source == to:
        return same(f"slide {source} is there")
    moved = slide_at(here, source)
    move(here, source, to)
    now = moved.Number
    what = f"slide {source} is slide {now} now"
    return changed(what) if now == to else unmet(source, now, what)


@command("impress")
def set_layout(here, layout, slide=None):
    page = slide_at(here, slide)
    if page.Layout == LAYOUTS[layout]:
        return same(f"slide {page.Number} has the layout {layout}")
    before = page.Layout
    with here.one_step("Layout"):
        page.Layout = LAYOUTS[layout]
    if page.Layout != LAYOUTS[layout]:
        return unmet(before, page.Layout, f"slide {page.Number} has another layout")
    return changed(f"slide {page.Number} has the layout {layout}")


@command("impress")
def set_titles(here, titles, first=1):
    slides = slides_of(here)
    first = whole(first, "first", 1, len(slides))
    if len(titles) > len(slides) - first + 1:
        raise BadArgument("titles", f"at most {len(slides) - first + 1} titles: there are {len(slides)} slides")
    shapes = []
    for slide in slides[first - 1 : first - 1 + len(titles)]:
        title = next((it for it in placeholders_of(slide) if it.getShapeType().endswith("TitleTextShape")), None)
        if title is None:
            raise Failure(f"slide {slide.Number} has no title: give it a layout with one; nothing was changed")
        shapes.append(title)
    wanted = [it.replace("\r\n", "\n") for it in titles]
    before = texts_of(shapes)
    if before == wanted:
        return same(f"{counted(len(titles), 'title reads', 'titles read')} so")
    with here.one_step("Titles"):
        for shape, title in zip(shapes, wanted):
            shape.setString(title)
            shape.IsEmptyPresentationObject = False
    now = texts_of(shapes)
    return changed(f"{len(titles)} titles were set, read back") if now == wanted else unmet(before, now, f"the titles are {now}")


def texts_of(shapes):
    return [text_of(it).replace("\r\n", "\n") for it in shapes]


@command("impress")
def set_notes(here, text, slide=None):
    page = slide_at(here, slide)
    notes = notes_of(page)
    if notes is None:
        raise Failure(f"slide {page.Number} has no place for notes")
    text = text.replace("\r\n", "\n")
    if texts_of([notes]) == [text]:
        return same("the notes read so")
    with here.one_step("Notes"):
        notes.setString(text)
        notes.IsEmptyPresentationObject = not text
    what = f"the notes of slide {page.Number} read {text_of(notes)!r}"
    return changed(what) if texts_of([notes]) == [text] else partly(what)


@command("impress")
def set_background_color(here, color_code, slides=None):
    number = color(color_code, "color_code")
    pages = slides_named(here, slides)
    if all(is_coloured(page, number) for page in pages):
        return same(f"the background of {counted(len(pages), 'slide', 'slides')} is {as_hex(number)}")
    with here.one_step("Background"):
        for page in pages:
            background = here.document.createInstance("com.sun.star.drawing.Background")
            background.FillStyle = SOLID
            background.FillColor = number
            page.Background = background
    wrong = [page.Number for page in pages if not is_coloured(page, number)]
    if wrong:
        return partly(f"slides {wrong} have another background")
    return changed(f"the background of {counted(len(pages), 'slide', 'slides')} is {as_hex(number)}, read back")


def is_coloured(page, number):
    """Whether a slide has a background of its own that is all of this colour."""
    background = page.Background
    return background is not None and background.FillStyle == SOLID and background.FillColor == number


@command("impress")
def set_transition(here, kind, slides=None, seconds=None):
    pages = slides_named(here, slides)
    if seconds is not None and seconds < 0:
        raise BadArgument("seconds", "0 or more")
    transition, subtype = TRANSITIONS[kind]
    wanted = {"TransitionType": transition, "TransitionSubtype": subtype}
    # What does not come in at all takes no time.
    if seconds is not None and kind != "none":
        wanted["TransitionDuration"] = float(seconds)
    before = formats_at(pages, wanted)
    have = f"{counted(len(pages), 'slide has', 'slides have')} the transition {kind}"
    if not missed_formats(before, wanted):
        return same(have)
    with here.one_step("Transition"):
        for page in pages:
            for key, value in wanted.items():
                setattr(page, key, value)
    now = formats_at(pages, wanted)
    wrong = [page.Number for page, looks in zip(pages, now) if missed_formats([looks], wanted)]
    return unmet(before, now, f"slides {wrong} have another transition") if wrong else changed(f"{have}, read back")


@command("impress")
def show_slide(here, slide):
    page = slide_at(here, slide)
    here.controller.setCurrentPage(page)
    now = here.controller.getCurrentPage().Number
    return changed(f"slide {now} is in front") if now == page.Number else partly(f"slide {now} is in front")


@command("impress")
def save_as(here, path, format=None, current_slide_only=False):
    kind = format or os.path.splitext(path)[1].lstrip(".").lower()
    if kind in PICTURES:
        return picture_of_slide(here, path, kind)
    if current_slide_only and kind == "pdf":
        return pdf_of_slide(here, path)
    if current_slide_only:
        raise BadArgument("current_slide_only", f"left out, or the format one of pdf, {', '.join(PICTURES)}")
    return saved(here, path, format, FORMATS)


def picture_of_slide(here, path, kind):
    """Saves the slide in front as a picture."""
    exporter = here.service("com.sun.star.drawing.GraphicExportFilter")
    exporter.setSourceDocument(slide_in_front(here))
    before = written(usable(path))
    exporter.filter(properties(MediaType=PICTURES[kind], URL=url_of(path)))
    return written_since(path, before)


def pdf_of_slide(here, path):
    """Saves the slide in front as a page."""
    number = str(slide_in_front(here).Number)
    filtering = uno.Any("[]com.sun.star.beans.PropertyValue", properties(PageRange=number))
    before = written(usable(path))
    here.document.storeToURL(url_of(path), properties(FilterName=FORMATS["pdf"], FilterData=filtering))
    return written_since(path, before)


@command("impress")
def save(here):
    return stored(here)


@command("impress")
def undo(here, steps=1):
    return undone(here, steps)
