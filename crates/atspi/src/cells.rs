//! Reads only the visible part of a table or list with very many children, found by hit-testing its corners.

use crate::bus::Line;
use crate::detail::{Detail, Place};
use crate::error::NoAnswer;
use crate::facts::Facts;
use crate::node::NodeRef;
use deskpilot_core::{Point, Rect};
use futures::{StreamExt, TryStreamExt, stream};
use std::collections::HashMap;
use std::future::Future;
use std::ops::{Range, RangeInclusive};

/// The most rows or columns to read; more do not fit on a screen.
const MOST_ROWS: i32 = 200;
const MOST_COLUMNS: i32 = 100;
/// How far in pixels from a corner the first cell may begin: headers lie there.
const HEADER: i32 = 120;
const STEP: usize = 12;
/// How many list items to check in one batch.
const BATCH: i32 = 16;
/// How many calls run concurrently.
const IN_FLIGHT: usize = 128;
/// How many ancestors of a hit node to search for the list.
const DEEPEST: usize = 12;

/// The visible part of a large table or list.
#[derive(Debug, Default)]
pub(super) struct Part {
    /// Its nodes, row by row, with the facts and details already known.
    pub(super) nodes: Vec<(NodeRef, Facts, Detail)>,
    /// Which range of the whole it is, for the user, such as `items 1 to 20 of 400`.
    pub(super) told: Option<String>,
}

/// The nodes of a table or list that a person could see in this window rectangle (application coordinates); none where
/// the application does not report them.
pub(super) async fn visible(line: Line<'_>, vast: &NodeRef, window: Rect) -> Result<Part, NoAnswer> {
    let rect = line.extents(vast).await?.intersection(window);
    match corners(line, vast, rect).await? {
        Some(block) => cells(line, vast, block).await,
        None => items(line, vast, rect).await,
    }
}

/// A range of rows and columns, both ends inclusive.
struct Block {
    rows: RangeInclusive<i32>,
    columns: RangeInclusive<i32>,
}

/// Which cells are visible; `None` where hit-testing the corners finds no table cells.
async fn corners(line: Line<'_>, table: &NodeRef, rect: Rect) -> Result<Option<Block>, NoAnswer> {
    let Some(first) = corner(line, table, from_top_left(rect)).await? else { return Ok(None) };
    let last = corner(line, table, from_bottom_right(rect)).await?.unwrap_or(first);
    let rows = range(first.0, last.0, MOST_ROWS);
    Ok(Some(Block { rows, columns: range(first.1, last.1, MOST_COLUMNS) }))
}

async fn cells(line: Line<'_>, table: &NodeRef, block: Block) -> Result<Part, NoAnswer> {
    let Block { rows, columns } = &block;
    let all: Vec<_> = rows.clone().flat_map(|row| columns.clone().map(move |column| (row, column))).collect();
    let nodes = together(all.iter().map(|(row, column)| line.cell(table, *row, *column))).await?;
    let mut found: Vec<_> = all.into_iter().zip(nodes).filter_map(|(at, node)| Some((at, node?))).collect();
    // A merged cell is one node at several positions.
    found.dedup_by(|(_, one), (_, other)| one == other);
    let Some((_, example)) = found.first() else { return Ok(Part::default()) };
    let example = line.facts(example).await?;
    let naming = naming(line, &found, &example).await?;
    let facts = together(found.iter().map(|(at, cell)| like(line, *at, cell, &example, naming))).await?;
    let places = grid(line, &found).await?;
    let detail = |at: &(i32, i32)| Detail {
        place: places.as_ref().and_then(|grid| grid.place(at)).map(Place::of_cell),
        value: None,
        around: Some(String::new()),
    };
    let nodes =
        found.iter().zip(facts).map(|((at, node), facts)| (node.clone(), facts, detail(at))).collect();
    let (height, width) = futures::try_join!(line.row_count(table), line.column_count(table))?;
    let told = format!(
        "rows {} to {} of {height}, columns {} to {} of {width}",
        rows.start() + 1,
        rows.end() + 1,
        columns.start() + 1,
        columns.end() + 1
    );
    Ok(Part { nodes, told: Some(told) })
}

/// How the cells of a table are named.
#[derive(Clone, Copy)]
enum Naming {
    /// By column and row, such as B7.
    ByPlace,
    /// By the name each cell reports.
    AsTold,
}

