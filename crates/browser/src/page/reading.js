// What a page shows, as HTML of few tags; its links, its state, and waits for what it will show.

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
