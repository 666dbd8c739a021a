//! A table for a terminal: columns as wide as their cells, and one column that takes what is left of the width. Where that is too
//! little, a row takes several lines, on which its cells stand below their headings all the same.

use crate::width::{cut, terminal_width, text_width};
use std::ops::Range;

/// The least width for the column that takes the rest; where less is left it goes to a line of its own.
const LEAST_REST: usize = 20;
/// The spaces between two columns.
const GAP: usize = 2;
/// The same where the columns fit on one line only by this.
const NARROW_GAP: usize = 1;
/// The spaces before the later lines of a row. No terminal is narrower.
const INDENT: usize = 2;

/// A column with its heading.
pub(crate) struct Column {
    heading: &'static str,
    layout: Layout,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    Left,
    Right,
    /// The last column, which is cut where it does not fit.
    Rest,
}

impl Column {
    pub(crate) const fn left(heading: &'static str) -> Column {
        Column { heading, layout: Layout::Left }
    }

    pub(crate) const fn right(heading: &'static str) -> Column {
        Column { heading, layout: Layout::Right }
    }

    pub(crate) const fn rest(heading: &'static str) -> Column {
        Column { heading, layout: Layout::Rest }
    }

    /// The cell, as wide as its column.
    fn padded(&self, cell: &str, width: usize) -> String {
        let cell = cut(cell, width);
        let padding = " ".repeat(width.saturating_sub(text_width(&cell)));
        match self.layout {
            Layout::Right => padding + &cell,
            Layout::Left | Layout::Rest => cell + &padding,
        }
    }
}

/// Rows of cells below headings.
pub(crate) struct Table {
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) const fn new(columns: Vec<Column>) -> Table {
        Table { columns, rows: Vec::new() }
    }

    pub(crate) fn push(&mut self, row: Vec<String>) {
        self.rows.push(row);
    }

    /// The table for the terminal, or uncut for anything else.
    pub(crate) fn text(&self) -> String {
        self.in_width(terminal_width())
    }

    fn in_width(&self, width: Option<usize>) -> String {
        let width = width.unwrap_or(usize::MAX);
        let headings: Vec<String> = self.columns.iter().map(|it| it.heading.to_owned()).collect();
        let widths: Vec<usize> = self.widths(&headings).map(|it| it.min(width - INDENT)).collect();
        let arrangement = Arrangement::of(&widths, width);
        let rows = std::iter::once(&headings).chain(&self.rows);
        rows.map(|row| self.row_text(row, &widths, &arrangement)).collect::<Vec<_>>().join("\n")
    }

    /// The width of each column except the one that takes the rest.
    fn widths(&self, headings: &[String]) -> impl Iterator<Item = usize> {
        let fixed = self.columns.iter().enumerate().filter(|(_, it)| it.layout != Layout::Rest);
        fixed.map(move |(at, _)| {
            let cells = self.rows.iter().map(|it| text_width(&it[at]));
            cells.max().unwrap_or_default().max(text_width(&headings[at]))
        })
    }

    fn row_text(&self, row: &[String], widths: &[usize], arrangement: &Arrangement) -> String {
        let between = " ".repeat(arrangement.gap);
        let line = |columns: &Range<usize>| {
            let indent = if columns.start == 0 { 0 } else { INDENT };
            let cells = columns.clone().map(|at| self.columns[at].padded(&row[at], widths[at]));
            " ".repeat(indent) + &cells.collect::<Vec<_>>().join(&between)
        };
        let mut lines: Vec<String> = arrangement.lines.iter().map(line).collect();
        if let Some(rest) = row.get(widths.len()) {
            match arrangement.rest {
                RestPlace::Beside(columns) => {
                    let last = lines.pop().unwrap_or_default();
                    lines.push(last + &between + &cut(rest, columns));
                }
                RestPlace::Below(columns) => lines.push(" ".repeat(INDENT) + &cut(rest, columns)),
            }
        }
        lines.iter().map(|it| it.trim_end()).collect::<Vec<_>>().join("\n").trim_end().to_owned()
    }
}

