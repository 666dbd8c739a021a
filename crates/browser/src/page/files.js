// Fields for files, elements to download from, and elements by name.

const address = target => {
  const element = resolve(target);
  const link = element.closest("a[href]");
  const isLink = link instanceof HTMLAnchorElement && /^https?:/.test(link.href);
  const isElsewhere = isLink && link.href.split("#")[0] !== location.href.split("#")[0];
  if (!isElsewhere) no(`${describe(element)} is no link to a file: download takes links alone; click_element presses it`);
  return { url: link.href };
};

const files = target => {
  const element = resolve(target);
  if (!(element instanceof HTMLInputElement) || element.type !== "file") no(`${describe(element)} takes no file; find the element with the role file`);
  return { what: describe(element), id: idOf(element), files: [...element.files].map(it => ({ name: line(it.name), size: it.size })) };
};

const fileField = target => {
  if (target.element || target.role || target.name) return files(target);
  const all = [...within(document)].filter(it => it instanceof HTMLInputElement && it.type === "file");
  return all.length === 1 ? files({ element: idOf(all[0]) }) : no(`the page has ${all.length} fields for files; say which by element`);
};

const named = target => { const element = resolve(target); return { what: describe(element), id: idOf(element) }; };
const node = id => elements.get(id) ?? null;
