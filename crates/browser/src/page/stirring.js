// What a page does by itself: what changes in it, again and again, while nobody gives it any input.

// How long after input a change may have come of it, in milliseconds.
const ECHO = 1000;
// How long nobody gave any input until what a page does by itself has shown: a clock ticks once in a second.
const QUIET = 2200;
// Changes of one place that are nearer to each other than this are one.
const APART = 200;
// A page that nobody asks about is not watched any longer.
const UNASKED = 60000;

const INPUT = ["pointerdown", "pointerup", "mousedown", "mouseup", "click", "keydown", "keyup", "input", "change", "wheel", "drop"];

// Each place that changed without input, with the times of its first and its last change.
let changedAlone = new WeakMap();
let quietSince = 0, isFamiliar = false, asked = 0, watcher = null;

const echo = () => {
  const now = performance.now();
  isFamiliar ||= now - quietSince >= QUIET;
  quietSince = now + ECHO;
};

const noteAlone = (node, at) => {
  const { first, last } = changedAlone.get(node) ?? { first: at, last: at };
  changedAlone.set(node, { first: Math.min(first, at), last: Math.max(last, at) });
};

// What a node is in; of the names of a form's fields none counts.
const aroundNode = read(Node, "parentNode");
const around = node => aroundNode(node) ?? (node instanceof ShadowRoot ? node.host : null);

// Whether the place has changed by itself several times, or something around it replaced its content so.
const isStirring = node => {
  for (let it = node; it; it = around(it)) {
    const times = changedAlone.get(it);
    if (times && times.last - times.first >= APART) return true;
  }
  return false;
};

const isFamiliarNow = () => isFamiliar || performance.now() - quietSince >= QUIET;

const watchAlone = changes => {
  const now = performance.now();
  if (now - asked > UNASKED) {
    watcher.disconnect();
    watcher = null;
    return;
  }
  if (now >= quietSince) for (const it of changes) noteAlone(it.target, now);
};

for (const kind of INPUT) addEventListener(kind, event => { if (event.isTrusted) echo(); }, { capture: true, passive: true });

// Begins to watch what the page does by itself, with the first question about it.
const askedAbout = () => {
  asked = performance.now();
  if (watcher) return;
  changedAlone = new WeakMap();
  isFamiliar = false;
  quietSince = asked;
  watcher = new MutationObserver(watchAlone);
  watcher.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
};
