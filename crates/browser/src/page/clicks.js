// Where to click, and what is seen to change after a click.

const hitAt = (x, y) => {
  let hit = at(document, x, y);
  for (let inner; hit && (inner = shadowOf(hit)?.elementFromPoint(x, y)) && inner !== hit;) hit = inner;
  return hit;
};

const belongs = (hit, element) => {
  for (let node = hit; node; node = node.parentNode ?? node.host) if (node === element) return true;
  return labelsOf(element).some(it => it.contains(hit));
};

const centreOf = element => {
  const isSeen = it => it.bottom > 1 && it.top < innerHeight - 1 && it.right > 1 && it.left < innerWidth - 1;
  const rects = [...element.getClientRects()].filter(it => it.width > 0 && it.height > 0);
  const rect = rects.find(isSeen) ?? no(`${describe(element)} cannot be brought into view`);
  const middle = (from, to, end) => (Math.max(from, 0) + Math.min(to, end)) / 2;
  return [middle(rect.left, rect.right, innerWidth), middle(rect.top, rect.bottom, innerHeight)].map(Math.floor);
};

const aim = target => {
  const element = resolve(target, EXACT);
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
  watch?.stop();
  const element = elementOf(id);
  watch = { element, before: snapshot(element), focus: active(document), title: titleOf(document), url: location.href,
    added: 0, removed: 0, changed: 0, details: [], wake: () => {} };
  const it = watch;
  const observer = new MutationObserver(changes => changes.forEach(change => record(it, change)));
  const listening = new AbortController();
  it.stop = () => { observer.disconnect(); listening.abort(); };
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  observer.observe(document, all);
  if (element.getRootNode() !== document) observer.observe(element.getRootNode(), all);
  for (const kind of ["input", "change", "toggle", "focusin", "hashchange", "popstate"]) {
    addEventListener(kind, () => it.wake(), { capture: true, signal: listening.signal });
  }
  return true;
};

const UNTYPED = new Set(["button", "submit", "reset", "image", "checkbox", "radio", "range", "color", "file"]);
const takesText = element => element.isContentEditable || element instanceof HTMLTextAreaElement
  || (element instanceof HTMLInputElement && !UNTYPED.has(element.type));

// Where the focus went: a button or a link that is clicked has it in any case.
const focusMoved = it => {
  const now = active(document);
  if (!now || now === it.focus || now === select(document, "body")[0]) return null;
  return now === it.element && (!INTERACTIVE.has(roleOf(now)) || ["button", "link"].includes(roleOf(now))) ? null : describe(now);
};

const isEntered = it => active(document) === it.element && it.focus !== it.element && takesText(it.element);

const evidence = it => ({ added: it.added, removed: it.removed, changed: it.changed, details: it.details,
  state: snapshot(it.element) === it.before ? null : `${describe(it.element)}: ${line([valueOf(it.element), statesOf(it.element)].filter(Boolean).join(", ")) || "gone"}`,
  focus: focusMoved(it), entered: isEntered(it),
  title: titleOf(document) === it.title ? null : line(titleOf(document)), url: location.href === it.url ? null : line(location.href, 500) });

// What ends the wait: the focus is what a click in a field is for, and of another one the first thing that happens.
const isSomething = it => Boolean(it.added || it.removed || it.changed || it.state || it.entered || it.title || it.url);

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
  it.stop();
  it.wake = () => {};
  return seen;
};
