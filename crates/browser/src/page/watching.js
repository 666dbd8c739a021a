// What is seen to change after a click, and whether the click may have brought it about.

// How long a page that is not known yet gets to change in the same place once more: then it does so by itself.
const AGAIN = 1200;
// How long the state that a click brought may take to go back.
const BACK = 100;
// How often to look at what no event announces.
const LOOK = 40;
// How many changes are kept: a page that has so many shows nothing new by more.
const MOST_CHANGES = 500;

let watch = null;
const snapshot = element => JSON.stringify([element.isConnected, valueOf(element), statesOf(element), element.checked]);
const stateText = element => `${describe(element)}: ${line([valueOf(element), statesOf(element)].filter(Boolean).join(", ")) || "gone"}`;

// The fields of a page with what they hold: a script that sets a value changes nothing else.
const fieldsNow = () => new Map([...select(document, "input, textarea, select")]
  .map(it => [it, it instanceof HTMLSelectElement ? [...it.options].map(one => one.selected).join() : `${it.value} ${it.checked}`]));

// The value that an attribute had before it changed for the first time.
const noteFirstValue = (it, { node, name, old }) => {
  if (!it.firstValues.has(node)) it.firstValues.set(node, new Map());
  const values = it.firstValues.get(node);
  if (!values.has(name)) values.set(name, old);
};

const record = (it, change) => {
  const isOwnLook = change.type === "attributes" && ["class", "style"].includes(change.attributeName)
    && it.element.contains(change.target);
  if (isOwnLook) return;
  const [at, node] = [performance.now(), change.target];
  const [added, removed] = [change.addedNodes.length, change.removedNodes.length];
  const texts = [...change.addedNodes].map(one => line(one.textContent, 60)).filter(Boolean);
  const seen = { node, at, added, removed, changed: change.type === "childList" ? 0 : 1, texts, isDirect: false,
    name: change.attributeName, old: change.oldValue };
  it.handled?.push(seen);
  if (it.changes.length < MOST_CHANGES) {
    it.changes.push(seen);
    if (seen.name) noteFirstValue(it, seen);
  }
  it.wake();
};

// A page may take a state back before anybody asks what came of the click.
const noteState = it => { if (snapshot(it.element) !== it.before) it.brought ??= stateText(it.element); };

const startWatch = id => {
  watch?.stop();
  const element = elementOf(id);
  watch = { element, before: snapshot(element), fields: fieldsNow(), focus: active(document), title: titleOf(document), url: location.href,
    changes: [], firstValues: new Map(), handled: null, wake: () => {} };
  const it = watch;
  const observer = new MutationObserver(changes => changes.forEach(change => record(it, change)));
  const listening = new AbortController();
  it.stop = () => { observer.disconnect(); listening.abort(); };
  const all = { subtree: true, childList: true, attributes: true, attributeOldValue: true, characterData: true };
  observer.observe(document, all);
  if (element.getRootNode() !== document) observer.observe(element.getRootNode(), all);
  const take = () => observer.takeRecords().forEach(change => record(it, change));
  // What changes until the handlers of an input have returned comes of it. This listener is the first of its event, and the one that it adds
  // the last: between them nothing else of the page runs. A handler may keep the event from the last one; then nothing is known to come of it.
  const handle = event => {
    if (!event.isTrusted) return;
    take();
    const handled = it.handled = [];
    const end = () => {
      if (it.handled !== handled) return;
      take();
      it.handled = null;
      for (const change of handled) change.isDirect = true;
      it.wake();
    };
    addEventListener(event.type, end, { once: true, passive: true, signal: listening.signal });
  };
  for (const kind of INPUT) addEventListener(kind, handle, { capture: true, passive: true, signal: listening.signal });
  for (const kind of ["input", "change", "toggle", "focusin", "hashchange", "popstate"]) {
    addEventListener(kind, () => { noteState(it); it.wake(); }, { capture: true, signal: listening.signal });
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

// Whether an attribute has the value that it had: a script may set it to the same one again.
const isAsBefore = (it, { node, name }) => Boolean(name) && attribute(node, name) === it.firstValues.get(node).get(name);
const isOfClick = (it, change) => (change.isDirect || !isStirring(change.node)) && !isAsBefore(it, change);
const sum = (changes, part) => changes.reduce((all, it) => all + it[part], 0);

// The fields that hold something else than before the click, but for the one that was clicked.
const otherFields = it => [...fieldsNow()].filter(([field, value]) => field !== it.element && it.fields.has(field) && it.fields.get(field) !== value)
  .map(([field]) => `changed: ${stateText(field)}`);

const titleChanged = it => {
  const [shown] = select(document, "title");
  return titleOf(document) === it.title || (shown && isStirring(shown)) ? null : line(titleOf(document));
};

// What a look finds: the changes that the click may have brought about, the other fields that hold something else, and the evidence of both.
const look = it => {
  const [changes, fields] = [it.changes.filter(one => isOfClick(it, one)), otherFields(it)];
  return { changes, fields, seen: evidence(it, changes, fields) };
};

const evidence = (it, changes, fields) => {
  const added = changes.flatMap(one => one.texts).map(text => `added: ${JSON.stringify(text)}`);
  return { added: sum(changes, "added"), removed: sum(changes, "removed"), changed: sum(changes, "changed") + fields.length,
    details: [...fields, ...added].slice(0, 3), stirred: it.changes.some(one => isStirring(one.node) && !one.isDirect), reverted: null,
    state: snapshot(it.element) === it.before ? null : stateText(it.element), focus: focusMoved(it), entered: isEntered(it),
    title: titleChanged(it), url: location.href === it.url ? null : line(location.href, 500) };
};

// The focus is what a click in a field is for, and of another one the first thing that happens.
const isProof = ({ changes, fields, seen }) => Boolean(seen.state || seen.entered || seen.title || seen.url || fields.length
  || changes.some(one => one.isDirect) || (changes.length && isFamiliarNow()));

// What changed once more without an input does so by itself.
const noteRepeats = it => {
  const firsts = new Map();
  for (const { node, at, isDirect } of it.changes) {
    if (isDirect) continue;
    if (!firsts.has(node)) firsts.set(node, at);
    else if (at - firsts.get(node) >= APART) [firsts.get(node), at].forEach(time => noteAlone(node, time));
  }
};

const woken = (it, ms) => new Promise(done => {
  it.wake = done;
  setTimeout(done, ms);
});

// Waits for the first change that the click may have brought about, or until the time is over.
const observed = async ({ ms }) => {
  const it = watch ?? no("nothing was clicked on this page");
  const end = performance.now() + ms;
  const isOver = ([first]) => performance.now() >= (first?.at + AGAIN || end);
  for (let now = look(it); !isProof(now) && !isOver(now.changes); now = look(it)) await woken(it, LOOK);
  noteRepeats(it);
  noteState(it);
  if (it.brought && it.element.isConnected) await pause(BACK);
  const { seen } = look(it);
  it.stop();
  it.wake = () => {};
  return { ...seen, reverted: seen.state ? null : it.brought ?? null };
};
