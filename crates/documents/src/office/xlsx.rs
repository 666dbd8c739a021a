//! Spreadsheets in Office Open XML, the format of Excel. Numbers and dates are as stored, not as shown: a date is a number of days.

use super::{
    Package, PackageError, PartError,
    cell_range::{CellRange, cell_position},
    relations::relations,
    sheet_writer::SheetWriter,
};
use crate::{
    Document, DocumentError, Format,
    limits::LARGEST_FILE,
    xml::{Content, EntitySet, Tag, XmlEvent, walk},
};
use std::{borrow::Cow, collections::HashMap};

/// The most significant digits of a number that spreadsheets show.
const DIGITS: usize = 15;
/// The part that lists the sheets.
const WORKBOOK: &str = "xl/workbook.xml";
/// Phonetic readings of Japanese words, which are not part of the text.
const READINGS: &str = "rPh";

/// The sheets of a spreadsheet, and the texts that their cells share.
#[derive(Debug)]
pub struct Workbook {
    /// The names of the sheets in order, each with its part's name.
    sheets: Vec<(String, String)>,
    texts: Vec<String>,
}

/// A spreadsheet: a section for each sheet, a line for each row.
pub(crate) fn read(bytes: &[u8], name: &str) -> Result<Document, DocumentError> {
    let writer = cells(bytes).map_err(|error| error.of_document(Format::Xlsx))?;
    writer.finish(name)
}

fn cells(bytes: &[u8]) -> Result<SheetWriter, PartError> {
    let mut package = Package::open(bytes, LARGEST_FILE)?;
    let workbook = Workbook::read(&mut package)?;
    let mut writer = SheetWriter::new();
    for (at, name) in workbook.sheet_names().enumerate() {
        writer.start_sheet(name);
        workbook.each_cell(&mut package, at, |position, shown| {
            writer.cell(CellRange::cell(position), shown);
        })?;
    }
    Ok(writer)
}

impl Workbook {
    /// The workbook in a package.
    ///
    /// # Errors
    /// It has none, or a part is damaged.
    pub fn read(package: &mut Package<'_>) -> Result<Workbook, PartError> {
        let missing = || PackageError::MissingPart("xl/_rels/workbook.xml.rels".to_owned());
        let parts: HashMap<String, String> =
            relations(package, WORKBOOK)?.ok_or_else(missing)?.into_iter().collect();
        let mut sheets = Vec::new();
        walk(&package.part(WORKBOOK)?, EntitySet::Predefined, |event| {
            if let XmlEvent::Open(tag) = event
                && tag.name() == "sheet"
                && let Some(part) = tag.attribute("id").and_then(|id| parts.get(&id))
            {
                sheets.push((tag.attribute("name").unwrap_or_default(), part.clone()));
            }
            Content::Visited
        })?;
        Ok(Workbook { sheets, texts: shared_strings(package)? })
    }

    /// The names of the sheets in order.
    pub fn sheet_names(&self) -> impl Iterator<Item = &str> {
        self.sheets.iter().map(|(name, _)| name.as_str())
    }

    /// Calls `visit` for every cell of the sheet at this place with its column and row, from 0, and its content.
    ///
    /// # Errors
    /// The part of the sheet is missing or damaged.
    pub fn each_cell(
        &self,
        package: &mut Package<'_>,
        sheet: usize,
        mut visit: impl FnMut((u32, u32), &str),
    ) -> Result<(), PartError> {
        let Some((_, part)) = self.sheets.get(sheet) else { return Ok(()) };
        let mut cells = CellReader { texts: &self.texts, ..CellReader::default() };
        walk(&package.part(part)?, EntitySet::Predefined, |event| match event {
            XmlEvent::Open(tag) if tag.name() == READINGS => Content::Skipped,
            event => {
                cells.handle(&event, &mut visit);
                Content::Visited
            }
        })?;
        Ok(())
    }
}

/// The shared strings, by index.
fn shared_strings(package: &mut Package<'_>) -> Result<Vec<String>, PartError> {
    let Some(xml) = package.optional_part("xl/sharedStrings.xml")? else { return Ok(Vec::new()) };
    let (mut texts, mut inside): (Vec<String>, bool) = (Vec::new(), false);
    walk(&xml, EntitySet::Predefined, |event| {
        match event {
            XmlEvent::Open(tag) if tag.name() == READINGS => return Content::Skipped,
            XmlEvent::Open(tag) if tag.name() == "si" => texts.push(String::new()),
            XmlEvent::Open(tag) if tag.name() == "t" => inside = true,
            XmlEvent::Close("t") => inside = false,
            XmlEvent::Text(text) if inside => texts.last_mut().into_iter().for_each(|it| it.push_str(text)),
            _ => {}
        }
        Content::Visited
    })?;
    Ok(texts)
}

