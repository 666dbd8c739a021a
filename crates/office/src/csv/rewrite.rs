//! The content of a CSV file after its sheet was changed: what was not changed has the bytes that it had.

use super::{
    alignment::Alignment,
    columns::Columns,
    grid::{Cell, Grid},
    import::encoding_in,
    numbers::{NumberFormat, percentage},
    records::{Field, Quotes, Record, field_of, records},
};
use deskpilot_documents::{DecodeError, DecodedText, TextEncoding, decode, decode_as};
use serde::Deserialize;
use std::{borrow::Cow, collections::HashMap};
use thiserror::Error;

/// The byte order marks of UTF-8 and UTF-16.
const MARKS: [&[u8]; 3] = [b"\xEF\xBB\xBF", b"\xFF\xFE", b"\xFE\xFF"];

/// A CSV file that is open in Calc.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct OpenCsv {
    /// The options with which LibreOffice read it.
    pub(crate) options: String,
    /// Its bytes, each as the character with its number.
    pub(crate) bytes: String,
    /// The cells that LibreOffice reads in these bytes with these options.
    pub(crate) before: Vec<Vec<Cell>>,
    /// The cells that the sheet holds now.
    pub(crate) now: Vec<Vec<Cell>>,
    /// The row, the column and the text of changed cells that show something else than their value, such as a date.
    pub(crate) shown: Vec<(usize, usize, String)>,
}

/// The new content of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RewrittenCsv {
    /// Its bytes.
    pub(crate) bytes: Vec<u8>,
    /// How many of its records have other bytes than before, are new, and are gone.
    pub(crate) changed: usize,
    pub(crate) added: usize,
    pub(crate) removed: usize,
}

/// Why a file cannot be written so that what was not changed stays as it is.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum CsvError {
    /// The bytes are no text, or not all of them.
    #[error("the file is no complete text: {0}")]
    Decode(#[from] DecodeError),
    /// Some other bytes would mean the same.
    #[error("the file has bytes that its encoding {0} writes differently")]
    NotExact(TextEncoding),
    /// It was opened in a way in which its records cannot be found.
    #[error(
        "the file was opened with the options {0:?}, which are not one separator and the quotation mark \""
    )]
    Options(String),
    /// LibreOffice took the file for other cells.
    #[error("LibreOffice reads line {0} of the file differently than its separator and quotation marks say")]
    ReadDifferently(usize),
    /// The encoding has no such character.
    #[error("{cell} has the character {character:?}, which the file's encoding {encoding} does not have")]
    NoSuchCharacter {
        /// The cell.
        cell: String,
        /// The first such character.
        character: char,
        /// The encoding.
        encoding: TextEncoding,
    },
}

impl OpenCsv {
    /// The content of the file with the changes of the sheet.
    ///
    /// # Errors
    /// [`CsvError`].
    pub(crate) fn rewritten(&self) -> Result<RewrittenCsv, CsvError> {
        let bytes: Vec<u8> = self.bytes.chars().filter_map(|it| u8::try_from(it).ok()).collect();
        let mark = MARKS.into_iter().find(|it| bytes.starts_with(it)).unwrap_or_default();
        let decoded = decoded(&bytes, &self.options)?;
        let encoding = decoded.encoding;
        let text = decoded.complete()?;
        // What is kept is written from its text, so the text must give these bytes again.
        if encoding.encode(&text).map(|it| [mark, it.as_slice()].concat()) != Ok(bytes.clone()) {
            return Err(CsvError::NotExact(encoding));
        }
        let separator = separator_in(&self.options).ok_or_else(|| CsvError::Options(self.options.clone()))?;
        let records = records(&text, separator);
        let before = Grid::of(&self.before);
        check(before, &records)?;
        let writer = Writer::new(self, &records, separator, encoding);
        let (text, counts) = writer.text()?;
        // Its fields were encoded one by one.
        let content = encoding.encode(&text).map_err(|_| CsvError::NotExact(encoding))?;
        Ok(RewrittenCsv { bytes: [mark, content.as_slice()].concat(), ..counts })
    }
}

