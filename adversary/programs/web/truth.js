// Reports the real state of a page to the server that it came from, again and again, and at once when it is hidden or left. Counts
// of events are kept for the whole site: a page that was left takes none with it.
"use strict";
window.truth = (() => {
  const id = Math.random().toString(36).slice(2);
  const roots = [document], answers = [];
  let pending = 0, isLeft = false;
  const now = () => performance.timeOrigin + performance.now();
  const counts = () => JSON.parse(localStorage.getItem("counts") ?? "{}");
  const count = (event, name) => {
    const all = counts();
    const pair = all[`${event.type} ${name}`] ??= [0, 0];
    pair[event.isTrusted ? 0 : 1] += 1;
    localStorage.setItem("counts", JSON.stringify(all));
  };
  const listen = root => {
    for (const kind of ["click", "input", "change"]) {
      root.addEventListener(kind, event => {
        const named = event.target.closest?.("[data-name]");
        if (named) count(event, named.getAttribute("data-name"));
      }, true);
    }
  };
  const isShown = it => it.checkVisibility({ visibilityProperty: true }) && it.getClientRects().length > 0;
  const kindOf = it => {
    if (it.isContentEditable) return "editable";
    if (it.getAttribute("role") === "combobox") return "combobox";
    if (it.localName === "input") return it.type;
    return it.localName;
  };
  const valueOf = it => {
    if (it.isContentEditable) return it.textContent;
    if (it.localName === "details") return it.open ? "open" : "closed";
    if (["input", "textarea"].includes(it.localName) && it.type !== "file") return it.value;
    return it.getAttribute("aria-pressed") ?? "";
  };
  const optionsOf = it => it.localName === "select" ? [...it.options] : [];
  const controlOf = it => ({
    kind: kindOf(it), value: valueOf(it), checked: it.checked === true, group: it.dataset.group ?? "", settles: "settles" in it.dataset,
    shown: isShown(it), choice: it.dataset.choice ?? "",
    options: optionsOf(it).map(one => ({ label: one.label, value: one.value, chosen: one.selected })),
    files: [...it.files ?? []].map(one => ({ name: one.name, size: one.size })),
  });
  const connected = () => roots.filter(it => it.nodeType === 9 ? it.defaultView : it.host?.isConnected);
  const controls = () => {
    const all = {};
    for (const root of connected()) {
      for (const it of root.querySelectorAll("[data-name]")) all[it.dataset.name] = controlOf(it);
    }
    return all;
  };
  const lines = () => connected().flatMap(root => [...root.querySelectorAll("[data-log] li")].map(it => it.textContent));
  const state = () => ({
    id, at: now(), url: location.href, title: document.title, visible: document.visibilityState === "visible",
    complete: document.readyState === "complete", pending, answers, controls: controls(), counts: counts(), log: lines(),
    marks: [...document.querySelectorAll("[data-mark]")].map(it => ({ text: it.textContent.trim(), shown: isShown(it) })),
    links: [...document.querySelectorAll("a[href]")].filter(isShown).map(it => it.href),
    text: (document.body?.innerText ?? "").slice(0, 20000),
    focus: document.activeElement?.getAttribute("data-name") ?? "", scroll: [Math.round(scrollX), Math.round(scrollY)],
  });
  const beacon = (path, value) => navigator.sendBeacon(path, JSON.stringify(value));
  const report = async () => {
    if (!isLeft) try { await fetch("/state", { method: "POST", body: JSON.stringify(state()) }); } catch { /* the next one comes */ }
    setTimeout(report, 100);
  };
  // The server knows of a dialog before it stops the page.
  const tell = path => {
    const request = new XMLHttpRequest();
    request.open("POST", path, false);
    request.send(JSON.stringify({ id, at: now() }));
  };
  for (const kind of ["alert", "confirm", "prompt"]) {
    const own = window[kind].bind(window);
    window[kind] = (...words) => {
      tell("/dialog/open");
      try {
        const answer = own(...words);
        answers.push(String(answer));
        return answer;
      } finally { tell("/dialog/closed"); }
    };
  }
  const add = root => { roots.push(root); listen(root); };
  const log = (line, list = document.querySelector("[data-log]")) => {
    const entry = document.createElement("li");
    entry.textContent = `${line} ${list.childElementCount + 1}`;
    list.append(entry);
  };
  // Something that the page does later; until then its state is not the end of what a call did.
  const later = (done, ms) => {
    pending += 1;
    setTimeout(() => { pending -= 1; done(); }, ms);
  };
  if (parent === self) {
    listen(document);
    // Chromium hides a page after it is left.
    document.addEventListener("visibilitychange", () => { if (!isLeft) beacon("/state", state()); });
    addEventListener("pagehide", () => { isLeft = true; beacon("/gone", { id, at: now() }); });
    addEventListener("pageshow", () => { isLeft = false; });
    report();
  } else parent.truth.add(document);
  return { add, log, later };
})();
