//! What a CSV file is written as after its cells changed.

use super::*;
use crate::csv::{columns::ColumnStyle, numbers::DecimalMark, separator::separator_of};

const GERMAN: &[u8] = b"Teil;Stra\xDFe;Preis;Version;Nr;Bereich;Exp;Datum;Menge\r\n\
    \x84K\xE4se\x93 kostet 5 \x80, sagt J\xFCrgen;\"Weg 1;\r\nHof\";1.234,56;9.10;007123;3-4;1E5;2027-02-30;5\r\n\
    Mutter;\"\";1,50;9.1;8;=1+1;2e3;2027-02-28;6\r\n\r\n";

/// The file as LibreOffice opens it for Deskpilot, with a change of its cells.
fn opened(bytes: &[u8], change: impl FnOnce(&mut Vec<Vec<Cell>>)) -> OpenCsv {
    let decoded = decode(bytes, None).unwrap();
    let separator = separator_of(&decoded.text);
    let records = records(&decoded.text, separator);
    let columns = Columns::of(&records, separator);
    let cell = |style: &ColumnStyle, field: &Field<'_>| {
        let text = with_line_feeds(&field.text());
        let format = style.numbers.filter(|_| text.starts_with(|it: char| it == '-' || it.is_ascii_digit()));
        match format {
            Some(format) => number(&text, format.mark),
            None => Cell::Text(text),
        }
    };
    let width = records.first().map_or(0, |it| it.fields.len());
    let row = |it: &Record<'_>| {
        let mut row: Vec<Cell> =
            columns.all.iter().zip(&it.fields).map(|(style, it)| cell(style, it)).collect();
        row.resize(width, Cell::Text(String::new()));
        row
    };
    let mut before: Vec<Vec<Cell>> = records.iter().map(row).collect();
    while before.last().is_some_and(|it| it.iter().all(Cell::is_empty)) {
        before.pop();
    }
    let mut now = before.clone();
    change(&mut now);
    OpenCsv {
        options: format!("{},34,76,1,,1031,false,false", u32::from(separator)),
        bytes: bytes.iter().map(|it| char::from(*it)).collect(),
        before,
        now,
        shown: Vec::new(),
    }
}

fn number(text: &str, mark: DecimalMark) -> Cell {
    let digits = match mark {
        DecimalMark::Comma => text.replace('.', "").replace(',', "."),
        DecimalMark::Point => text.replace(',', ""),
    };
    Cell::number(digits.parse().unwrap())
}

fn rewritten(bytes: &[u8], change: impl FnOnce(&mut Vec<Vec<Cell>>)) -> Vec<u8> {
    opened(bytes, change).rewritten().unwrap().bytes
}

fn text(it: &str) -> Cell {
    Cell::Text(it.into())
}

/// The bytes with a part of them replaced.
fn replaced(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let at = bytes.windows(from.len()).position(|it| it == from).unwrap();
    [&bytes[..at], to, &bytes[at + from.len()..]].concat()
}

#[test]
fn what_was_not_changed_keeps_every_byte() {
    for bytes in [
        GERMAN,
        b"\xEF\xBB\xBFa,b\n\"1\",007\n",
        b"a\tb\r1\t2\r",
        b"a,b\n1,2",
        b"sep=;\na;b\n1;2\n",
        b"\xFF\xFEa\0;\0\xE4\0\n\0",
        b"a;b;;\nc;d\n;;\n\n",
        b"x\n",
        b"",
    ] {
        assert_eq!(rewritten(bytes, |_| {}), bytes, "{}", String::from_utf8_lossy(bytes));
    }
}

#[test]
fn one_changed_cell_changes_one_field() {
    let changed = opened(GERMAN, |now| now[2][8] = Cell::number(7.0)).rewritten().unwrap();
    assert_eq!(changed.bytes, replaced(GERMAN, b";6\r\n", b";7\r\n"));
    assert_eq!((changed.changed, changed.added, changed.removed), (1, 0, 0));
    let price = rewritten(GERMAN, |now| now[1][2] = Cell::number(2000.5));
    assert_eq!(price, replaced(GERMAN, b"1.234,56", b"2.000,50"), "as its column is written");
    let quoted = rewritten(GERMAN, |now| now[2][1] = text("A\nB"));
    assert_eq!(quoted, replaced(GERMAN, b"\"\"", b"\"A\r\nB\""), "with its quotation marks and line ends");
    let street = rewritten(GERMAN, |now| now[2][0] = text("Stra\u{DF}e; 2"));
    assert_eq!(street, replaced(GERMAN, b"Mutter", b"\"Stra\xDFe; 2\""), "in its encoding");
}

