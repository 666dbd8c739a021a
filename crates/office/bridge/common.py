"""What the commands of all office documents share: how they fail, what they answer, and how a document is changed."""

import contextlib
import os
import uno
from com.sun.star.beans import PropertyValue

COMMANDS = {}
HUNDREDTHS_OF_A_MM_IN_A_CM = 1000
# Properties that are lengths. LibreOffice keeps them in twips, which are 1.8 hundredths of a millimetre: one may come back as the
# next number.
LENGTHS = ("ParaTopMargin", "ParaBottomMargin", "ParaFirstLineIndent", "ParaLeftMargin")
MOST_CHARACTERS = 12_000
# What the address of a link begins with.
LINKS = ("https://", "http://", "mailto:")
# What LibreOffice writes and does not go on with.
COPIES = ("pdf", "html", "epub")


class Failure(Exception):
    """The command cannot be done; the text is a sentence for the agent."""


class BadArgument(Exception):
    """An argument does not fit: its name, and what it must be."""

    def __init__(self, name, must):
        super().__init__(name)
        self.name, self.must = name, must


def command(kind):
    """Makes a function a command of documents of this kind: it gets the place and the arguments by name."""

    def register(function):
        COMMANDS.setdefault(kind, {})[function.__name__] = function
        return function

    return register


def read(evidence, output):
    """The answer of a command that only read."""
    return {"evidence": evidence, "output": cut(output)}


def changed(evidence, output=None):
    """The answer of a command that changed something, which was read back."""
    return {"evidence": evidence, "output": cut(output)}


def same(what):
    """The answer where all was as wanted before."""
    return {"same": what}


def unchanged(what):
    """The answer where nothing was done, because there was nothing to do it with."""
    return {"unchanged": what}


def partly(what, output=None):
    """The answer where only a part was done."""
    return {"partial": what, "output": cut(output)}


def unmet(before, now, what):
    """The answer where not all is as wanted: only a part was done, or nothing where what is read back is what was there before."""
    return unchanged(what) if now == before else partly(what)


def cut(text):
    """The text, shortened with a note of how much is left out."""
    if text is None or len(text) <= MOST_CHARACTERS:
        return text
    left = len(text) - MOST_CHARACTERS
    return f"{text[:MOST_CHARACTERS]}\n… {left} more characters; ask for a part of it"


def letters_of(font=None, size=None, bold=None, italic=None, text_color=None):
    """The properties of letters that a command wants."""
    wanted = {}
    if font is not None:
        wanted["CharFontName"] = font
    if size is not None:
        wanted["CharHeight"] = float(size)
    if bold is not None:
        wanted["CharWeight"] = 150.0 if bold else 100.0
    if italic is not None:
        wanted["CharPosture"] = uno.Enum("com.sun.star.awt.FontSlant", "ITALIC" if italic else "NONE")
    if text_color is not None:
        wanted["CharColor"] = color(text_color, "text_color")
    return wanted


def is_as_wanted(key, now, wanted):
    """Whether a property is as wanted."""
    return abs(now - wanted) <= 1 if key in LENGTHS else now == wanted


def with_format(here, name, what, spots, wanted):
    """Sets properties at each of some places, and reads them back."""
    return with_formats(here, name, [(what, spots, wanted)])


def with_formats(here, name, parts):
    """The same for several parts, each with its name, its places and their properties. A later part may change an earlier one."""
    if not all(wanted for _, _, wanted in parts):
        raise BadArgument(name, "given, or another format")
    before = [formats_at(spots, wanted) for _, spots, wanted in parts]
    if not any(missed_formats(looks, wanted) for looks, (_, _, wanted) in zip(before, parts)):
        return same(f"{', '.join(what for what, _, _ in parts)} looked so already")
    left = []
    with here.one_step("Format"):
        for what, spots, wanted in parts:
            for spot in spots:
                for key, value in wanted.items():
                    spot.setPropertyValue(key, value)
            if missed := missed_formats(formats_at(spots, wanted), wanted):
                left.append(f"{', '.join(missed)} of {what}")
    if left:
        return unmet(before, [formats_at(spots, wanted) for _, spots, wanted in parts], f"{'; '.join(left)} did not change")
    lines = (f"{what}: {counted(len(wanted), 'format', 'formats')}" for what, _, wanted in parts)
    return changed(f"{'; '.join(lines)}, read back")


def formats_at(spots, wanted):
    """The properties, of those that a command wants, at each of some places."""
    return [{key: spot.getPropertyValue(key) for key in wanted} for spot in spots]


def missed_formats(looks, wanted):
    """The properties that are not as wanted at one of the places."""
    return sorted({key for now in looks for key, value in wanted.items() if not is_as_wanted(key, now[key], value)})


