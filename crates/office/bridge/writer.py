"""The commands of text documents."""

from builtins import range as numbers

import uno
from com.sun.star.text.ControlCharacter import PARAGRAPH_BREAK

from common import (
    BadArgument, Failure, centimetres, changed, color, command, cut, markdown_table, partly, properties, read, same, saved,
    stored, undone, url_of, whole,
)

# The numbers of com.sun.star.style.ParagraphAdjust, as a paragraph tells them.
ALIGNMENTS = {"left": 0, "right": 1, "justify": 2, "center": 3}
FORMATS = {
    "odt": "writer8", "docx": "MS Word 2007 XML", "pdf": "writer_pdf_Export", "txt": "Text", "rtf": "Rich Text Format",
    "html": "HTML (StarWriter)", "epub": "EPUB",
}
LINE_PROPORTIONAL = 0


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


def table_named(here, name):
    """A table by its name, or by its number from 1."""
    tables = here.document.getTextTables()
    if tables.hasByName(str(name)):
        return tables.getByName(str(name))
    if str(name).isdigit() and 1 <= int(name) <= tables.Count:
        return tables.getByIndex(int(name) - 1)
    raise Failure(f"there is no table {name!r}; there are {', '.join(tables.getElementNames()) or 'none'}")


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


@command("writer")
def get_text(here, outline=False):
    lines, number = [], 0
    for part in parts_of(here):
        if is_paragraph(part):
            number += 1
            level = part.OutlineLevel
            if level:
                lines.append("#" * level + " " + part.getString() + (f"  [{number}]" if outline else ""))
            elif not outline:
                lines.append(("- " if part.ListLabelString else "") + part.getString())
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
        body.insertString(cursor, text, False)
    shown = here.document.getText().getString().replace("\r\n", "\n")
    if text.replace("\r\n", "\n") not in shown:
        return partly("the text does not read as it was given")
    return changed(f"{len(text)} characters were inserted, read back")


@command("writer")
def insert_table(here, rows, columns, values=None):
    rows, columns = whole(rows, "rows", 1, 1000), whole(columns, "columns", 1, 50)
    if values and (len(values) > rows or any(len(row) > columns for row in values)):
        raise BadArgument("values", f"at most {rows} rows of {columns} cells")
    table = here.document.createInstance("com.sun.star.text.TextTable")
    table.initialize(rows, columns)
    cursor = here.controller.getViewCursor()
    with here.one_step("Insert table"):
        place = cursor.getText().createTextCursorByRange(cursor.getEnd())
        cursor.getText().insertTextContent(place, table, False)
        for at_row, row in enumerate(values or []):
            for at_column, value in enumerate(row):
                table.getCellByPosition(at_column, at_row).setString(value)
    return changed(f"the table {table.getName()} has {table.getRows().Count} rows and {table.getColumns().Count} columns", markdown_table(rows_of(table)) if values else None)


@command("writer")
def read_table(here, table="1"):
    found = table_named(here, table)
    return read(f"read the table {found.getName()}", markdown_table(rows_of(found)))


@command("writer")
def set_table(here, rows, table="1"):
    found = table_named(here, table)
    if len(rows) > found.getRows().Count or any(len(row) > found.getColumns().Count for row in rows):
        raise BadArgument("rows", f"at most {found.getRows().Count} rows of {found.getColumns().Count} cells")
    before = rows_of(found)
    with here.one_step("Set table"):
        for at_row, row in enumerate(rows):
            for at_column, value in enumerate(row):
                found.getCellByPosition(at_column, at_row).setString(str(value))
    now = rows_of(found)
    return same("the table held this") if now == before else changed(f"the table {found.getName()} is filled", markdown_table(now))


def occurrence(here, text, number):
    """Where a text stands for the n-th time."""
    search = here.document.createSearchDescriptor()
    search.SearchString, search.SearchCaseSensitive = text, True
    found = here.document.findAll(search)
    if found.Count == 0:
        raise Failure(f"the document does not contain {text!r}")
    return found.getByIndex(whole(number, "number", 1, found.Count) - 1)


@command("writer")
def select_text(here, text, number=1):
    place = occurrence(here, text, number)
    here.controller.select(place)
    return selected(here, text)


def selected(here, text):
    now = here.controller.getViewCursor().getString()
    if now.replace("\r\n", "\n") != text.replace("\r\n", "\n"):
        raise Failure(f"selected is now {now!r}")
    return changed(f"selected is {cut(text)[:200]!r}")


@command("writer")
def select_paragraph(here, start, end=None):
    paragraphs = paragraphs_of(here)
    start = whole(start, "start", 1, len(paragraphs))
    end = start if end is None or end == -1 else whole(end, "end", start, len(paragraphs))
    cursor = here.controller.getViewCursor()
    cursor.gotoRange(paragraphs[start - 1].getStart(), False)
    cursor.gotoRange(paragraphs[end - 1].getEnd(), True)
    text = "\n".join(it.getString() for it in paragraphs[start - 1 : end])
    return selected(here, text) if text else changed(f"the caret is in paragraph {start}, which is empty")


