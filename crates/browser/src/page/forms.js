// Fields: found by their labels, filled, and read back.

const FIELDS = new Set(["textbox", "searchbox", "combobox", "listbox", "checkbox", "radio", "switch", "slider", "spinbutton",
  "password", "date", "color"]);
const isField = element => FIELDS.has(roleOf(element)) && (element.matches("input, select, textarea") || element.isContentEditable);
const isReachable = element => isVisible(element) || [...(element.labels ?? [])].some(isVisible);
const groupOf = element => {
  const group = element.closest("fieldset, [role=radiogroup], [role=group]");
  const legend = group instanceof HTMLFieldSetElement ? line(group.querySelector("legend")?.textContent) : "";
  return legend || (group ? line(attribute(group, "aria-label")) : "");
};
const optionName = element => nameOf(element) || line(element.value);

const fieldsCalled = label => {
  const all = [...within(document)].filter(it => isField(it) && isReachable(it));
  const radio = all.filter(it => it.type === "radio" && (same(groupOf(it), label) || same(it.name, label)));
  if (radio.length) return radio;
  for (const match of [it => same(nameOf(it), label), it => same(it.name ?? "", label) || same(attribute(it, "placeholder"), label),
    it => has(nameOf(it).replace(/[*:\s]+$/, ""), label)]) {
    const found = all.filter(match);
    if (found.length) return found;
  }
  return [];
};

const FIELD = /^(?:(e\d+) )?([a-z]+) (".*")$/;

// The fields that a label means; `e12 checkbox "I agree"` means the one field that was listed so.
const matchingFields = label => {
  const byId = elements.get(label);
  if (byId?.isConnected) return [byId];
  const [, id, role, name] = FIELD.exec(label) ?? [];
  if (!role) return fieldsCalled(label);
  const isIt = it => roleOf(it) === role && JSON.stringify(nameOf(it)) === name;
  if (!id) return [...within(document)].filter(it => isField(it) && isReachable(it) && isIt(it));
  const element = elements.get(id) ?? no(`there is no element ${id} on this page; call find_elements`);
  return isIt(element) ? [element] : no(`${id} is now ${describe(element)}; call find_elements again`);
};

const nameInRow = (label, element) => {
  const called = `${roleOf(element)} ${JSON.stringify(nameOf(element))}`;
  const isOne = matchingFields(called).length === 1;
  return elements.get(label) === element || !isOne ? `${idOf(element)} ${called}` : called;
};

const fieldFor = ([label, ...values]) => {
  const found = matchingFields(label);
  const [, , role, name] = FIELD.exec(label) ?? [];
  const called = (role ? JSON.parse(name) || role : label).replace(/[*:\s]+$/, "");
  const isChoice = found.length > 0 && found.every(it => it.type === "radio") && typeof values[0] !== "boolean";
  const some = isChoice ? found.filter(it => same(optionName(it), values[0]) || same(it.value, values[0])) : found;
  const shownLabel = JSON.stringify(line(label, 60));
  if (!found.length) no(`the page shows no field ${shownLabel}; call find_elements to see what it has`);
  if (!some.length) no(`${shownLabel} has no choice ${JSON.stringify(line(values[0], 60))}; it has ${found.map(optionName).map(it => line(it, 40)).slice(0, 20).join(", ")}`);
  if (some.length > 1) no(`the page shows ${some.length} fields ${shownLabel}; say which by element: ${some.slice(0, 8).map(idOf).join(", ")}`);
  const element = some[0];
  if (!isField(element)) no(`${shownLabel} is no field that can be filled, but a ${describe(element)}`);
  if (isDisabled(element) || element.readOnly) no(`the field ${shownLabel} cannot be changed`);
  return { label: line(called, 60), element, values: isChoice ? [true] : values };
};

const changed = element => ["input", "change"].forEach(it => element.dispatchEvent(new Event(it, { bubbles: true, composed: true })));

