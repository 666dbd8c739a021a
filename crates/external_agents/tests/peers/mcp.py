"""A server of tools for tests, which speaks JSON-RPC by hand. Its first argument says how it behaves."""
import json
import os
import sys

MODE = sys.argv[1]
ASK = {"name": "ask", "description": "Answers.", "inputSchema": {
    "type": "object", "properties": {"question": {"type": "string"}}, "required": ["question"]}}
READ = {"name": "read", "inputSchema": {
    "type": "object", "properties": {"file": {"type": "string"}, "line": {"type": "integer"}}, "required": ["file", "line"]}}


def say(message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


def hear():
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    return json.loads(line)


def requested(number, method, params):
    """Asks the client for something, and returns how it answers."""
    say({"id": number, "method": method, "params": params})
    while True:
        message = hear()
        if message.get("id") == number and "method" not in message:
            return "refused" if "error" in message else "granted"


def listed(params):
    cursor = (params or {}).get("cursor")
    if MODE == "no-tools":
        return {"tools": []}
    if MODE in ("paged", "endless"):
        if cursor is None:
            return {"tools": [READ], "nextCursor": "next"}
        if MODE == "endless":
            return {"tools": [], "nextCursor": "more"}
        return {"tools": [ASK]}
    return {"tools": [ASK]}


def text(words):
    return {"content": [{"type": "text", "text": words}]}


def called(params):
    question = params["arguments"].get("question")
    if MODE == "error":
        return {**text("no such page"), "isError": True}
    if MODE == "structured":
        return {"content": [], "structuredContent": {"pages": 3}}
    if MODE == "parts":
        return {"content": [{"type": "text", "text": "one"}, {"type": "image", "data": "AAAA", "mimeType": "image/png"},
                            {"type": "text", "text": "two"}]}
    if MODE == "flood":
        return text("x" * 1000000)
    if MODE == "asks":
        sampling = {"messages": [], "maxTokens": 5}
        asked = {"message": "Your password?", "requestedSchema": {"type": "object", "properties": {}}}
        return text(" ".join([requested("s1", "sampling/createMessage", sampling), requested("s2", "roots/list", {}),
                              requested("s3", "elicitation/create", asked), requested("s4", "made/up", {})]))
    if MODE == "long-line":
        print("{" + "x" * 17000000, flush=True)
    if MODE == "deep":
        print('{"jsonrpc": "2.0", "id": 2, "result": ' + "[" * 100000 + "]" * 100000 + "}", flush=True)
    while MODE == "endless-line":
        sys.stdout.write("x" * 65536)
    if MODE == "hangs":
        hear()
    if MODE == "dies":
        print("out of paper", file=sys.stderr, flush=True)
        sys.exit(3)
    return text(f"{params['name']} heard {question!r} in {os.path.basename(os.getcwd())}")


while True:
    message = hear()
    method, number = message.get("method"), message.get("id")
    if MODE == "dies-at" and sys.argv[2] == method:
        print("no licence", file=sys.stderr, flush=True)
        sys.exit(5)
    if method == "initialize":
        if MODE == "garbage":
            print("loading...\n{half\n[1, 2]\n\u00e9\x1b[31m", flush=True)
        asked = message["params"]
        offers = asked["capabilities"]
        assert offers == {}, offers
        say({"id": number, "result": {"protocolVersion": asked["protocolVersion"], "capabilities": {"tools": {}},
                                      "serverInfo": {"name": "librarian", "version": "1.2"}}})
    elif method == "tools/list":
        say({"id": number, "result": listed(message.get("params"))})
    elif method == "tools/call":
        if MODE == "refuses":
            say({"id": number, "error": {"code": -32602, "message": "closed on sundays"}})
        else:
            say({"id": number, "result": called(message["params"])})
