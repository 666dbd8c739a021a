//! A table, in columns for the eye or in Markdown for a page. Pure.

/// Rows of cells below a row of heads. The first column has words, the others figures.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    /// What each column holds.
    pub(crate) heads: Vec<String>,
    /// The rows, each as long as the heads.
    pub(crate) rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these heads and no rows.
    pub(crate) fn headed(heads: &[&str]) -> Table {
        Table { heads: heads.iter().map(|head| (*head).to_owned()).collect(), rows: Vec::new() }
    }

    /// The table in aligned columns.
    pub(crate) fn aligned(&self) -> String {
        let widths = self.widths();
        let lines = std::iter::once(&self.heads).chain(&self.rows).map(|row| line(row, &widths));
        let mut lines: Vec<String> = lines.collect();
        lines.insert(1, widths.iter().map(|width| "-".repeat(*width)).collect::<Vec<_>>().join("  "));
        lines.join("\n")
    }

    /// The table in Markdown.
    pub(crate) fn markdown(&self) -> String {
        let row = |cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
            format!("| {} |", cells.join(" | "))
        };
        let rule = self.heads.iter().enumerate().map(|(index, _)| if index == 0 { "---" } else { "---:" });
        let rule = format!("| {} |", rule.collect::<Vec<_>>().join(" | "));
        let rows = self.rows.iter().map(|it| row(it));
        [row(&self.heads), rule].into_iter().chain(rows).collect::<Vec<_>>().join("\n")
    }

    fn widths(&self) -> Vec<usize> {
        let width = |column: usize| {
            let cells = std::iter::once(&self.heads).chain(&self.rows).filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        (0..self.heads.len()).map(width).collect()
    }
}

fn line(row: &[String], widths: &[usize]) -> String {
    let cell = |(index, (cell, width)): (usize, (&String, &usize))| match index {
        0 => format!("{cell:<width$}"),
        _ => format!("{cell:>width$}"),
    };
    row.iter().zip(widths).enumerate().map(cell).collect::<Vec<_>>().join("  ").trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::headed(&["window", "ms"]);
        table.rows.push(vec!["übersicht".into(), "7".into()]);
        table.rows.push(vec!["a|b".into(), "1500".into()]);
        table
    }

    #[test]
    fn columns_are_aligned_by_characters() {
        let expected = "window       ms\n---------  ----\nübersicht     7\na|b        1500";
        assert_eq!(table().aligned(), expected);
    }

    #[test]
    fn markdown_keeps_bars_in_their_cell() {
        let expected = "| window | ms |\n| --- | ---: |\n| übersicht | 7 |\n| a\\|b | 1500 |";
        assert_eq!(table().markdown(), expected);
    }
}
