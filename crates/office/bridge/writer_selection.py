"""Selecting text in the window of a document."""

import uno

from writer_text import occurrence, some_paragraphs
from common import Failure, changed, command, cut


def selected_range(here):
    """The one text that is selected in the window; nothing where it is something else, or more than one.

    The view's cursor does not know a text that is selected in a table, or next to a selected picture.
    """
    selection = here.controller.getSelection()
    is_text = selection is not None and selection.supportsService("com.sun.star.text.TextRanges")
    return selection.getByIndex(0) if is_text and selection.Count == 1 else None


def is_at(place, other):
    """Whether two ranges are the same part of the same text."""
    text = place.getText()
    try:
        return text.compareRegionStarts(place, other) == 0 and text.compareRegionEnds(place, other) == 0
    except uno.getClass("com.sun.star.lang.IllegalArgumentException"):
        return False


def selected(here, place):
    """Selects a part of the text, and gives the text the keyboard, so that what is typed next replaces it."""
    text = place.getString()
    here.controller.getFrame().getComponentWindow().setFocus()
    here.controller.select(place)
    now = selected_range(here)
    if now is None or not is_at(place, now):
        what = "no text is" if now is None else f"{cut(now.getString())[:200]!r} is"
        raise Failure(f"{cut(text)[:200]!r} could not be selected: {what} selected now")
    return f"selected is {cut(text)[:200]!r}"


@command("writer")
def select_text(here, text, number=1):
    return changed(selected(here, occurrence(here, text, number)))


@command("writer")
def select_paragraph(here, start, end=None):
    start, chosen = some_paragraphs(here, start, None if end == -1 else end)
    place = chosen[0].getText().createTextCursorByRange(chosen[0].getStart())
    place.gotoRange(chosen[-1].getEnd(), True)
    summary = selected(here, place)
    return changed(summary if place.getString() else f"the caret is in paragraph {start}, which is empty")