def same_length(rows):
    """Rows that are all of the same length."""
    if not rows or not rows[0] or any(len(row) != len(rows[0]) for row in rows):
        raise BadArgument("rows", "rows of the same length, at least one cell")
    return rows


def fill(table, rows):
    """Puts texts into the cells of a table, from its first one on; what is null makes its cell empty."""
    for at_row, row in enumerate(rows):
        for at_column, text in enumerate(row):
            table.getCellByPosition(at_column, at_row).setString("" if text is None else str(text))


def properties(**values):
    """Named values as LibreOffice takes them."""
    return tuple(PropertyValue(Name=name, Value=value) for name, value in values.items())


class Here:
    """The document of a command, and the LibreOffice that shows it."""

    def __init__(self, office, window, content=None):
        # What the file of the document holds once it is saved, each byte as the character with its number; what LibreOffice writes if
        # there is none.
        self.content = content
        self.office, self.document, self.controller, self.undo = office, window.document, window.controller, window.undo
        self.has_unrecorded = window.has_unrecorded
        # What is known of the file of a spreadsheet, and whether it was saved since.
        self.file, self.is_saved = office.files.get(window.number), False
        # Whether it changed something that Undo does not take back. A step of our own (XUndoAction) would, but it lives in this
        # program, which ends with a command that is late: the next Undo then fails, and LibreOffice drops all steps, the user's too.
        self.has_no_step = False

    def service(self, name):
        context = self.office.connected()
        return context.ServiceManager.createInstanceWithContext(name, context)

    def dispatch(self, address, **values):
        """Carries out a command of the menus in the window of the document."""
        dispatcher = self.service("com.sun.star.frame.DispatchHelper")
        return dispatcher.executeDispatch(self.controller.getFrame(), address, "", 0, properties(**values))

    def graphic(self, path):
        """The picture in a file; nothing where LibreOffice can read none."""
        provider = self.service("com.sun.star.graphic.GraphicProvider")
        try:
            return provider.queryGraphic(properties(URL=url_of(path)))
        except uno.getClass("com.sun.star.uno.Exception"):
            return None

    @contextlib.contextmanager
    def one_step(self, name):
        """Makes everything inside one step of Undo, if LibreOffice records any of it. What fails midway is undone."""
        self.check_writable()
        self.undo.enterUndoContext(name)
        # The step is counted from its begin, where the oldest makes room for it, and goes again if it stays empty.
        steps = len(self.undo.getAllUndoActionTitles())
        try:
            yield
        except BaseException:
            self.undo.leaveUndoContext()
            if len(self.undo.getAllUndoActionTitles()) == steps:
                self.undo.undo()
            raise
        self.undo.leaveUndoContext()
        self.has_no_step |= len(self.undo.getAllUndoActionTitles()) < steps

    @contextlib.contextmanager
    def unrecorded(self):
        """Does what is inside without a step of Undo, where LibreOffice would record a part of it alone: Undo would leave the rest."""
        self.check_writable()
        self.undo.lock()
        try:
            yield
        finally:
            self.undo.unlock()
        self.has_no_step = True

    def put_content(self, path):
        """Puts the bytes of the request into the file that LibreOffice wrote. Returns why they are not all there, nothing where they are."""
        if self.content is None:
            return None
        wanted, time = self.content.encode("latin-1"), os.stat(path).st_mtime_ns
        trouble = overwritten(path, wanted)
        # LibreOffice would take another time for a change by another program. Only the owner of a file can set it.
        with contextlib.suppress(OSError):
            os.utime(path, ns=(time, time))
        if trouble:
            # LibreOffice takes the document for saved, and would not save it once more.
            self.document.setModified(True)
        return trouble

    def check_writable(self):
        if self.document.isReadonly():
            raise Failure("the document is read-only: save it under another name with save_as, and change that")


def color(text, name):
    """A colour as a number, from `#rrggbb`."""
    digits = text.strip().removeprefix("#")
    try:
        if len(digits) != 6:
            raise ValueError
        return int(digits, 16)
    except ValueError:
        raise BadArgument(name, "a colour such as #ff8800") from None


def as_hex(number):
    """A colour as results name it."""
    return "automatic" if number < 0 else f"#{number:06x}"


def centimetres(value):
    """A length in centimetres as LibreOffice counts: hundredths of a millimetre."""
    return round(value * HUNDREDTHS_OF_A_MM_IN_A_CM)


def whole(value, name, least, most):
    """A whole number in a range."""
    if int(value) != value or not least <= value <= most:
        raise BadArgument(name, f"a whole number from {least} to {most}")
    return int(value)


