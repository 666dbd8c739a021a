"""How the letters and paragraphs of text documents look."""

from builtins import range as numbers

import uno

from writer_text import occurrences, some_paragraphs
from common import BadArgument, Failure, centimetres, command, counted, letters_of, with_format

# The numbers of com.sun.star.style.ParagraphAdjust, as a paragraph reports them.
ALIGNMENTS = {"left": 0, "right": 1, "justify": 2, "center": 3}
LINE_PROPORTIONAL = 0


def places(here, text, paragraph, end):
    """What a format is for: each place of a text, paragraphs by their numbers, or what is selected."""
    if text is not None:
        return occurrences(here, text)
    if paragraph is not None:
        return some_paragraphs(here, paragraph, end, "paragraph")[1]
    selection = here.controller.getSelection()
    if not selection.supportsService("com.sun.star.text.TextRanges"):
        raise Failure("no text is selected: name a text or a paragraph")
    return [selection.getByIndex(at) for at in numbers(selection.Count)]


def with_format_at(here, name, spots, wanted):
    return with_format(here, name, counted(len(spots), "place", "places"), spots, wanted)


@command("writer")
def set_font(here, font=None, size=None, bold=None, italic=None, underline=None, text_color=None, text=None, paragraph=None, end=None):
    wanted = letters_of(font, size, bold, italic, text_color)
    if underline is not None:
        wanted["CharUnderline"] = 1 if underline else 0
    return with_format_at(here, "font", places(here, text, paragraph, end), wanted)


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
    return with_format_at(here, "align", places(here, None, paragraph, end), wanted)


@command("writer")
def set_style(here, style, paragraph=None, end=None):
    styles = here.document.getStyleFamilies().getByName("ParagraphStyles")
    wanted = {"ParaStyleName": style_named(styles, style)}
    return with_format_at(here, "style", places(here, None, paragraph, end), wanted)


def style_named(styles, style):
    """The name of a style in the document, by what the window calls it or by that name."""
    if styles.hasByName(style) and styles.getByName(style).DisplayName == style:
        return style
    names = {styles.getByName(it).DisplayName: it for it in styles.getElementNames()}
    name = names.get(style, style)
    if not styles.hasByName(name):
        near = [it for it in names if style.lower() in it.lower()]
        raise BadArgument("style", f"a paragraph style such as {', '.join(near[:8] or ['Heading 1', 'Title', 'Quotations'])}")
    return name
