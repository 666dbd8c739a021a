// The elements of a page: their roles, names, values and places, and which one an agent means.

const LINE = 120;
const INTERACTIVE = new Set(["link", "button", "checkbox", "radio", "switch", "textbox", "searchbox", "combobox", "listbox",
  "option", "slider", "spinbutton", "file", "password", "date", "color", "menuitem", "menuitemcheckbox", "menuitemradio", "tab",
  "treeitem"]);
const NAMED_BY_CONTENT = new Set(["link", "button", "heading", "option", "tab", "menuitem", "menuitemcheckbox",
  "menuitemradio", "treeitem", "checkbox", "radio", "switch", "cell", "listitem", "text", "columnheader", "rowheader"]);
const INPUT_ROLES = { button: "button", submit: "button", reset: "button", image: "button", checkbox: "checkbox",
  radio: "radio", range: "slider", number: "spinbutton", search: "searchbox", file: "file", password: "password",
  date: "date", time: "date", month: "date", week: "date", "datetime-local": "date", color: "color" };
const TAG_ROLES = { BUTTON: "button", TEXTAREA: "textbox", OPTION: "option", SUMMARY: "button", H1: "heading",
  H2: "heading", H3: "heading", H4: "heading", H5: "heading", H6: "heading", IMG: "image", TABLE: "table", LI: "listitem",
  TD: "cell", TH: "columnheader", DIALOG: "dialog", IFRAME: "frame", FRAME: "frame", NAV: "navigation", MAIN: "main" };
// What a page names "querySelectorAll" or "title" stands before the document's own.
const own = (kind, name) => (on, ...args) => kind.prototype[name].apply(on, args);
const read = (kind, name) => on => Object.getOwnPropertyDescriptor(kind.prototype, name).get.call(on);
const select = own(Document, "querySelectorAll");
const at = own(Document, "elementFromPoint");
const execute = own(Document, "execCommand");
const active = read(Document, "activeElement");
const titleOf = read(Document, "title");
const stateOf = read(Document, "readyState");
const addressOf = read(Document, "documentURI");
const attribute = own(Element, "getAttribute");
const hasAttribute = own(Element, "hasAttribute");
const matches = own(Element, "matches");
const selectIn = own(Element, "querySelector");
const selectAllIn = own(Element, "querySelectorAll");
const rectOf = own(Element, "getBoundingClientRect");
const openRootOf = read(Element, "shadowRoot");
const closedRoots = new WeakMap();
const shadowOf = element => openRootOf(element) ?? closedRoots.get(element) ?? null;
const tagOf = read(Element, "localName");
const namespaceOf = read(Element, "namespaceURI");
const kindOf = read(Node, "nodeType");
const parentIn = read(Node, "parentElement");
const previousOf = read(Node, "previousSibling");
const nextOf = read(Node, "nextSibling");
const rootOf = own(Node, "getRootNode");
// An element in a frame is none of this page's kinds of elements.
const isTag = (element, tag) => tagOf(element) === tag && namespaceOf(element) === "http://www.w3.org/1999/xhtml";
// A form gives its fields away under their names, before what it has itself.
const labelsOf = element => isTag(element, "form") ? [] : [...(element.labels ?? [])];

const elements = new Map();
const ids = new WeakMap();
let last = 0;
// What stands before the names of elements of a frame: the name of the frame's element and a dot.
let outer = "";
const enter = prefix => { outer = prefix; askedAbout(); };

// Signs for private use are icons of a font.
const line = (text, most = LINE) => String(text ?? "").replace(/[\p{Cc}\p{Cf}\p{Co}\s]+/gu, " ").trim().slice(0, most);
const same = (one, other) => line(one).toLowerCase() === line(other).toLowerCase();
const has = (text, part) => String(text).toLowerCase().includes(String(part).toLowerCase());
const no = sentence => { throw { sentence }; };
// What another frame of the page may have.
const absent = sentence => { throw { sentence, absent: true }; };

function* within(root) {
  const children = root instanceof Document ? select(root, "*") : root.querySelectorAll("*");
  for (const element of children) {
    yield element;
    if (shadowOf(element)) yield* within(shadowOf(element));
  }
}

const idOf = element => {
  if (!ids.has(element)) {
    ids.set(element, `e${++last}`);
    elements.set(ids.get(element), element);
  }
  return outer + ids.get(element);
};