/// The walk through the cells of a sheet.
#[derive(Default)]
struct CellReader<'a> {
    texts: &'a [String],
    position: (u32, u32),
    /// The type of the open cell.
    kind: String,
    /// What the open cell holds so far.
    held: String,
    is_inside: bool,
}

impl CellReader<'_> {
    fn handle(&mut self, event: &XmlEvent<'_>, visit: &mut impl FnMut((u32, u32), &str)) {
        match event {
            XmlEvent::Open(tag) if tag.name() == "row" => self.position = row_start(tag, self.position),
            XmlEvent::Open(tag) if tag.name() == "c" => {
                self.position = tag.attribute("r").and_then(|it| cell_position(&it)).unwrap_or(self.position);
                self.kind = tag.attribute("t").unwrap_or_default();
                self.held.clear();
            }
            XmlEvent::Open(tag) => self.is_inside = matches!(tag.name(), "v" | "t"),
            XmlEvent::Text(text) if self.is_inside => self.held.push_str(text),
            XmlEvent::Close("v" | "t") => self.is_inside = false,
            XmlEvent::Close("c") => {
                visit(self.position, &cell_text(&self.kind, &self.held, self.texts));
                self.position.0 = self.position.0.saturating_add(1);
            }
            XmlEvent::Close("row") => self.position.1 = self.position.1.saturating_add(1),
            _ => {}
        }
    }
}

fn row_start(tag: &Tag<'_>, (_, row): (u32, u32)) -> (u32, u32) {
    let number = tag.attribute("r").and_then(|it| it.parse::<u32>().ok()).and_then(|it| it.checked_sub(1));
    (0, number.unwrap_or(row))
}

fn cell_text<'a>(kind: &str, held: &'a str, texts: &'a [String]) -> Cow<'a, str> {
    match (kind, held) {
        ("s", number) => {
            number.parse().ok().and_then(|it: usize| texts.get(it)).map_or("", String::as_str).into()
        }
        ("b", "1") => "TRUE".into(),
        ("b", _) => "FALSE".into(),
        ("" | "n", number) if number.len() > DIGITS => shortest(number).map_or(number.into(), Cow::from),
        _ => held.into(),
    }
}

/// A number with the digits that a spreadsheet shows at most: 4.1 is stored as 4.0999999999999996.
fn shortest(number: &str) -> Option<String> {
    let number: f64 = number.parse().ok()?;
    let rounded: f64 = format!("{number:.*e}", DIGITS - 1).parse().ok()?;
    Some(rounded.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::office::package::tests::archive;

    #[test]
    fn a_sheet_is_a_section_and_a_row_a_line() {
        let workbook = "<workbook><sheets><sheet name='One' r:id='rId2'/><sheet name='Empty' r:id='rId1'/></sheets>\
            </workbook>";
        let relations = "<Relationships><Relationship Id='rId1' Target='worksheets/sheet1.xml'/>\
            <Relationship Id='rId2' Target='/xl/worksheets/sheet2.xml'/></Relationships>";
        let texts = "<sst><si><t>tea</t></si><si><r><t>two</t></r><r><t>\nlines</t></r></si></sst>";
        let one = "<worksheet><sheetData><row r='1'><c r='A1' t='s'><v>0</v></c><c r='C1' t='b'><v>1</v></c></row>\
            <row r='4'><c r='B4' t='s'><v>1</v></c><c><f>1+1</f><v>2</v></c></row></sheetData></worksheet>";
        let parts = [
            (WORKBOOK, workbook),
            ("xl/_rels/workbook.xml.rels", relations),
            ("xl/sharedStrings.xml", texts),
            ("xl/worksheets/sheet1.xml", "<worksheet/>"),
            ("xl/worksheets/sheet2.xml", one),
        ];
        let document = read(&archive(&parts), "prices").unwrap();
        let sections: Vec<String> =
            document.sections.iter().map(|it| format!("{}: {}", it.path.join(" / "), it.text)).collect();
        assert_eq!(
            sections,
            [
                "prices / One: A1=tea | C1=TRUE\nB4=two\\nlines | C4=2",
                "prices / Empty: no cell shows anything"
            ]
        );
        let none = read(&archive(&[("word/document.xml", "<a/>")]), "x").unwrap_err();
        assert!(matches!(none, DocumentError::Damaged { format: Format::Xlsx, .. }), "{none}");
    }
}
