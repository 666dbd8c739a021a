//! Text documents. Each line of a definition is one paragraph:
//!
//! `= title`, `== subtitle`, `# heading`, `## heading below`, `- bullet`, `-- bullet below`, `1. number`, `| cell | cell |`
//! (the first row of a table is its heading), `~ line without space below`, `> line at the right`, `[columns]` and
//! `[/columns]` around a text in two columns, anything else as text body. `**words**` are bold and `*words*` italic.

use super::{
    lists::{Item, item, list, row},
    xml::spans,
};
use anyhow::{Result, bail};

/// The named styles, as Writer names them.
pub(super) const STYLES: &str = include_str!("styles.xml");

/// The styles of tables, sections and lines at the right.
pub(super) const AUTOMATIC_STYLES: &str = include_str!("automatic.xml");

/// A line of a definition.
enum Line<'a> {
    /// The name of the paragraph's style, and its text.
    Paragraph(&'static str, &'a str),
    Heading(usize, &'a str),
    Bullet(Item<'a>),
    Number(Item<'a>),
    Row(Vec<&'a str>),
    ColumnsBegin,
    ColumnsEnd,
}

/// The text of the document.
pub(super) fn body(lines: &[String]) -> Result<String> {
    let lines: Vec<Line<'_>> = lines.iter().map(|it| Line::parse(it)).collect();
    let mut out = String::from("<office:text>");
    let mut tables = 0;
    for group in lines.chunk_by(Line::joins) {
        match &group[0] {
            Line::Paragraph(style, text) => out.push_str(&paragraph(style, text)),
            Line::Heading(level, text) => out.push_str(&format!(
                "<text:h text:style-name=\"Heading_20_{level}\" text:outline-level=\"{level}\">{}</text:h>",
                spans(text)
            )),
            Line::Bullet(_) | Line::Number(_) => out.push_str(&list_of(group)),
            Line::Row(_) => {
                tables += 1;
                out.push_str(&table(tables, group)?);
            }
            Line::ColumnsBegin => {
                out.push_str("<text:section text:style-name=\"Columns\" text:name=\"Columns\">");
            }
            Line::ColumnsEnd => out.push_str("</text:section>"),
        }
    }
    Ok(out + "</office:text>")
}

impl Line<'_> {
    fn parse(line: &str) -> Line<'_> {
        let (mark, text) = line.split_once(' ').unwrap_or((line, ""));
        if let Some(cells) = row(line) {
            return Line::Row(cells);
        }
        if let Some(item) = item(line) {
            return Line::Bullet(item);
        }
        match mark {
            "=" => Line::Paragraph("Title", text),
            "==" => Line::Paragraph("Subtitle", text),
            "#" | "##" => Line::Heading(mark.len(), text),
            "~" => Line::Paragraph("Standard", text),
            ">" => Line::Paragraph("Right", text),
            "[columns]" => Line::ColumnsBegin,
            "[/columns]" => Line::ColumnsEnd,
            _ if is_number(mark) => Line::Number((1, text)),
            _ => Line::Paragraph("Text_20_body", line),
        }
    }

    /// Whether two lines that follow each other are parts of one list or one table.
    fn joins(&self, next: &Self) -> bool {
        matches!(
            (self, next),
            (Line::Bullet(_), Line::Bullet(_))
                | (Line::Number(_), Line::Number(_))
                | (Line::Row(_), Line::Row(_))
        )
    }
}

/// Whether it is like `12.`.
fn is_number(mark: &str) -> bool {
    mark.strip_suffix('.').is_some_and(|it| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit()))
}

fn paragraph(style: &str, text: &str) -> String {
    format!("<text:p text:style-name=\"{style}\">{}</text:p>", spans(text))
}

fn list_of(group: &[Line<'_>]) -> String {
    let items: Vec<Item<'_>> = group
        .iter()
        .filter_map(|it| match it {
            Line::Bullet(item) | Line::Number(item) => Some(*item),
            _ => None,
        })
        .collect();
    let (list_style, style) = match group[0] {
        Line::Number(_) => ("Numbering_20_123", "Numbering_20_1"),
        _ => ("List_20_1", "List_20_1"),
    };
    list(list_style, &items, |text| paragraph(style, text))
}

fn table(number: usize, group: &[Line<'_>]) -> Result<String> {
    let rows: Vec<&[&str]> = group
        .iter()
        .filter_map(|it| if let Line::Row(cells) = it { Some(&cells[..]) } else { None })
        .collect();
    let columns = rows[0].len();
    let mut out = format!(
        "<table:table table:name=\"Table{number}\" table:style-name=\"Table\"><table:table-column \
         table:number-columns-repeated=\"{columns}\"/>"
    );
    for (at, cells) in rows.iter().enumerate() {
        if cells.len() != columns {
            bail!("a row has {} cells, the first one {columns}: {}", cells.len(), cells.join(" | "));
        }
        let (open, close) = match at {
            0 => ("<table:table-header-rows>", "</table:table-header-rows>"),
            _ => ("", ""),
        };
        let (cell_style, style) = match at {
            0 => ("HeadingCell", "Table_20_Heading"),
            _ => ("Cell", "Table_20_Contents"),
        };
        let cell = |text: &&str| {
            format!(
                "<table:table-cell table:style-name=\"{cell_style}\">{}</table:table-cell>",
                paragraph(style, text)
            )
        };
        let cells: String = cells.iter().map(cell).collect();
        out.push_str(&format!("{open}<table:table-row>{cells}</table:table-row>{close}"));
    }
    Ok(out + "</table:table>")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(lines: &[&str]) -> Result<String> {
        let lines: Vec<String> = lines.iter().map(|it| (*it).to_owned()).collect();
        body(&lines)
    }

    #[test]
    fn lines_that_follow_each_other_are_one_list_or_one_table() {
        let shown = of(&["- a", "-- b", "1. c", "2. d", "x", "- e", "| f | g |", "| h | i |"]).unwrap();
        assert_eq!(shown.matches("<text:list text:style-name=").count(), 3);
        assert_eq!(shown.matches("<table:table ").count(), 1);
        assert_eq!(shown.matches("\"Table_20_Heading\"").count(), 2);
        assert!(of(&["| a | b |", "| c |"]).is_err());
    }

    #[test]
    fn marks_at_the_beginning_choose_the_style() {
        for (line, style) in [
            ("= a", "Title"),
            ("== a", "Subtitle"),
            ("## a", "Heading_20_2"),
            ("~", "Standard"),
            ("> a", "Right"),
            ("3 a", "Text_20_body"),
            ("12. a", "Numbering_20_1"),
        ] {
            let shown = of(&[line]).unwrap();
            assert!(shown.contains(&format!("text:style-name=\"{style}\"")), "{line}: {shown}");
        }
    }
}
