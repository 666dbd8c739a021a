// Fields: found by their labels, filled, and read back.

const FIELDS = new Set(["textbox", "searchbox", "combobox", "listbox", "checkbox", "radio", "switch", "slider", "spinbutton",
  "password", "date", "color"]);
const isField = element => FIELDS.has(roleOf(element)) && (element.matches("input, select, textarea") || element.isContentEditable);
const isReachable = element => isVisible(element) || [...(element.labels ?? [])].some(isVisible);
const groupOf = element => {
  const group = element.closest("fieldset, [role=radiogroup], [role=group]");
  const legend = group && isTag(group, "fieldset") ? line(group.querySelector("legend")?.textContent) : "";
  return legend || (group ? line(attribute(group, "aria-label")) : "");
};
const optionName = element => nameOf(element) || line(element.value);

const reachableFields = () => [...within(document)].filter(it => isField(it) && isReachable(it));

const fieldsCalled = label => {
  const all = reachableFields();
  const wanted = bare(label) || label;
  const radio = all.filter(it => it.type === "radio" && (same(groupOf(it), label) || same(it.name, label)));
  if (radio.length) return radio;
  for (const match of [it => same(nameOf(it), label), it => same(bare(nameOf(it)), wanted),
    it => same(it.name ?? "", label) || same(attribute(it, "placeholder"), label), it => has(bare(nameOf(it)), wanted),
    it => same(nearbyLabel(it), wanted), it => has(nearbyLabel(it), wanted)]) {
    const found = all.filter(match);
    if (found.length) return found;
  }
  return [];
};

const MOST_NAMES = 14;
// What the fields of the page are called, for an agent that named none of them.
const fieldNames = () => {
  const names = [...new Set(reachableFields().map(it => line((it.type === "radio" && groupOf(it)) || bare(nameOf(it)) || line(it.name), 30)))]
    .filter(Boolean);
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : "";
  return names.length ? `its fields are ${names.slice(0, MOST_NAMES).map(it => JSON.stringify(it)).join(", ")}${more}` : "it has no field with a name";
};

const MOST_NAMED = 20;
const namesOf = (all, name) => all.map(it => line(name(it), 40)).slice(0, MOST_NAMED).join(", ");

// The choice with this name or value, or else, while a call is written out, the only one with the text in its name.
const meantChoice = (all, name, label, value, match) => {
  const exact = all.find(it => same(name(it), value)) ?? all.find(it => String(it.value) === String(value));
  if (exact) return exact;
  const some = match === PART && line(value) ? all.filter(it => has(line(name(it)), line(value))) : [];
  const wanted = JSON.stringify(line(value, 60));
  if (!some.length) no(`${label} has no choice ${wanted}; it has ${namesOf(all, name)}`);
  return some.length === 1 ? some[0] : no(`${label} has ${some.length} choices with ${wanted}: ${namesOf(some, name)}; say which`);
};

// The radio buttons of a group that a choice means.
const radiosFor = (group, label, value, match) => {
  const exact = group.filter(it => same(optionName(it), value) || same(it.value, value));
  return exact.length ? exact : [meantChoice(group, optionName, label, value, match)];
};

const FIELD = /^(?:(e\d+(?:\.e\d+)*) )?([a-z]+) (".*")$/;

// The fields that a label means; `e12 checkbox "I agree"` means the one field that was listed so.
const matchingFields = label => {
  const byId = elementOf(label);
  if (byId?.isConnected) return [byId];
  const [, id, role, name] = FIELD.exec(label) ?? [];
  if (!role) return fieldsCalled(label);
  const isIt = it => roleOf(it) === role && JSON.stringify(nameOf(it)) === name;
  if (!id) return reachableFields().filter(isIt);
  const element = elementOf(id) ?? no(`there is no element ${id} on this page; call find_elements`);
  return isIt(element) ? [element] : no(`${id} is now ${describe(element)}; call find_elements again`);
};

const nameInRow = (label, element) => {
  const called = `${roleOf(element)} ${JSON.stringify(nameOf(element))}`;
  const isOne = matchingFields(called).length === 1;
  return outer || elementOf(label) === element || !isOne ? `${idOf(element)} ${called}` : called;
};

const fieldFor = ([label, ...values], match) => {
  const found = matchingFields(label);
  const [, , role, name] = FIELD.exec(label) ?? [];
  const called = (role ? JSON.parse(name) || role : label).replace(/[*:\s]+$/, "");
  const isChoice = found.length > 0 && found.every(it => it.type === "radio") && typeof values[0] !== "boolean";
  const shownLabel = JSON.stringify(line(label, 60));
  if (!found.length) absent(`the page shows no field ${shownLabel}; ${fieldNames()}`);
  const some = isChoice ? radiosFor(found, shownLabel, values[0], match) : found;
  if (some.length > 1) no(`the page shows ${some.length} fields ${shownLabel}; say which by element: ${listed(some)}`);
  const element = some[0];
  if (!isField(element)) no(`${shownLabel} is no field that can be filled, but a ${describe(element)}`);
  if (isDisabled(element) || element.readOnly) no(`the field ${shownLabel} cannot be changed`);
  return { label: line(called, 60), element, values: isChoice ? [true] : values, match };
};

const changed = element => ["input", "change"].forEach(it => element.dispatchEvent(new Event(it, { bubbles: true, composed: true })));

const truth = (value, label) => {
  if (typeof value === "boolean") return value;
  const word = line(value).toLowerCase();
  if (["true", "yes", "on", "checked", "1"].includes(word)) return true;
  return ["false", "no", "off", "not checked", "0", ""].includes(word) ? false : no(`${JSON.stringify(label)} is checked or not: give true or false`);
};

