"""The texts on slides: points, letters, links, and what is replaced."""

from builtins import range as numbers
import re

from impress_shapes import (
    is_group, is_outline, is_prompt, is_table, lines_of, notes_of, placeholders_of, points_of, shapes_of, slide_at, slides_named,
    text_of,
)
from common import (
    BadArgument, Failure, changed, command, counted, letters_of, link_address, partly, same, unchanged, whole,
    with_format,
)

# The levels of points in a content.
LEVELS = 9
# Which shapes a part of a slide is.
PARTS = {"title": (".TitleTextShape",), "content": (".OutlinerShape", ".SubtitleShape"), "table": (".TableShape",)}


def points_in(text):
    """The lines of a text with the levels that the tabs before them say; None for an empty line, which is no point."""
    points = []
    for line in text.split("\n"):
        words = line.lstrip("\t")
        level = len(line) - len(words)
        if level >= LEVELS:
            raise BadArgument("text", f"lines with at most {LEVELS - 1} tabs before them")
        points.append((words, level if words else None))
    return points


def set_points(shape, points):
    """Makes each line of a content a point at its level."""
    shape.setString("\n".join(words for words, _ in points))
    for line, (_, level) in zip(list(lines_of(shape)), points):
        line.NumberingLevel = level or 0
        line.NumberingIsNumber = level is not None


@command("impress")
def set_placeholder_text(here, text, placeholder=1, slide=None):
    page = slide_at(here, slide)
    shapes = placeholders_of(page)
    if not shapes:
        raise Failure(f"slide {page.Number} has no placeholder: give it another layout")
    if placeholder > len(shapes):
        least = f"a whole number from 1 to {len(shapes)}"
        raise BadArgument("placeholder", f"{least}: a text box is no placeholder, and replace_text changes what it says")
    shape = shapes[whole(placeholder, "placeholder", 1, len(shapes)) - 1]
    text = text.replace("\r\n", "\n")
    points = points_in(text) if text and is_outline(shape) else None

    def reads_so():
        now = text_of(shape).replace("\r\n", "\n")
        return points_of(shape) == points if points and not is_prompt(shape) else now == text

    before = text_of(shape)
    if reads_so():
        return same(f"it reads {text!r}")
    with here.one_step("Text of a placeholder"):
        if points:
            set_points(shape, points)
        else:
            shape.setString(text)
        shape.IsEmptyPresentationObject = not text
    if not reads_so():
        bare = sum(level is None for _, level in points_of(shape)) if points else 0
        return partly(f"it reads {text_of(shape)!r}{f', of which {bare} are no points' if bare else ''}")
    what = f" in {counted(sum(level is not None for _, level in points), 'point', 'points')}" if points else ""
    return changed(f"placeholder {int(placeholder)} of slide {page.Number} reads {text!r}{what}, it read {before!r}")


def texts_in(shape):
    """The texts of a shape that are not empty: its own, those of a table's cells, or those of the shapes in a group."""
    if is_group(shape):
        return [text for part in shapes_of(shape) for text in texts_in(part)]
    if is_table(shape):
        table = shape.Model
        cells = [(column, row) for row in numbers(table.Rows.Count) for column in numbers(table.Columns.Count)]
        return [it for it in (table.getCellByPosition(*at) for at in cells) if it.getString()]
    return [shape] if text_of(shape) else []


def length_of(text):
    """The length of a text as LibreOffice counts it: a character outside of the first plane of Unicode counts as two."""
    return len(text.encode("utf-16-le")) // 2


def part_of(text, before, begin, end):
    """A cursor over a part of a text, which reads `before`."""
    cursor = text.createTextCursor()
    cursor.gotoStart(False)
    cursor.goRight(length_of(before[:begin]), False)
    cursor.goRight(length_of(before[begin:end]), True)
    return cursor


def all_of(text):
    """A cursor over a whole text."""
    cursor = text.createTextCursor()
    cursor.gotoStart(False)
    cursor.gotoEnd(True)
    return cursor


