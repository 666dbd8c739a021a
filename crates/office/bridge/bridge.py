"""Carries out commands in the documents of one LibreOffice: a request on each line of the input, an answer on each of the output."""

import json
import sys
import uno
from common import COMMANDS, BadArgument, Failure, Here

SERVICES = {
    "calc": "com.sun.star.sheet.SpreadsheetDocument",
    "writer": "com.sun.star.text.GenericTextDocument",
    "impress": "com.sun.star.presentation.PresentationDocument",
}


class Office:
    """The connection to LibreOffice, made when it is first needed and again once it is lost."""

    def __init__(self, pipe):
        self.address = f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext"
        self.context = None
        # The document that a title named last: saving under another name changes the title, which its window shows a moment later.
        self.named = {}

    def connected(self):
        if self.context is None:
            local = uno.getComponentContext()
            resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
            try:
                self.context = resolver.resolve(self.address)
            except Exception as error:
                raise Unreachable(str(error)) from error
        return self.context

    def is_gone(self):
        """Whether LibreOffice answers no more, whatever a command failed with."""
        try:
            self.context.getServiceManager().getImplementationName()
            return False
        except Exception:  # Any: what is gone fails in many ways.
            self.context = None
            return True

    def desktop(self):
        context = self.connected()
        return context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)

    def documents(self):
        components = self.desktop().getComponents().createEnumeration()
        while components.hasMoreElements():
            component = components.nextElement()
            if hasattr(component, "getCurrentController") and component.getCurrentController():
                yield component

    def document(self, window):
        """The document that the window with this title shows."""
        documents = list(self.documents())
        shown = [it for it in documents if title_of(it) == window["title"]]
        shown = shown or [it for it in documents if it.RuntimeUID == self.named.get(window["title"])]
        if len(shown) > 1:
            raise Failure("two windows have this title: give one of the documents another name, or use the window")
        if not shown:
            raise Failure("LibreOffice has no document in a window of this title")
        self.named[window["title"]] = shown[0].RuntimeUID
        return shown[0]


class Unreachable(Exception):
    """LibreOffice does not listen on the pipe, or is gone."""


def title_of(document):
    return document.getCurrentController().getFrame().getTitle()


def kind_of(document):
    kinds = (kind for kind, service in SERVICES.items() if document.supportsService(service))
    return next(kinds, None)


def carried_out(office, request):
    """The answer to a request."""
    if request["command"] == "":
        return {"commands": {kind: sorted(commands) for kind, commands in COMMANDS.items()}}
    document = office.document(request["window"])
    kind = kind_of(document)
    if request["command"] == "?":
        return {"kind": kind}
    function = COMMANDS.get(kind, {}).get(request["command"])
    if function is None:
        raise Failure(f"a document of the kind {kind or 'unknown'} has no command {request['command']}")
    return function(Here(office, document), **request["args"])


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
        told = {"id": request["id"], **answer(office, request)}
        answers.write(json.dumps(told, ensure_ascii=False) + "\n")
        answers.flush()


serve(sys.argv[1], sys.stdin, sys.stdout)
