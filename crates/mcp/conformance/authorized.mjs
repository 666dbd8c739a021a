// Loaded before the suite, which knows no tokens: gives each of its requests the one of the environment.
import { register } from "node:module";
import { Agent, setGlobalDispatcher } from "undici";

register("./older_node.mjs", import.meta.url);

const authorization = `Bearer ${process.env.DESKPILOT_MCP_TOKEN}`;

// Requests of the package undici.
const withToken = (dispatch) => (options, handler) =>
  dispatch({ ...options, headers: added(options.headers) }, handler);
setGlobalDispatcher(new Agent().compose(withToken));

function added(headers) {
  if (Array.isArray(headers)) return [...headers, "authorization", authorization];
  return { ...headers, authorization };
}

// Requests of Node itself, which may have an undici of another version.
const { fetch } = globalThis;
globalThis.fetch = (resource, options = {}) => {
  const headers = new Headers(options.headers);
  headers.set("authorization", authorization);
  return fetch(resource, { ...options, headers });
};