/// By position if both the first and the last cell are named so.
async fn naming(line: Line<'_>, cells: &[((i32, i32), NodeRef)], first: &Facts) -> Result<Naming, NoAnswer> {
    let (Some((top, _)), Some((bottom, last))) = (cells.first(), cells.last()) else {
        return Ok(Naming::AsTold);
    };
    let is_by_place = first.name == address(*top) && line.name(last).await? == address(*bottom);
    Ok(if is_by_place { Naming::ByPlace } else { Naming::AsTold })
}

/// The spreadsheet address of the cell in this row and column, both counted from zero.
fn address((row, column): (i32, i32)) -> String {
    let mut letters = Vec::new();
    let mut rest = u32::try_from(column).unwrap_or(0) + 1;
    while rest > 0 {
        rest -= 1;
        letters.push(char::from(b'A' + u8::try_from(rest % 26).unwrap_or(0)));
        rest /= 26;
    }
    letters.into_iter().rev().chain((row + 1).to_string().chars()).collect()
}

/// A cell's facts: asks for its name and states, and copies the rest from an example, for there are thousands of cells.
async fn like(
    line: Line<'_>,
    at: (i32, i32),
    cell: &NodeRef,
    example: &Facts,
    naming: Naming,
) -> Result<Facts, NoAnswer> {
    let name = async {
        match naming {
            Naming::ByPlace => Ok(address(at)),
            Naming::AsTold => line.name(cell).await,
        }
    };
    let (name, states) = futures::try_join!(name, line.states(cell))?;
    Ok(Facts { name, states, child_count: 0, description: Some(String::new()), ..example.clone() })
}

/// Where columns and rows lie, from the cells of the first row and the first column.
struct Grid {
    columns: HashMap<i32, Rect>,
    rows: HashMap<i32, Rect>,
}

impl Grid {
    fn place(&self, (row, column): &(i32, i32)) -> Option<Rect> {
        let (across, down) = (self.columns.get(column)?, self.rows.get(row)?);
        Some(Rect::new(across.x, down.y, across.width, down.height))
    }
}

/// The grid of these cells; `None` where the last cell does not lie in it.
async fn grid(line: Line<'_>, cells: &[((i32, i32), NodeRef)]) -> Result<Option<Grid>, NoAnswer> {
    let (Some(((top, left), _)), Some((last, corner))) = (cells.first(), cells.last()) else {
        return Ok(None);
    };
    let edge: Vec<_> = cells.iter().filter(|((row, column), _)| row == top || column == left).collect();
    let rects = together(edge.iter().map(|(_, cell)| line.extents(cell))).await?;
    let mut grid = Grid { columns: HashMap::new(), rows: HashMap::new() };
    for (((row, column), _), rect) in edge.into_iter().zip(rects) {
        if row == top {
            grid.columns.insert(*column, rect);
        }
        if column == left {
            grid.rows.insert(*row, rect);
        }
    }
    let is_right = grid.place(last) == Some(line.extents(corner).await?);
    Ok(is_right.then_some(grid))
}

/// The visible items of a list, which has no rows: searches outwards from one item that is visible.
async fn items(line: Line<'_>, list: &NodeRef, rect: Rect) -> Result<Part, NoAnswer> {
    let count = line.child_count(list).await?;
    let one = match sought(line, list, count, rect).await? {
        Some(one) => Some(one),
        None => item(line, list, rect).await?,
    };
    let Some(one) = one else { return Ok(Part::default()) };
    let (mut first, mut last) = (one, one);
    while first > 0 && last - first < MOST_ROWS {
        let more = seen(line, list, (first - BATCH).max(0)..first, rect).await?;
        let Some(earliest) = more.first() else { break };
        first = *earliest;
    }
    while last < count - 1 && last - first < MOST_ROWS {
        let more = seen(line, list, last + 1..(last + 1 + BATCH).min(count), rect).await?;
        let Some(latest) = more.last() else { break };
        last = *latest;
    }
    let children = together((first..=last).map(|index| line.child(list, index))).await?;
    let children: Vec<_> = children.into_iter().flatten().collect();
    let facts = together(children.iter().map(|child| line.facts(child))).await?;
    let nodes = children.into_iter().zip(facts).map(|(node, facts)| (node, facts, Detail::default()));
    let told = format!("items {} to {} of {count}", first + 1, last + 1);
    Ok(Part { nodes: nodes.collect(), told: Some(told) })
}