/// Which columns share a line. It is the same for all rows, so that cells stand below their headings in any width.
struct Arrangement {
    /// The columns of each line, without the one that takes the rest.
    lines: Vec<Range<usize>>,
    /// The spaces between two columns.
    gap: usize,
    rest: RestPlace,
}

/// Where the column that takes the rest is, with its width.
#[derive(Clone, Copy)]
enum RestPlace {
    /// Behind the last of the others.
    Beside(usize),
    /// On a line of its own.
    Below(usize),
}

impl Arrangement {
    /// The columns on one line if they fit, or else on as many as they need.
    fn of(widths: &[usize], width: usize) -> Arrangement {
        let used = |gap: usize| widths.iter().sum::<usize>() + gap * widths.len().saturating_sub(1);
        let gap = if used(GAP) > width && used(NARROW_GAP) <= width { NARROW_GAP } else { GAP };
        let (mut lines, mut end) = (Vec::<Range<usize>>::new(), 0);
        for (at, column) in widths.iter().enumerate() {
            let fits = end + gap + column <= width;
            if let Some(line) = lines.last_mut().filter(|_| fits) {
                line.end = at + 1;
                end += gap + column;
            } else {
                end = column + if at == 0 { 0 } else { INDENT };
                lines.push(at..at + 1);
            }
        }
        let beside = width.saturating_sub(end + gap);
        let rest = match beside >= LEAST_REST {
            true => RestPlace::Beside(beside),
            false => RestPlace::Below(width - INDENT),
        };
        Arrangement { lines, gap, rest }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table =
            Table::new(vec![Column::left("TASK"), Column::right("STEPS"), Column::rest("REQUEST")]);
        table.push(vec!["t".into(), "12".into(), "Open the calculator and compute 6 x 7".into()]);
        table.push(vec!["long-name".into(), "3".into(), "日本語".into()]);
        table
    }

    #[test]
    fn the_last_column_takes_what_is_left_and_is_cut_between_words() {
        assert_eq!(
            table().in_width(None),
            "TASK       STEPS  REQUEST\n\
             t             12  Open the calculator and compute 6 x 7\n\
             long-name      3  日本語"
        );
        assert_eq!(
            table().in_width(Some(40)),
            "TASK       STEPS  REQUEST\n\
             t             12  Open the calculator …\n\
             long-name      3  日本語"
        );
    }

    #[test]
    fn where_little_is_left_it_has_a_line_of_its_own() {
        for (width, expected) in [
            (
                30,
                "TASK       STEPS\n  REQUEST\n\
                 t             12\n  Open the calculator and …\n\
                 long-name      3\n  日本語",
            ),
            (
                15,
                "TASK      STEPS\n  REQUEST\n\
                 t            12\n  Open the …\n\
                 long-name     3\n  日本語",
            ),
            (
                12,
                "TASK\n  STEPS\n  REQUEST\n\
                 t\n     12\n  Open the …\n\
                 long-name\n      3\n  日本語",
            ),
            (
                8,
                "TASK\n  STEPS\n  REQUE…\n\
                 t\n     12\n  Open …\n\
                 long-…\n      3\n  日本語",
            ),
        ] {
            assert_eq!(table().in_width(Some(width)), expected, "{width}");
        }
    }

    #[test]
    fn cells_stand_below_their_headings_in_every_width() {
        let names = ["one", "two", "three", "four"];
        let mut table =
            Table::new(names.map(Column::left).into_iter().chain([Column::rest("rest")]).collect());
        let cells = ["a first cell", "b", "c cell", "d"];
        table.push(cells.into_iter().chain(["the last cell of all"]).map(str::to_owned).collect());
        for width in 20..=60 {
            let text = table.in_width(Some(width));
            let lines: Vec<&str> = text.lines().collect();
            let (headings, row) = lines.split_at(lines.len() / 2);
            assert!(lines.iter().all(|it| text_width(it) <= width), "{width}: {text}");
            for (heading, cell) in names.into_iter().zip(cells) {
                let place = |lines: &[&str], word: &str| {
                    lines.iter().enumerate().find_map(|(at, line)| Some((at, line.find(word)?)))
                };
                assert!(place(headings, heading).is_some(), "{width}: {text}");
                assert_eq!(place(headings, heading), place(row, cell), "{width}: {text}");
            }
        }
    }
}
