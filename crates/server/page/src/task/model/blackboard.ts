// What is different on the blackboard.

/** The names whose values are new or different. */
export function changedKeys(before: Readonly<Record<string, unknown>>, now: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  return new Set(Object.keys(now).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(now[name])));
}
