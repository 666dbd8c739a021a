//! Reads only the visible part of a table or list with very many children, found by hit-testing its corners.

use crate::nodes::detail::{Detail, NodePlace, unless_unknown};
use crate::nodes::facts::Facts;
use crate::nodes::state_overrides::StateOverrides;
use crate::protocol::bus::Caller;
use crate::protocol::error::CallError;
use crate::protocol::node::NodeRef;
use crate::protocol::translate::{bit, has};
use crate::sheets::cell_states::CellStates;
use crate::sheets::known_sheet::{CellPositions, CellRange, KnownSheet};
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
pub(crate) struct VisibleRange {
    /// Its nodes, row by row, with the facts and details already known.
    pub(crate) nodes: Vec<(NodeRef, Facts, Detail)>,
    /// Which range of the whole it is, for the user, such as `items 1 to 20 of 400`.
    pub(crate) description: Option<String>,
    /// Where its nodes are in the table, if it is one.
    pub(crate) positions: Option<CellPositions>,
}

/// The nodes of a table or list that a person could see in this window rectangle (application coordinates); none where
/// the application does not report them. Asks nothing of the cells that are known.
pub(crate) async fn visible(
    caller: Caller<'_>,
    container: &NodeRef,
    window: Rect,
    known: &[KnownSheet],
) -> Result<VisibleRange, CallError> {
    let rect = caller.extents(container).await?.intersection(window);
    match corners(caller, container, rect).await? {
        Some(range) => {
            let known = known.iter().find(|it| it.is_of(container, &range));
            cells(caller, container, range, known).await
        }
        None => visible_items(caller, container, rect).await,
    }
}

/// Which cells are visible; `None` where hit-testing the corners finds no table cells.
async fn corners(caller: Caller<'_>, table: &NodeRef, rect: Rect) -> Result<Option<CellRange>, CallError> {
    let Some(first) = corner(caller, table, from_top_left(rect)).await? else { return Ok(None) };
    let last = corner(caller, table, from_bottom_right(rect)).await?.unwrap_or(first);
    let rows = range(first.0, last.0, MOST_ROWS);
    Ok(Some(CellRange { rows, columns: range(first.1, last.1, MOST_COLUMNS) }))
}

async fn cells(
    caller: Caller<'_>,
    table: &NodeRef,
    range: CellRange,
    known: Option<&KnownSheet>,
) -> Result<VisibleRange, CallError> {
    let CellRange { rows, columns } = &range;
    let has_known = known.is_some_and(|it| !it.is_empty());
    let known = |at: (i32, i32)| known.and_then(|it| it.cell(at));
    let all: Vec<_> = rows.clone().flat_map(|row| columns.clone().map(move |column| (row, column))).collect();
    let node = |(row, column): (i32, i32)| async move {
        match known((row, column)) {
            Some(cell) => Ok(Some(cell.node.clone())),
            None => caller.cell(table, row, column).await,
        }
    };
    let nodes = request_in_order(all.iter().map(|at| node(*at))).await?;
    let mut found: Vec<_> = all.into_iter().zip(nodes).filter_map(|(at, node)| Some((at, node?))).collect();
    // A merged cell is one node at several positions.
    found.dedup_by(|(_, one), (_, other)| one == other);
    let Some((_, example)) = found.first() else { return Ok(VisibleRange::default()) };
    let example = caller.facts(example).await?;
    let naming = naming(caller, &found, &example).await?;
    let states = match naming {
        CellNaming::ByPosition if !has_known => states_by_edge(caller, table, &found).await?,
        CellNaming::ByPosition | CellNaming::AsReported => None,
    };
    let facts = |at: (i32, i32), cell: NodeRef| {
        let (example, states) = (&example, states.as_ref().and_then(|it| it.at(at)));
        async move {
            match known(at) {
                Some(cell) => Ok(cell.facts.clone()),
                None => cell_facts(caller, at, &cell, example, naming, states).await,
            }
        }
    };
    let facts = request_in_order(found.iter().map(|(at, cell)| facts(*at, cell.clone()))).await?;
    let places = grid(caller, &found).await?;
    let detail = |at: &(i32, i32)| Detail {
        place: places.as_ref().and_then(|grid| grid.place(at)).map(NodePlace::of_cell),
        value: known(*at).map(|cell| cell.value.clone()),
        // Counts as read, although it is empty: nobody asks thousands of cells for labels.
        context_name: Some(String::new()),
        state_overrides: Some(StateOverrides::default()),
    };
    let nodes =
        found.iter().zip(facts).map(|((at, node), facts)| (node.clone(), facts, detail(at))).collect();
    let (height, width) = futures::try_join!(caller.row_count(table), caller.column_count(table))?;
    let description = format!(
        "rows {} to {} of {height}, columns {} to {} of {width}",
        rows.start() + 1,
        rows.end() + 1,
        columns.start() + 1,
        columns.end() + 1
    );
    let positions = Some(CellPositions { range, cells: found });
    Ok(VisibleRange { nodes, description: Some(description), positions })
}

