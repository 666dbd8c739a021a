// Which address shows which view, and the filters in an address. Pure: the history of the browser is in router.ts.

/** The parts of an address that a pattern names, such as `folder` in `/tasks/:folder/:name`. */
export type Parameters = Readonly<Record<string, string>>;

/** What the pattern finds in the path; `null` where it does not fit. */
export function match(pattern: string, path: string): Parameters | null {
  const wanted = parts(pattern);
  const found = parts(path);
  if (wanted.length !== found.length) return null;
  const parameters: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const text = decoded(found[at] ?? '');
    if (text === null) return null;
    if (part.startsWith(':')) parameters[part.slice(1)] = text;
    else if (part !== text) return null;
  }
  return parameters;
}

/** The first route that fits the path, with what its pattern found. */
export function find<R extends { pattern: string }>(routes: readonly R[], path: string): { route: R; parameters: Parameters } | null {
  for (const route of routes) {
    const parameters = match(route.pattern, path);
    if (parameters) return { route, parameters };
  }
  return null;
}

/** The address with these parameters changed; an empty text or `null` removes one. Others stay as they are. */
export function withQuery(address: string, changes: Readonly<Record<string, string | null>>): string {
  const [before = '', hash] = address.split('#');
  const [path = '', query = ''] = before.split('?');
  const parameters = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value) parameters.set(name, value);
    else parameters.delete(name);
  }
  const text = parameters.toString();
  return path + (text ? `?${text}` : '') + (hash ? `#${hash}` : '');
}

/** The address of a task's page. */
export function taskAddress(place: { folder: string; name: string }, view = ''): string {
  return `/tasks/${encodeURIComponent(place.folder)}/${encodeURIComponent(place.name)}${view && `/${view}`}`;
}

/** Whether a link stays on this page: a path of this server that the page shows itself. */
export function isOwn(href: string): boolean {
  return href.startsWith('/') && !href.startsWith('//') && !/^\/(api|assets|plain|open)(\/|\?|$)/.test(href);
}

function parts(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
