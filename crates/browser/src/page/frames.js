// Frames in view, which commands reach as pages of their own, and shadow roots that the page keeps closed, which the browser gives us.

const isFrame = element => isTag(element, "iframe") || isTag(element, "frame");
const isShownFrame = element => {
  if (!isFrame(element) || !isVisible(element)) return false;
  const { width, height } = rectOf(element);
  return width > 1 && height > 1;
};

// The place of its page in ours, and how many of our pixels one of its pixels takes.
const innerBox = frame => {
  const { left, top, width } = rectOf(frame);
  const style = getComputedStyle(frame);
  const scale = frame.offsetWidth ? width / frame.offsetWidth : 1;
  const inset = (border, padding) => scale * (border + (parseFloat(padding) || 0));
  return { x: left + inset(frame.clientLeft, style.paddingLeft), y: top + inset(frame.clientTop, style.paddingTop), scale };
};

const frameAddress = frame => {
  const given = attribute(frame, "src");
  if (!given) return "";
  try { return line(new URL(given, document.baseURI).href, 300); } catch { return ""; }
};

const framed = frame => ({ id: idOf(frame), name: nameOf(frame) || line(attribute(frame, "name")), url: frameAddress(frame), ...innerBox(frame) });

const frames = () => [...within(document)].filter(isShownFrame).map(framed);

// Brings a point of a frame's page into view, and says what is in front of the frame there.
const frameAim = ({ id, x, y }) => {
  const frame = elementOf(id) ?? no(`${id} is gone from the page; call find_elements again`);
  const spot = () => {
    const box = innerBox(frame);
    return [box.x + x * box.scale, box.y + y * box.scale].map(Math.floor);
  };
  const isInView = ([left, top]) => left >= 0 && top >= 0 && left < innerWidth && top < innerHeight;
  frame.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  const [left, top] = spot();
  if (!isInView([left, top])) scrollBy({ left: left - innerWidth / 2, top: top - innerHeight / 2, behavior: "instant" });
  const at = spot();
  if (!isInView(at)) no(`${describe(frame)} cannot be brought into view`);
  const hit = hitAt(...at);
  return { x: at[0], y: at[1], covered: hit === frame ? null : hit ? describe(hit) : "nothing of the page" };
};

const HOSTS = "article, aside, blockquote, div, footer, h1, h2, h3, h4, h5, h6, header, main, nav, p, section, span";
const MOST_HOSTS = 100;

// What shows something although it holds nothing that a script sees.
const isEmpty = element => matches(element, HOSTS) && !element.childElementCount && !line(element.textContent);
const mayHost = element => {
  if (!tagOf(element).includes("-") && !isEmpty(element)) return false;
  const { width, height } = rectOf(element);
  return width > 1 && height > 1 && !shadowOf(element) && isVisible(element);
};

// They have names of their own: after another page came, a name that was listed for the page before must mean none of them.
const possibleHosts = new Map();
let lastHost = 0;
const hostIdOf = element => {
  const id = `h${++lastHost}`;
  possibleHosts.set(id, element);
  return id;
};
const hostOf = id => possibleHosts.get(id) ?? null;

// The elements that may have a closed shadow root, and how many more there are.
const hosts = () => {
  possibleHosts.clear();
  const all = [...within(document)].filter(mayHost);
  return { ids: all.slice(0, MOST_HOSTS).map(hostIdOf), more: Math.max(all.length - MOST_HOSTS, 0) };
};

const keepRoot = (id, root) => {
  const host = hostOf(id);
  if (host) closedRoots.set(host, root);
};
