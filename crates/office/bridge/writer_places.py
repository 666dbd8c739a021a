"""Where in a text document a text stands, by what holds it. It needs no LibreOffice of its own."""

from builtins import range as numbers

# How deep tables, frames and notes may stand in each other.
DEEPEST = 20


def outermost(text):
    """The text around all tables, frames and notes that hold a text: that of the document, or that above or below pages.

    What holds the text is returned itself where it stands nowhere in a text, such as a frame that is bound to a page; and the place of a
    table, of which LibreOffice does not say in which text it stands.
    """
    for _ in numbers(DEEPEST):
        anchor = anchor_of(text)
        if anchor is None:
            return text
        within = anchor.getText()
        if within is None:
            return anchor
        text = within
    return text


def is_in(text, place):
    """Whether a place is in a text, and not in one above or below pages: only places of one text can be compared."""
    try:
        text.compareRegionStarts(place, text.getStart())
    except Exception:  # Any: LibreOffice has errors of its own kind for it.
        return False
    return True


def anchor_of(text):
    """The place at which what holds a text is bound; nothing where nothing holds it."""
    if text.supportsService("com.sun.star.text.CellProperties"):
        # A cell does not know its table. Its last paragraph is its own, and not that of a table within it.
        return text.getEnd().getPropertyValue("TextTable").getAnchor()
    return text.getAnchor() if hasattr(text, "getAnchor") else None
