// Has a task done at an MCP server over HTTP, whose address and token are in the environment, with the TypeScript client of the protocol: with
// and without a handshake. Prints what it asked and what it got.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const { DESKPILOT_MCP_ADDRESS: address, DESKPILOT_MCP_TOKEN: token } = process.env;
const request = 'Open galculator. Click "5".';

async function task(mode) {
  const client = new Client(
    { name: "typescript", version: "1" },
    { capabilities: { elicitation: {} }, versionNegotiation: { mode } },
  );
  client.setRequestHandler("elicitation/create", ({ params }) => {
    console.log(`asked: ${params.message.split("\n")[0]}`);
    return { action: "accept", content: { allow: "once" } };
  });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } }));
  console.log(`revision: ${client.getNegotiatedProtocolVersion?.() ?? mode}`);
  const { tools } = await client.listTools();
  console.log(`tools: ${tools.map((it) => it.name).join(" ")}`);
  console.log(`run_task: ${request}`);
  const { structuredContent } = await client.callTool({ name: "run_task", arguments: { request } });
  console.log(`${structuredContent.status}: ${JSON.stringify(structuredContent.effects)}`);
  await client.close();
}

await task("legacy");
await task({ pin: "2026-07-28" });
