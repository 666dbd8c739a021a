// Lists that show more when they are scrolled, or only the rows in view: they are read step by step, from their beginning.

const ROWS = ["[role=row]", "[role=listitem]", "[role=option]", "[role=treeitem]", "[role=article]", "article", "tbody tr", "li"];
const INDEXES = ["aria-rowindex", "aria-posinset", "data-index", "data-item-index"];
// How long a list may take to show more at its end.
const GROWING = 2000;
// How long a list may take to show the rows that it is scrolled to.
const SETTLING = 80;
const LONGEST_ROW = 300;
// How high what scrolls by itself is at least.
const LOWEST = 40;

const scrolls = element => element.scrollHeight > element.clientHeight + 1
  && (element === document.scrollingElement || /^(auto|scroll|overlay)$/.test(getComputedStyle(element).overflowY));

const scrollerOf = element => {
  for (let it = element; it; it = parentOf(it)) if (scrolls(it)) return it;
  return document.scrollingElement ?? bodyOf(document);
};

// What scrolls by itself in a part of the page.
const scrollersIn = root => [...selectAllIn(root, "*")].filter(it => it.clientHeight > LOWEST && scrolls(it) && !isField(it) && isVisible(it));
const areaOf = element => element.clientWidth * element.clientHeight;

// Without a target: what scrolls in the middle of the view, or the page, or else the largest part of it that scrolls.
const scrollerFor = target => {
  const scroller = scrollerOf(target ? resolve({ element: target }) : hitAt(innerWidth / 2, innerHeight / 2));
  if (target || scrolls(scroller)) return scroller;
  return scrollersIn(scroller).reduce((one, other) => areaOf(other) > areaOf(one) || one === scroller ? other : one, scroller);
};

// Its rows in the order of the page: those of the kind that it has most of, or else the parts of its largest part.
const rowsOf = scroller => {
  const kinds = ROWS.map(it => [...selectAllIn(scroller, it)].filter(isVisible));
  const most = kinds.reduce((one, other) => other.length > one.length ? other : one, []);
  if (most.length > 1) return most;
  const all = [scroller, ...selectAllIn(scroller, "*")];
  const largest = all.reduce((one, other) => other.childElementCount > one.childElementCount ? other : one, scroller);
  return [...largest.children].filter(it => isVisible(it) && !matches(it, UNREAD));
};

const rowText = row => line(row.innerText ?? row.textContent, LONGEST_ROW);
const indexOf = row => INDEXES.map(it => attribute(row, it)).find(Boolean) ?? null;
// Rows with their places in the list, which stay the same while it is scrolled.
const seenRows = scroller => {
  const box = scroller === document.scrollingElement ? { left: 0, top: 0 } : scroller.getBoundingClientRect();
  const placed = it => {
    const { left, top } = it.getBoundingClientRect();
    return { left: left - box.left + scroller.scrollLeft, top: top - box.top + scroller.scrollTop };
  };
  return rowsOf(scroller).map(it => ({ text: rowText(it), index: indexOf(it), place: placed(it) })).filter(it => it.text);
};
const isSameRow = (one, other) => one.text === other.text && one.index === other.index;
const isSamePlace = (one, other) => Math.abs(one.place.top - other.place.top) < 2 && Math.abs(one.place.left - other.place.left) < 2;

// The largest number up to `most` of rows at the end of those that were read that are the first of those in view; 0 if none is.
const largestOverlap = (read, seen, most, isSame) => {
  for (let count = most; count > 0; count--) {
    if (seen.slice(0, count).every((it, at) => isSame(it, read[read.length - count + at]))) return count;
  }
  return 0;
};

// How many rows at the end of those that were read are the first of those in view, and whether that is certain: rows may be equal,
// and then only their places say which of them were read. Some lists move their rows while they are scrolled.
const overlap = (read, seen) => {
  const most = Math.min(read.length, seen.length);
  const placed = largestOverlap(read, seen, most, (one, other) => isSamePlace(one, other) && isSameRow(one, other));
  if (placed) return { count: placed, isCertain: true };
  const count = largestOverlap(read, seen, most, isSameRow);
  const isIndexed = seen.slice(0, count).some(it => it.index !== null);
  const isOnly = count > 1 && !largestOverlap(read, seen, count - 1, isSameRow);
  return { count, isCertain: !count || isIndexed || isOnly };
};

const isBusy = scroller => [...selectAllIn(scroller, "[aria-busy=true], [role=progressbar]")].some(isVisible);

// How many rows the page announces; 0 if it does not.
const announced = scroller => {
  const counts = [scroller, ...selectAllIn(scroller, "[aria-rowcount], [aria-setsize]")]
    .flatMap(it => [attribute(it, "aria-rowcount"), attribute(it, "aria-setsize")]).map(Number).filter(it => it > 0);
  return counts.length ? Math.max(...counts) : 0;
};

const add = (all, scroller) => {
  const seen = seenRows(scroller);
  const { count, isCertain } = overlap(all.rows, seen);
  // Rows between two views that have nothing in common were not seen.
  if (!count && all.rows.length && seen.length) all.gaps++;
  if (!isCertain) all.alike++;
  // Those in view have their places as they are now.
  all.rows.splice(all.rows.length - count, count, ...seen);
};

// Waits for more at the end of a list; whether none came in the whole time that a list may take.
const isAtEnd = async (scroller, all, end) => {
  const { scrollHeight: height } = scroller;
  const isMore = () => {
    const seen = seenRows(scroller);
    return scroller.scrollHeight > height || overlap(all.rows, seen).count < seen.length;
  };
  for (let left = end - Date.now(); left > 0; left = end - Date.now()) {
    if (await awaited(isMore, Math.min(GROWING, left))) { add(all, scroller); return false; }
    if (!isBusy(scroller)) return left >= GROWING;
  }
  return false;
};

// Goes on by a part of what is in view, so that the next rows begin with some that were read; whether that was possible.
const advance = async scroller => {
  const before = scroller.scrollTop;
  scroller.scrollTo({ top: before + Math.max(scroller.clientHeight * 0.7, 40), behavior: "instant" });
  await pause(SETTLING);
  return scroller.scrollTop !== before;
};

const readList = async ({ element, most, ms }) => {
  const scroller = scrollerFor(element);
  const [end, start] = [Date.now() + ms, scroller.scrollTop];
  const all = { rows: [], gaps: 0, alike: 0 };
  scroller.scrollTo({ top: 0, behavior: "instant" });
  await pause(SETTLING);
  add(all, scroller);
  let atEnd = false;
  while (!atEnd && all.rows.length <= most && Date.now() < end) {
    if (await advance(scroller)) add(all, scroller);
    else atEnd = await isAtEnd(scroller, all, end);
  }
  const [total, inner] = [announced(scroller), scrollersIn(scroller).length];
  scroller.scrollTo({ top: start, behavior: "instant" });
  return { rows: all.rows.map(it => it.text), end: atEnd, gaps: all.gaps, alike: all.alike, announced: total, inner };
};
