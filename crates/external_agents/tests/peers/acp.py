"""An agent of editors for tests, which speaks JSON-RPC by hand. Its first argument says how it behaves."""
import json
import os
import sys

MODE, REST = sys.argv[1], sys.argv[2:]
SESSION = "session-1"


def say(message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


def hear():
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    return json.loads(line)


def update(kind, /, **more):
    say({"method": "session/update", "params": {"sessionId": SESSION, "update": {"sessionUpdate": kind, **more}}})


def chunk(words, kind="agent_message_chunk"):
    update(kind, content={"type": "text", "text": words})


def requested(number, method, params):
    """Asks the client for something; its answer."""
    say({"id": number, "method": method, "params": params})
    while True:
        message = hear()
        if message.get("id") == number and "method" not in message:
            return message


def outcome(number, kinds):
    options = [{"optionId": f"my-{kind}", "name": "Allow", "kind": kind} for kind in kinds]
    call = {"toolCallId": "call-1", "title": "Delete the notes", "kind": "delete",
            "locations": [{"path": "/home/u/notes.txt"}], "rawInput": "rm notes.txt"}
    params = {"sessionId": SESSION, "toolCall": call, "options": options}
    answer = requested(number, "session/request_permission", params)
    return json.dumps(answer["result"]["outcome"], sort_keys=True)


def breaks_off(at):
    """Breaks off where its second word says so."""
    if MODE == "dies-at" and REST == [at]:
        print("no licence", file=sys.stderr, flush=True)
        sys.exit(5)
    if MODE == "bytes-at" and REST == [at]:
        sys.stdout.buffer.write(b"\xff\xfe\n")
        sys.stdout.flush()
        print("no letters", file=sys.stderr, flush=True)
        sys.exit(5)


def work(prompt):
    """Carries the prompt out; why it stopped."""
    if MODE == "ok":
        chunk("Hmm.", "agent_thought_chunk")
        update("plan", entries=[{"content": "Write.", "priority": "high", "status": "pending"}])
        chunk("I look ")
        chunk("into it.")
        update("tool_call", toolCallId="call-1", title="Look")
        chunk(f"Done: {prompt[0]['text']}")
    elif MODE == "permit":
        chunk(outcome("p1", REST))
    elif MODE == "permit-many":
        # Sixteen may be asked for at once: the one too many is refused while these are open.
        call = {"toolCallId": "call-1", "title": "Look"}
        options = [{"optionId": "yes", "name": "Yes", "kind": "allow_once"}]
        for number in range(17):
            params = {"sessionId": SESSION, "toolCall": call, "options": options}
            say({"id": f"m{number}", "method": "session/request_permission", "params": params})
        chunk(json.dumps(hear()["result"]["outcome"]))
    elif MODE == "permit-later":
        # What it means to do is announced before it is asked for, and changed as soon as that is asked.
        update("tool_call", toolCallId="call-1", title="Clean", kind="read", rawInput={"command": "rm x", "cwd": "~/a"})
        update("tool_call_update", toolCallId="call-1", title="Clean up", rawOutput="x")
        params = {"sessionId": SESSION, "toolCall": {"toolCallId": "call-1"},
                  "options": [{"optionId": "yes", "name": "Yes", "kind": "allow_once"}]}
        say({"id": "l1", "method": "session/request_permission", "params": params})
        update("tool_call_update", toolCallId="call-1", title="Look", rawInput={})
        chunk(hear()["result"]["outcome"]["outcome"])
    elif MODE == "permit-often":
        for number in range(202):
            said = outcome(f"o{number}", ["allow_once"])
        chunk(said)
    elif MODE == "hangs":
        chunk("I begin.")
        hear()
    elif MODE == "offers-nothing":
        asked = [("fs/read_text_file", {"sessionId": SESSION, "path": "/etc/passwd"}),
                 ("fs/write_text_file", {"sessionId": SESSION, "path": "/tmp/x", "content": "x"}),
                 ("terminal/create", {"sessionId": SESSION, "command": "sh"}),
                 ("elicitation/create", {"sessionId": SESSION, "mode": "form", "message": "Your password?",
                                         "requestedSchema": {"type": "object", "properties": {}}}),
                 ("made/up", {})]
        for at, (method, params) in enumerate(asked):
            chunk(f"{method}: {'refused' if 'error' in requested(f'r{at}', method, params) else 'granted'}\n")
    elif MODE == "stops":
        chunk("So far.")
        return REST[0]
    elif MODE == "flood":
        for _ in range(300):
            chunk("x" * 1000)
    elif MODE == "long-line":
        sys.stdout.write("{" + "x" * 17000000 + "\n")
        sys.stdout.flush()
    elif MODE == "bytes":
        sys.stdout.buffer.write(b"\xff\xfe\n")
        sys.stdout.flush()
    elif MODE == "dies":
        chunk("I begin.")
        print("\x1b[31mout of paper", file=sys.stderr, flush=True)
        sys.exit(3)
    return "end_turn"


while True:
    message = hear()
    method, number = message.get("method"), message.get("id")
    assert method, message  # nobody owes us an answer here
    breaks_off(method)
    if method == "initialize":
        offers = message["params"].get("clientCapabilities", {})
        assert not offers.get("terminal") and not any((offers.get("fs") or {}).values()), offers
        if MODE == "garbage":
            print("loading...\n[1, 2]\n\u00e9\n", flush=True)
        version = 7 if MODE == "newer" else 1
        result = {"protocolVersion": version, "agentCapabilities": {}, "agentInfo": {"name": "scribe", "version": "0.9"}}
        say({"id": number, "result": result})
    elif method == "session/new":
        if MODE == "login":
            chunk("Hello.")
            say({"id": number, "error": {"code": -32000, "message": "Authentication required"}})
            continue
        params = message["params"]
        assert params["mcpServers"] == [] and params["cwd"] == os.getcwd(), params
        say({"id": number, "result": {"sessionId": SESSION}})
    elif method == "session/prompt":
        if MODE == "login-later":
            chunk("So far.")
            say({"id": number, "error": {"code": -32000, "message": "Authentication required"}})
        elif MODE == "refuses":
            chunk("So far.")
            say({"id": number, "error": {"code": -32603, "message": "no model", "data": {"model": "x"}}})
        else:
            say({"id": number, "result": {"stopReason": work(message["params"]["prompt"])}})
