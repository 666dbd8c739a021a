//! The cells of a sheet as a reading found them, so that the next one asks only for those that may differ. Pure.

use crate::nodes::detail::Value;
use crate::nodes::element::Element;
use crate::nodes::facts::Facts;
use crate::protocol::node::NodeRef;
use crate::protocol::translate::bit;
use deskpilot_core::Rect;
use std::collections::HashMap;
use std::ops::RangeInclusive;

/// A range of rows and columns, both ends inclusive.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CellRange {
    pub(crate) rows: RangeInclusive<i32>,
    pub(crate) columns: RangeInclusive<i32>,
}

/// Which node is at which row and column of a table that was read.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CellPositions {
    pub(crate) range: CellRange,
    pub(crate) cells: Vec<((i32, i32), NodeRef)>,
}

/// The cells of one table, without those that the next reading must ask for in any case.
#[derive(Clone, Debug)]
pub struct KnownSheet {
    table: NodeRef,
    range: CellRange,
    /// Where the table is, in desktop pixels.
    rect: Rect,
    cells: HashMap<(i32, i32), KnownCell>,
}

#[derive(Clone, Debug)]
pub(crate) struct KnownCell {
    pub(crate) node: NodeRef,
    pub(crate) facts: Facts,
    pub(crate) value: Value,
    rect: Rect,
}

impl KnownSheet {
    /// The cells of a table among the elements that were read; `None` where the table is not among them.
    ///
    /// Leaves out the cells of the last row and column, which may be shown in part, and those with the focus or selected: an
    /// application may take both from them without drawing anything.
    pub(crate) fn of(
        table: &NodeRef,
        positions: &CellPositions,
        elements: &HashMap<&NodeRef, &Element>,
    ) -> Option<KnownSheet> {
        let rect = elements.get(table)?.rect;
        let CellPositions { range, cells } = positions;
        let known = |((row, column), node): &((i32, i32), NodeRef)| {
            let element = elements.get(node)?;
            let is_last = row == range.rows.end() || column == range.columns.end();
            let is_used = [bit::FOCUSED, bit::SELECTED].into_iter().any(|bit| element.facts.is(bit));
            let (facts, value) = (element.facts.clone(), Value(element.value.clone()));
            let cell = KnownCell { node: node.clone(), facts, value, rect: element.rect };
            (!is_last && !is_used).then_some(((*row, *column), cell))
        };
        let cells = cells.iter().filter_map(known).collect();
        Some(KnownSheet { table: table.clone(), range: range.clone(), rect, cells })
    }

    /// Keeps only the cells whose rows look the same: a long text covers its neighbours too. The rectangles are in
    /// desktop pixels.
    pub fn retain_rows(&mut self, looks_same: impl Fn(Rect) -> bool) {
        let mut rows: HashMap<(i32, u32), bool> = HashMap::new();
        let Rect { x, width, .. } = self.rect;
        self.cells.retain(|_, cell| {
            let (y, height) = (cell.rect.y, cell.rect.height);
            *rows.entry((y, height)).or_insert_with(|| looks_same(Rect::new(x, y, width, height)))
        });
    }

    /// Whether it holds no cell.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Whether these are cells of this range of this table.
    pub(crate) fn is_of(&self, table: &NodeRef, range: &CellRange) -> bool {
        self.table == *table && self.range == *range
    }

    pub(crate) fn cell(&self, at: (i32, i32)) -> Option<&KnownCell> {
        self.cells.get(&at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nodes::element::testing::element;

    const TABLE: u32 = 55;
    const CELL: u32 = 56;

    #[test]
    fn a_cell_is_known_where_its_row_looks_the_same_and_nothing_uses_it() {
        let node = |name: &str| NodeRef::new(":1.1", name);
        let of = |name: &str, role, rect, states| {
            let element = element(role, name);
            Element { node: node(name), rect, facts: Facts { states, ..element.facts.clone() }, ..element }
        };
        let table = of("table", TABLE, Rect::new(10, 10, 90, 60), 0);
        let mut all = vec![table.clone()];
        let mut cells = Vec::new();
        for row in 0..3_i32 {
            for column in 0..3_i32 {
                let name = format!("{row},{column}");
                let rect = Rect::new(10 + 30 * column, 10 + 20 * row, 30, 20);
                let states = if (row, column) == (0, 1) { 1 << bit::FOCUSED } else { 0 };
                cells.push(((row, column), node(&name)));
                all.push(of(&name, CELL, rect, states));
            }
        }
        let elements: HashMap<_, _> = all.iter().map(|it| (&it.node, it)).collect();
        let range = CellRange { rows: 0..=2, columns: 0..=2 };
        let positions = CellPositions { range: range.clone(), cells };
        let mut known = KnownSheet::of(&table.node, &positions, &elements).unwrap();
        assert!(known.is_of(&table.node, &range));
        let scrolled = CellRange { rows: 1..=3, columns: 0..=2 };
        assert!(!known.is_of(&table.node, &scrolled) && !known.is_of(&node("other"), &range));
        let held = |known: &KnownSheet| {
            let mut held: Vec<_> = known.cells.keys().copied().collect();
            held.sort_unstable();
            held
        };
        assert_eq!(held(&known), [(0, 0), (1, 0), (1, 1)]);
        known.retain_rows(|row| row != Rect::new(10, 30, 90, 20));
        assert_eq!(held(&known), [(0, 0)]);
        assert!(!known.is_empty() && known.cell((1, 1)).is_none());
    }
}
