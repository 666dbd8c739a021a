"""The sheets of a spreadsheet, its names and its files."""

import uno

from calc_cells import cells_of, name_of, sheet_of, used
from calc_csv import FILTER
from common import BadArgument, Failure, changed, command, counted, partly, read, same, saved, stored, undone, url_of, whole

FORMATS = {
    "ods": "calc8", "xlsx": "Calc MS Excel 2007 XML", "csv": "Text - txt - csv (StarCalc)", "pdf": "calc_pdf_Export",
    "html": "HTML (StarCalc)", "fods": "OpenDocument Spreadsheet Flat XML",
}


@command("calc")
def list_sheets(here):
    sheets, front = here.document.getSheets(), here.controller.getActiveSheet().getName()
    lines = []
    for name in sheets.getElementNames():
        page = sheets.getByName(name)
        cells = used(page)
        place = " (in front)" if name == front else "" if page.IsVisible else " (hidden)"
        lines.append(f"{name}: {name_of(cells) if cells else 'empty'}{place}")
    return read(f"read {len(lines)} sheets", "\n".join(lines))


@command("calc")
def add_sheet(here, name, position=None):
    sheets = here.document.getSheets()
    if sheets.hasByName(name):
        raise Failure(f"there is a sheet {name!r}")
    at = sheets.Count if position is None else whole(position, "position", 1, sheets.Count + 1) - 1
    with here.one_step("Insert sheet"):
        sheets.insertNewByName(name, at)
    return changed(f"sheet {at + 1} is {name}") if sheets.hasByName(name) else partly("the sheet is not there")


@command("calc")
def rename_sheet(here, name, sheet=None):
    page, sheets = sheet_of(here, sheet), here.document.getSheets()
    was = page.getName()
    if was == name:
        return same(f"the sheet is called {name}")
    if sheets.hasByName(name):
        raise Failure(f"there is another sheet {name!r}")
    with here.one_step("Rename sheet"):
        page.setName(name)
    if page.getName() != name:
        raise BadArgument("name", "a name that LibreOffice takes for a sheet: not empty, and without brackets, slashes and * ? :")
    # A CSV file holds one sheet, which is known by its name.
    if here.file and here.file.sheet == was:
        here.file.sheet = name
    return changed(f"the sheet {was} is called {name}")


@command("calc")
def copy_sheet(here, name, sheet=None):
    page, sheets = sheet_of(here, sheet), here.document.getSheets()
    if sheets.hasByName(name):
        raise Failure(f"there is a sheet {name!r}")
    with here.one_step("Copy sheet"):
        sheets.copyByName(page.getName(), name, sheets.Count)
    return changed(f"{name} is a copy of {page.getName()}")


@command("calc")
def remove_sheet(here, sheet):
    sheets = here.document.getSheets()
    page = sheet_of(here, sheet)
    if sheets.Count == 1:
        raise Failure("it is the only sheet: a document has at least one")
    with here.one_step("Remove sheet"):
        sheets.removeByName(page.getName())
    return changed(f"the sheet {sheet} is gone; {', '.join(sheets.getElementNames())} are left")


@command("calc")
def name_range(here, name, range, sheet=None):
    cells = cells_of(here, range, sheet)
    names = here.document.NamedRanges
    content = cells.AbsoluteName
    if names.hasByName(name) and names.getByName(name).getContent() == content:
        return same(f"{name} means {content}")
    with here.one_step("Name a range"):
        if names.hasByName(name):
            names.removeByName(name)
        start = uno.createUnoStruct("com.sun.star.table.CellAddress")
        names.addNewByName(name, content, start, 0)
    return changed(f"{name} means {names.getByName(name).getContent()}")


@command("calc")
def save_as(here, path, format=None):
    answered = saved(here, path, format, FORMATS)
    return with_left_out(here, answered) if here.document.getURL() == url_of(path) else answered


@command("calc")
def save(here):
    return with_left_out(here, stored(here))


def with_left_out(here, answered):
    """The same with the sheets that are not in the file: text holds one."""
    others = here.document.getSheets().Count - 1
    is_text = any(it.Name == "FilterName" and it.Value == FILTER for it in here.document.getArgs())
    if others and is_text and "evidence" in answered:
        are = counted(others, "other sheet is", "other sheets are")
        return {**answered, "evidence": f"{answered['evidence']}; a CSV file holds one sheet: {are} not in it"}
    return answered


@command("calc")
def undo(here, steps=1):
    return undone(here, steps)
