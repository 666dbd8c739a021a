"""The comments of text documents."""

from writer_places import is_in, outermost
from writer_text import occurrences
from common import Failure, changed, command, partly

COMMENT = "com.sun.star.text.textfield.Annotation"


def is_kept(here, place):
    """Whether a comment at a place will be in the file. LibreOffice takes one above or below pages, and leaves it out as it saves."""
    body, holder = here.document.getText(), outermost(place.getText())
    return holder == body or is_in(body, holder)


def kept_comments(here, author, text):
    """How many comments of an author with this text will be in the file."""
    fields, count = here.document.getTextFields().createEnumeration(), 0
    while fields.hasMoreElements():
        field = fields.nextElement()
        if field.supportsService(COMMENT) and (field.Author, field.Content.replace("\r\n", "\n")) == (author, text):
            count += is_kept(here, field.getAnchor())
    return count


@command("writer")
def add_comment(here, text, at, author="Deskpilot"):
    text = text.replace("\r\n", "\n")
    place = next((it for it in occurrences(here, at) if is_kept(here, it)), None)
    if place is None:
        where = "only above or below pages, or in a frame that is bound to a page"
        raise Failure(f"{at!r} stands {where}, where LibreOffice does not save comments: name a text of the document itself")
    comment = here.document.createInstance(COMMENT)
    comment.Content, comment.Author = text, author
    before = kept_comments(here, author, text)
    with here.one_step("Insert comment"):
        place.getText().insertTextContent(place.getEnd(), comment, False)
    if kept_comments(here, author, text) != before + 1:
        return partly("the comment is not there as it was given")
    return changed(f"a comment of {author} is at {at!r}")