@command("writer")
def select_table(here, table="1"):
    found = table_named(here, table)
    names = found.getCellNames()
    here.controller.select(found.getCellRangeByName(f"{names[0]}:{names[-1]}") if len(names) > 1 else found)
    selection = here.controller.getSelection()
    if not selection.supportsService("com.sun.star.text.TextTableCursor"):
        raise Failure(f"the table {found.getName()} could not be selected")
    return changed(f"the table {found.getName()} is selected, {selection.getRangeName()}")


def places(here, text, paragraph, end):
    """What a format is for: each place of a text, paragraphs by their numbers, or what is selected."""
    if text is not None:
        search = here.document.createSearchDescriptor()
        search.SearchString, search.SearchCaseSensitive = text, True
        found = here.document.findAll(search)
        if found.Count == 0:
            raise Failure(f"the document does not contain {text!r}")
        return [found.getByIndex(at) for at in numbers(found.Count)]
    if paragraph is not None:
        paragraphs = paragraphs_of(here)
        first = whole(paragraph, "paragraph", 1, len(paragraphs))
        last = first if end is None else whole(end, "end", first, len(paragraphs))
        return paragraphs[first - 1 : last]
    selection = here.controller.getSelection()
    if not selection.supportsService("com.sun.star.text.TextRanges"):
        raise Failure("no text is selected: name a text or a paragraph")
    return [selection.getByIndex(at) for at in numbers(selection.Count)]


def is_near(is_now, wanted):
    """Whether a property is as wanted: lengths are kept in twips, which are 1.8 hundredths of a millimetre."""
    if isinstance(wanted, int) and not isinstance(wanted, bool) and isinstance(is_now, int):
        return abs(is_now - wanted) <= 1
    return is_now == wanted


def with_format(here, name, spots, wanted):
    """Sets properties at each place, and reads them back."""
    if not wanted:
        raise BadArgument(name, "given, or another format")
    before = [[spot.getPropertyValue(key) for key in wanted] for spot in spots]
    if all(is_near(was, value) for values in before for was, value in zip(values, wanted.values())):
        return same("it looked so already")
    with here.one_step("Format"):
        for spot in spots:
            for key, value in wanted.items():
                spot.setPropertyValue(key, value)
    missed = sorted({key for spot in spots for key, value in wanted.items() if not is_near(spot.getPropertyValue(key), value)})
    if missed:
        return partly(f"{', '.join(missed)} did not change everywhere")
    return changed(f"{len(spots)} places have {len(wanted)} formats, read back")


@command("writer")
def set_font(here, font=None, size=None, bold=None, italic=None, underline=None, text_color=None, text=None, paragraph=None, end=None):
    wanted = {}
    if font is not None:
        wanted["CharFontName"] = font
    if size is not None:
        wanted["CharHeight"] = float(size)
    if bold is not None:
        wanted["CharWeight"] = 150.0 if bold else 100.0
    if italic is not None:
        wanted["CharPosture"] = uno.Enum("com.sun.star.awt.FontSlant", "ITALIC" if italic else "NONE")
    if underline is not None:
        wanted["CharUnderline"] = 1 if underline else 0
    if text_color is not None:
        wanted["CharColor"] = color(text_color, "text_color")
    return with_format(here, "font", places(here, text, paragraph, end), wanted)


@command("writer")
def set_paragraph_format(here, align=None, line_spacing=None, before=None, after=None, first_line=None, left=None,
                         paragraph=None, end=None):
    wanted = {}
    if align is not None:
        wanted["ParaAdjust"] = ALIGNMENTS[align]
    if before is not None:
        wanted["ParaTopMargin"] = centimetres(before)
    if after is not None:
        wanted["ParaBottomMargin"] = centimetres(after)
    if first_line is not None:
        wanted["ParaFirstLineIndent"] = centimetres(first_line)
    if left is not None:
        wanted["ParaLeftMargin"] = centimetres(left)
    if line_spacing is not None:
        spacing = uno.createUnoStruct("com.sun.star.style.LineSpacing")
        spacing.Mode, spacing.Height = LINE_PROPORTIONAL, round(line_spacing * 100)
        wanted["ParaLineSpacing"] = spacing
    return with_format(here, "align", places(here, None, paragraph, end), wanted)


@command("writer")
def set_style(here, style, paragraph=None, end=None):
    styles = here.document.getStyleFamilies().getByName("ParagraphStyles")
    names = {styles.getByName(it).DisplayName: it for it in styles.getElementNames()}
    name = names.get(style, style)
    if not styles.hasByName(name):
        near = [it for it in names if style.lower() in it.lower()]
        raise BadArgument("style", f"a paragraph style such as {', '.join(near[:8] or ['Heading 1', 'Title', 'Quotations'])}")
    return with_format(here, "style", places(here, None, paragraph, end), {"ParaStyleName": name})


