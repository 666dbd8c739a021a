"""What stands above and below the pages of text documents."""

import uno

from writer_looks import ALIGNMENTS
from writer_text import is_paragraph
from common import BadArgument, changed, command, partly, same

PAGE_NUMBER = "com.sun.star.text.textfield.PageNumber"
SIDES = ("header", "footer")


def style_at(here, cursor):
    """The page style at a place; nothing where no page shows it."""
    name = cursor.PageStyleName
    return here.document.getStyleFamilies().getByName("PageStyles").getByName(name) if name else None


def is_on(style, side):
    return style.getPropertyValue(f"{side.title()}IsOn")


def text_at(style, side, which=""):
    """The text above or below a page: that of all pages of a style, or, of `First` and `Left` ones, that of their own."""
    return style.getPropertyValue(f"{side.title()}Text{which}")


def fields_in(text):
    parts = text.createEnumeration()
    while parts.hasMoreElements():
        part = parts.nextElement()
        portions = part.createEnumeration() if is_paragraph(part) else None
        while portions is not None and portions.hasMoreElements():
            portion = portions.nextElement()
            if portion.TextPortionType == "TextField":
                yield portion.TextField


def has_page_number(text):
    """Whether it has the number of the page as a field."""
    return any(it.supportsService(PAGE_NUMBER) for it in fields_in(text))


def add_page_number(here, text):
    """Puts the number of the page at the end of a text, apart from the word before it."""
    before = text.getString()
    if before and not before[-1].isspace():
        text.insertString(text.getEnd(), " ", False)
    field = here.document.createInstance(PAGE_NUMBER)
    field.NumberingType = 4  # com.sun.star.style.NumberingType.ARABIC
    field.SubType = uno.Enum("com.sun.star.text.PageNumberType", "CURRENT")
    text.insertTextContent(text.getEnd(), field, False)


def whole_of(text):
    cursor = text.createTextCursor()
    cursor.gotoStart(False)
    cursor.gotoEnd(True)
    return cursor


def words_of(text):
    """What a text says, with the numbers of pages as what they are: read as text, they are that of any one page."""
    lines, parts = [], text.createEnumeration()
    while parts.hasMoreElements():
        part = parts.nextElement()
        if is_paragraph(part):
            lines.append("".join(words_of_portions(part)))
    return "\n".join(lines)


def words_of_portions(paragraph):
    portions = paragraph.createEnumeration()
    while portions.hasMoreElements():
        portion = portions.nextElement()
        is_number = portion.TextPortionType == "TextField" and portion.TextField.supportsService(PAGE_NUMBER)
        yield "[number of the page]" if is_number else portion.getString()


def in_words(style, side, which=""):
    """What a page shows above or below, and how its lines stand."""
    if not is_on(style, side):
        return f"no {side}"
    text = text_at(style, side, which)
    aligned = whole_of(text).getPropertyValue("ParaAdjust")
    how = "".join(f", aligned {name}" for name, number in ALIGNMENTS.items() if number == aligned)
    words = f"the {side} {words_of(text)!r}"
    if has_page_number(text):
        return f"{words} with the number of the page as a field{how}"
    ends = text.getString().rstrip()[-1:].isdigit()
    is_typed = side == "footer" and ends
    return f"{words}{how}{', whose number is a text that is the same on every page' if is_typed else ''}"


def exceptions(here, style):
    """Which pages show something else than what was set, in words; whether they are of this style."""
    of_style, of_others = [], []
    if not style.FirstIsShared and any(is_on(style, it) for it in SIDES):
        shown = " and ".join(in_words(style, it, "First") for it in SIDES)
        of_style.append(f"its first page has its own and shows {shown}")
    of_style += [f"its left pages have their own {it}" for it in SIDES
                 if is_on(style, it) and not style.getPropertyValue(f"{it.title()}IsShared")]
    first = style_at(here, here.document.getText().createTextCursor())
    if first is not None and first.Name != style.Name:
        which = "" if first.FirstIsShared else "First"
        shown = " and ".join(in_words(first, it, which) for it in SIDES)
        of_others.append(f"page 1 has the style {first.DisplayName!r} and shows {shown}")
    return of_style, of_others


def missed(style, wanted, align, page_number):
    """What of the wanted texts, by their side, is not as it should be."""
    wrong = []
    for side, text in wanted.items():
        now = text_at(style, side)
        is_numbered = page_number and side == "footer"
        reads = now.getString().replace("\r\n", "\n")
        if text is not None and not (reads.startswith(text) if is_numbered else reads == text):
            wrong.append(f"the {side} reads otherwise")
        if is_numbered and not has_page_number(now):
            wrong.append("the footer has no number of the page")
        if align is not None and whole_of(now).getPropertyValue("ParaAdjust") != ALIGNMENTS[align]:
            wrong.append(f"the {side} is not aligned so")
    return wrong


@command("writer")
def set_header_footer(here, header=None, footer=None, page_number=False, align=None):
    texts = {"header": header, "footer": footer}
    wanted = {side: text and text.replace("\r\n", "\n") for side, text in texts.items()
              if text is not None or (page_number and side == "footer")}
    if not wanted:
        raise BadArgument("header", "given, or footer or page_number")
    style = style_at(here, here.controller.getViewCursor())
    before = looks_of(style)
    with here.one_step("Header and footer"):
        for side, text in wanted.items():
            style.setPropertyValue(f"{side.title()}IsOn", True)
            if text is not None:
                text_at(style, side).setString(text)
        if page_number and not has_page_number(text_at(style, "footer")):
            add_page_number(here, text_at(style, "footer"))
        for side in wanted if align is not None else ():
            whole_of(text_at(style, side)).setPropertyValue("ParaAdjust", ALIGNMENTS[align])
    shown = f"pages of the style {style.DisplayName!r} show {' and '.join(in_words(style, it) for it in SIDES)}"
    of_style, of_others = exceptions(here, style)
    wrong = missed(style, wanted, align, page_number) + of_style
    if wrong:
        return partly("; but ".join([shown, *wrong]) + "".join(f"; {it}" for it in of_others))
    answered = "; ".join([shown, *of_others])
    return same(answered) if looks_of(style) == before else changed(answered)


def looks_of(style):
    """What the headers and footers of a page style show, and how that is aligned."""
    return [in_words(style, it) for it in SIDES]
