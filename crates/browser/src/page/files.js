// Fields for files, links to download from, and elements to take a picture of.

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

// What the hidden fields of the page hold: from four letters on it is looked for where a picture is taken.
const hiddenTexts = () => [...within(document)].filter(isSecret).map(it => it.value).filter(it => it.length > 3);

// All that an element shows as text: its own, and what its fields hold.
const shownText = element => [element, ...within(element)].flatMap(it =>
  [it === element ? it.innerText ?? it.textContent : shadowOf(it)?.textContent, isSecret(it) ? "" : it.value, attribute(it, "placeholder")]).join("\n");

const pictured = target => {
  const element = resolve(target);
  const text = shownText(element);
  if (hiddenTexts().some(it => text.includes(it))) no(`${describe(element)} shows what a hidden field holds: no picture is taken of it`);
  return { what: describe(element), id: idOf(element) };
};

const node = id => elementOf(id);