@command("writer")
def replace_text(here, find, replace, match_case=True, regex=False):
    search = here.document.createReplaceDescriptor()
    search.SearchString, search.ReplaceString = find, replace
    search.SearchCaseSensitive, search.SearchRegularExpression = match_case, regex
    with here.one_step("Replace"):
        count = here.document.replaceAll(search)
    return changed(f"{count} places were replaced") if count else same(f"the document does not contain {find!r}")


@command("writer")
def insert_picture(here, path, width=None, after=None):
    graphics = here.service("com.sun.star.graphic.GraphicProvider")
    try:
        graphic = graphics.queryGraphic(properties(URL=url_of(path)))
    except uno.getClass("com.sun.star.uno.Exception"):
        graphic = None
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
def add_comment(here, text, at, author="Deskpilot"):
    place = occurrence(here, at, 1)
    comment = here.document.createInstance("com.sun.star.text.textfield.Annotation")
    comment.Content, comment.Author = text, author
    with here.one_step("Insert comment"):
        place.getText().insertTextContent(place.getEnd(), comment, False)
    fields = here.document.getTextFields().createEnumeration()
    while fields.hasMoreElements():
        field = fields.nextElement()
        if field.supportsService("com.sun.star.text.textfield.Annotation") and field.Content == text:
            return changed(f"a comment of {author} is at {at!r}")
    return partly("the comment is not there")


@command("writer")
def set_header_footer(here, header=None, footer=None, page_number=False):
    cursor = here.controller.getViewCursor()
    style = here.document.getStyleFamilies().getByName("PageStyles").getByName(cursor.PageStyleName)
    if header is None and footer is None and not page_number:
        raise BadArgument("header", "given, or footer or page_number")
    with here.one_step("Header and footer"):
        if header is not None:
            style.HeaderIsOn = True
            style.HeaderText.setString(header)
        if footer is not None or page_number:
            style.FooterIsOn = True
            style.FooterText.setString(footer or "")
        if page_number:
            field = here.document.createInstance("com.sun.star.text.textfield.PageNumber")
            field.NumberingType = 4  # com.sun.star.style.NumberingType.ARABIC
            field.SubType = uno.Enum("com.sun.star.text.PageNumberType", "CURRENT")
            style.FooterText.insertTextContent(style.FooterText.getEnd(), field, False)
    told = [f"the header reads {style.HeaderText.getString()!r}"] if style.HeaderIsOn else []
    told += [f"the footer reads {style.FooterText.getString()!r}"] if style.FooterIsOn else []
    return changed(" and ".join(told))


PAPERS = {"A3": (29.7, 42.0), "A4": (21.0, 29.7), "A5": (14.8, 21.0), "Letter": (21.59, 27.94), "Legal": (21.59, 35.56)}


@command("writer")
def set_page(here, paper=None, landscape=None, margin=None):
    cursor = here.controller.getViewCursor()
    style = here.document.getStyleFamilies().getByName("PageStyles").getByName(cursor.PageStyleName)
    before = page_facts(style)
    with here.one_step("Page"):
        width, height = (centimetres(it) for it in PAPERS[paper]) if paper else sorted((style.Width, style.Height))
        lies = style.IsLandscape if landscape is None else landscape
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
def text_to_table(here, separator="\t", paragraph=None, end=None):
    spots = places(here, None, paragraph, end)
    rows = [line.split(separator) for spot in spots for line in spot.getString().split("\n")]
    columns = max(len(row) for row in rows)
    if columns < 2:
        raise Failure(f"no paragraph there contains {separator!r}")
    body = here.document.getText()
    with here.one_step("Text to table"):
        cursor = body.createTextCursorByRange(spots[0].getStart())
        cursor.gotoRange(spots[-1].getEnd(), True)
        cursor.setString("")
        table = here.document.createInstance("com.sun.star.text.TextTable")
        table.initialize(len(rows), columns)
        body.insertTextContent(cursor, table, True)
        for at_row, row in enumerate(rows):
            for at_column, value in enumerate(row):
                table.getCellByPosition(at_column, at_row).setString(value)
    return changed(f"the table {table.getName()} has {len(rows)} rows and {columns} columns", markdown_table(rows_of(table)))


@command("writer")
def track_changes(here, on):
    if here.document.RecordChanges == on:
        return same(f"changes are {'recorded' if on else 'not recorded'}")
    here.document.RecordChanges = on
    return changed(f"changes are {'recorded' if here.document.RecordChanges else 'not recorded'} from now on")


@command("writer")
def save_as(here, path, format=None):
    return saved(here, path, format, FORMATS)


@command("writer")
def save(here):
    return stored(here)


@command("writer")
def undo(here, steps=1):
    return undone(here, steps)