/// Which of these items are visible.
async fn seen(line: Line<'_>, list: &NodeRef, indices: Range<i32>, rect: Rect) -> Result<Vec<i32>, NoAnswer> {
    let ask = |index| async move {
        let Some(child) = line.child(list, index).await? else { return Ok(None) };
        let is_seen = !line.extents(&child).await?.intersection(rect).is_empty();
        Ok(is_seen.then_some(index))
    };
    Ok(together(indices.map(ask)).await?.into_iter().flatten().collect())
}

/// Awaits all requests concurrently, at most `IN_FLIGHT` at once, and returns the replies in request order.
pub(super) async fn together<T, F>(questions: impl Iterator<Item = F>) -> Result<Vec<T>, NoAnswer>
where
    F: Future<Output = Result<T, NoAnswer>>,
{
    let questions: Vec<_> = questions.collect();
    stream::iter(questions).buffered(IN_FLIGHT).try_collect().await
}

fn range(first: i32, last: i32, most: i32) -> RangeInclusive<i32> {
    first..=last.min(first.saturating_add(most)).max(first)
}

fn from_top_left(rect: Rect) -> impl Iterator<Item = Point> {
    (2..HEADER).step_by(STEP).map(move |step| Point { x: rect.x + step, y: rect.y + step })
}

fn from_bottom_right(rect: Rect) -> impl Iterator<Item = Point> {
    let last = Point { x: rect.right() - 1, y: rect.bottom() - 1 };
    (2..HEADER).step_by(STEP).map(move |step| Point { x: last.x - step, y: last.y - step })
}

/// Row and column of the first cell along this path of points.
async fn corner(
    line: Line<'_>,
    table: &NodeRef,
    way: impl Iterator<Item = Point>,
) -> Result<Option<(i32, i32)>, NoAnswer> {
    for point in way {
        let Some(cell) = line.at_point(table, point).await?.filter(|cell| cell != table) else { continue };
        let index = line.index_in_parent(&cell).await?;
        match line.cell_place(table, index).await {
            Ok(place @ (0.., 0..)) => return Ok(Some(place)),
            Ok(_) => {}
            // The node is not a table.
            Err(NoAnswer::Unknown(_)) => return Ok(None),
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}

/// The index of a visible child, by binary search: items lie one below the other. `None` where they report no place.
async fn sought(line: Line<'_>, list: &NodeRef, count: i32, rect: Rect) -> Result<Option<i32>, NoAnswer> {
    let (mut first, mut end) = (0, count);
    while first < end {
        let middle = first + (end - first) / 2;
        let Some(child) = line.child(list, middle).await? else { return Ok(None) };
        let place = line.extents(&child).await?;
        if place.is_empty() {
            return Ok(None);
        }
        if place.bottom() <= rect.y {
            first = middle + 1;
        } else if place.y >= rect.bottom() {
            end = middle;
        } else {
            return Ok(Some(middle));
        }
    }
    Ok(None)
}

/// The index of a child at one of several points of the list.
async fn item(line: Line<'_>, list: &NodeRef, rect: Rect) -> Result<Option<i32>, NoAnswer> {
    for point in spread(rect) {
        let Ok(Some(mut node)) = line.at_point(list, point).await else { continue };
        for _ in 0..DEEPEST {
            if node == *list {
                break;
            }
            match line.parent(&node).await? {
                Some(parent) if parent == *list => return line.index_in_parent(&node).await.map(Some),
                Some(parent) => node = parent,
                None => break,
            }
        }
    }
    Ok(None)
}

/// Points all over a rectangle: items may be narrow, and lie at either side.
fn spread(rect: Rect) -> impl Iterator<Item = Point> {
    let at = |length: u32, part: i32| i32::try_from(length).unwrap_or(i32::MAX) / 8 * part;
    let lines = [4, 2, 6, 1, 7].into_iter();
    lines.flat_map(move |down| {
        let y = rect.y + at(rect.height, down);
        [1, 4, 7].into_iter().map(move |across| Point { x: rect.x + at(rect.width, across), y })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_called_by_column_and_row() {
        for (at, expected) in [
            ((0, 0), "A1"),
            ((8, 25), "Z9"),
            ((9, 26), "AA10"),
            ((99, 701), "ZZ100"),
            ((1_048_575, 16_383), "XFD1048576"),
        ] {
            assert_eq!(address(at), expected);
        }
    }
}