/// How the cells of a table are named.
#[derive(Clone, Copy)]
enum CellNaming {
    /// By column and row, such as B7.
    ByPosition,
    /// By the name each cell reports.
    AsReported,
}

/// By position if both the first and the last cell are named so.
async fn naming(
    caller: Caller<'_>,
    cells: &[((i32, i32), NodeRef)],
    first: &Facts,
) -> Result<CellNaming, CallError> {
    let (Some((top, _)), Some((bottom, last))) = (cells.first(), cells.last()) else {
        return Ok(CellNaming::AsReported);
    };
    let is_by_place = first.name == address(*top) && caller.name(last).await? == address(*bottom);
    Ok(if is_by_place { CellNaming::ByPosition } else { CellNaming::AsReported })
}

/// The spreadsheet address of the cell in this row and column, both counted from zero.
fn address((row, column): (i32, i32)) -> String {
    let mut letters = Vec::new();
    let mut rest = u32::try_from(column).unwrap_or(0) + 1;
    // After Z comes AA: base 26 without a zero, so that each digit counts from 1.
    while rest > 0 {
        rest -= 1;
        letters.push(char::from(b'A' + u8::try_from(rest % 26).unwrap_or(0)));
        rest /= 26;
    }
    letters.into_iter().rev().chain((row + 1).to_string().chars()).collect()
}

/// A cell's facts: asks for its name and, where they are not known, its states, and copies the rest from an example, for there are
/// thousands of cells.
async fn cell_facts(
    caller: Caller<'_>,
    at: (i32, i32),
    cell: &NodeRef,
    example: &Facts,
    naming: CellNaming,
    states: Option<u64>,
) -> Result<Facts, CallError> {
    let name = async {
        match naming {
            CellNaming::ByPosition => Ok(address(at)),
            CellNaming::AsReported => caller.name(cell).await,
        }
    };
    let states = async {
        match states {
            Some(states) => Ok(states),
            None => caller.states(cell).await,
        }
    };
    let (name, states) = futures::try_join!(name, states)?;
    // The description counts as known and empty, so that it is not asked for.
    Ok(Facts { name, states, child_count: 0, description: Some(String::new()), ..example.clone() })
}

/// The states of all cells of a sheet, where they follow from those of the first row and column. Of a protected sheet, each cell says
/// whether it can be edited, and of a sheet with a selection, whether it is selected.
async fn states_by_edge(
    caller: Caller<'_>,
    table: &NodeRef,
    cells: &[((i32, i32), NodeRef)],
) -> Result<Option<CellStates>, CallError> {
    let (table_states, selected) = futures::join!(caller.states(table), caller.selected_count(table));
    let is_free = has(table_states?, bit::EDITABLE) && unless_unknown(selected)? == Some(0);
    let Some(last) = cells.last().filter(|_| is_free) else { return Ok(None) };
    let asked = edge(cells).into_iter().chain([last]);
    let asked = asked.map(|(at, cell)| async move { Ok((*at, caller.states(cell).await?)) });
    let mut states = request_in_order(asked).await?;
    Ok(states.pop().and_then(|last| CellStates::of(&states, last)))
}

