"""How the letters and paragraphs of text documents look."""

from builtins import range as numbers

import uno

from writer_text import paragraphs_of
from common import BadArgument, Failure, centimetres, changed, color, command, partly, same, whole

# The numbers of com.sun.star.style.ParagraphAdjust, as a paragraph tells them.
ALIGNMENTS = {"left": 0, "right": 1, "justify": 2, "center": 3}
LINE_PROPORTIONAL = 0


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
