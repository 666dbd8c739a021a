//! OpenDocument: text documents, spreadsheets and presentations share one XML format.

use super::{
    CellValue,
    bold::{Style, Styles},
    document_error::DocumentError,
    sheet_cells::SheetCells,
    visible_text::VisibleText,
    walk::walk,
};
use crate::task::Cell;
use deskpilot_documents::{
    office::{Package, RowCell, SheetEvent, each_row},
    xml::{Tag, XmlEvent},
};

/// Recorded changes, which still contain deleted text.
const DELETED: &str = "tracked-changes";
/// Notes and comments, which do not interrupt the words around them.
const ASIDE: &[&str] = &["note", "annotation"];

/// Elements of notes and comments that are not their text: who wrote them, when, and the number of a note.
const ABOUT_ASIDE: &[&str] = &["creator", "creator-initials", "date", "date-string", "note-citation"];

/// The text of a document.
pub(super) fn text(package: &mut Package<'_>) -> Result<VisibleText, DocumentError> {
    let content = package.part("content.xml")?;
    let mut styles = Styles::default();
    // A style of the content overrides one of the same name elsewhere.
    if let Some(xml) = package.optional_part("styles.xml")? {
        read_styles(&xml, &mut styles)?;
    }
    read_styles(&content, &mut styles)?;
    let mut reader = OdfReader {
        styles,
        open: vec![VisibleText::default()],
        aside: VisibleText::default(),
        about_aside: 0,
        bold: Vec::new(),
    };
    walk(&content, &[DELETED], |event| reader.handle(&event))?;
    let mut shown = reader.open.pop().unwrap_or_default();
    shown.append(&reader.aside);
    Ok(shown)
}

fn read_styles(xml: &str, styles: &mut Styles) -> Result<(), DocumentError> {
    let mut open: Option<(String, String, Style)> = None;
    walk(xml, &[], |event| match event {
        XmlEvent::Open(tag) if tag.name() == "style" => {
            let value = |name| tag.attribute(name).unwrap_or_default();
            let style = Style { bold: None, parent: tag.attribute("parent-style-name") };
            open = Some((value("family"), value("name"), style));
        }
        XmlEvent::Open(tag) if tag.name() == "text-properties" => {
            if let (Some((.., style)), Some(weight)) = (&mut open, tag.attribute("font-weight")) {
                style.bold = Some(weight == "bold" || weight.parse().is_ok_and(|it: u32| it >= 600));
            }
        }
        XmlEvent::Close("style") => {
            if let Some((family, name, style)) = open.take() {
                styles.insert(&family, &name, style);
            }
        }
        _ => {}
    })
}

struct OdfReader {
    styles: Styles,
    /// The text, and the notes in it that are still open.
    open: Vec<VisibleText>,
    aside: VisibleText,
    /// How many open elements are about a note instead of its text.
    about_aside: usize,
    /// Whether each open element is bold; empty outside paragraphs.
    bold: Vec<bool>,
}

impl OdfReader {
    fn handle(&mut self, event: &XmlEvent<'_>) {
        match event {
            XmlEvent::Open(tag) => self.begin(tag),
            XmlEvent::Text(_) if self.about_aside > 0 => {}
            XmlEvent::Text(text) => {
                if let (Some(bold), Some(shown)) = (self.bold.last().copied(), self.open.last_mut()) {
                    shown.push(text, bold);
                }
            }
            XmlEvent::Close(name) if self.about_aside > 0 && ABOUT_ASIDE.contains(name) => {
                self.about_aside -= 1;
            }
            XmlEvent::Close("p" | "h") => {
                self.bold.pop();
                self.pause();
            }
            XmlEvent::Close("span") => drop(self.bold.pop()),
            XmlEvent::Close(name) if ASIDE.contains(name) && self.open.len() > 1 => {
                let note = self.open.pop().unwrap_or_default();
                self.aside.append(&note);
            }
            XmlEvent::Close(_) => {}
        }
    }

    fn begin(&mut self, tag: &Tag<'_>) {
        match tag.name() {
            "p" | "h" => {
                self.pause();
                self.bold.push(self.is_bold(tag, "paragraph").unwrap_or(false));
            }
            "span" => {
                let around = self.bold.last().copied().unwrap_or(false);
                self.bold.push(self.is_bold(tag, "text").unwrap_or(around));
            }
            "s" | "tab" | "line-break" => self.pause(),
            name if ABOUT_ASIDE.contains(&name) && self.open.len() > 1 => self.about_aside += 1,
            name if ASIDE.contains(&name) => self.open.push(VisibleText::default()),
            _ => {}
        }
    }

    fn is_bold(&self, tag: &Tag<'_>, family: &str) -> Option<bool> {
        self.styles.resolve_bold(family, &tag.attribute("style-name")?)
    }

    fn pause(&mut self) {
        self.open.iter_mut().last().into_iter().for_each(VisibleText::separate);
    }
}

/// The cell's value; the inner error lists the sheets if the cell's own is missing.
pub(super) fn value(
    package: &mut Package<'_>,
    cell: &Cell,
) -> Result<Result<CellValue, Vec<String>>, DocumentError> {
    let content = package.part("content.xml")?;
    let mut finder = CellFinder {
        wanted: cell,
        names: Vec::new(),
        position: SheetPosition::Elsewhere,
        row: 0,
        column: 0,
        value: None,
    };
    walk(&content, &[DELETED, "annotation"], |event| finder.handle(&event))?;
    let is_there = match &cell.sheet {
        Some(name) => finder.names.contains(name),
        None => !finder.names.is_empty(),
    };
    if !is_there {
        return Ok(Err(finder.names));
    }
    let mut value = finder.value.unwrap_or_default();
    value.displayed.truncate(value.displayed.trim_end().len());
    Ok(Ok(value))
}