/// The text, in the encoding in which LibreOffice reads it: nothing in the file need show it.
fn decoded<'a>(bytes: &'a [u8], options: &str) -> Result<DecodedText<'a>, DecodeError> {
    let named = encoding_in(options).map(|it| decode_as(bytes, it)).filter(|it| it.damage.is_none());
    named.map_or_else(|| decode(bytes, None), Ok)
}

/// The separator of the options, if they are `59,34,…,1,…` or without a quotation mark: one separator, and all lines.
fn separator_in(options: &str) -> Option<char> {
    let parts: Vec<&str> = options.split(',').collect();
    let [separator, quote, _, first, ..] = parts[..] else { return None };
    let is_usual = ["34", ""].contains(&quote) && ["1", ""].contains(&first);
    char::from_u32(separator.parse().ok()?).filter(|_| is_usual)
}

/// Checks that LibreOffice read the same texts in these records as we do. Formulas and numbers show less than their texts.
fn check(before: Grid<'_>, records: &[Record<'_>]) -> Result<(), CsvError> {
    for row in 0..before.height {
        let record = records.get(row).ok_or(CsvError::ReadDifferently(row + 1))?;
        for column in 0..before.width {
            let field = record.fields.get(column).map_or(Cow::Borrowed(""), |it| it.text());
            if let Cell::Text(cell) = before.cell(row, column)
                && !field.starts_with('=')
                && *cell != with_line_feeds(&field)
            {
                return Err(CsvError::ReadDifferently(row + 1));
            }
        }
    }
    let is_empty = |it: &Record<'_>| it.fields.iter().all(|it| it.text().is_empty());
    match records.iter().skip(before.height).position(|it| !is_empty(it)) {
        Some(at) => Err(CsvError::ReadDifferently(before.height + at + 1)),
        None => Ok(()),
    }
}

fn with_line_feeds(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// Writes the records of a sheet that was read from records.
struct Writer<'a> {
    records: &'a [Record<'a>],
    before: Grid<'a>,
    now: Grid<'a>,
    alignment: Alignment,
    columns: Columns,
    shown: HashMap<(usize, usize), &'a str>,
    separator: char,
    encoding: TextEncoding,
    /// The line end of most records.
    line_end: &'static str,
}

