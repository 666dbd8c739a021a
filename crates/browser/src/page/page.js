// The tools that commands use in a page. They run in a sandbox: what a page has overridden is not seen there.
() => {
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
  const attribute = own(Element, "getAttribute");

  const elements = new Map();
  const ids = new WeakMap();
  let last = 0;

  const line = (text, most = LINE) => String(text ?? "").replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim().slice(0, most);
  const same = (one, other) => line(one).toLowerCase() === line(other).toLowerCase();
  const has = (text, part) => String(text).toLowerCase().includes(String(part).toLowerCase());
  const no = sentence => { throw { sentence }; };

  function* within(root) {
    const children = root instanceof Document ? select(root, "*") : root.querySelectorAll("*");
    for (const element of children) {
      yield element;
      if (element.shadowRoot) yield* within(element.shadowRoot);
    }
  }

  const idOf = element => {
    if (!ids.has(element)) {
      ids.set(element, `e${++last}`);
      elements.set(ids.get(element), element);
    }
    return ids.get(element);
  };

  const isSecret = element => element instanceof HTMLInputElement
    && (element.type === "password" || /password|one-time-code|cc-/.test(attribute(element, "autocomplete") ?? ""));

  const roleOf = element => {
    const given = (attribute(element, "role") ?? "").trim().split(/\s+/)[0].toLowerCase();
    if (given && given !== "none" && given !== "presentation") return line(given, 30);
    if (element instanceof HTMLInputElement) {
      return element.type === "hidden" ? null : INPUT_ROLES[element.type] ?? "textbox";
    }
    if (element instanceof HTMLSelectElement) return element.multiple || element.size > 1 ? "listbox" : "combobox";
    if (element instanceof HTMLAnchorElement) return element.hasAttribute("href") ? "link" : null;
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

  const nameOf = element => {
    const by = (attribute(element, "aria-labelledby") ?? "").split(/\s+/).filter(Boolean);
    const referred = by.map(id => line(element.getRootNode().querySelector(`#${CSS.escape(id)}`)?.textContent)).join(" ");
    const given = line(referred) || line(attribute(element, "aria-label"));
    if (given) return given;
    const labels = element.labels ? [...element.labels].map(labelOf).join(" ") : "";
    if (line(labels)) return line(labels);
    if (line(attribute(element, "alt"))) return line(attribute(element, "alt"));
    const isPressed = element instanceof HTMLInputElement && INPUT_ROLES[element.type] === "button";
    if (isPressed && line(element.value)) return line(element.value);
    if (NAMED_BY_CONTENT.has(roleOf(element) ?? "text")) {
      const inside = line(textWithout(element, "script, style, template"));
      const picture = inside ? "" : line(attribute(element.querySelector("[alt]") ?? element, "alt"));
      if (inside || picture) return inside || picture;
    }
    return line(attribute(element, "title")) || line(attribute(element, "placeholder"));
  };

  const valueOf = element => {
    if (isSecret(element)) return `(hidden, ${[...element.value].length} characters)`;
    if (element instanceof HTMLInputElement) {
      if (element.type === "checkbox" || element.type === "radio") return element.checked ? "checked" : "not checked";
      if (element.type === "file") return [...element.files].map(it => it.name).join("; ");
      return INPUT_ROLES[element.type] === "button" ? "" : element.value;
    }
    if (element instanceof HTMLSelectElement) return [...element.selectedOptions].map(it => line(it.label)).join("; ");
    if (element instanceof HTMLTextAreaElement) return element.value;
    return element.isContentEditable ? element.textContent : "";
  };

  const statesOf = element => {
    const aria = ["checked", "expanded", "pressed", "selected", "current", "invalid"]
      .map(it => [it, attribute(element, `aria-${it}`)]).filter(it => it[1]).map(it => `${it[0]}=${line(it[1], 20)}`);
    if (element instanceof HTMLDetailsElement) aria.push(element.open ? "open" : "closed");
    if (isDisabled(element)) aria.push("disabled");
    return aria.join(", ");
  };

  const isDisabled = element => element.matches(":disabled") || attribute(element, "aria-disabled") === "true";
  const isVisible = element => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
  const describe = element => line(`${roleOf(element) ?? element.localName} ${JSON.stringify(nameOf(element).slice(0, 60))}`);

  const placeOf = element => {
    const rect = element.getBoundingClientRect();
    const seen = rect.bottom > 0 && rect.top < innerHeight && rect.right > 0 && rect.left < innerWidth;
    return `${Math.round(rect.left)},${Math.round(rect.top)} ${Math.round(rect.width)}x${Math.round(rect.height)}${seen ? "" : " out of view"}`;
  };

  const shown = element => ({ id: idOf(element), role: roleOf(element) ?? "text", name: nameOf(element),
    value: line(valueOf(element)), states: statesOf(element), place: placeOf(element) });

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
    for (const element of candidates(args)) if (++count <= args.most) found.push(shown(element));
    const frames = [...within(document)].filter(it => roleOf(it) === "frame" && isVisible(it)).length;
    return { count, found, frames };
  };

  const resolve = target => {
    const { element: id, role, name } = target;
    if (id) {
      const element = elements.get(id) ?? no(`there is no element ${id} on this page; call find_elements`);
      return element.isConnected ? element : no(`${id} is gone from the page; call find_elements again`);
    }
    if (!role && !name) no("say which element: element, or role and name");
    const all = [...candidates({ role, name })];
    const exact = name ? all.filter(it => same(nameOf(it), name)) : all;
    const some = exact.length ? exact : all;
    if (some.length === 1) return some[0];
    const what = `${role ?? "element"}${name ? ` named ${JSON.stringify(line(name, 60))}` : ""}`;
    if (!some.length) no(`the page shows no ${what}; call find_elements to see what it has`);
    no(`the page shows ${some.length} of ${what}; say which by element: ${some.slice(0, 8).map(idOf).join(", ")}`);
  };

  const hitAt = (x, y) => {
    let hit = at(document, x, y);
    for (let inner; hit?.shadowRoot && (inner = hit.shadowRoot.elementFromPoint(x, y)) && inner !== hit;) hit = inner;
    return hit;
  };

  const belongs = (hit, element) => {
    for (let node = hit; node; node = node.parentNode ?? node.host) if (node === element) return true;
    return [...(element.labels ?? [])].some(it => it.contains(hit));
  };

  const centreOf = element => {
    const isSeen = it => it.bottom > 1 && it.top < innerHeight - 1 && it.right > 1 && it.left < innerWidth - 1;
    const rects = [...element.getClientRects()].filter(it => it.width > 0 && it.height > 0);
    const rect = rects.find(isSeen) ?? no(`${describe(element)} cannot be brought into view`);
    const middle = (from, to, end) => (Math.max(from, 0) + Math.min(to, end)) / 2;
    return [middle(rect.left, rect.right, innerWidth), middle(rect.top, rect.bottom, innerHeight)].map(Math.floor);
  };

  const aim = target => {
    const element = resolve(target);
    if (isDisabled(element)) no(`${describe(element)} is disabled`);
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const [x, y] = centreOf(element);
    const hit = hitAt(x, y);
    if (!belongs(hit, element)) return { what: describe(element), x, y, covered: hit ? describe(hit) : "nothing of the page" };
    return { what: describe(element), x, y, covered: null, id: idOf(element) };
  };

  let watch = null;
  const snapshot = element => JSON.stringify([element.isConnected, valueOf(element), statesOf(element), element.checked]);

  const record = (it, change) => {
    const isOwnLook = change.type === "attributes" && ["class", "style"].includes(change.attributeName)
      && it.element.contains(change.target);
    if (isOwnLook) return;
    it.added += change.addedNodes.length;
    it.removed += change.removedNodes.length;
    it.changed += change.type === "childList" ? 0 : 1;
    for (const node of change.addedNodes) {
      if (it.details.length < 3 && line(node.textContent)) it.details.push(`added: ${JSON.stringify(line(node.textContent, 60))}`);
    }
    it.wake();
  };

  const startWatch = id => {
    watch?.observer.disconnect();
    const element = elements.get(id);
    watch = { element, before: snapshot(element), focus: active(document), title: titleOf(document), url: location.href,
      added: 0, removed: 0, changed: 0, details: [], wake: () => {} };
    const it = watch;
    it.observer = new MutationObserver(changes => changes.forEach(change => record(it, change)));
    const all = { subtree: true, childList: true, attributes: true, characterData: true };
    it.observer.observe(document, all);
    if (element.getRootNode() !== document) it.observer.observe(element.getRootNode(), all);
    for (const kind of ["input", "change", "toggle", "focusin", "hashchange", "popstate"]) {
      addEventListener(kind, () => it.wake(), { capture: true });
    }
    return true;
  };

  const evidence = it => ({ added: it.added, removed: it.removed, changed: it.changed, details: it.details,
    state: snapshot(it.element) === it.before ? null : `${describe(it.element)}: ${line([valueOf(it.element), statesOf(it.element)].filter(Boolean).join(", ")) || "gone"}`,
    focus: active(document) !== it.focus && active(document) === it.element && INTERACTIVE.has(roleOf(it.element))
      && !["button", "link"].includes(roleOf(it.element)) ? describe(it.element) : null,
    title: titleOf(document) === it.title ? null : line(titleOf(document)), url: location.href === it.url ? null : line(location.href, 500) });

  const isSomething = it => Boolean(it.added || it.removed || it.changed || it.state || it.focus || it.title || it.url);

  // Resolves at the first change after the click, or when the time is over.
  const observed = async ({ ms }) => {
    const it = watch ?? no("nothing was clicked on this page");
    if (!isSomething(evidence(it))) {
      await new Promise(done => {
        it.wake = () => { if (isSomething(evidence(it))) done(); };
        setTimeout(done, ms);
      });
    }
    const seen = evidence(it);
    it.observer.disconnect();
    it.wake = () => {};
    return seen;
  };

  const FIELDS = new Set(["textbox", "searchbox", "combobox", "listbox", "checkbox", "radio", "switch", "slider", "spinbutton",
    "password", "date", "color"]);
  const isField = element => FIELDS.has(roleOf(element)) && (element.matches("input, select, textarea") || element.isContentEditable);
  const isReachable = element => isVisible(element) || [...(element.labels ?? [])].some(isVisible);
  const groupOf = element => {
    const group = element.closest("fieldset, [role=radiogroup], [role=group]");
    const legend = group instanceof HTMLFieldSetElement ? line(group.querySelector("legend")?.textContent) : "";
    return legend || (group ? line(attribute(group, "aria-label")) : "");
  };
  const optionName = element => nameOf(element) || line(element.value);

  const fieldsCalled = label => {
    const all = [...within(document)].filter(it => isField(it) && isReachable(it));
    const radio = all.filter(it => it.type === "radio" && (same(groupOf(it), label) || same(it.name, label)));
    if (radio.length) return radio;
    for (const match of [it => same(nameOf(it), label), it => same(it.name ?? "", label) || same(attribute(it, "placeholder"), label),
      it => has(nameOf(it).replace(/[*:\s]+$/, ""), label)]) {
      const found = all.filter(match);
      if (found.length) return found;
    }
    return [];
  };

  const fieldFor = ([label, ...values]) => {
    const byId = elements.get(label);
    const found = byId?.isConnected ? [byId] : fieldsCalled(label);
    const isChoice = found.length > 0 && found.every(it => it.type === "radio") && typeof values[0] !== "boolean";
    const some = isChoice ? found.filter(it => same(optionName(it), values[0]) || same(it.value, values[0])) : found;
    const shownLabel = JSON.stringify(line(label, 60));
    if (!found.length) no(`the page shows no field ${shownLabel}; call find_elements to see what it has`);
    if (!some.length) no(`${shownLabel} has no choice ${JSON.stringify(line(values[0], 60))}; it has ${found.map(optionName).map(it => line(it, 40)).slice(0, 20).join(", ")}`);
    if (some.length > 1) no(`the page shows ${some.length} fields ${shownLabel}; say which by element: ${some.slice(0, 8).map(idOf).join(", ")}`);
    const element = some[0];
    if (!isField(element)) no(`${shownLabel} is no field that can be filled, but a ${describe(element)}`);
    if (isDisabled(element) || element.readOnly) no(`the field ${shownLabel} cannot be changed`);
    return { label: line(label, 60), element, values: isChoice ? [true] : values };
  };

  const changed = element => ["input", "change"].forEach(it => element.dispatchEvent(new Event(it, { bubbles: true, composed: true })));

  const truth = (value, label) => {
    if (typeof value === "boolean") return value;
    const word = line(value).toLowerCase();
    if (["true", "yes", "on", "checked", "1"].includes(word)) return true;
    return ["false", "no", "off", "not checked", "0", ""].includes(word) ? false : no(`${JSON.stringify(label)} is checked or not: give true or false`);
  };

  const optionsFor = (element, label, values) => values.map(value => [...element.options].find(it => same(it.label, value))
    ?? [...element.options].find(it => it.value === String(value))
    ?? no(`${JSON.stringify(label)} has no choice ${JSON.stringify(line(value, 60))}; it has ${[...element.options].map(it => line(it.label, 40)).slice(0, 20).join(", ")}`));

  // Looks for everything that could be wrong before the first field is touched.
  const check = ({ label, element, values }) => {
    if (element instanceof HTMLSelectElement) return void optionsFor(element, label, values);
    if (element.type === "checkbox" || element.type === "radio") return void truth(values[0], label);
    if (isSecret(element) && element.type === "password") no(`${JSON.stringify(label)} is a password field; fill it with fill_password`);
  };

  const write = (element, text) => {
    element.focus({ preventScroll: false });
    if (element.isContentEditable) getSelection().selectAllChildren(element); else element.select();
    const now = () => element.isContentEditable ? element.textContent : element.value;
    if (text === "") execute(document, "delete"); else execute(document, "insertText", false, text);
    if (now() !== text && !element.isContentEditable) { element.value = text; changed(element); }
    element.blur();
  };

  const isWritten = element => !["date", "color", "slider", "spinbutton"].includes(roleOf(element)) || !(element instanceof HTMLInputElement);

  const apply = ({ label, element, values }) => {
    if (element instanceof HTMLSelectElement) {
      const wanted = optionsFor(element, label, values);
      [...element.options].forEach(it => { it.selected = wanted.includes(it); });
      return changed(element);
    }
    if (element.type === "checkbox" || element.type === "radio") {
      if (element.checked !== truth(values[0], label)) element.click();
    } else if (isWritten(element)) write(element, String(values[0] ?? ""));
    else { element.value = String(values[0] ?? ""); changed(element); }
  };

  const isAsWanted = ({ label, element, values }) => {
    if (element instanceof HTMLSelectElement) {
      const wanted = optionsFor(element, label, values);
      return [...element.options].every(it => it.selected === wanted.includes(it));
    }
    if (element.type === "checkbox" || element.type === "radio") return element.checked === truth(values[0], label);
    const now = element.isContentEditable ? element.textContent : element.value;
    return now.replace(/\r\n?/g, "\n") === String(values[0] ?? "").replace(/\r\n?/g, "\n");
  };

  const turn = () => new Promise(done => setTimeout(done, 0));

  const fillAll = async fields => {
    const before = fields.map(it => isAsWanted(it));
    const rows = [];
    for (const [at, field] of fields.entries()) {
      if (!before[at]) apply(field);
      await turn();
    }
    await turn();
    for (const [at, field] of fields.entries()) {
      rows.push({ label: field.label, value: line(valueOf(field.element)), before: before[at], holds: field.element.isConnected && isAsWanted(field) });
    }
    return rows;
  };

  const fill = async ({ fields }) => {
    const found = fields.map(fieldFor);
    found.forEach(check);
    return fillAll(found);
  };

  const fillPassword = async ({ target, text }) => {
    const element = resolve(target);
    if (!isSecret(element)) no(`${describe(element)} is no password field; fill it with fill_form`);
    if (isDisabled(element) || element.readOnly) no(`${describe(element)} cannot be changed`);
    return fillAll([{ label: describe(element), element, values: [text] }]);
  };

  const BLOCKS = { H1: "h1", H2: "h2", H3: "h3", H4: "h4", H5: "h5", H6: "h6", P: "p", UL: "ul", OL: "ol", LI: "li", PRE: "pre",
    BLOCKQUOTE: "blockquote", TR: "tr", TD: "td", TH: "th", TABLE: "table", CODE: "code", STRONG: "strong", B: "b", EM: "em", I: "i" };
  const SKIPPED = new Set(["SCRIPT", "STYLE", "TEMPLATE", "NOSCRIPT", "SVG", "HEAD", "IFRAME", "OBJECT", "CANVAS", "OPTION"]);
  const escaped = text => text.replace(/[&<>"]/g, it => `&#${it.charCodeAt(0)};`);
  const DEEPEST = 200;

  // What a person could see of the page, as HTML of few tags.
  const html = ({ most }) => {
    const parts = [];
    let length = 0;
    const put = part => { length += part.length; if (length <= most) parts.push(part); };
    const walk = (node, depth) => {
      if (length > most) return;
      if (node.nodeType === 3) return put(escaped(node.data));
      if (node.nodeType !== 1 || SKIPPED.has(node.tagName.toUpperCase())) return;
      if (!node.checkVisibility({ visibilityProperty: true }) && getComputedStyle(node).display !== "contents") return;
      if (depth > DEEPEST) return put(escaped(node.textContent));
      if (isField(node)) return put(escaped(` [${roleOf(node)} ${JSON.stringify(nameOf(node))}: ${line(valueOf(node))}] `));
      if (node.tagName === "BR" || node.tagName === "HR") return put(`<${node.localName}>`);
      if (node.tagName === "IMG") return put(`<img alt="${escaped(line(attribute(node, "alt")))}">`);
      const isLink = node instanceof HTMLAnchorElement && /^(https?|mailto):/.test(node.href);
      const block = /^(inline|contents)/.test(getComputedStyle(node).display) ? null : "div";
      const tag = isLink ? "a" : BLOCKS[node.tagName] ?? block;
      if (tag) put(isLink ? `<a href="${escaped(line(node.href, 500))}">` : `<${tag}>`);
      for (const child of (node.shadowRoot ?? node).childNodes) walk(child, depth + 1);
      if (tag) put(`</${tag}>`);
    };
    const body = document.documentElement && (select(document, "body")[0] ?? document.documentElement);
    if (body) walk(body, 0);
    return { html: parts.join(""), cut: length > most };
  };

  const links = ({ filter, most }) => {
    const found = [];
    let count = 0;
    for (const element of within(document)) {
      if (!(element instanceof HTMLAnchorElement) || !element.hasAttribute("href")) continue;
      if (filter && !has(nameOf(element), filter) && !has(element.href, filter)) continue;
      if (isVisible(element) && ++count <= most) found.push({ name: nameOf(element), url: line(element.href, 500) });
    }
    return { count, found };
  };

  const isThere = ({ kind, value }) => {
    if (kind === "load") return stateOf(document) === "complete";
    if (kind === "text") return has(document.documentElement?.innerText ?? "", value);
    return [...candidates({ name: value })].length > 0 || Boolean(elements.get(value)?.isConnected);
  };

  // Looks again after changes of the page, and at most twenty times a second.
  const waitFor = wanted => new Promise(done => {
    if (isThere(wanted)) return done(true);
    let planned = false;
    const end = outcome => { observer.disconnect(); done(outcome); };
    const look = () => { planned = false; if (isThere(wanted)) end(true); };
    const plan = () => { if (!planned) { planned = true; setTimeout(look, 50); } };
    const observer = new MutationObserver(plan);
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    addEventListener("load", plan, { capture: true });
    setTimeout(() => end(isThere(wanted)), wanted.ms);
  });

  const status = () => ({ title: line(titleOf(document), 500), url: line(location.href, 500), visible: document.visibilityState === "visible",
    ready: stateOf(document), origin: performance.timeOrigin });

  const address = target => {
    const element = resolve(target);
    const isLink = element instanceof HTMLAnchorElement && /^https?:/.test(element.href);
    const isElsewhere = isLink && element.href.split("#")[0] !== location.href.split("#")[0];
    return { what: describe(element), url: isElsewhere ? element.href : null };
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

  return { node, tools: { find, aim, startWatch, observed, fill, fillPassword, html, links, waitFor, status, address, fileField, named } };
}