const elementOf = id => id.startsWith(outer) ? elements.get(id.slice(outer.length)) ?? null : null;

const isSecret = element => isTag(element, "input")
  && (element.type === "password" || /password|one-time-code|cc-/.test(attribute(element, "autocomplete") ?? ""));

const roleOf = element => {
  const given = (attribute(element, "role") ?? "").trim().split(/\s+/)[0].toLowerCase();
  if (given && given !== "none" && given !== "presentation") return line(given, 30);
  if (isTag(element, "input")) {
    if (isTyped(element) && (element.list || suggests(element))) return "combobox";
    return element.type === "hidden" ? null : INPUT_ROLES[element.type] ?? "textbox";
  }
  if (isTag(element, "select")) return element.multiple || element.size > 1 ? "listbox" : "combobox";
  if (isTag(element, "a")) return element.hasAttribute("href") ? "link" : null;
  if (element.isContentEditable && !element.parentElement?.isContentEditable) return "textbox";
  return TAG_ROLES[element.tagName] ?? null;
};

const textWithout = (root, left) => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let text = "";
  for (let node; text.length < 500 && (node = walker.nextNode());) {
    if (!node.parentElement?.closest(left)) text += node.data;
  }
  return text;
};

const labelOf = label => textWithout(label, "select, textarea, button, script, style, template");

// The name that a page gives an element.
const givenName = element => {
  const by = (attribute(element, "aria-labelledby") ?? "").split(/\s+/).filter(Boolean);
  const referred = by.map(id => line(byId(element, id)?.textContent)).join(" ");
  const given = line(referred) || line(attribute(element, "aria-label"));
  if (given) return given;
  const labels = labelsOf(element).map(labelOf).join(" ");
  if (line(labels)) return line(labels);
  if (line(attribute(element, "alt"))) return line(attribute(element, "alt"));
  const isPressed = isTag(element, "input") && INPUT_ROLES[element.type] === "button";
  if (isPressed && line(element.value)) return line(element.value);
  if (NAMED_BY_CONTENT.has(roleOf(element) ?? "text")) {
    const inside = line(textWithout(element, "script, style, template"));
    const picture = inside ? "" : line(attribute(selectIn(element, "[alt]") ?? element, "alt"));
    if (inside || picture) return inside || picture;
  }
  return line(attribute(element, "title")) || line(attribute(element, "placeholder"));
};

// Its name, or else the text next to a field, or what an icon seems to show.
const nameOf = element => {
  const given = givenName(element);
  if (given) return given;
  const role = roleOf(element);
  const beside = FIELDS.has(role) || role === "file" ? nearbyLabel(element) : "";
  return beside || (INTERACTIVE.has(role) && NAMED_BY_CONTENT.has(role) ? iconName(element) : "");
};

const valueOf = element => {
  if (isSecret(element)) return element.value ? "(hidden)" : "";
  if (isTag(element, "input")) {
    if (element.type === "checkbox" || element.type === "radio") return element.checked ? "checked" : "not checked";
    if (element.type === "file") return [...element.files].map(it => it.name).join("; ");
    return INPUT_ROLES[element.type] === "button" ? "" : element.value;
  }
  if (isTag(element, "select")) return [...element.selectedOptions].map(it => line(it.label)).join("; ");
  if (isTag(element, "textarea")) return element.value;
  if (element.isContentEditable) return element.textContent;
  return roleOf(element) === "combobox" ? shownChoice(element) : "";
};

const statesOf = element => {
  const aria = ["checked", "expanded", "pressed", "selected", "current", "invalid"]
    .map(it => [it, attribute(element, `aria-${it}`)]).filter(it => it[1]).map(it => `${it[0]}=${line(it[1], 20)}`);
  if (element instanceof HTMLDetailsElement) aria.push(element.open ? "open" : "closed");
  if (isDisabled(element)) aria.push("disabled");
  return aria.join(", ");
};

const isDisabled = element => matches(element, ":disabled") || attribute(element, "aria-disabled") === "true";
const isVisible = element => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
const MOST_LISTED = 6;
// Several elements from which the agent must choose one.
const listed = some => some.slice(0, MOST_LISTED).map(it => `${idOf(it)} ${roleOf(it) ?? it.localName} ${JSON.stringify(nameOf(it).slice(0, 40))}`).join(", ")
  + (some.length > MOST_LISTED ? ` and ${some.length - MOST_LISTED} more` : "");
