"""A client of the protocol's Python library: has a task done, and agrees to whatever its person is asked."""

import asyncio
import json
import sys

from mcp import Client, StdioServerParameters
from mcp.types import ElicitResult

program, home, mode, request = sys.argv[1:]


async def main():
    asked = []

    async def agree(_context, params):
        asked.append(params.message)
        return ElicitResult(action="accept", content={"allow": "once"})

    server = StdioServerParameters(command=program, args=["mcp", "--log-dir", "logs"], env={"HOME": home}, cwd=home)
    async with Client(server, mode=mode, elicitation_callback=agree) as client:
        tools = [it.name for it in (await client.list_tools()).tools]
        result = await client.call_tool("run_task", {"request": request})
    print(json.dumps({"tools": tools, "asked": asked, "report": result.structured_content}))


asyncio.run(main())
