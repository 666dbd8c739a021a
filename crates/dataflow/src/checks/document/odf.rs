//! OpenDocument: text documents, spreadsheets and presentations share one XML format.

use super::{
    Value,
    bold::{Style, Styles},
    package::{Package, Trouble},
    shown::Shown,
    xml::{Piece, Tag, walk},
};
use crate::task::Cell;

/// Recorded changes, which still contain deleted text.
const DELETED: &str = "tracked-changes";
/// Elements beside the text, which do not interrupt the words around them.
const ASIDE: &[&str] = &["note", "annotation"];

/// The text of a document.
pub(super) fn text(package: &mut Package) -> Result<Shown, Trouble> {
    let content = package.part("content.xml")?;
    let mut styles = Styles::default();
    // A style of the content overrides one of the same name elsewhere.
    if let Some(xml) = package.part_if_there("styles.xml")? {
        read_styles(&xml, &mut styles)?;
    }
    read_styles(&content, &mut styles)?;
    let mut reading =
        Reading { styles, open: vec![Shown::default()], aside: Shown::default(), bold: Vec::new() };
    walk(&content, &[DELETED], |piece| reading.take(&piece))?;
    let mut shown = reading.open.pop().unwrap_or_default();
    shown.append(&reading.aside);
    Ok(shown)
}

fn read_styles(xml: &str, styles: &mut Styles) -> Result<(), Trouble> {
    let mut open: Option<(String, String, Style)> = None;
    walk(xml, &[], |piece| match piece {
        Piece::Open(tag) if tag.name() == "style" => {
            let value = |name| tag.value(name).unwrap_or_default();
            let style = Style { bold: None, parent: tag.value("parent-style-name") };
            open = Some((value("family"), value("name"), style));
        }
        Piece::Open(tag) if tag.name() == "text-properties" => {
            if let (Some((.., style)), Some(weight)) = (&mut open, tag.value("font-weight")) {
                style.bold = Some(weight == "bold" || weight.parse().is_ok_and(|it: u32| it >= 600));
            }
        }
        Piece::Close("style") => {
            if let Some((family, name, style)) = open.take() {
                styles.put(&family, &name, style);
            }
        }
        _ => {}
    })
}

struct Reading {
    styles: Styles,
    /// The text, and the notes in it that are still open.
    open: Vec<Shown>,
    aside: Shown,
    /// Whether each open element is bold; empty outside paragraphs.
    bold: Vec<bool>,
}

impl Reading {
    fn take(&mut self, piece: &Piece<'_>) {
        match piece {
            Piece::Open(tag) => self.begin(tag),
            Piece::Text(text) => {
                if let (Some(bold), Some(shown)) = (self.bold.last().copied(), self.open.last_mut()) {
                    shown.push(text, bold);
                }
            }
            Piece::Close("p" | "h") => {
                self.bold.pop();
                self.pause();
            }
            Piece::Close("span") => drop(self.bold.pop()),
            Piece::Close(name) if ASIDE.contains(name) && self.open.len() > 1 => {
                let note = self.open.pop().unwrap_or_default();
                self.aside.append(&note);
            }
            Piece::Close(_) => {}
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
            name if ASIDE.contains(&name) => self.open.push(Shown::default()),
            _ => {}
        }
    }

    fn is_bold(&self, tag: &Tag<'_>, family: &str) -> Option<bool> {
        self.styles.bold(family, &tag.value("style-name")?)
    }

    fn pause(&mut self) {
        self.open.iter_mut().last().into_iter().for_each(Shown::pause);
    }
}

/// The cell's value; the inner error lists the sheets if the cell's own is missing.
pub(super) fn value(package: &mut Package, cell: &Cell) -> Result<Result<Value, Vec<String>>, Trouble> {
    let content = package.part("content.xml")?;
    let mut sheets =
        Sheets { wanted: cell, names: Vec::new(), state: At::Elsewhere, row: 0, column: 0, value: None };
    walk(&content, &[DELETED, "annotation"], |piece| sheets.take(&piece))?;
    let is_there = match &cell.sheet {
        Some(name) => sheets.names.contains(name),
        None => !sheets.names.is_empty(),
    };
    if !is_there {
        return Ok(Err(sheets.names));
    }
    let mut value = sheets.value.unwrap_or_default();
    value.shown.truncate(value.shown.trim_end().len());
    Ok(Ok(value))
}

/// The position of the walk through the sheets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
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

struct Sheets<'a> {
    wanted: &'a Cell,
    names: Vec<String>,
    state: At,
    row: u64,
    column: u64,
    value: Option<Value>,
}

impl Sheets<'_> {
    fn take(&mut self, piece: &Piece<'_>) {
        match (piece, self.state) {
            (Piece::Open(tag), _) => self.begin(tag),
            (Piece::Text(text), At::Here) => self.value.iter_mut().for_each(|it| it.shown.push_str(text)),
            (Piece::Close("p"), At::Here) => self.value.iter_mut().for_each(|it| it.shown.push('\n')),
            (Piece::Close("table-cell" | "covered-table-cell"), At::Cell(rows, columns)) => {
                self.column = self.column.saturating_add(columns);
                self.state = At::Row(rows);
            }
            // The rest of the sheet does not matter.
            (Piece::Close("table-cell" | "covered-table-cell"), At::Here) => self.state = At::Elsewhere,
            (Piece::Close("table-row"), At::Row(rows)) => {
                self.row = self.row.saturating_add(rows);
                self.state = At::Sheet;
            }
            (Piece::Close("table"), At::Sheet) => self.state = At::Elsewhere,
            _ => {}
        }
    }

    fn begin(&mut self, tag: &Tag<'_>) {
        match (tag.name(), self.state) {
            ("table", At::Elsewhere) => self.sheet(tag.value("name").unwrap_or_default()),
            ("table-row", At::Sheet) => {
                self.column = 0;
                self.state = At::Row(tag.times("number-rows-repeated"));
            }
            ("table-cell" | "covered-table-cell", At::Row(rows)) => self.cell(tag, rows),
            ("s" | "tab", At::Here) => self.value.iter_mut().for_each(|it| it.shown.push(' ')),
            _ => {}
        }
    }

    fn sheet(&mut self, name: String) {
        let is_wanted = self.wanted.sheet.as_ref().map_or(self.names.is_empty(), |wanted| *wanted == name);
        self.names.push(name);
        if is_wanted && self.value.is_none() {
            (self.row, self.state) = (0, At::Sheet);
        }
    }

    fn cell(&mut self, tag: &Tag<'_>, rows: u64) {
        let columns = tag.times("number-columns-repeated");
        let covers = |first: u64, times: u64, wanted: u32| {
            (first..first.saturating_add(times)).contains(&wanted.into())
        };
        if !covers(self.row, rows, self.wanted.row) || !covers(self.column, columns, self.wanted.column) {
            self.state = At::Cell(rows, columns);
            return;
        }
        let kept = ["value", "date-value", "time-value", "boolean-value", "string-value"];
        let raw = kept.into_iter().find_map(|name| tag.value(name));
        self.value = Some(Value { shown: String::new(), raw });
        self.state = At::Here;
    }
}
