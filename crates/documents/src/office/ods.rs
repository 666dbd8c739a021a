//! Spreadsheets in OpenDocument, the format of LibreOffice. Cells are as shown.

use super::{Package, PartError, cell_range::CellRange, sheet_writer::SheetWriter};
use crate::{
    Document, DocumentError, Format,
    limits::LARGEST_FILE,
    xml::{Content, EntitySet, Tag, XmlEvent, walk},
};

/// Recorded changes, which still contain deleted text, and comments.
const SKIPPED: [&str; 2] = ["tracked-changes", "annotation"];

/// The sheets of a spreadsheet and what they show, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetEvent<'a> {
    /// A sheet of this name begins.
    Sheet(&'a str),
    /// A row of the sheet shows something.
    Row {
        /// The first and the last row, from 0, that show this.
        rows: (u32, u32),
        /// The cells that show something: the first and the last column, from 0, and the text.
        cells: &'a [RowCell],
    },
}

/// A cell of a row, and those after it that show the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowCell {
    /// The first and the last column, from 0.
    pub columns: (u32, u32),
    /// What the cell shows.
    pub shown: String,
}

/// A spreadsheet: a section for each sheet, a line for each row.
pub(crate) fn read(bytes: &[u8], name: &str) -> Result<Document, DocumentError> {
    let mut writer = SheetWriter::new();
    let mut open = |event: SheetEvent<'_>| match event {
        SheetEvent::Sheet(name) => writer.start_sheet(name),
        SheetEvent::Row { rows, cells } => {
            cells.iter().for_each(|it| writer.cell(CellRange { columns: it.columns, rows }, &it.shown));
        }
    };
    let read = Package::open(bytes, LARGEST_FILE).map_err(PartError::from);
    let read = read.and_then(|mut package| each_row(&mut package, &mut open));
    read.map_err(|error| error.of_document(Format::Ods))?;
    writer.finish(name)
}

/// Calls `visit` for every sheet, and for every row in it that shows something.
///
/// # Errors
/// The content of the document is missing or damaged.
pub fn each_row(package: &mut Package<'_>, mut visit: impl FnMut(SheetEvent<'_>)) -> Result<(), PartError> {
    let content = package.part("content.xml")?;
    let mut reader = RowReader::default();
    walk(&content, EntitySet::Predefined, |event| match event {
        XmlEvent::Open(tag) if SKIPPED.contains(&tag.name()) => Content::Skipped,
        event => {
            reader.handle(&event, &mut visit);
            Content::Visited
        }
    })?;
    Ok(())
}

/// How often a cell or a row is repeated, by this attribute; once if it is missing.
fn repeat_count(tag: &Tag<'_>, attribute: &str) -> u64 {
    tag.attribute(attribute).and_then(|it| it.parse().ok()).unwrap_or(1)
}

/// The first and the last of so many positions from here; `None` beyond the largest sheet.
fn positions(from: u64, count: u64) -> Option<(u32, u32)> {
    let last = from.saturating_add(count.saturating_sub(1));
    Some((u32::try_from(from).ok()?, u32::try_from(last).unwrap_or(u32::MAX)))
}

#[derive(Default)]
struct RowReader {
    row: u64,
    column: u64,
    rows: u64,
    columns: u64,
    /// What the open cell shows.
    shown: Option<String>,
    /// The cells of the open row that show something.
    cells: Vec<RowCell>,
}

impl RowReader {
    fn handle(&mut self, event: &XmlEvent<'_>, visit: &mut impl FnMut(SheetEvent<'_>)) {
        match event {
            XmlEvent::Open(tag) => match tag.name() {
                "table" => {
                    visit(SheetEvent::Sheet(&tag.attribute("name").unwrap_or_default()));
                    self.row = 0;
                }
                "table-row" => {
                    (self.column, self.rows) = (0, repeat_count(tag, "number-rows-repeated"));
                    self.cells.clear();
                }
                "table-cell" | "covered-table-cell" => {
                    self.columns = repeat_count(tag, "number-columns-repeated");
                    self.shown = Some(String::new());
                }
                "p" => self.start_paragraph(),
                "s" | "tab" => self.push(" "),
                _ => {}
            },
            XmlEvent::Text(text) => self.push(text),
            XmlEvent::Close("table-cell" | "covered-table-cell") => self.end_cell(),
            XmlEvent::Close("table-row") => self.end_row(visit),
            XmlEvent::Close(_) => {}
        }
    }

    fn start_paragraph(&mut self) {
        let shown = self.shown.iter_mut().filter(|it| !it.trim().is_empty());
        shown.for_each(|it| it.push('\n'));
    }

    fn push(&mut self, text: &str) {
        self.shown.iter_mut().for_each(|it| it.push_str(text));
    }

    fn end_cell(&mut self) {
        let shown = self.shown.take().unwrap_or_default();
        if let (false, Some(columns)) = (shown.trim().is_empty(), positions(self.column, self.columns)) {
            self.cells.push(RowCell { columns, shown: shown.trim().to_owned() });
        }
        self.column = self.column.saturating_add(self.columns);
    }

    fn end_row(&mut self, visit: &mut impl FnMut(SheetEvent<'_>)) {
        if let (false, Some(rows)) = (self.cells.is_empty(), positions(self.row, self.rows)) {
            visit(SheetEvent::Row { rows, cells: &self.cells });
        }
        self.row = self.row.saturating_add(self.rows);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::office::package::tests::archive;

    #[test]
    fn cells_are_as_shown_and_those_that_repeat_are_one() {
        let content = "<office:document-content><table:tracked-changes><table:table-cell/></table:tracked-changes>
            <table:table table:name='Prices'><table:table-row><table:table-cell><text:p>tea</text:p><office:annotation>
            <text:p>hush</text:p></office:annotation></table:table-cell><table:table-cell office:value='1234.5'>
            <text:p>1,234.50 \u{20ac}</text:p><text:p>a box</text:p></table:table-cell></table:table-row>
            <table:table-row table:number-rows-repeated='1000'><table:table-cell table:number-columns-repeated='2'/>
            <table:table-cell table:number-columns-repeated='3'><text:p>7</text:p></table:table-cell></table:table-row>
            <table:table-row table:number-rows-repeated='18446744073709551615'><table:table-cell/></table:table-row>
            <table:table-row><table:table-cell><text:p>never</text:p></table:table-cell></table:table-row></table:table>
            <table:table table:name='Last'/></office:document-content>";
        let document = read(&archive(&[("content.xml", content)]), "file").unwrap();
        let sections: Vec<String> =
            document.sections.iter().map(|it| format!("{}: {}", it.path.join(" / "), it.text)).collect();
        assert_eq!(
            sections,
            [
                "file / Prices: A1=tea | B1=1,234.50 \u{20ac}\\na box\nC2:E1001=7",
                "file / Last: no cell shows anything",
            ]
        );
        assert_eq!(read(content.as_bytes(), "file").unwrap(), document, "one file of XML");
    }
}
