// What a page shows, as HTML of few tags; its links, its state, and waits for what it will show.

const BLOCKS = { H1: "h1", H2: "h2", H3: "h3", H4: "h4", H5: "h5", H6: "h6", P: "p", UL: "ul", OL: "ol", LI: "li", PRE: "pre",
  BLOCKQUOTE: "blockquote", TR: "tr", TD: "td", TH: "th", TABLE: "table", CODE: "code", STRONG: "strong", B: "b", EM: "em", I: "i",
  DEL: "del", S: "del", STRIKE: "del" };
const SKIPPED = new Set(["SCRIPT", "STYLE", "TEMPLATE", "NOSCRIPT", "SVG", "HEAD", "OBJECT", "CANVAS", "OPTION"]);
const escaped = text => text.replace(/[&<>"]/g, it => `&#${it.charCodeAt(0)};`);
const DEEPEST = 200;

// Between their rows, cells and items nothing is marked.
const CONTAINERS = new Set(["TABLE", "THEAD", "TBODY", "TFOOT", "TR", "UL", "OL"]);
const bodyOf = root => root.documentElement && (select(root, "body")[0] ?? root.documentElement);

// What has no content of its own to read: a field, a break, a picture; null for all else.
const partOf = node => {
  if (isField(node)) return escaped(` [${roleOf(node)} ${JSON.stringify(nameOf(node))}: ${line(valueOf(node))}${choicesLine(node)}] `);
  if (node.tagName === "BR" || node.tagName === "HR") return `<${node.localName}>`;
  return node.tagName === "IMG" ? `<img alt="${escaped(line(attribute(node, "alt")))}">` : null;
};

// The tags around the content of a node. Of what is struck through, the outermost text is marked: within it, and outside of cells and
// items, nothing is.
const tagsOf = (node, style, strike) => {
  const isLink = isTag(node, "a") && /^(https?|mailto):/.test(node.href);
  const block = /^(inline|contents)/.test(style.display) ? null : "div";
  const tag = isLink ? "a" : BLOCKS[node.tagName] ?? block;
  const isStruck = strike === "wanted" || tag === "del" || style.textDecorationLine.includes("line-through");
  const inner = !isStruck || strike === "marked" ? strike : CONTAINERS.has(node.tagName) ? "wanted" : "marked";
  const tags = [tag === "del" ? null : tag, inner === "marked" && strike !== "marked" ? "del" : null].filter(Boolean);
  const open = tags.map(it => it === "a" ? `<a href="${escaped(line(node.href, 500))}">` : `<${it}>`).join("");
  return { open, close: tags.reverse().map(it => `</${it}>`).join(""), inner };
};

// What a person sees in a node: of one with a shadow root that, and in a slot what the page put into it.
const contentsOf = node => {
  const assigned = isTag(node, "slot") ? node.assignedNodes() : [];
  return assigned.length ? assigned : (shadowOf(node) ?? node).childNodes;
};

// What a person could see of the page, as HTML of few tags: pieces, between which there is a frame each.
const html = ({ most }) => {
  const pieces = [[]];
  const shownFrames = [];
  let length = 0;
  const put = part => { length += part.length; if (length <= most) pieces.at(-1).push(part); };
  const putFrame = frame => {
    if (!isShownFrame(frame) || length > most) return;
    shownFrames.push(framed(frame));
    pieces.push([]);
  };
  const walk = (node, depth, strike) => {
    if (length > most) return;
    if (node.nodeType === 3) return put(escaped(node.data));
    if (node.nodeType !== 1 || SKIPPED.has(node.tagName.toUpperCase())) return;
    const style = getComputedStyle(node);
    if (!node.checkVisibility({ visibilityProperty: true }) && style.display !== "contents") return;
    if (depth > DEEPEST) return put(escaped(node.textContent));
    if (isFrame(node)) return putFrame(node);
    const part = partOf(node);
    if (part !== null) return put(part);
    const { open, close, inner } = tagsOf(node, style, strike);
    put(open);
    for (const child of contentsOf(node)) walk(child, depth + 1, inner);
    put(close);
  };
  const body = bodyOf(document);
  if (body) walk(body, 0, "none");
  return { pieces: pieces.map(it => it.join("")), frames: shownFrames, cut: length > most };
};

const links = ({ filter, most }) => {
  const found = [];
  let count = 0;
  for (const element of within(document)) {
    if (!(element instanceof HTMLAnchorElement) || !element.hasAttribute("href")) continue;
    if (filter && !has(nameOf(element), filter) && !has(element.href, filter)) continue;
    if (isVisible(element) && ++count <= most) found.push({ name: nameOf(element), url: line(element.href, 500) });
  }
  return { count, found, frames: [...within(document)].filter(isShownFrame).length };
};

const isThere = ({ kind, value }) => {
  // Firefox's own page about an address that did not open is never complete.
  if (kind === "load") return stateOf(document) === "complete" || failure() !== null;
  if (kind === "text") return has(document.documentElement?.innerText ?? "", value);
  return [...candidates({ name: value })].length > 0 || Boolean(elementOf(value)?.isConnected);
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

// Why the browser shows a page of its own instead of the one that was asked for.
const failure = () => {
  const own = /^about:(?:neterror|certerror|httpsonlyerror|blocked)\b[^?]*\??(.*)$/.exec(addressOf(document));
  if (own) {
    const said = new URLSearchParams(own[1]);
    return [line(said.get("d"), 200), line(said.get("e"), 60)].filter(Boolean).join(" ") || "the browser shows an error page";
  }
  if (!addressOf(document).startsWith("chrome-error:")) return null;
  return line(select(document, ".error-code")[0]?.textContent, 100) || "the browser shows an error page";
};

const status = () => ({ title: line(titleOf(document), 500), url: line(location.href, 500), visible: document.visibilityState === "visible",
  ready: stateOf(document), origin: performance.timeOrigin, failure: failure() });
