// Where to click.

const hitAt = (x, y) => {
  let hit = at(document, x, y);
  for (let inner; hit && (inner = shadowOf(hit)?.elementFromPoint(x, y)) && inner !== hit;) hit = inner;
  return hit;
};

const belongs = (hit, element) => {
  for (let node = hit; node; node = around(node)) if (node === element) return true;
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
