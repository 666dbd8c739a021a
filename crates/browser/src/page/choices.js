// What a field offers to choose from: the entries of lists, and the suggestions that come while a text is typed.

const MOST_CHOICES = 12;
const TYPED = new Set(["text", "search", "email", "tel", "url"]);
const SUGGESTIONS = "[role=listbox] [role=option], .ui-autocomplete .ui-menu-item, [class*=autocomplete] li, [class*=typeahead] li, "
  + "[class*=suggest] li";

const isTyped = element => isTag(element, "input") && TYPED.has(element.type);

// Whether a text that is typed counts only, or may count only, once one of the suggestions is chosen.
const suggests = element => {
  if (!isTyped(element)) return false;
  if (/^(list|both)$/.test(attribute(element, "aria-autocomplete") ?? "") || attribute(element, "aria-haspopup") === "listbox") return true;
  if (attribute(element, "role") === "combobox" || element.closest("[role=combobox]")) return true;
  const named = `${attribute(element, "class") ?? ""} ${attribute(element, "id") ?? ""}`;
  return attribute(element, "autocomplete") === "off" && /autocomplete|typeahead|suggest/i.test(named);
};

const byId = (element, id) => {
  const root = rootOf(element);
  const found = `#${CSS.escape(id)}`;
  return (kindOf(root) === 9 ? select(root, found)[0] : root.querySelector?.(found)) ?? null;
};

const popupsOf = element => {
  const ids = ["aria-controls", "aria-owns"].flatMap(it => (attribute(element, it) ?? "").split(/\s+/)).filter(Boolean);
  return ids.map(id => byId(element, id)).filter(Boolean);
};

const entriesIn = list => {
  const options = [...selectAllIn(list, "[role=option]")];
  return options.length ? options : [...selectAllIn(list, "li")];
};

const entryName = entry => nameOf(entry) || line(textWithout(entry, "script, style, template"));

// The names of all entries that a combo box or a list has in the page, shown or not.
const choicesOf = element => {
  if (isTag(element, "select")) return [...element.options].map(it => line(it.label, 40));
  if (isTag(element, "input") && element.list) return [...element.list.options].map(it => line(it.value, 40));
  return roleOf(element) === "combobox" ? popupsOf(element).flatMap(entriesIn).map(it => line(entryName(it), 40)) : [];
};

const choicesLine = element => {
  const choices = choicesOf(element);
  const more = choices.length > MOST_CHOICES ? ` and ${choices.length - MOST_CHOICES} more` : "";
  return choices.length ? `; options: ${choices.slice(0, MOST_CHOICES).join(", ")}${more}` : "";
};

// What a combo box shows that is no field itself.
const shownChoice = element => {
  const field = selectIn(element, "input, select, textarea");
  return field ? valueOf(field) : attribute(element, "aria-valuetext") ?? textWithout(element, "[role=listbox], [role=option], script, style");
};

const straySuggestions = () => [...select(document, SUGGESTIONS)].filter(isVisible);

// The suggestions of a field in view; of lists that it does not name, those that were not there before.
const suggestionsOf = (element, before) => {
  const named = popupsOf(element).flatMap(entriesIn).filter(isVisible);
  return named.length ? named : straySuggestions().filter(it => !before.has(it));
};

const pause = ms => new Promise(done => setTimeout(done, ms));

const awaited = async (look, ms) => {
  for (const end = Date.now() + ms; ;) {
    const found = look();
    if (found || Date.now() >= end) return found;
    await pause(40);
  }
};

const isChoosing = element => isTyped(element) && suggests(element)
  && (attribute(element, "aria-expanded") === "true" || popupsOf(element).flatMap(entriesIn).some(isVisible));

// Many lists choose at the press, and not at the click.
const press = entry => {
  const { left, top, width, height } = rectOf(entry);
  const at = { bubbles: true, cancelable: true, composed: true, clientX: left + width / 2, clientY: top + height / 2 };
  for (const kind of ["pointerdown", "mousedown", "pointerup", "mouseup"]) {
    entry.dispatchEvent(new (kind.startsWith("pointer") ? PointerEvent : MouseEvent)(kind, { ...at, buttons: kind.endsWith("down") ? 1 : 0 }));
  }
  entry.click();
};

const SUGGESTING = 1500;
const CHOSEN = 500;

// Chooses the suggestion that equals the text of a field. What comes of it: none is needed, it was made, it is still open, or no
// suggestion came.
const choose = async ({ element, values }, before) => {
  const text = line(values[0]);
  const isExpected = suggests(element);
  if (!text) return {};
  const offered = () => suggestionsOf(element, before);
  const equal = () => offered().filter(it => same(entryName(it), text));
  await awaited(() => equal().length, isExpected ? SUGGESTING : 0);
  const [wanted, another] = equal();
  if (isExpected && wanted && !another) {
    press(wanted);
    if (await awaited(() => !wanted.isConnected || !isVisible(wanted), CHOSEN)) return { choice: "made" };
  }
  const suggestions = offered().slice(0, MOST_CHOICES).map(it => line(entryName(it), 60));
  if (suggestions.length) return { choice: "open", suggestions };
  return isExpected ? { choice: "missing" } : {};
};