const describe = element => line(`${roleOf(element) ?? element.localName} ${JSON.stringify(nameOf(element).slice(0, 60))}`);

// The place in the view of the tab, in which the page begins at this box.
const placeOf = (element, box) => {
  const rect = element.getBoundingClientRect();
  const seen = rect.bottom > 0 && rect.top < innerHeight && rect.right > 0 && rect.left < innerWidth;
  const [left, top, width, height] = [box.x + box.scale * rect.left, box.y + box.scale * rect.top, box.scale * rect.width, box.scale * rect.height]
    .map(Math.round);
  return `${left},${top} ${width}x${height}${seen ? "" : " out of view"}`;
};

const shown = (element, box) => ({ id: idOf(element), role: roleOf(element) ?? "text", name: nameOf(element),
  value: line(valueOf(element)), states: statesOf(element), place: placeOf(element, box), choices: choicesLine(element) });

const ownText = element => [...element.childNodes].filter(it => it.nodeType === 3).map(it => it.data).join(" ");

const forgetGone = () => elements.forEach((element, id) => { if (!element.isConnected) elements.delete(id); });

function* candidates({ role, name, text }) {
  for (const element of within(document)) {
    const kind = roleOf(element);
    if (role ? kind !== role.toLowerCase() : !text && !INTERACTIVE.has(kind)) continue;
    if (text && !(has(ownText(element), text) || has(valueOf(element), text) || (kind && has(nameOf(element), text)))) continue;
    if (name && !has(nameOf(element), name)) continue;
    if (isVisible(element)) yield element;
  }
}

const find = args => {
  forgetGone();
  const found = [];
  let count = 0;
  for (const element of candidates(args)) if (++count <= args.most) found.push(shown(element, args.box));
  return { count, found };
};

const actionOf = read(HTMLFormElement, "action");
const isSubmit = element => (element instanceof HTMLButtonElement || element instanceof HTMLInputElement)
  && ["submit", "image"].includes(element.type) && element.form;

// Where pressing it leads: the address of a link, or of the form that it sends.
const leadsTo = element => {
  const link = element.closest("a[href], area[href]");
  if (link instanceof HTMLAnchorElement || link instanceof HTMLAreaElement) return line(link.href, 2000);
  if (!isSubmit(element)) return null;
  return line(hasAttribute(element, "formaction") ? element.formAction : actionOf(element.form), 2000);
};

// An element that was listed with this role, name and address counts as another one once they differ.
const unchanged = (element, { role, name, url }) => {
  const isSame = (!role || (roleOf(element) ?? "text") === role) && (!name || same(nameOf(element), name));
  if (!isSame) no(`it is now ${describe(element)}; call find_elements again`);
  if (url && url !== leadsTo(element)) no(`${describe(element)} leads elsewhere now: ${leadsTo(element) ?? "nowhere"}`);
  return element;
};

const elementDetails = target => {
  const { element: id, role, name } = target;
  const element = resolve(id ? { element: id } : { role, name });
  return { id: outer ? idOf(element) : id ?? null, role: roleOf(element) ?? "text", name: nameOf(element), url: leadsTo(element) };
};

// Whether a part of a name is enough: while a call is written out. Afterwards it is done as it was ruled on, or not.
const [PART, EXACT] = ["part", "exact"];

const resolve = (target, match = PART) => {
  const { element: id, role, name } = target;
  if (id) {
    const element = elementOf(id) ?? no(`there is no element ${id} on this page; call find_elements`);
    return element.isConnected ? unchanged(element, target) : no(`${id} is gone from the page; call find_elements again`);
  }
  if (!role && !name) no("say which element: element, or role and name");
  const all = [...candidates({ role, name })];
  const exact = name ? all.filter(it => same(nameOf(it), name)) : all;
  const some = exact.length || match === EXACT ? exact : all;
  if (some.length === 1) return unchanged(some[0], { url: target.url });
  const what = `${role ?? "element"}${name ? ` named ${JSON.stringify(line(name, 60))}` : ""}`;
  if (!some.length) absent(`the page shows no ${what}; call find_elements to see what it has`);
  no(`the page shows ${some.length} of ${what}; say which by element: ${listed(some)}`);
};
