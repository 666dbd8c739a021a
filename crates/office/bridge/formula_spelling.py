"""How formulas are spelled: as other programs write them, and as Calc takes them from a program.

It changes separators, the sign behind the name of a sheet, and the prefix of newer functions, and nothing within quotation marks
or brackets. So a formula reaches afterwards what it reached before.
"""

import re

# Texts, quoted names, what is in brackets, words with their `$`, and single signs.
PARTS = re.compile(r"""\"(?:[^"]|"")*\"?|'(?:[^']|'')*'?|\[[^\[\]]*\]|\$?[\w.\\?]+|.""", re.DOTALL)
PREFIX = re.compile(r"\A_xl(?:fn|ws)\.", re.IGNORECASE)
# What a reference begins with behind `Sheet!`.
REFERENCE = re.compile(r"\$?[A-Za-z0-9]")
CALL, GROUP, ARRAY, BRACKET, OUTSIDE = "call", "group", "array", "bracket", "outside"
OPENING, CLOSING = {"(": GROUP, "{": ARRAY, "[": BRACKET}, ")}]"


def calc_spelling(formula, sheets):
    """A formula as Calc takes it, in a document with these sheets. What it cannot mean there stays as it is."""
    parts = PARTS.findall(formula)
    places = places_of(parts)
    spelled = [spelled_sheet(parts, at, sheets) for at in range(len(parts))]
    is_foreign = uses_commas(parts, places) or spelled != parts
    styles = array_styles(parts, places, is_foreign)
    for at, (part, place) in enumerate(zip(parts, places)):
        if part == "," and place in (CALL, GROUP, OUTSIDE) and not is_decimal(parts, places, at):
            spelled[at] = ";" if place == CALL else "~"
        elif part in ",;" and place == ARRAY and styles[at]:
            spelled[at] = ";" if part == "," else "|"
        elif is_call(parts, at):
            spelled[at] = PREFIX.sub("", part, count=1)
    return "".join(spelled)


def places_of(parts):
    """For each part, in what it stands: the arguments of a function, parentheses, an array, brackets, or nothing."""
    places, open_ones = [], [OUTSIDE]
    for at, part in enumerate(parts):
        if part in CLOSING and len(open_ones) > 1:
            open_ones.pop()
        places.append(open_ones[-1])
        if part in OPENING:
            is_of_call = part == "(" and is_word(neighbour(parts, at, -1))
            open_ones.append(CALL if is_of_call else OPENING[part])
    return places


def neighbour(parts, at, step, skipped=" "):
    """The next part in a direction that is neither blank nor skipped; nothing at the end."""
    at += step
    while 0 <= at < len(parts) and (parts[at].isspace() or parts[at] == skipped):
        at += step
    return parts[at] if 0 <= at < len(parts) else ""


def is_call(parts, at):
    """Whether a part is the name of a function."""
    return is_word(parts[at]) and neighbour(parts, at, 1) == "("


def is_word(part):
    return part[:1].isalnum() or part[:1] == "_"


def uses_commas(parts, places):
    """Whether arguments are separated by commas."""
    return any(it == "," and place == CALL for it, place in zip(parts, places)) and not uses_semicolons(parts, places)


def uses_semicolons(parts, places):
    return any(it == ";" and place == CALL for it, place in zip(parts, places))


def is_decimal(parts, places, at):
    """Whether a comma is that of a number: between digits, where no comma separates arguments."""
    sides = parts[max(at - 1, 0)], parts[min(at + 1, len(parts) - 1)]
    return all(it.isdigit() for it in sides) and (places[at] != CALL or uses_semicolons(parts, places))


def array_styles(parts, places, is_foreign):
    """For each part, whether it stands in an array with a comma between columns and a semicolon between rows."""
    styles, begin = [False] * len(parts), None
    for at, part in enumerate(parts):
        if part == "{" and begin is None:
            begin = at
        elif part == "}" and begin is not None:
            signs = {it for it, place in zip(parts[begin:at], places[begin:at]) if place == ARRAY and it in ",;|"}
            is_theirs = "|" not in signs and ("," in signs or is_foreign)
            styles[begin:at] = [is_theirs] * (at - begin)
            begin = None
    return styles


def spelled_sheet(parts, at, sheets):
    """A part, of which a sheet before `!` is spelled as Calc does, and the sign behind it."""
    if parts[at] == "!" and at > 0 and names_sheet(parts, at - 1, sheets):
        return "."
    if not names_sheet(parts, at, sheets):
        return parts[at]
    name = parts[at].removeprefix("$")
    sign = "" if at > 0 and parts[at - 1] == "$" else "$"
    return sign + (name if name.startswith("'") else f"'{name}'")


def names_sheet(parts, at, sheets):
    """Whether a part is the name of one of the sheets before `!` and a reference."""
    if parts[at + 1 : at + 2] != ["!"] or at + 2 >= len(parts) or not REFERENCE.match(parts[at + 2]):
        return False
    # Behind these it is a sheet of another document.
    if neighbour(parts, at, -1, "$").endswith(("#", "]", "!", "'", '"')):
        return False
    return name_in(parts[at]).casefold() in (it.casefold() for it in sheets)


def name_in(part):
    """The name that a part spells, without quotation marks."""
    part = part.removeprefix("$")
    return part[1:-1].replace("''", "'") if len(part) > 1 and part[0] == part[-1] == "'" else part
