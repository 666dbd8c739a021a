"""The links of text documents."""

from writer_text import occurrences, paragraph_at
from common import BadArgument, changed, command, link_address, partly, same, whole

LINK = "HyperLinkURL"


@command("writer")
def insert_hyperlink(here, url, text, paragraph=None, number=1):
    url = link_address(url)
    if not text or "\n" in text:
        raise BadArgument("text", "a text on one line")
    if paragraph is not None:
        return changed_or_partly(appended(here, url, text, paragraph), url, text, f"at the end of paragraph {int(paragraph)}")
    found = occurrences(here, text)
    place = found[whole(number, "number", 1, len(found)) - 1]
    if place.getPropertyValue(LINK) == url:
        return same(f"{text!r} links to {url}")
    with here.one_step("Insert link"):
        place.setPropertyValue(LINK, url)
    return changed_or_partly(place, url, text, f"place {int(number)} of {len(found)}")


def appended(here, url, text, number):
    """Writes a link at the end of a paragraph, apart from the word before it; the range that it takes."""
    target = paragraph_at(here, number)
    before = target.getString()
    place = target.getText().createTextCursorByRange(target.getEnd())
    with here.one_step("Insert link"):
        if before and not before[-1].isspace():
            place.setString(" ")
            place.collapseToEnd()
        place.setString(text)
        place.setPropertyValue(LINK, url)
    return place


def changed_or_partly(place, url, text, where):
    now, address = place.getString(), place.getPropertyValue(LINK)
    if now != text or address != url:
        return partly(f"{where} reads {now!r} and links to {address!r}")
    return changed(f"{text!r}, {where}, links to {url}, read back")
