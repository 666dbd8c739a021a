// Node 20 has no globSync in fs. The suite uses it for the client's side alone, and would not even load.
const FS = `export * from "node:fs"; export const globSync = () => [];`;

export async function resolve(specifier, context, next) {
  if (specifier !== "fs" || "globSync" in (await import("node:fs"))) return next(specifier, context);
  return { url: `data:text/javascript,${encodeURIComponent(FS)}`, shortCircuit: true };
}
