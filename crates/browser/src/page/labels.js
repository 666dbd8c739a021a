// Names for what has none of its own: of fields from the text next to them, of pictures that are pressed from what they are made of.

const FIELD_LIKE = "input:not([type=hidden]), select, textarea, button, iframe, [contenteditable]";
// What a label does not reach out of.
const CLOSED = "form, fieldset, table, td, th, dd, li, body, main, dialog, section, article";
const LONGEST_LABEL = 80;
const LABEL_LEVELS = 4;
const UNREAD = "script, style, template";

const holdsField = node => node.nodeType === 1 && (matches(node, FIELD_LIKE) || Boolean(selectIn(node, FIELD_LIKE)));
const bare = text => line(text, 500).replace(/[\s:*]+$/, "");

// The text of a node, if it is short enough for a label.
const labelText = node => {
  if (node.nodeType === 1 && !isVisible(node)) return "";
  const text = bare(node.nodeType === 3 ? node.data : textWithout(node, UNREAD));
  return text.length > LONGEST_LABEL ? "" : text;
};

// The nearest text among the siblings on one side; null if another field comes first.
const textBeside = (node, next) => {
  for (let it = next(node); it; it = next(it)) {
    if (it.nodeType !== 1 && it.nodeType !== 3) continue;
    if (holdsField(it)) return null;
    const text = labelText(it);
    if (text) return text;
  }
  return "";
};

const textNear = (element, next) => {
  let node = element;
  for (let level = 0; level < LABEL_LEVELS; level++) {
    const text = textBeside(node, next);
    if (text !== "") return text ?? "";
    node = parentIn(node);
    if (!node || matches(node, CLOSED)) return "";
  }
  return "";
};

const labelIn = cell => cell && !holdsField(cell) ? labelText(cell) : "";

// What the nearest cell to the left and the heading above say; without both, any text above.
const cellLabel = element => {
  const cell = element.closest("td, th");
  const table = cell?.closest("table");
  if (!table || !isTag(table, "table") || !isTag(cell.parentElement, "tr")) return "";
  const row = cell.parentElement;
  const left = [...row.cells].slice(0, cell.cellIndex).reverse().map(labelIn).find(Boolean) ?? "";
  const above = [table.rows[0], table.rows[row.rowIndex - 1]].map(it => it?.cells[cell.cellIndex]).filter(labelIn);
  const heading = above.find(it => it.tagName === "TH") ?? (left ? null : above.at(-1));
  return [left, labelIn(heading)].filter(Boolean).join(", ");
};

const termLabel = element => {
  let it = element.closest("dd");
  while (it && it.tagName !== "DT") it = it.previousElementSibling;
  return it ? labelText(it) : "";
};

// The text next to a field that no label names. What is ticked has its text behind it.
const nearbyLabel = element => {
  const role = roleOf(element);
  const isTicked = ["checkbox", "radio", "switch"].includes(role);
  return (isTicked && textNear(element, nextOf)) || textNear(element, previousOf) || cellLabel(element) || termLabel(element)
    || (role === "radio" ? "" : groupOf(element));
};

const TIPS = ["aria-label", "title", "data-tooltip", "data-title", "data-original-title", "data-bs-original-title"];
const ICON_CLASS = /^(?:fa[bdlrst]?|icons?|ico|glyphicon|mdi|bi|ti|ri|la[bs]?|lucide|octicon|feather|codicon)[-_]{1,2}(.+)$/i;
// Words of such classes that say how an icon looks, and not what it shows.
const LOOKS = new Set(("lg sm xs md xl fw spin pulse solid regular brands light thin fill outline outlined inverse btn button wrapper "
  + "container small large medium default primary secondary base font").split(" "));
const ICON_WORDS = new Set(("add archive arrow attach back basket bell bookmark calendar camera cancel cart chat check chevron clock close "
  + "cog compose copy cross cut delete down download edit ellipsis email expand export eye favorite file filter flag folder forward "
  + "fullscreen gear globe hamburger heart help home image import info kebab left like link lock login logout mail menu message mic "
  + "minus more mute next notification open paste pause pen pencil phone pin play plus power prev previous print profile question "
  + "redo refresh reload remove reply right save search send settings share sort star stop sync tag trash undo unlock up upload user "
  + "video volume warning zoom").split(" "));
const ICON_PARTS = "i, span, svg, use, img, [data-icon], [data-lucide]";
const MOST_PARTS = 8;

const wordsOf = text => String(text ?? "").replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase().split(/[^a-z]+/).filter(it => it.length > 1);
const fileName = address => /^data:/i.test(address) ? "" : address.split(/[?#]/)[0].split("/").pop().replace(/\.[a-z0-9]+$/i, "");

const classWords = element => {
  const classes = (attribute(element, "class") ?? "").split(/\s+/).filter(Boolean);
  const named = classes.flatMap(it => wordsOf(ICON_CLASS.exec(it)?.[1])).filter(it => !LOOKS.has(it));
  return named.length ? named : [...classes, attribute(element, "id")].flatMap(wordsOf).filter(it => ICON_WORDS.has(it));
};

const iconWords = part => {
  const data = attribute(part, "data-icon") ?? attribute(part, "data-lucide");
  if (data) return wordsOf(data);
  const href = attribute(part, "href") ?? attribute(part, "xlink:href") ?? "";
  if (part.localName === "use") return wordsOf(href.split("#").pop()).filter(it => it !== "icon");
  const classes = classWords(part);
  if (classes.length) return classes;
  if (part.localName === "img") return wordsOf(fileName(attribute(part, "src") ?? "")).filter(it => it.length > 2);
  return part.localName === "a" ? wordsOf(fileName(href)).filter(it => it.length > 2) : [];
};

// What names a pressable picture: a tip on it, or else a guess, which says that it is one.
const iconName = element => {
  const inner = [...selectAllIn(element, ICON_PARTS)].slice(0, MOST_PARTS);
  const tip = [element, ...inner].flatMap(it => TIPS.map(name => line(attribute(it, name)))).find(Boolean);
  if (tip) return tip;
  const words = [...inner, element].map(iconWords).find(it => it.length) ?? [];
  return words.length ? `icon: ${[...new Set(words)].slice(0, 3).join(" ")}` : "";
};