def counted(number, one, many):
    """A number with its noun."""
    return f"{number} {one if number == 1 else many}"


def size_of(rows, cells):
    """The size of a table, in words."""
    return f"{counted(rows, 'row', 'rows')} of {counted(cells, 'cell', 'cells')}"


def url_of(path):
    """The address of a file."""
    return uno.systemPathToFileUrl(path)


def markdown_row(cells):
    """A line of a Markdown table."""
    escaped = (str(cell).replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ") for cell in cells)
    return "| " + " | ".join(escaped) + " |"


def markdown_table(rows):
    """A Markdown table whose first row is the head."""
    if not rows:
        return ""
    head, *others = rows
    lines = [markdown_row(head), "|" + " --- |" * len(head)]
    return "\n".join(lines + [markdown_row(row) for row in others])


def number_text(value):
    """A number with all its decimals, and no more than it has."""
    if float(value).is_integer() and abs(value) < 1e15:
        return str(int(value))
    return repr(float(value))


def saved(here, path, format, formats):
    """Saves the document under another name, or a copy, in a format, by default that of the name's ending."""
    kind = format or os.path.splitext(path)[1].lstrip(".").lower()
    if kind not in formats:
        raise BadArgument("format", f"one of {', '.join(formats)}")
    before = written(usable(path))
    store = here.document.storeToURL if kind in COPIES else here.document.storeAsURL
    store(url_of(path), properties(FilterName=formats[kind], Overwrite=True))
    here.is_saved = kind not in COPIES
    return finished_file(here, path, before)


def stored(here):
    """Saves the document to its file."""
    if not here.document.hasLocation():
        raise Failure("the document has no file yet: save_as gives it one")
    if not here.document.isModified():
        return same("the document was saved already")
    path = uno.fileUrlToSystemPath(here.document.getURL())
    before = written(path)
    here.document.store()
    here.is_saved = True
    return finished_file(here, path, before)


def finished_file(here, path, before):
    """The answer about a file that LibreOffice wrote, with the bytes that it is to hold."""
    if written(path) not in (None, before) and (trouble := here.put_content(path)):
        missing = f"{path} was written, but does not hold what it should: {trouble}"
        return partly(f"{missing}; the document is open with everything: save_as saves it to another file")
    return written_since(path, before)


def overwritten(path, content):
    """Writes into a file that is there, which stays the same file, and reads it back. Returns what went wrong, nothing if nothing did."""
    try:
        # It is cut at the end only: a disk that is full then has room for what replaces the old bytes.
        with open(path, "r+b") as file:
            file.write(content)
            file.truncate()
            file.flush()
            os.fsync(file.fileno())
        with open(path, "rb") as file:
            return None if file.read() == content else "it reads otherwise than it was written"
    except OSError as error:
        return error.strerror or str(error)


def usable(path):
    """A path at which a file can be written: LibreOffice makes folders that are missing."""
    if not os.path.isabs(path):
        raise BadArgument("path", "a whole path, which begins with /")
    if not os.path.isdir(os.path.dirname(path)):
        raise BadArgument("path", "in a folder that exists")
    return path


def link_address(text):
    """The address of a link that only opens a page or a letter: a click on another may run a macro, or open a file."""
    text = text.strip()
    if not text.lower().startswith(LINKS) or any(it.isspace() for it in text):
        raise BadArgument("url", f"a whole address, which begins with {', '.join(LINKS)}")
    return text


def written(path):
    """When a file was last written; nothing where there is none."""
    return os.stat(path).st_mtime_ns if os.path.exists(path) else None


def written_since(path, before):
    if written(path) in (None, before):
        raise Failure(f"{path} was not written")
    return changed(f"{path} was written, {os.stat(path).st_size} bytes")


def undone(here, steps):
    """Takes back the last steps."""
    titles = here.undo.getAllUndoActionTitles()
    if not titles:
        return unchanged("there is nothing to undo")
    steps = whole(steps, "steps", 1, len(titles))
    tracked = is_tracked(here.document)
    for _ in range(steps):
        here.undo.undo()
    what = f"undone: {', '.join(titles[:steps])}"
    doubts = []
    if here.has_unrecorded:
        doubts.append("the document also has changes without a step of Undo, and those made later may be lost with it")
    if tracked:
        doubts.append("the document records its changes, or has recorded some, and Undo may leave a part of them")
    return partly(f"{'; '.join([what, *doubts])}: read what it holds") if doubts else changed(what)


def is_tracked(document):
    """Whether a document records changes, or has recorded some that nobody accepted or rejected yet."""
    redlines = getattr(document, "Redlines", None)
    return bool(getattr(document, "RecordChanges", False)) or (redlines is not None and redlines.hasElements())