#[test]
fn rows_and_columns_that_move_take_their_bytes_along() {
    let csv = b"Name,\"No\",Sum\nbolt,\"007\",1.50\nnut,\"010\",2.25";
    let sorted = rewritten(csv, |now| now.swap(1, 2));
    assert_eq!(sorted, b"Name,\"No\",Sum\nnut,\"010\",2.25\nbolt,\"007\",1.50");
    let added = rewritten(csv, |now| now.push(vec![text("pin"), text("011"), Cell::number(3.0)]));
    assert_eq!(added, [&csv[..], b"\npin,\"011\",3.00"].concat());
    let removed = opened(csv, |now| drop(now.remove(1))).rewritten().unwrap();
    assert_eq!(removed.bytes, b"Name,\"No\",Sum\nnut,\"010\",2.25");
    assert_eq!((removed.changed, removed.added, removed.removed), (0, 0, 1));
    let narrower = rewritten(csv, |now| now.iter_mut().for_each(|it| drop(it.remove(0))));
    assert_eq!(narrower, b"\"No\",Sum\n\"007\",1.50\n\"010\",2.25");
    let wider = rewritten(csv, |now| now.iter_mut().for_each(|it| it.push(Cell::number(1.0))));
    assert_eq!(wider, b"Name,\"No\",Sum,1\nbolt,\"007\",1.50,1\nnut,\"010\",2.25,1");
}

#[test]
fn empty_cells_that_only_have_a_colour_add_nothing() {
    let csv = b"Name,Sum\nbolt,1\n";
    let coloured = opened(csv, |now| {
        now.iter_mut().for_each(|it| it.push(text("")));
        now.push(vec![text(""); 3]);
        now[1][1] = Cell::number(2.0);
    });
    let written = coloured.rewritten().unwrap();
    assert_eq!(written.bytes, b"Name,Sum\nbolt,2\n");
    assert_eq!((written.changed, written.added, written.removed), (1, 0, 0));
}

#[test]
fn what_a_cell_shows_is_written_where_it_is_no_plain_number() {
    let mut csv = opened(b"Day,Sum\nMon,1\n", |now| {
        now[1][0] = Cell::number(46_446.0);
        now[1][1] = Cell::Error;
    });
    csv.shown = vec![(1, 0, "2027-02-28".into()), (1, 1, "#DIV/0!".into())];
    assert_eq!(csv.rewritten().unwrap().bytes, b"Day,Sum\n2027-02-28,#DIV/0!\n");
}

#[test]
fn a_file_that_cannot_stay_as_it_is_is_not_written() {
    let missing = opened(GERMAN, |now| now[2][0] = text("\u{142}")).rewritten().unwrap_err();
    assert_eq!(
        missing.to_string(),
        "A3 has the character 'ł', which the file's encoding windows-1252 does not have"
    );
    let mut other = opened(b"a;b\nc;d\n", |_| {});
    other.before[1][0] = text("z");
    assert_eq!(other.rewritten(), Err(CsvError::ReadDifferently(2)));
    let mut fewer = opened(b"a;b\nc;d\n", |_| {});
    fewer.before.pop();
    assert_eq!(fewer.rewritten(), Err(CsvError::ReadDifferently(2)));
    let mut merged = opened(b"a;b\nc;d\n", |_| {});
    merged.options = "59/9,34,76,1".into();
    assert!(matches!(merged.rewritten(), Err(CsvError::Options(_))));
}

#[test]
fn cells_are_named_as_people_do() {
    assert_eq!([cell_name(0, 0), cell_name(2, 25), cell_name(9, 27)], ["A1", "Z3", "AB10"]);
}