const optionsFor = ({ element, label, values, match }) =>
  values.map(value => meantChoice([...element.options], it => it.label, JSON.stringify(label), value, match));

// What fields take that keep no other text and would be empty with it.
const TAKEN = { date: "a date such as 2027-04-03", time: "a time such as 17:30", month: "a month such as 2027-04", color: "a colour such as #3366cc", week: "a week such as 2027-W14",
  "datetime-local": "a date and time such as 2027-04-03T17:30", number: "a number such as 4.5" };

// Whether a field of this type keeps the text.
const keeps = (type, text) => {
  const other = document.createElement("input");
  other.type = type;
  other.value = text;
  // A field for colours is never empty.
  return type === "color" ? same(other.value, text) : other.value !== "";
};

// Looks for everything that could be wrong before the first field is touched.
const check = field => {
  const { label, element, values } = field;
  if (element instanceof HTMLSelectElement) return void optionsFor(field);
  if (element.type === "checkbox" || element.type === "radio") return void truth(values[0], label);
  if (isSecret(element) && element.type === "password") no(`${JSON.stringify(label)} is a password field; fill it with fill_password`);
  const text = String(values[0] ?? "");
  const taken = element instanceof HTMLInputElement ? TAKEN[element.type] : undefined;
  if (taken && text && !keeps(element.type, text)) no(`the field ${JSON.stringify(label)} takes ${taken}, not ${JSON.stringify(line(text, 60))}`);
};

const contentOf = element => element.isContentEditable ? element.textContent : element.value;

const typeInto = (element, text) => {
  element.focus({ preventScroll: false });
  if (element.isContentEditable) getSelection().selectAllChildren(element); else element.select();
  if (text === "") execute(document, "delete"); else execute(document, "insertText", false, text);
  if (contentOf(element) !== text && !element.isContentEditable) { element.value = text; changed(element); }
};

// Takes the focus away, and says whether the field held what was asked for until then.
const leave = field => {
  const held = isAsWanted(field);
  field.element.blur();
  return { held };
};

const isWritten = element => !["date", "color", "slider", "spinbutton"].includes(roleOf(element)) || !(element instanceof HTMLInputElement);

const turn = () => new Promise(done => setTimeout(done, 0));

const fillText = async field => {
  const before = new Set(straySuggestions());
  typeInto(field.element, String(field.values[0] ?? ""));
  await turn();
  const { choice, suggestions } = isTyped(field.element) ? await choose(field, before) : {};
  return choice === "open" ? { choice, suggestions } : { choice, ...leave(field) };
};

const apply = async field => {
  const { label, element, values } = field;
  if (element instanceof HTMLSelectElement) {
    const wanted = optionsFor(field);
    [...element.options].forEach(it => { it.selected = wanted.includes(it); });
    changed(element);
  } else if (element.type === "checkbox" || element.type === "radio") {
    if (element.checked !== truth(values[0], label)) element.click();
  } else if (isWritten(element)) return fillText(field);
  else { element.value = String(values[0] ?? ""); changed(element); }
  return {};
};

const isAsWanted = field => {
  const { label, element, values } = field;
  if (element instanceof HTMLSelectElement) {
    const wanted = optionsFor(field);
    return [...element.options].every(it => it.selected === wanted.includes(it));
  }
  if (element.type === "checkbox" || element.type === "radio") return element.checked === truth(values[0], label);
  const plain = text => String(text ?? "").replace(/\r\n?/g, "\n");
  // A suggestion that is chosen may be spelt in its own way.
  const loose = text => line(text, Infinity).toLowerCase();
  const read = suggests(element) || element.type === "color" ? loose : plain;
  return read(contentOf(element)) === read(values[0]);
};

// Long enough for a page that takes a text back once the focus has left.
const SETTLED = 100;

const fillAll = async fields => {
  echo();
  const before = fields.map(it => isAsWanted(it) && !isChoosing(it.element));
  const ends = [];
  for (const [at, field] of fields.entries()) {
    ends.push(before[at] ? {} : await apply(field));
    await turn();
  }
  await pause(SETTLED);
  return fields.map((field, at) => {
    const { choice, suggestions, held } = ends[at];
    const holds = field.element.isConnected && isAsWanted(field);
    return { label: field.label, value: line(valueOf(field.element)), before: before[at], holds, choice, suggestions, reverted: Boolean(held) && !holds };
  });
};

// The rows of a form with the fields and the choices that they mean, as the page has them.
const fieldDetails = ({ fields }) => {
  const found = fields.map(it => fieldFor(it, PART));
  found.forEach(check);
  const chosen = field =>
    field.element instanceof HTMLSelectElement ? optionsFor(field).map(it => line(it.label)) : field.values;
  return found.map((it, at) => [nameInRow(fields[at][0], it.element), ...chosen(it)]);
};

const fittingFields = fields => {
  const found = fields.map(it => fieldFor(it, EXACT));
  found.forEach(check);
  return found;
};

// Whether all fields can be filled, before the first one is touched in any frame.
const checkFields = ({ fields }) => fittingFields(fields).length;

const fill = ({ fields }) => fillAll(fittingFields(fields));

const fillPassword = async ({ target, text }) => {
  const element = resolve(target);
  if (!isSecret(element)) no(`${describe(element)} is no password field; fill it with fill_form`);
  if (isDisabled(element) || element.readOnly) no(`${describe(element)} cannot be changed`);
  return fillAll([{ label: describe(element), element, values: [text] }]);
};