const truth = (value, label) => {
  if (typeof value === "boolean") return value;
  const word = line(value).toLowerCase();
  if (["true", "yes", "on", "checked", "1"].includes(word)) return true;
  return ["false", "no", "off", "not checked", "0", ""].includes(word) ? false : no(`${JSON.stringify(label)} is checked or not: give true or false`);
};

const optionsFor = (element, label, values) => values.map(value => [...element.options].find(it => same(it.label, value))
  ?? [...element.options].find(it => it.value === String(value))
  ?? no(`${JSON.stringify(label)} has no choice ${JSON.stringify(line(value, 60))}; it has ${[...element.options].map(it => line(it.label, 40)).slice(0, 20).join(", ")}`));

// Looks for everything that could be wrong before the first field is touched.
const check = ({ label, element, values }) => {
  if (element instanceof HTMLSelectElement) return void optionsFor(element, label, values);
  if (element.type === "checkbox" || element.type === "radio") return void truth(values[0], label);
  if (isSecret(element) && element.type === "password") no(`${JSON.stringify(label)} is a password field; fill it with fill_password`);
};

const write = (element, text) => {
  element.focus({ preventScroll: false });
  if (element.isContentEditable) getSelection().selectAllChildren(element); else element.select();
  const now = () => element.isContentEditable ? element.textContent : element.value;
  if (text === "") execute(document, "delete"); else execute(document, "insertText", false, text);
  if (now() !== text && !element.isContentEditable) { element.value = text; changed(element); }
  element.blur();
};

const isWritten = element => !["date", "color", "slider", "spinbutton"].includes(roleOf(element)) || !(element instanceof HTMLInputElement);

const apply = ({ label, element, values }) => {
  if (element instanceof HTMLSelectElement) {
    const wanted = optionsFor(element, label, values);
    [...element.options].forEach(it => { it.selected = wanted.includes(it); });
    return changed(element);
  }
  if (element.type === "checkbox" || element.type === "radio") {
    if (element.checked !== truth(values[0], label)) element.click();
  } else if (isWritten(element)) write(element, String(values[0] ?? ""));
  else { element.value = String(values[0] ?? ""); changed(element); }
};

const isAsWanted = ({ label, element, values }) => {
  if (element instanceof HTMLSelectElement) {
    const wanted = optionsFor(element, label, values);
    return [...element.options].every(it => it.selected === wanted.includes(it));
  }
  if (element.type === "checkbox" || element.type === "radio") return element.checked === truth(values[0], label);
  const now = element.isContentEditable ? element.textContent : element.value;
  return now.replace(/\r\n?/g, "\n") === String(values[0] ?? "").replace(/\r\n?/g, "\n");
};

const turn = () => new Promise(done => setTimeout(done, 0));

const fillAll = async fields => {
  const before = fields.map(it => isAsWanted(it));
  const rows = [];
  for (const [at, field] of fields.entries()) {
    if (!before[at]) apply(field);
    await turn();
  }
  await turn();
  for (const [at, field] of fields.entries()) {
    rows.push({ label: field.label, value: line(valueOf(field.element)), before: before[at], holds: field.element.isConnected && isAsWanted(field) });
  }
  return rows;
};

// The rows of a form with the fields and the choices that they mean, as the page has them.
const toldFields = ({ fields }) => {
  const found = fields.map(fieldFor);
  found.forEach(check);
  const chosen = ({ element, label, values }) =>
    element instanceof HTMLSelectElement ? optionsFor(element, label, values).map(it => line(it.label)) : values;
  return found.map((it, at) => [nameInRow(fields[at][0], it.element), ...chosen(it)]);
};

const fill = async ({ fields }) => {
  const found = fields.map(fieldFor);
  found.forEach(check);
  return fillAll(found);
};

const fillPassword = async ({ target, text }) => {
  const element = resolve(target);
  if (!isSecret(element)) no(`${describe(element)} is no password field; fill it with fill_form`);
  if (isDisabled(element) || element.readOnly) no(`${describe(element)} cannot be changed`);
  return fillAll([{ label: describe(element), element, values: [text] }]);
};
