"""A page in Firefox, which records what happens to it: `firefox.py RECORD APPLICATION PROFILE ADDRESS`. Its state comes from the DOM."""

import json
import os
import socket
import subprocess
import sys
import threading
import time
from record import Record

# A port of its own, and otherwise the browser that everybody has.
SETTINGS = """
user_pref("marionette.port", 0);
user_pref("remote.prefs.recommended", false);
"""
PAGE = "return JSON.stringify((window.wrappedJSObject || window).state())"
BROWSER = """
const open = [...document.querySelectorAll("panel, menupopup")].filter(it => it.state == "open" && it.id != "aHTMLTooltip");
const focus = document.activeElement;
return JSON.stringify({
  shown: {address: gBrowser.currentURI.spec},
  address: {text: gURLBar.value, caret: [gURLBar.selectionStart, gURLBar.selectionEnd]},
  tabs: {names: gBrowser.tabs.map(it => it.label), page: gBrowser.tabContainer.selectedIndex},
  popups: {open: open.map(it => it.id), chosen: [...document.querySelectorAll("[_moz-menuactive]")].map(it => it.label || it.id)},
  browser: {focus: focus ? focus.id || focus.localName : "", zoom: ZoomManager.zoom, "full screen": window.fullScreen,
            "find bar": gFindBarInitialized && !gFindBar.hidden},
});
"""


class Browser:
    """A client of the browser's own remote protocol: `LENGTH:[0, NUMBER, COMMAND, PARAMETERS]`."""

    def __init__(self, profile, address):
        # Without what a page adds to its own address.
        self.address = address.split("?")[0]
        self.number, self.lock = 0, threading.Lock()
        file = os.path.join(profile, "MarionetteActivePort")
        while not (os.path.exists(file) and (port := open(file).read().strip())):
            time.sleep(0.05)
        self.stream = socket.create_connection(("127.0.0.1", int(port)))
        # It answers once its first window is there.
        self.stream.settimeout(120)
        self.received()
        self.call("WebDriver:NewSession", {})
        self.stream.settimeout(5)

    def received(self):
        length = b""
        while (byte := self.stream.recv(1)) != b":":
            if not byte:
                raise ConnectionError("the browser ended")
            length += byte
        text = b""
        while len(text) < int(length):
            text += self.stream.recv(int(length) - len(text))
        return json.loads(text)

    def call(self, command, parameters):
        self.number += 1
        message = json.dumps([0, self.number, command, parameters])
        self.stream.sendall(f"{len(message.encode())}:{message}".encode())
        while (answer := self.received())[1] != self.number:
            pass
        if answer[2]:
            raise RuntimeError(answer[2]["message"])
        return answer[3]

    def evaluated(self, context, script):
        self.call("Marionette:SetContext", {"value": context})
        return json.loads(self.call("WebDriver:ExecuteScript", {"script": script, "args": []})["value"])

    def state(self):
        with self.lock:
            browser = self.evaluated("chrome", BROWSER)
            shown = browser.pop("shown")["address"]
            if not shown.startswith(self.address):
                return {"unknown": f"another page is shown: {shown}"}
            page = self.evaluated("content", PAGE)
        page["controls"].update(browser)
        return page


def main():
    path, title, profile, address = sys.argv[1:5]
    with open(os.path.join(profile, "user.js"), "a") as settings:
        settings.write(SETTINGS)
    # What the browser itself shows is read too.
    remote = ["--marionette", "-remote-allow-system-access"]
    firefox = subprocess.Popen(["firefox-esr", *remote, "--no-remote", "--profile", profile, address])
    browser = Browser(profile, address)
    Record(path, title).answer(browser.state)
    sys.exit(firefox.wait())


main()
