"""Carries out commands in the documents of one LibreOffice: a request on each line of the input, an answer on each of the output."""

import contextlib
import json
import sys
import time
import uno
from calc_csv import known_file, met_file, open_csv
from common import COMMANDS, BadArgument, Failure, Here

# The pause between two looks whether LibreOffice is gone, in seconds.
PAUSE = 0.02
SERVICES = {
    "calc": "com.sun.star.sheet.SpreadsheetDocument",
    "writer": "com.sun.star.text.GenericTextDocument",
    "impress": "com.sun.star.presentation.PresentationDocument",
}


class Window:
    """A window of LibreOffice, and what stays the same for as long as it shows the same document."""

    def __init__(self, frame):
        self.frame, self.controller = frame, frame.getController()
        document = self.controller.getModel() if hasattr(self.controller, "getModel") else None
        # None for what has no commands, such as a formula or the Start Center.
        self.kind = document and kind_of(document)
        if self.kind:
            self.document, self.number, self.undo = document, document.RuntimeUID, document.getUndoManager()
            # Whether it was changed without a step of Undo.
            self.has_unrecorded = False

    def is_as_met(self):
        """Whether it still shows this document: one that is loaded again is another."""
        return self.frame.getController() == self.controller


class Office:
    """The connection to LibreOffice, made when it is first needed and again once it is lost.

    An object of LibreOffice takes about ten exchanges when it comes, and one for each question later. So the objects of windows
    are kept, and asked at every request whether they are still those of the windows that are there.
    """

    def __init__(self, pipe):
        self.address = f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext"
        self.context = None
        self.frames, self.windows = None, []
        # The document that a title named last: saving under another name changes the title, which its window shows a moment later.
        self.named = {}
        # The documents that were met.
        self.numbers = set()
        # What is known of the files of spreadsheets, by the numbers of their documents.
        self.files = {}

    def connected(self):
        if self.context is None:
            local = uno.getComponentContext()
            resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
            try:
                self.context = resolver.resolve(self.address)
            except Exception as error:
                raise Unreachable(str(error)) from error
            desktop = self.context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", self.context)
            self.frames, self.windows, self.numbers, self.files = desktop.getFrames(), [], set(), {}
        return self.context

    def close(self):
        """Closes all documents without saving them, then LibreOffice. Returns once it is gone, or has a dialog open that holds it."""
        context = self.connected()
        desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
        documents = desktop.getComponents().createEnumeration()
        while documents.hasMoreElements():
            close_unsaved(documents.nextElement())
        if not desktop.terminate():
            raise Failure("a dialog is open")
        # It writes its settings and removes its temporary files before the connection ends.
        while not self.is_gone():
            time.sleep(PAUSE)
        return {"evidence": "LibreOffice has ended"}

    def is_gone(self):
        """Whether LibreOffice answers no more, whatever a command failed with."""
        try:
            self.context.getServiceManager().getImplementationName()
            return False
        except Exception:  # Any: what is gone fails in many ways.
            self.context = None
            return True

    def window(self, title):
        """The window with this title, which shows a document."""
        self.connected()
        shown = self.met(title)
        if not shown or not all(it.is_as_met() for it in shown):
            self.windows = [Window(self.frames.getByIndex(at)) for at in range(self.frames.getCount())]
            documents = [it for it in self.windows if it.kind]
            self.meet(documents)
            shown = [it for it in documents if it.frame.getTitle() == title]
            shown = shown or [it for it in documents if it.number == self.named.get(title)]
        if len(shown) > 1:
            raise Failure("two windows have this title: give one of the documents another name, or use the window")
        if not shown:
            raise Failure("LibreOffice has no document in a window of this title")
        self.named[title] = shown[0].number
        return shown[0]

    def meet(self, documents):
        """Ends what another program, which was ended midway, began in these documents. Later a step may be LibreOffice's own."""
        for it in documents:
            if it.number not in self.numbers:
                self.numbers.add(it.number)
                close_steps(it.undo)
                if it.kind == "calc":
                    self.files[it.number] = met_file(it.document)

    def met(self, title):
        """The windows with this title among those that were met, if those are all that are there now."""
        try:
            titles = [it.frame.getTitle() for it in self.windows]
        except uno.getClass("com.sun.star.lang.DisposedException"):
            return []
        # As many as there are, and all of them still there: none has come.
        if len(titles) != self.frames.getCount() or not all(titles):
            return []
        return [window for window, its in zip(self.windows, titles) if window.kind and its == title]


class Unreachable(Exception):
    """LibreOffice does not listen on the pipe, or is gone."""


def close_unsaved(document):
    """Closes a document without asking whether to save it."""
    # Any: what refuses, or is no document, ends with LibreOffice.
    with contextlib.suppress(Exception):
        document.setModified(False)
        document.close(True)


def close_steps(undo):
    """Closes all open steps of Undo: while one is open, Undo takes nothing back."""
    with contextlib.suppress(uno.getClass("com.sun.star.util.InvalidStateException")):
        while True:
            undo.leaveUndoContext()


def kind_of(document):
    kinds = (kind for kind, service in SERVICES.items() if document.supportsService(service))
    return next(kinds, None)


def carried_out(office, request):
    """The answer to a request."""
    if request["command"] == "":
        return {"commands": {kind: sorted(commands) for kind, commands in COMMANDS.items()}}
    if request["command"] == "!":
        return office.close()
    window = office.window(request["window"]["title"])
    if request["command"] == "?":
        return {"kind": window.kind}
    if request["command"] == "%":
        path = request["args"].get("path")
        return {"csv": open_csv(Here(office, window), path) if window.kind == "calc" else None}
    function = COMMANDS[window.kind].get(request["command"])
    if function is None:
        raise Failure(f"a document of the kind {window.kind} has no command {request['command']}")
    here = Here(office, window, request.get("content"))
    answered = function(here, **request["args"])
    if here.is_saved and window.kind == "calc":
        office.files[window.number] = known_file(window.document, window.controller.getActiveSheet().getName())
    # Where nothing changed there is no step either, and nothing that Undo would leave.
    for key in ("evidence", "partial"):
        if here.has_no_step and key in answered:
            window.has_unrecorded = True
            # LibreOffice takes some of these changes for none, and would not save them.
            window.document.setModified(True)
            answered[key] += "; LibreOffice keeps no step of Undo for it"
    return answered


def answer(office, request):
    try:
        return carried_out(office, request)
    except BadArgument as bad:
        return {"bad": bad.name, "must": bad.must}
    except Failure as failure:
        return {"failed": str(failure)}
    except Unreachable as error:
        return {"unreachable": str(error)}
    except Exception as error:  # A command must not end the bridge.
        if office.is_gone():
            return {"unreachable": "it has ended"}
        if isinstance(error, uno.getClass("com.sun.star.uno.Exception")):
            return {"failed": f"LibreOffice says: {type(error).__name__}: {error.Message or 'no reason'}"}
        return {"failed": f"{type(error).__name__}: {error}"}


def serve(pipe, requests, answers):
    office = Office(pipe)
    for line in requests:
        request = json.loads(line)
        answered = {"id": request["id"], **answer(office, request)}
        answers.write(json.dumps(answered, ensure_ascii=False) + "\n")
        answers.flush()


serve(sys.argv[1], sys.stdin, sys.stdout)