/// The cells of the first row and the first column.
fn edge(cells: &[((i32, i32), NodeRef)]) -> Vec<&((i32, i32), NodeRef)> {
    let Some(((top, left), _)) = cells.first() else { return Vec::new() };
    cells.iter().filter(|((row, column), _)| row == top || column == left).collect()
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
async fn grid(caller: Caller<'_>, cells: &[((i32, i32), NodeRef)]) -> Result<Option<Grid>, CallError> {
    let (Some(((top, left), _)), Some((last, corner))) = (cells.first(), cells.last()) else {
        return Ok(None);
    };
    let edge = edge(cells);
    let rects = request_in_order(edge.iter().map(|(_, cell)| caller.extents(cell))).await?;
    let mut grid = Grid { columns: HashMap::new(), rows: HashMap::new() };
    for (((row, column), _), rect) in edge.into_iter().zip(rects) {
        if row == top {
            grid.columns.insert(*column, rect);
        }
        if column == left {
            grid.rows.insert(*row, rect);
        }
    }
    let is_right = grid.place(last) == Some(caller.extents(corner).await?);
    Ok(is_right.then_some(grid))
}

/// The visible items of a list, which has no rows: searches outwards from one item that is visible.
async fn visible_items(caller: Caller<'_>, list: &NodeRef, rect: Rect) -> Result<VisibleRange, CallError> {
    let count = caller.child_count(list).await?;
    let one = match search_by_place(caller, list, count, rect).await? {
        Some(one) => Some(one),
        None => hit_index(caller, list, rect).await?,
    };
    let Some(one) = one else { return Ok(VisibleRange::default()) };
    let (mut first, mut last) = (one, one);
    while first > 0 && last - first < MOST_ROWS {
        let more = visible_indices(caller, list, (first - BATCH).max(0)..first, rect).await?;
        let Some(earliest) = more.first() else { break };
        first = *earliest;
    }
    while last < count - 1 && last - first < MOST_ROWS {
        let more = visible_indices(caller, list, last + 1..(last + 1 + BATCH).min(count), rect).await?;
        let Some(latest) = more.last() else { break };
        last = *latest;
    }
    let children = request_in_order((first..=last).map(|index| caller.child(list, index))).await?;
    let children: Vec<_> = children.into_iter().flatten().collect();
    let facts = request_in_order(children.iter().map(|child| caller.facts(child))).await?;
    let nodes = children.into_iter().zip(facts).map(|(node, facts)| (node, facts, Detail::default()));
    let description = format!("items {} to {} of {count}", first + 1, last + 1);
    Ok(VisibleRange { nodes: nodes.collect(), description: Some(description), positions: None })
}

/// Which of these items are visible.
async fn visible_indices(
    caller: Caller<'_>,
    list: &NodeRef,
    indices: Range<i32>,
    rect: Rect,
) -> Result<Vec<i32>, CallError> {
    let ask = |index| async move {
        let Some(child) = caller.child(list, index).await? else { return Ok(None) };
        let is_seen = !caller.extents(&child).await?.intersection(rect).is_empty();
        Ok(is_seen.then_some(index))
    };
    Ok(request_in_order(indices.map(ask)).await?.into_iter().flatten().collect())
}

/// Awaits all requests concurrently, at most `IN_FLIGHT` at once, and returns the replies in request order.
pub(crate) async fn request_in_order<T, F>(requests: impl Iterator<Item = F>) -> Result<Vec<T>, CallError>
where
    F: Future<Output = Result<T, CallError>>,
{
    let requests: Vec<_> = requests.collect();
    stream::iter(requests).buffered(IN_FLIGHT).try_collect().await
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
    caller: Caller<'_>,
    table: &NodeRef,
    path: impl Iterator<Item = Point>,
) -> Result<Option<(i32, i32)>, CallError> {
    for point in path {
        let Some(cell) = caller.at_point(table, point).await?.filter(|cell| cell != table) else { continue };
        let index = caller.index_in_parent(&cell).await?;
        match caller.cell_place(table, index).await {
            // A header has a negative row or column: the next point of the path lies further inside.
            Ok(place @ (0.., 0..)) => return Ok(Some(place)),
            Ok(_) => {}
            // The node is not a table.
            Err(CallError::Unknown(_)) => return Ok(None),
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}

/// The index of a visible child, by binary search: items lie one below the other. `None` where they report no place.
async fn search_by_place(
    caller: Caller<'_>,
    list: &NodeRef,
    count: i32,
    rect: Rect,
) -> Result<Option<i32>, CallError> {
    let (mut first, mut end) = (0, count);
    while first < end {
        let middle = first + (end - first) / 2;
        let Some(child) = caller.child(list, middle).await? else { return Ok(None) };
        let place = caller.extents(&child).await?;
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
async fn hit_index(caller: Caller<'_>, list: &NodeRef, rect: Rect) -> Result<Option<i32>, CallError> {
    for point in spread(rect) {
        // Where one point gets no answer, the next may lie on an item.
        let Ok(Some(mut node)) = caller.at_point(list, point).await else { continue };
        for _ in 0..DEEPEST {
            if node == *list {
                break;
            }
            match caller.parent(&node).await? {
                Some(parent) if parent == *list => return caller.index_in_parent(&node).await.map(Some),
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