/// The cells of all sheets that show something.
pub(super) fn sheets(package: &mut Package<'_>) -> Result<Vec<SheetCells>, DocumentError> {
    let mut sheets: Vec<SheetCells> = Vec::new();
    each_row(package, |event| match event {
        SheetEvent::Sheet(name) => sheets.push(SheetCells::of(name.to_owned())),
        SheetEvent::Row { rows, cells } => {
            if let Some(sheet) = sheets.last_mut() {
                push_row(sheet, rows, cells);
            }
        }
    })?;
    Ok(sheets)
}

/// Adds a row to a sheet: as often as the brief shows it, and in it each cell as often.
fn push_row(sheet: &mut SheetCells, rows: (u32, u32), cells: &[RowCell]) {
    for row in repeats(rows) {
        for cell in cells {
            let shown = cell.shown.replace('\n', " ");
            repeats(cell.columns).for_each(|column| sheet.push((column, row), &shown));
        }
    }
}

/// How often a cell or a row is repeated, by this attribute; once if it is missing.
fn repeat_count(tag: &Tag<'_>, attribute: &str) -> u64 {
    tag.attribute(attribute).and_then(|it| it.parse().ok()).unwrap_or(1)
}

/// How many of the first repeats of a cell or a row the brief shows, and of the last.
const REPEATS: (u64, u64) = (50, 3);

/// The positions that the brief shows, of those from the first to the last.
fn repeats((first, last): (u32, u32)) -> impl Iterator<Item = u32> {
    let (from, end) = (u64::from(first), u64::from(last) + 1);
    let first = from..end.min(from + REPEATS.0);
    let last = first.end.max(end.saturating_sub(REPEATS.1))..end;
    first.chain(last).filter_map(|it| u32::try_from(it).ok())
}

/// The position of the walk through the sheets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SheetPosition {
    /// Outside the wanted sheet.
    Elsewhere,
    /// In the sheet.
    Sheet,
    /// In a row that is repeated this many times.
    Row(u64),
    /// In a cell that is repeated this many times, with the repeats of its row first.
    Cell(u64, u64),
    /// In the wanted cell.
    Here,
}

struct CellFinder<'a> {
    wanted: &'a Cell,
    names: Vec<String>,
    position: SheetPosition,
    row: u64,
    column: u64,
    value: Option<CellValue>,
}

impl CellFinder<'_> {
    fn handle(&mut self, event: &XmlEvent<'_>) {
        match (event, self.position) {
            (XmlEvent::Open(tag), _) => self.begin(tag),
            (XmlEvent::Text(text), SheetPosition::Here) => {
                self.value.iter_mut().for_each(|it| it.displayed.push_str(text));
            }
            (XmlEvent::Close("p"), SheetPosition::Here) => {
                self.value.iter_mut().for_each(|it| it.displayed.push('\n'));
            }
            (XmlEvent::Close("table-cell" | "covered-table-cell"), SheetPosition::Cell(rows, columns)) => {
                self.column = self.column.saturating_add(columns);
                self.position = SheetPosition::Row(rows);
            }
            // The rest of the sheet does not matter.
            (XmlEvent::Close("table-cell" | "covered-table-cell"), SheetPosition::Here) => {
                self.position = SheetPosition::Elsewhere;
            }
            (XmlEvent::Close("table-row"), SheetPosition::Row(rows)) => {
                self.row = self.row.saturating_add(rows);
                self.position = SheetPosition::Sheet;
            }
            (XmlEvent::Close("table"), SheetPosition::Sheet) => self.position = SheetPosition::Elsewhere,
            _ => {}
        }
    }

    fn begin(&mut self, tag: &Tag<'_>) {
        match (tag.name(), self.position) {
            ("table", SheetPosition::Elsewhere) => self.sheet(tag.attribute("name").unwrap_or_default()),
            ("table-row", SheetPosition::Sheet) => {
                self.column = 0;
                self.position = SheetPosition::Row(repeat_count(tag, "number-rows-repeated"));
            }
            ("table-cell" | "covered-table-cell", SheetPosition::Row(rows)) => self.cell(tag, rows),
            ("s" | "tab", SheetPosition::Here) => self.value.iter_mut().for_each(|it| it.displayed.push(' ')),
            _ => {}
        }
    }

    fn sheet(&mut self, name: String) {
        let is_wanted = self.wanted.sheet.as_ref().map_or(self.names.is_empty(), |wanted| *wanted == name);
        self.names.push(name);
        if is_wanted && self.value.is_none() {
            (self.row, self.position) = (0, SheetPosition::Sheet);
        }
    }

    fn cell(&mut self, tag: &Tag<'_>, rows: u64) {
        let columns = repeat_count(tag, "number-columns-repeated");
        let covers = |first: u64, times: u64, wanted: u32| {
            (first..first.saturating_add(times)).contains(&wanted.into())
        };
        if !covers(self.row, rows, self.wanted.row) || !covers(self.column, columns, self.wanted.column) {
            self.position = SheetPosition::Cell(rows, columns);
            return;
        }
        let kept = ["value", "date-value", "time-value", "boolean-value", "string-value"];
        let stored = kept.into_iter().find_map(|name| tag.attribute(name));
        self.value = Some(CellValue { displayed: String::new(), stored });
        self.position = SheetPosition::Here;
    }
}
