//! The cells of a spreadsheet, as its file has them. Pure.

use super::{
    flat::{at, gathered, text_of},
    xml::Element,
};

/// Cells from one corner to the other, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cells {
    pub(super) row: usize,
    pub(super) column: usize,
    pub(super) rows: usize,
    pub(super) columns: usize,
}

/// A cell: its element, and the name of its style.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell<'a> {
    element: &'a Element,
    pub(super) style: Option<&'a str>,
}

/// What a cell holds.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum CellValue {
    Empty,
    Number(f64),
    Text(String),
    Flag(bool),
    /// A date or a time.
    Moment(String),
}

impl Cells {
    /// The cells of a range such as `A1` or `$A$1:C5`; `None` for a name, or for cells of another sheet.
    pub(super) fn of(range: &str) -> Option<Cells> {
        let plain = range.replace('$', "");
        let (first, last) = plain.split_once(':').unwrap_or((plain.as_str(), plain.as_str()));
        let (first, last) = (place(first)?, place(last)?);
        let (row, column) = (first.0.min(last.0), first.1.min(last.1));
        let (end_row, end_column) = (first.0.max(last.0), first.1.max(last.1));
        Some(Cells { row, column, rows: end_row - row + 1, columns: end_column - column + 1 })
    }
}

/// The number of a column by its letters, counted from 0.
pub(super) fn column_number(letters: &str) -> Option<usize> {
    let is_name = (1..=3).contains(&letters.len()) && letters.bytes().all(|it| it.is_ascii_alphabetic());
    let digit = |it: u8| usize::from(it.to_ascii_uppercase() - b'A') + 1;
    is_name.then(|| letters.bytes().fold(0, |sum, it| sum * 26 + digit(it)) - 1)
}

/// The row and the column of a name such as `B2`.
fn place(name: &str) -> Option<(usize, usize)> {
    let digits = name.find(|it: char| it.is_ascii_digit())?;
    let (letters, row) = name.split_at(digits);
    let row: usize = row.parse().ok()?;
    Some((row.checked_sub(1)?, column_number(letters)?))
}

/// The cell of a sheet in this row and column; `None` beyond those that the file lists.
pub(super) fn cell(sheet: &Element, row: usize, column: usize) -> Option<Cell<'_>> {
    let rows = gathered(sheet, &["table:table-row"]);
    let line = at(&rows, "table:number-rows-repeated", row)?;
    let cells = gathered(line, &["table:table-cell", "table:covered-table-cell"]);
    let element = at(&cells, "table:number-columns-repeated", column)?;
    let columns = gathered(sheet, &["table:table-column"]);
    let of_column = at(&columns, "table:number-columns-repeated", column)
        .and_then(|it| it.attribute("table:default-cell-style-name"));
    let style = element.attribute("table:style-name");
    Some(Cell { element, style: style.or(line.attribute("table:default-cell-style-name")).or(of_column) })
}

impl Cell<'_> {
    /// What it holds.
    pub(super) fn value(&self) -> CellValue {
        let attribute = |name: &str| self.element.attribute(name).unwrap_or_default();
        match self.element.attribute("office:value-type") {
            Some("float" | "percentage" | "currency") => match attribute("office:value").parse() {
                Ok(number) => CellValue::Number(number),
                Err(_) => CellValue::Text(text_of(self.element)),
            },
            Some("boolean") => CellValue::Flag(attribute("office:boolean-value") == "true"),
            Some("date") => CellValue::Moment(attribute("office:date-value").to_owned()),
            Some("time") => CellValue::Moment(attribute("office:time-value").to_owned()),
            Some(_) => CellValue::Text(text_of(self.element)),
            None => CellValue::Empty,
        }
    }

    /// Its formula.
    pub(super) fn formula(&self) -> Option<&str> {
        self.element.attribute("table:formula")
    }

    /// How many rows and columns it takes.
    pub(super) fn span(&self) -> (usize, usize) {
        let count = |name: &str| self.element.count(name);
        (count("table:number-rows-spanned"), count("table:number-columns-spanned"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effects::native::flat::FlatDocument;

    const SHEET: &str = r#"<office:document><office:settings><config:config-item config:name="ActiveTable">One</config:config-item>
        </office:settings><office:body><office:spreadsheet><table:table table:name="One"><table:table-column
        table:number-columns-repeated="3" table:default-cell-style-name="ce2"/><table:table-row table:number-rows-repeated="2">
        <table:table-cell table:number-columns-repeated="3"/></table:table-row><table:table-row><table:table-cell
        office:value-type="float" office:value="1.5" table:style-name="ce1"><text:p>1,50</text:p></table:table-cell>
        <table:table-cell office:value-type="string" table:formula="of:=[.A1]"><text:p>a</text:p><text:p>b</text:p>
        </table:table-cell></table:table-row></table:table></office:spreadsheet></office:body></office:document>"#;

    #[test]
    fn a_cell_is_found_behind_those_that_stand_for_many() {
        let document = FlatDocument::of(SHEET).unwrap();
        let sheet = document.sheet(None).unwrap();
        let number = cell(sheet, 2, 0).unwrap();
        assert_eq!((number.value(), number.style), (CellValue::Number(1.5), Some("ce1")));
        let text = cell(sheet, 2, 1).unwrap();
        assert_eq!((text.value(), text.formula()), (CellValue::Text("a\nb".into()), Some("of:=[.A1]")));
        assert_eq!(
            (cell(sheet, 1, 2).unwrap().value(), cell(sheet, 1, 2).unwrap().style),
            (CellValue::Empty, Some("ce2"))
        );
        assert!(cell(sheet, 3, 0).is_none() && document.sheet(Some("Two")).is_none());
    }

    #[test]
    fn a_range_is_cells_and_a_name_is_none() {
        let cells = |row, column, rows, columns| Some(Cells { row, column, rows, columns });
        for (range, expected) in [
            ("A1", cells(0, 0, 1, 1)),
            ("$B$2:d3", cells(1, 1, 2, 3)),
            ("B3:A1", cells(0, 0, 3, 2)),
            ("AA10", cells(9, 26, 1, 1)),
            ("A0", None),
            ("Sheet2.A1", None),
            ("total", None),
            ("*", None),
            ("A1:B2:C3", None),
        ] {
            assert_eq!(Cells::of(range), expected, "{range}");
        }
    }
}
