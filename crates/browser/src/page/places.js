// What reacts to clicks though its role does not say so, and what takes a click at a point.

const VISITED = 8000;
const MILLIS = 150;

const parentOf = element => parentIn(element) ?? rootOf(element).host ?? null;
const isPressed = element => INTERACTIVE.has(roleOf(element));
const showsHand = element => getComputedStyle(element).cursor === "pointer";
const isLabel = element => element instanceof HTMLLabelElement;

// Pages listen where they like, often at one place for all: what they show the hand on is what they want clicked.
const reactsToClicks = element => {
  if (isPressed(element) || isLabel(element) || isDisabled(element)) return false;
  if (hasAttribute(element, "onclick") || Number(attribute(element, "tabindex") ?? -1) >= 0) return true;
  const parent = parentOf(element);
  return showsHand(element) && !(parent && showsHand(parent));
};

const isInPressed = element => {
  for (let it = parentOf(element); it; it = parentOf(it)) if (isPressed(it) || isLabel(it)) return true;
  return false;
};

const seenPart = element => {
  const { left, top, right, bottom } = rectOf(element);
  const [x, y] = [Math.max(left, 0), Math.max(top, 0)];
  const [width, height] = [Math.min(right, innerWidth) - x, Math.min(bottom, innerHeight) - y];
  return width > 1 && height > 1 ? { x, y, width, height } : null;
};

const placed = (element, rect) => ({ role: roleOf(element) ?? "",
  name: nameOf(element) || line(textWithout(element, UNREAD)) || iconName(element), ...rect });
const view = () => ({ width: innerWidth, height: innerHeight });

// A control that the accessibility tree has without a name, and that something on it names.
const isNamedHere = element => isPressed(element) && !isDisabled(element) && NAMED_BY_CONTENT.has(roleOf(element)) && !givenName(element)
  && nameOf(element) !== "";

// Where a control is that scrolling brings into view. What a page hides above its begin is no part of it.
const sideOf = element => {
  const { top, bottom, width, height } = rectOf(element);
  if (width < 2 || height < 2) return null;
  if (top >= innerHeight) return "below";
  return bottom <= 0 && scrollY > 0 ? "above" : null;
};

const takesClick = (element, rect) => {
  // What fills the page is what the page is on, and no control.
  if (!rect || rect.width * rect.height > innerWidth * innerHeight / 2) return false;
  if (reactsToClicks(element) ? isInPressed(element) : !isNamedHere(element)) return false;
  const hit = hitAt(rect.x + rect.width / 2, rect.y + rect.height / 2);
  return Boolean(hit) && belongs(hit, element);
};

const clickables = ({ most }) => {
  const found = [];
  const beyond = { above: 0, below: 0, in_part: false };
  const end = Date.now() + MILLIS;
  let visited = 0;
  for (const element of within(document)) {
    if (++visited > VISITED || Date.now() > end) { beyond.in_part = true; break; }
    const side = isPressed(element) ? sideOf(element) : null;
    if (side && isVisible(element)) beyond[side]++;
    if (side || found.length >= most) continue;
    const rect = seenPart(element);
    if (takesClick(element, rect)) found.push(placed(element, rect));
  }
  return { view: view(), found, beyond };
};

// In a frame, only the frame knows.
const elementAt = ({ x, y }) => {
  const hit = hitAt(x * innerWidth, y * innerHeight);
  if (hit && matches(hit, "iframe, frame, object, embed")) return { view: view(), found: null };
  for (let it = hit; it; it = parentOf(it)) {
    const element = isLabel(it) && it.control ? it.control : it;
    const rect = isPressed(element) || reactsToClicks(element) ? seenPart(element) : null;
    if (rect) return { view: view(), found: [placed(element, rect)] };
  }
  return { view: view(), found: [] };
};
