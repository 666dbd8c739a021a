//! The order in which the lines of a page are read: one column after the other.

use super::lines::PdfLine;
use std::collections::BTreeMap;

/// The fewest lines of a column.
const LEAST_LINES: usize = 4;
/// The fewest characters of half of the lines of a column. Cells of tables, which are read row by row, have fewer.
const LEAST_CHARS: usize = 18;
/// The most pieces of a page whose columns are looked for.
const MOST_SEGMENTS: usize = 2_000;

/// The lines of a document in the order in which they are read.
pub(super) fn in_reading_order(lines: &[PdfLine]) -> Vec<PdfLine> {
    lines.chunk_by(|a, b| a.page == b.page).flat_map(page_in_order).collect()
}

fn page_in_order(lines: &[PdfLine]) -> Vec<PdfLine> {
    let mut blocks = Vec::new();
    arrange(segments(lines), Region::Page, &mut blocks);
    let mut ordered = Vec::with_capacity(lines.len());
    for (number, block) in (0..).zip(blocks) {
        let column = (block.region == Region::Column).then_some(number);
        let lines = block.segments.into_iter().flat_map(|it| it.lines);
        ordered.extend(lines.map(|it| PdfLine { column, ..it.clone() }));
    }
    ordered
}

/// Lines that are read one after the other.
struct Block<'a> {
    region: Region,
    segments: Vec<Segment<'a>>,
}

/// What a block is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Region {
    /// A part of the page without columns.
    Page,
    /// A column, or the part of one between two lines that cross all columns.
    Column,
}

/// A line as it is seen: poppler divides it where its font changes.
struct Segment<'a> {
    lines: &'a [PdfLine],
    left: i32,
    right: i32,
    top: i32,
    chars: usize,
}

fn segments(lines: &[PdfLine]) -> Vec<Segment<'_>> {
    lines.chunk_by(continues).map(Segment::of).collect()
}

/// Whether a piece of a line follows another, with no more than a word's distance.
fn continues(before: &PdfLine, after: &PdfLine) -> bool {
    let gap = after.left.saturating_sub(before.right).saturating_abs();
    before.is_beside(after) && gap <= before.height.max(after.height)
}

impl<'a> Segment<'a> {
    fn of(lines: &'a [PdfLine]) -> Segment<'a> {
        Segment {
            lines,
            left: lines.iter().map(|it| it.left).min().unwrap_or(0),
            right: lines.iter().map(|it| it.right).max().unwrap_or(0),
            top: lines.first().map_or(0, |it| it.top),
            chars: lines.iter().map(|it| it.text.chars().count()).sum(),
        }
    }
}

/// Where a segment is, as seen from the space between two columns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Left,
    Right,
    Across,
}

/// The space between two columns begins here.
#[derive(Clone, Copy)]
struct Gutter(i32);

impl Gutter {
    fn side(self, segment: &Segment<'_>) -> Side {
        if segment.right <= self.0 {
            Side::Left
        } else if segment.left > self.0 {
            Side::Right
        } else {
            Side::Across
        }
    }
}

/// Divides segments into columns, and these again. A line across the columns, such as a title, ends what is above it.
fn arrange<'a>(segments: Vec<Segment<'a>>, region: Region, blocks: &mut Vec<Block<'a>>) {
    let Some(gutter) = gutter(&segments) else {
        blocks.push(Block { region, segments });
        return;
    };
    let across = segments.iter().filter(|it| gutter.side(it) == Side::Across);
    let mut across: Vec<i32> = across.map(|it| it.top).collect();
    across.sort_unstable();
    let mut bands: BTreeMap<(usize, Side), Vec<Segment<'a>>> = BTreeMap::new();
    for segment in segments {
        let side = gutter.side(&segment);
        let above = across.partition_point(|it| *it < segment.top);
        let band = 2 * above + usize::from(side == Side::Across);
        bands.entry((band, side)).or_default().push(segment);
    }
    for ((_, side), segments) in bands {
        match side {
            Side::Across => blocks.push(Block { region: Region::Page, segments }),
            Side::Left | Side::Right => arrange(segments, Region::Column, blocks),
        }
    }
}

/// The space that divides these segments best; `None` if they are no columns.
fn gutter(segments: &[Segment<'_>]) -> Option<Gutter> {
    if segments.len() < 2 * LEAST_LINES || segments.len() > MOST_SEGMENTS {
        return None;
    }
    let mut ends: Vec<i32> = segments.iter().map(|it| it.right).collect();
    ends.sort_unstable();
    ends.dedup();
    let worth = |gutter: &Gutter| columns_at(*gutter, segments);
    let gutters = ends.into_iter().map(Gutter).filter_map(|it| Some((worth(&it)?, it)));
    gutters.max_by_key(|(worth, _)| *worth).map(|(_, it)| it)
}

/// How many lines the smaller of the two columns has that this space divides, and how many both; `None` if they are no
/// columns.
fn columns_at(gutter: Gutter, segments: &[Segment<'_>]) -> Option<(usize, usize)> {
    let on = move |side: Side| segments.iter().filter(move |it| gutter.side(it) == side);
    let (left, right) = (on(Side::Left).count(), on(Side::Right).count());
    let least = left.min(right);
    if least < LEAST_LINES || segments.len() - left - right > left + right {
        return None;
    }
    let is_text = |side: Side, all: usize| {
        let long = on(side).filter(|it| it.chars >= LEAST_CHARS).count();
        long * 2 >= all
    };
    let range = |side: Side| -> Option<(i32, i32)> {
        Some((on(side).map(|it| it.top).min()?, on(side).map(|it| it.top).max()?))
    };
    let (first, second) = (range(Side::Left)?, range(Side::Right)?);
    (is_text(Side::Left, left) && is_text(Side::Right, right) && are_beside(first, second))
        .then_some((least, left + right))
}

/// Whether the shorter of two columns is beside the other, for the most part.
fn are_beside(first: (i32, i32), second: (i32, i32)) -> bool {
    let height = |(top, bottom): (i32, i32)| bottom.saturating_sub(top);
    let common = height((first.0.max(second.0), first.1.min(second.1)));
    common > 0 && common.saturating_mul(2) >= height(first).min(height(second))
}
