//! Headers and footers: the same text at the same place on most pages, apart from the text between them.

use super::lines::{Pages, PdfLine};
use std::collections::{HashMap, HashSet};

/// The minimum number of pages on which a line is repeated for it not to count as text.
const REPEATS: usize = 3;

/// The lines of a document without its headers and footers.
pub(super) fn without_margins(pages: &Pages) -> Vec<PdfLine> {
    let page_count = pages.lines.chunk_by(|a, b| a.page == b.page).count();
    let repeated = repeated(pages, page_count);
    let mut apart: HashMap<Repeated, usize> = HashMap::new();
    for page in pages.lines.chunk_by(|a, b| a.page == b.page) {
        for it in lines_apart(page, &repeated) {
            *apart.entry(it).or_default() += 1;
        }
    }
    let is_margin = |it: &PdfLine| apart.get(&Repeated::of(it)).is_some_and(|it| is_most(*it, page_count));
    pages.lines.iter().filter(|it| !is_margin(it)).cloned().collect()
}

/// What lines of several pages have in common: their height on the page, and their words without numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Repeated {
    top: i32,
    text: String,
}

impl Repeated {
    fn of(line: &PdfLine) -> Repeated {
        Repeated { top: line.top, text: line.text.chars().filter(|it| !it.is_ascii_digit()).collect() }
    }
}

fn is_most(count: usize, page_count: usize) -> bool {
    count >= REPEATS && count * 2 > page_count
}

/// The lines that are on most pages. Titles do not count: chapters may begin alike.
fn repeated(pages: &Pages, page_count: usize) -> HashSet<Repeated> {
    let title_sizes = pages.title_sizes();
    // On how many pages, and the last of them.
    let mut counts: HashMap<Repeated, (usize, u32)> = HashMap::new();
    for line in pages.lines.iter().filter(|it| !title_sizes.contains(&it.size)) {
        let (count, last) = counts.entry(Repeated::of(line)).or_default();
        if *last != line.page {
            (*count, *last) = (*count + 1, line.page);
        }
    }
    counts.into_iter().filter(|(_, (count, _))| is_most(*count, page_count)).map(|(it, _)| it).collect()
}

/// Those of a page that are above or below all of its other lines, with a gap. The last lines of a text may be the same on
/// many pages too, but have none.
fn lines_apart(page: &[PdfLine], repeated: &HashSet<Repeated>) -> HashSet<Repeated> {
    let (mut found, others): (Vec<&PdfLine>, Vec<&PdfLine>) =
        page.iter().partition(|it| repeated.contains(&Repeated::of(it)));
    found.sort_by_key(|it| it.top);
    let tops = others.into_iter().filter(|it| !is_beside_any(it, &found)).map(|it| it.top);
    let Some((mut first, mut last)) = range(tops) else { return HashSet::new() };
    let gap = |it: &PdfLine| it.height.saturating_mul(2);
    for line in &found {
        if line.top > last && line.top <= last.saturating_add(gap(line)) {
            last = line.top;
        }
    }
    for line in found.iter().rev() {
        if line.top < first && line.top.saturating_add(gap(line)) >= first {
            first = line.top;
        }
    }
    let apart = found.into_iter().filter(|it| it.top < first || it.top > last);
    apart.map(Repeated::of).collect()
}

/// Whether a line is beside one of these, which come in order: what is beside a header, such as the title of the chapter, is no
/// text between header and footer.
fn is_beside_any(line: &PdfLine, sorted: &[&PdfLine]) -> bool {
    let next = sorted.partition_point(|it| it.top < line.top);
    let mut near = [next.checked_sub(1), Some(next)].into_iter().flatten().filter_map(|at| sorted.get(at));
    near.any(|it| it.is_beside(line))
}

/// The smallest and the largest of these.
fn range(tops: impl Iterator<Item = i32>) -> Option<(i32, i32)> {
    tops.fold(None, |range, top| match range {
        None => Some((top, top)),
        Some((first, last)) => Some((first.min(top), last.max(top))),
    })
}
