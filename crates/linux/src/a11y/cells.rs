//! The visible part of a table with very many cells, found by looking at its corners.

use super::bus::Line;
use super::error::NoAnswer;
use super::forest::Facts;
use super::node::NodeRef;
use deskpilot_core::{Point, Rect};
use futures::future::try_join_all;
use std::ops::RangeInclusive;

/// The most rows or columns that are read; more do not fit on a screen.
const MOST_ROWS: i32 = 200;
const MOST_COLUMNS: i32 = 100;
/// How far from a corner the first cell may begin: headers lie there.
const HEADER: i32 = 120;
const STEP: usize = 12;

/// The cells of a table that a person could see, row by row; none where the table does not tell.
pub(crate) async fn visible(line: Line<'_>, table: &NodeRef) -> Result<Vec<(NodeRef, Facts)>, NoAnswer> {
    let rect = line.extents(table).await?;
    let Some(first) = corner(line, table, from_top_left(rect)).await? else { return Ok(Vec::new()) };
    let last = corner(line, table, from_bottom_right(rect)).await?.unwrap_or(first);
    let mut cells = Vec::new();
    for row in range(first.0, last.0, MOST_ROWS) {
        let columns = range(first.1, last.1, MOST_COLUMNS);
        let row = columns.map(|column| line.cell(table, row, column));
        cells.extend(try_join_all(row).await?.into_iter().flatten());
    }
    let Some(example) = cells.first() else { return Ok(Vec::new()) };
    let example = line.facts(example).await?;
    let facts: Vec<_> = cells.iter().map(|cell| like(line, cell, &example)).collect();
    let facts = try_join_all(facts).await?;
    Ok(cells.into_iter().zip(facts).collect())
}

/// What is known of a cell: there are thousands, and they differ in little.
async fn like(line: Line<'_>, cell: &NodeRef, example: &Facts) -> Result<Facts, NoAnswer> {
    let (name, states) = futures::try_join!(line.name(cell), line.states(cell))?;
    Ok(Facts { name, states, child_count: 0, description: Some(String::new()), ..example.clone() })
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

/// Row and column of the first cell that is met on the way.
async fn corner(
    line: Line<'_>,
    table: &NodeRef,
    way: impl Iterator<Item = Point>,
) -> Result<Option<(i32, i32)>, NoAnswer> {
    for point in way {
        let Some(cell) = line.at_point(table, point).await?.filter(|cell| cell != table) else { continue };
        let index = line.index_in_parent(&cell).await?;
        if let Ok(place @ (0.., 0..)) = line.cell_place(table, index).await {
            return Ok(Some(place));
        }
    }
    Ok(None)
}