@command("impress")
def set_font(here, font=None, size=None, bold=None, italic=None, text_color=None, part="all", shape=None, slides=None):
    pages = slides_named(here, slides) if slides else [slide_at(here)]
    spots = []
    for page in pages:
        shapes = shapes_of(page)
        if shape is not None:
            shapes = [shapes[whole(shape, "shape", 1, len(shapes)) - 1]]
        if part != "all":
            shapes = [it for it in shapes if it.getShapeType().endswith(PARTS[part])]
        spots += [all_of(text) for it in shapes for text in texts_in(it)]
    if not spots:
        raise Failure("no such text is on these slides: list_slides shows what is there")
    what = f"{counted(len(spots), 'text', 'texts')} on {counted(len(pages), 'slide', 'slides')}"
    return with_format(here, "font", what, spots, letters_of(font, size, bold, italic, text_color))


def replaced_in(text, pattern, replacement):
    """Replaces each place of a pattern, the last first, so that the others stay where they are: how many there were, and whether
    the text then reads as it should."""
    before = text.getString()
    found = list(pattern.finditer(before))
    for place in reversed(found):
        cursor = part_of(text, before, place.start(), place.end())
        # A field, such as a date, is many letters and counts as one.
        if cursor.getString() == place.group():
            cursor.setString(replacement)
    return len(found), not found or text.getString() == pattern.sub(lambda _: replacement, before)


@command("impress")
def replace_text(here, find, replace, match_case=True, slides=None):
    if not find:
        raise BadArgument("find", "a text that is not empty")
    pattern = re.compile(re.escape(find), 0 if match_case else re.IGNORECASE)
    lines, total, missed = [], 0, []
    with here.one_step("Replace"):
        for page in slides_named(here, slides):
            notes = notes_of(page)
            on_slide = [text for shape in shapes_of(page) for text in texts_in(shape)]
            in_notes = [notes] if notes is not None and text_of(notes) else []
            counts = []
            for texts, where in ((on_slide, "on it"), (in_notes, "in its notes")):
                done = [replaced_in(it, pattern, replace) for it in texts]
                count = sum(number for number, _ in done)
                total += count
                if count:
                    counts.append(f"{count} {where}")
                if not all(is_so for _, is_so in done):
                    missed.append(page.Number)
            if counts:
                lines.append(f"slide {page.Number}: {', '.join(counts)}")
    if not total:
        return unchanged(f"the slides do not contain {find!r}")
    summary = f"{counted(total, 'place', 'places')} on {counted(len(lines), 'slide', 'slides')}"
    if missed:
        return partly(f"of {summary} those on the slides {sorted(set(missed))} do not all read as they should", "\n".join(lines))
    return changed(f"{summary} replaced, read back", "\n".join(lines))


def links_in(text):
    """The texts and the addresses of the links in a text."""
    paragraphs = text.createEnumeration()
    while paragraphs.hasMoreElements():
        portions = paragraphs.nextElement().createEnumeration()
        while portions.hasMoreElements():
            portion = portions.nextElement()
            if portion.TextPortionType == "TextField" and hasattr(portion.TextField, "URL"):
                yield portion.TextField.Representation, portion.TextField.URL


@command("impress")
def insert_hyperlink(here, url, text, slide=None):
    url = link_address(url)
    page = slide_at(here, slide)
    found = next((it for shape in shapes_of(page) for it in texts_in(shape) if text and text in it.getString()), None)
    if found is None:
        raise Failure(f"slide {page.Number} does not contain {text!r}: write it there first, such as with insert_text_box")
    if (text, url) in links_in(found):
        return same(f"{text!r} on slide {page.Number} links to {url}")
    before = found.getString()
    begin = before.index(text)
    cursor = part_of(found, before, begin, begin + len(text))
    if cursor.getString() != text:
        raise Failure(f"{text!r} is not plain text there: it may be a link already")
    field = here.document.createInstance("com.sun.star.text.TextField.URL")
    field.Representation, field.URL = text, url
    with here.one_step("Insert link"):
        found.insertTextContent(cursor, field, True)
    if (text, url) not in links_in(found) or found.getString() != before:
        return partly(f"the text reads {found.getString()!r}, and its links are {list(links_in(found))}")
    return changed(f"{text!r} on slide {page.Number} links to {url}, read back")
