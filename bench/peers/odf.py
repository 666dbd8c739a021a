"""Packs a document for the benchmark, and reads a saved one back.

Usage: odf.py pack MIMETYPE FILE < content.xml, or odf.py read FILE, which prints what the file holds as JSON: its XML, the rows of
its first table, its paragraphs with their styles, its formatted texts, and the titles of its slides. A workbook of another
format (.xlsx) has rows alone.
"""

import json
import sys
import xml.etree.ElementTree as trees
import zipfile

MANIFEST = """<?xml version="1.0" encoding="UTF-8"?>
<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3">
<manifest:file-entry manifest:full-path="/" manifest:version="1.3" manifest:media-type="{mimetype}"/>
<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>
</manifest:manifest>"""
ODF = "{urn:oasis:names:tc:opendocument:xmlns:%s:1.0}"
OFFICE, TABLE, TEXT, STYLE, DRAW, PRESENTATION = (
    ODF % name for name in ("office", "table", "text", "style", "drawing", "presentation")
)
FORMAT = ODF % "xsl-fo-compatible"
SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def pack(mimetype, path):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        # The first entry is not compressed, so that programs find the type of the document.
        packed.writestr("mimetype", mimetype, zipfile.ZIP_STORED)
        packed.writestr("content.xml", sys.stdin.buffer.read())
        packed.writestr("META-INF/manifest.xml", MANIFEST.format(mimetype=mimetype))


def read(path):
    """What a saved document holds."""
    with zipfile.ZipFile(path) as packed:
        if "xl/workbook.xml" in packed.namelist():
            return {"rows": workbook_rows(packed)}
        names = [name for name in packed.namelist() if name.endswith(("content.xml", "styles.xml", "settings.xml"))]
        content = "".join(packed.read(name).decode() for name in names)
        root = trees.fromstring(packed.read("content.xml"))
    styles = {it.get(STYLE + "name"): it for it in root.iter(STYLE + "style")}
    return {
        "content": content,
        "rows": table_rows(next(root.iter(TABLE + "table"), None)),
        "paragraphs": [[style_of(it, styles), text_of(it)] for it in root.iterfind(f".//{OFFICE}text/{TEXT}p")],
        "spans": [[*format_of(it, styles), text_of(it)] for it in root.iter(TEXT + "span")],
        "titles": [title_of(it) for it in root.iter(DRAW + "page")],
    }


def text_of(element):
    return "".join(element.itertext())


def style_of(paragraph, styles):
    """The style that a person gave a paragraph: formats of its own have a style between."""
    name = paragraph.get(TEXT + "style-name")
    return styles[name].get(STYLE + "parent-style-name") if name in styles else name


def format_of(span, styles):
    """Whether a text is bold, and its colour."""
    style = styles.get(span.get(TEXT + "style-name"))
    letters = {} if style is None else style.find(STYLE + "text-properties").attrib
    return letters.get(FORMAT + "font-weight") == "bold", letters.get(FORMAT + "color")


def title_of(page):
    titles = (it for it in page.iter(DRAW + "frame") if it.get(PRESENTATION + "class") == "title")
    return "\n".join(text_of(it) for it in titles)


def table_rows(table):
    """The rows of a table as they are shown, without what is empty at the end of each."""
    rows = []
    for row in () if table is None else table.iter(TABLE + "table-row"):
        cells = cells_of(row)
        rows += [cells] * (int(row.get(TABLE + "number-rows-repeated", 1)) if cells else 0)
    return rows


def cells_of(row):
    cells = []
    for cell in row:
        text = "\n".join(text_of(it) for it in cell.iterfind(TEXT + "p"))
        cells += [text] * int(cell.get(TABLE + "number-columns-repeated", 1))
    while cells and not cells[-1]:
        cells.pop()
    return cells


def workbook_rows(packed):
    """The rows of the first sheet of a workbook."""
    texts = [text_of(it) for it in trees.fromstring(packed.read("xl/sharedStrings.xml")).iter(SHEET + "si")]
    sheet = trees.fromstring(packed.read("xl/worksheets/sheet1.xml"))
    return [[cell_of(cell, texts) for cell in row] for row in sheet.iter(SHEET + "row")]


def cell_of(cell, texts):
    value = cell.findtext(SHEET + "v", "")
    return texts[int(value)] if cell.get("t") == "s" else value


match sys.argv[1:]:
    case ["pack", mimetype, path]:
        pack(mimetype, path)
    case ["read", path]:
        print(json.dumps(read(path)))
    case _:
        raise SystemExit(__doc__)
