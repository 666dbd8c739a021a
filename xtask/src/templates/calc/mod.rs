//! Spreadsheets. Each line of a definition is one row, with `|` between its cells:
//!
//! `[sheet name]` begins a sheet, `[widths 3 2.5]` says how wide its columns are in centimetres, `= text` is a title,
//! `# cell | cell` a row of headings, `* cell | cell` a row of totals, `~` an empty row, anything else a row. The spelling of
//! a cell says its type ([`Value::parse`]); `=FORMULA -> value` is a formula with its result.

mod value;

use super::xml::escape;
use anyhow::{Context, Result, bail};
use value::{FORMATS, Value};

/// The named styles.
pub(super) const STYLES: &str = include_str!("styles.xml");

/// The formats of values.
const VALUE_STYLES: &str = include_str!("automatic.xml");

/// Centres a date, so that it does not touch the text in the next cell.
const CENTRED: &str = "<style:table-cell-properties style:text-align-source=\"fix\"/><style:paragraph-properties \
                       fo:text-align=\"center\"/>";

/// What a row is.
#[derive(Clone, Copy)]
enum Row {
    Title,
    Headings,
    Values,
    Totals,
}

/// The automatic styles of the document, and its sheets.
pub(super) fn content(lines: &[String]) -> Result<(String, String)> {
    let mut styles = VALUE_STYLES.to_owned() + &cell_styles();
    let mut body = String::from("<office:spreadsheet>");
    let mut open = false;
    for line in lines {
        if let Some(name) = bracketed(line, "sheet") {
            body.push_str(if open { "</table:table>" } else { "" });
            body.push_str(&format!("<table:table table:name=\"{}\">", escape(name)));
            open = true;
        } else if !open {
            bail!("no sheet begins before this line: {line}");
        } else if let Some(widths) = bracketed(line, "widths") {
            for width in widths.split(' ') {
                let (style, column) = column(width);
                if !styles.contains(&style) {
                    styles.push_str(&style);
                }
                body.push_str(&column);
            }
        } else {
            body.push_str(&row(line).with_context(|| format!("in the row {line}"))?);
        }
    }
    Ok((styles, body + "</table:table></office:spreadsheet>"))
}

/// The value of a line like `[key value]`.
fn bracketed<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    line.strip_prefix('[')?.strip_suffix(']')?.strip_prefix(key)?.strip_prefix(' ')
}

/// The style of a column that is so wide, and the column.
fn column(width: &str) -> (String, String) {
    let name = format!("column-{}", width.replace('.', "-"));
    let style = format!(
        "<style:style style:name=\"{name}\" style:family=\"table-column\"><style:table-column-properties \
         style:column-width=\"{width}cm\"/></style:style>"
    );
    (style, format!("<table:table-column table:style-name=\"{name}\"/>"))
}

/// A style for each format in each row of values.
fn cell_styles() -> String {
    let rows = [(Row::Values, "Default"), (Row::Totals, "Total")];
    let style = |parent: &str, row: Row, format: &str| {
        format!(
            "<style:style style:name=\"{}\" style:family=\"table-cell\" style:parent-style-name=\"{parent}\" \
             style:data-style-name=\"{format}\">{}</style:style>",
            row.style(format),
            if format == "date" { CENTRED } else { "" }
        )
    };
    rows.iter().flat_map(|(row, parent)| FORMATS.map(|format| style(parent, *row, format))).collect()
}

impl Row {
    /// The row that a line is, and its cells.
    fn parse(line: &str) -> (Row, &str) {
        match line.split_once(' ').unwrap_or((line, "")) {
            ("=", cells) => (Row::Title, cells),
            ("#", cells) => (Row::Headings, cells),
            ("*", cells) => (Row::Totals, cells),
            ("~", cells) => (Row::Values, cells),
            _ => (Row::Values, line),
        }
    }

    /// The name of the style of a cell in this row with this format.
    fn style(self, format: &str) -> String {
        match self {
            Row::Title => "Heading_20_1".into(),
            Row::Headings => "Column_20_heading".into(),
            Row::Values if format.is_empty() => "Default".into(),
            Row::Totals if format.is_empty() => "Total".into(),
            Row::Values => format!("value-{format}"),
            Row::Totals => format!("total-{format}"),
        }
    }
}

fn row(line: &str) -> Result<String> {
    let (row, cells) = Row::parse(line);
    let mut out = String::from("<table:table-row>");
    for text in cells.split('|').map(str::trim) {
        out.push_str(&cell(row, text)?);
    }
    Ok(out + "</table:table-row>")
}

fn cell(row: Row, text: &str) -> Result<String> {
    let (formula, shown) = match text.strip_prefix('=') {
        Some(formula) => {
            let (formula, shown) = formula.rsplit_once(" -> ").context("the formula has no result")?;
            (format!(" table:formula=\"of:={}\"", escape(formula)), shown)
        }
        None => (String::new(), text),
    };
    let value = match row {
        Row::Title | Row::Headings => Value::text(shown),
        Row::Values | Row::Totals => Value::parse(shown),
    };
    let style = row.style(value.format);
    if shown.is_empty() {
        return Ok(match row {
            Row::Values => "<table:table-cell/>".into(),
            _ => format!("<table:table-cell table:style-name=\"{style}\"/>"),
        });
    }
    Ok(format!(
        "<table:table-cell table:style-name=\"{style}\"{formula}{}><text:p>{}</text:p></table:table-cell>",
        value.attributes,
        escape(value.shown)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_cells_with_types_and_formulas() {
        let lines =
            ["[sheet A & B]", "[widths 3 2.5 3]", "# Item | Cost", "tea | 2", "* Sum | =SUM([.B2:.B2]) -> 2"];
        let (styles, body) = content(&lines.map(str::to_owned)).unwrap();
        assert_eq!(styles.matches("table-column-properties").count(), 2);
        assert!(body.contains("table:name=\"A &amp; B\""), "{body}");
        assert!(body.contains("\"Column_20_heading\" office:value-type=\"string\"><text:p>Cost"), "{body}");
        assert!(
            body.contains("\"value-integer\" office:value-type=\"float\" office:value=\"2\"><text:p>2"),
            "{body}"
        );
        assert!(body.contains("table:formula=\"of:=SUM([.B2:.B2])\" office:value-type=\"float\""), "{body}");
    }

    #[test]
    fn a_row_outside_sheets_and_a_formula_without_result_are_errors() {
        let error = |lines: &[&str]| {
            let lines: Vec<String> = lines.iter().map(|it| (*it).to_owned()).collect();
            format!("{:#}", content(&lines).unwrap_err())
        };
        assert_eq!(error(&["a"]), "no sheet begins before this line: a");
        assert_eq!(error(&["[sheet A]", "=1+1"]), "in the row =1+1: the formula has no result");
    }
}