impl<'a> Writer<'a> {
    fn new(
        csv: &'a OpenCsv,
        records: &'a [Record<'a>],
        separator: char,
        encoding: TextEncoding,
    ) -> Writer<'a> {
        let (before, now) = (Grid::of(&csv.before), Grid::of(&csv.now));
        // Records that hold nothing stand at the end of the file, and stay there.
        let height = match now.height <= before.height {
            true => now.height + records.len() - before.height,
            false => now.height.max(records.len()),
        };
        let (before, now) = (before.with_height(records.len()), now.with_height(height));
        let shown = csv.shown.iter().map(|(row, column, text)| ((*row, *column), text.as_str())).collect();
        Writer {
            alignment: Alignment::of(before, now),
            columns: Columns::of(records, separator),
            line_end: usual_line_end(records),
            records,
            before,
            now,
            shown,
            separator,
            encoding,
        }
    }

    /// The text of all records, and how many of them differ.
    fn text(&self) -> Result<(String, RewrittenCsv), CsvError> {
        let removed = self.alignment.removed(self.records.len());
        let mut counts = RewrittenCsv { bytes: Vec::new(), changed: 0, added: 0, removed };
        // A file whose last line has no end has none afterwards.
        let is_ended = self.records.last().is_none_or(|it| !it.end.is_empty());
        let mut text = String::new();
        for (row, of) in self.alignment.rows.iter().enumerate() {
            let record = of.and_then(|it| self.records.get(it));
            let line = self.line(row, *of)?;
            match record {
                Some(record) => counts.changed += usize::from(line != self.raw(record)),
                None => counts.added += 1,
            }
            text += &line;
            if is_ended || row + 1 < self.alignment.rows.len() {
                text += record.map(|it| it.end).filter(|it| !it.is_empty()).unwrap_or(self.line_end);
            }
        }
        Ok((text, counts))
    }

    /// A record as it is in the file.
    fn raw(&self, record: &Record<'_>) -> String {
        let fields: Vec<&str> = record.fields.iter().map(|it| it.raw).collect();
        fields.join(&self.separator.to_string())
    }

    /// A row as a record; `of` is the record that it was.
    fn line(&self, row: usize, of: Option<usize>) -> Result<String, CsvError> {
        let fields = (0..self.field_count(row, of)).map(|column| self.field(row, column, of));
        let fields = fields.collect::<Result<Vec<_>, _>>()?;
        Ok(fields.join(&self.separator.to_string()))
    }

    /// How many fields a row has: those that it had, with as many more or fewer as the sheet has columns now. A new row has as many as
    /// the first.
    fn field_count(&self, row: usize, of: Option<usize>) -> usize {
        let had = of.or(Some(0)).and_then(|it| self.records.get(it)).map_or(0, |it| it.fields.len());
        let count = match had >= self.before.width {
            true => self.now.width + had - self.before.width,
            false => had.min(self.now.width),
        };
        count.max(self.now.filled(row))
    }

    fn field(&self, row: usize, column: usize, of: Option<usize>) -> Result<Cow<'a, str>, CsvError> {
        let from = match self.alignment.columns.get(column) {
            Some(from) => *from,
            // What follows the cells that hold anything.
            None => Some(column - self.now.width + self.before.width),
        };
        let cell = self.now.cell(row, column);
        let was = of.zip(from);
        let field: Option<Field<'a>> = was.and_then(|(of, from)| self.records[of].fields.get(from).copied());
        if was.is_some_and(|(of, from)| self.before.cell(of, from) == cell) {
            return Ok(field.map_or("", |it| it.raw).into());
        }
        let text = self.cell_text(row, column, from);
        let is_missing = |character| CsvError::NoSuchCharacter {
            cell: cell_name(row, column),
            character,
            encoding: self.encoding,
        };
        self.encoding.encode(&text).map_err(is_missing)?;
        Ok(field_of(&text, self.separator, self.quotes(&text, field, from)).into())
    }

    /// The text of a cell: its number as those of its column are written, or what it shows, a percentage with all its decimals.
    fn cell_text(&self, row: usize, column: usize, from: Option<usize>) -> String {
        match (self.shown.get(&(row, column)), self.now.cell(row, column)) {
            (_, Cell::Text(text)) => text.replace('\n', self.line_end),
            (Some(shown), Cell::Number(bits)) => {
                let mark = self.columns.usual_mark(self.separator);
                percentage(shown, f64::from_bits(*bits), mark).unwrap_or_else(|| (*shown).to_owned())
            }
            (Some(shown), Cell::Error) => (*shown).to_owned(),
            (None, Cell::Number(bits)) => self.number_format(from).write(f64::from_bits(*bits)),
            (None, Cell::Error) => String::new(),
        }
    }

    fn number_format(&self, from: Option<usize>) -> NumberFormat {
        let plain = || NumberFormat::plain(self.columns.usual_mark(self.separator));
        self.columns.style(from).and_then(|it| it.numbers).unwrap_or_else(plain)
    }

    /// Whether a changed field has marks: as it had some, or as those of its column have.
    fn quotes(&self, text: &str, field: Option<Field<'_>>, from: Option<usize>) -> Quotes {
        match field.filter(|it| !it.raw.is_empty()) {
            Some(field) if field.is_quoted() => Quotes::Always,
            None if !text.is_empty() => self.columns.style(from).map_or(Quotes::WhereNeeded, |it| it.quotes),
            Some(_) | None => Quotes::WhereNeeded,
        }
    }
}

/// The line end that most records have; that of Unix where none has one.
fn usual_line_end(records: &[Record<'_>]) -> &'static str {
    let count = |end: &&str| records.iter().filter(|it| it.end == *end).count();
    // `max_by_key` takes the last of several maxima, so \n where none is more frequent.
    ["\r", "\r\n", "\n"].into_iter().max_by_key(count).unwrap_or("\n")
}

/// How people call a cell, such as `B3`.
fn cell_name(row: usize, column: usize) -> String {
    let mut letters = Vec::new();
    let mut rest = column + 1;
    while rest > 0 {
        letters.push(char::from(b'A' + u8::try_from((rest - 1) % 26).unwrap_or(0)));
        rest = (rest - 1) / 26;
    }
    letters.iter().rev().collect::<String>() + &(row + 1).to_string()
}

#[cfg(test)]
mod tests;
