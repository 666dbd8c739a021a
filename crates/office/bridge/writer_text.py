"""Reading and changing the text of documents."""

from builtins import range as numbers
import itertools

import uno
from com.sun.star.text.ControlCharacter import PARAGRAPH_BREAK

from common import (
    BadArgument, Failure, MOST_CHARACTERS, changed, command, counted, cut, markdown_table, partly, read, same,
    unchanged, whole,
)


def parts_of(here):
    """The paragraphs and tables of the text, from its begin."""
    parts = here.document.getText().createEnumeration()
    while parts.hasMoreElements():
        yield parts.nextElement()


def is_paragraph(part):
    return part.supportsService("com.sun.star.text.Paragraph")


def paragraphs_of(here):
    return [it for it in parts_of(here) if is_paragraph(it)]


def paragraph_at(here, number):
    paragraphs = paragraphs_of(here)
    return paragraphs[whole(number, "number", 1, len(paragraphs)) - 1]


def some_paragraphs(here, start, end, name="start"):
    """The number of the first of some paragraphs, and them: only the first without an end."""
    paragraphs = paragraphs_of(here)
    start = whole(start, name, 1, len(paragraphs))
    end = start if end is None else whole(end, "end", start, len(paragraphs))
    return start, paragraphs[start - 1 : end]


def rows_of(table):
    return [[str(value) for value in row] for row in texts_of(table)]


def texts_of(table):
    """The texts of a table's cells; cells that were joined are missing."""
    rows, columns = table.getRows().Count, table.getColumns().Count
    names = set(table.getCellNames())
    for row in numbers(rows):
        cells = (f"{letters(column)}{row + 1}" for column in numbers(columns))
        yield [table.getCellByName(it).getString() if it in names else "" for it in cells]


def letters(column):
    """The name of a column of a table: A to Z, then a to z."""
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"[column] if column < 52 else "?"


def portions_of(paragraph):
    """The texts of a paragraph that look alike, each with the address to which it links, or nothing."""
    portions = paragraph.createEnumeration()
    while portions.hasMoreElements():
        portion = portions.nextElement()
        if portion.TextPortionType in ("Text", "TextField"):
            yield portion.getString(), getattr(portion, "HyperLinkURL", "")


def with_links(paragraph):
    """The text of a paragraph, its links as in Markdown."""
    portions = list(portions_of(paragraph))
    if not any(address for _, address in portions):
        return paragraph.getString()
    texts = []
    for address, parts in itertools.groupby(portions, key=lambda it: it[1]):
        text = "".join(part for part, _ in parts)
        texts.append(markdown_link(text, address) if address and text else text)
    return "".join(texts)


def markdown_link(text, address):
    escaped = text.replace("]", "\\]")
    return f"[{escaped}]({address})"


@command("writer")
def get_text(here, outline=False):
    lines, number, length = [], 0, 0
    for part in parts_of(here):
        if is_paragraph(part):
            number += 1
            level = part.OutlineLevel
            # What is cut off need not be asked for its links, of which each takes many exchanges.
            text = part.getString() if outline or length > MOST_CHARACTERS else with_links(part)
            length += len(text)
            if level:
                lines.append("#" * level + " " + text + (f"  [{number}]" if outline else ""))
            elif not outline:
                lines.append(("- " if part.ListLabelString else "") + text)
        elif not outline and part.supportsService("com.sun.star.text.TextTable"):
            lines.append(markdown_table(rows_of(part)))
    what = "the outline, each heading with the number of its paragraph" if outline else f"the text of {number} paragraphs"
    return read(f"read {what}", "\n\n".join(lines) if not outline else "\n".join(lines))


@command("writer")
def insert_text(here, text, after=None):
    body = here.document.getText()
    with here.one_step("Insert text"):
        if after is None:
            cursor = body.createTextCursorByRange(body.getEnd())
            if body.getString():
                body.insertControlCharacter(cursor, PARAGRAPH_BREAK, False)
        else:
            cursor = body.createTextCursorByRange(paragraph_at(here, after).getEnd())
            body.insertControlCharacter(cursor, PARAGRAPH_BREAK, False)
        for at, line in enumerate(text.replace("\r\n", "\n").split("\n")):
            if at:
                body.insertControlCharacter(cursor, PARAGRAPH_BREAK, False)
            body.insertString(cursor, line, False)
    shown = here.document.getText().getString().replace("\r\n", "\n")
    if text.replace("\r\n", "\n") not in shown:
        return partly("the text does not read as it was given")
    return changed(f"{len(text)} characters were inserted, read back")


@command("writer")
def set_paragraph_text(here, number, text):
    paragraph = paragraph_at(here, number)
    if "\n" in text:
        raise BadArgument("text", "one paragraph, without a line break")
    if paragraph.getString() == text:
        return same(f"paragraph {int(number)} reads so")
    with here.one_step("Change paragraph"):
        paragraph.setString(text)
    now = paragraph_at(here, number).getString()
    return changed(f"paragraph {int(number)} reads {cut(now)[:200]!r}") if now == text else partly(f"it reads {cut(now)[:200]!r}")


@command("writer")
def remove_paragraphs(here, start, end=None):
    before = len(paragraphs_of(here))
    _, chosen = some_paragraphs(here, start, end)
    with here.one_step("Remove paragraphs"):
        for paragraph in chosen:
            paragraph.dispose()
    left = len(paragraphs_of(here))
    if left == before > 1:
        raise Failure("none of these paragraphs could be removed: a paragraph between two tables, or before one, has to stay")
    # A text has at least one paragraph, which is empty then.
    if left > max(1, before - len(chosen)):
        return partly(f"{counted(left, 'paragraph is', 'paragraphs are')} left")
    return changed(f"{counted(len(chosen), 'paragraph is', 'paragraphs are')} gone, {left} left")


@command("writer")
def insert_page_break(here, before):
    paragraph = paragraph_at(here, before)
    page = uno.Enum("com.sun.star.style.BreakType", "PAGE_BEFORE")
    if paragraph.BreakType == page:
        return same(f"a page begins with paragraph {int(before)}")
    with here.one_step("Page break"):
        paragraph.BreakType = page
    now = paragraph_at(here, before).BreakType
    return changed(f"a page begins with paragraph {int(before)}") if now == page else partly("no page begins there")


def occurrences(here, text):
    """All places where a text stands."""
    search = here.document.createSearchDescriptor()
    search.SearchString, search.SearchCaseSensitive = text, True
    found = here.document.findAll(search)
    if found.Count == 0:
        raise Failure(f"the document does not contain {text!r}")
    return [found.getByIndex(at) for at in numbers(found.Count)]


def occurrence(here, text, number):
    """Where a text stands for the n-th time."""
    found = occurrences(here, text)
    return found[whole(number, "number", 1, len(found)) - 1]


@command("writer")
def replace_text(here, find, replace, match_case=True, regex=False):
    search = here.document.createReplaceDescriptor()
    search.SearchString, search.ReplaceString = find, replace
    search.SearchCaseSensitive, search.SearchRegularExpression = match_case, regex
    with here.one_step("Replace"):
        count = here.document.replaceAll(search)
    return changed(f"{count} places were replaced") if count else unchanged(f"the document does not contain {find!r}")


@command("writer")
def track_changes(here, on):
    if here.document.RecordChanges == on:
        return same(f"changes are {'recorded' if on else 'not recorded'}")
    here.document.RecordChanges = on
    return changed(f"changes are {'recorded' if here.document.RecordChanges else 'not recorded'} from now on")
