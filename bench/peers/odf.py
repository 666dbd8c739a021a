"""Packs a document for the benchmark, and reads a saved one back.

Usage: odf.py pack MIMETYPE FILE < content.xml, or odf.py content FILE, which prints what the file says as XML.
"""

import sys
import zipfile

MANIFEST = """<?xml version="1.0" encoding="UTF-8"?>
<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3">
<manifest:file-entry manifest:full-path="/" manifest:version="1.3" manifest:media-type="{mimetype}"/>
<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>
</manifest:manifest>"""


def pack(mimetype, path):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        # The first entry is not compressed, so that programs find the type of the document.
        packed.writestr("mimetype", mimetype, zipfile.ZIP_STORED)
        packed.writestr("content.xml", sys.stdin.buffer.read())
        packed.writestr("META-INF/manifest.xml", MANIFEST.format(mimetype=mimetype))


def content(path):
    with zipfile.ZipFile(path) as packed:
        names = [name for name in packed.namelist() if name.endswith(("content.xml", "styles.xml", "settings.xml"))]
        for name in names:
            sys.stdout.buffer.write(packed.read(name))


match sys.argv[1:]:
    case ["pack", mimetype, path]:
        pack(mimetype, path)
    case ["content", path]:
        content(path)
    case _:
        raise SystemExit(__doc__)
