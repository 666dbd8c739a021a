//! A table for a terminal: columns as wide as their cells, and one column that takes what is left of the width.

use crate::width::{cut, terminal_width, text_width};

/// The least width for the column that takes the rest; where less is left it goes to a line of its own.
const LEAST_REST: usize = 20;
/// The spaces between two columns.
const GAP: usize = 2;

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
        let headings: Vec<String> = self.columns.iter().map(|it| it.heading.to_owned()).collect();
        let widths = self.widths(&headings);
        let fixed: usize = widths.iter().map(|it| it + GAP).sum();
        let rows = std::iter::once(&headings).chain(&self.rows);
        let lines = rows.map(|row| self.line(row, &widths, width.map(|it| (it, it.saturating_sub(fixed)))));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// The width of each column except the one that takes the rest.
    fn widths(&self, headings: &[String]) -> Vec<usize> {
        let cells =
            |at: usize| self.rows.iter().chain([&headings.to_vec()]).map(move |it| text_width(&it[at])).max();
        let fixed = self.columns.iter().enumerate().filter(|(_, it)| it.layout != Layout::Rest);
        fixed.map(|(at, _)| cells(at).unwrap_or_default()).collect()
    }

    /// A row. `space` is the width of the terminal, and what the other columns leave of it.
    fn line(&self, row: &[String], widths: &[usize], space: Option<(usize, usize)>) -> String {
        let mut line = String::new();
        for ((cell, column), width) in row.iter().zip(&self.columns).zip(widths) {
            let padding = " ".repeat(width.saturating_sub(text_width(cell)));
            match column.layout {
                Layout::Right => line.push_str(&format!("{padding}{cell}  ")),
                Layout::Left | Layout::Rest => line.push_str(&format!("{cell}{padding}  ")),
            }
        }
        let Some(rest) = row.get(widths.len()) else { return line.trim_end().to_owned() };
        match space {
            Some((width, left)) if left < LEAST_REST => {
                let all: Vec<&str> = line.split_whitespace().collect();
                let first = cut(&all.join(" "), width);
                format!("{first}\n  {}", cut(rest, width.saturating_sub(GAP)))
            }
            Some((_, left)) => format!("{line}{}", cut(rest, left)).trim_end().to_owned(),
            None => format!("{line}{rest}").trim_end().to_owned(),
        }
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
        assert_eq!(
            table().in_width(Some(30)),
            "TASK STEPS\n  REQUEST\n\
             t 12\n  Open the calculator and …\n\
             long-name 3\n  日本語"
        );
    }
}
