//! What the columns of a CSV file have in common: which are numbers, how those are written, and which have quotation marks.

use super::{
    numbers::{DecimalMark, NumberFormat, WrittenNumber},
    records::{Field, Quotes, Record},
};

/// The columns of a file.
#[derive(Debug)]
pub(super) struct Columns {
    /// The mark of its decimals; `None` where no number says which it is.
    pub(super) mark: Option<DecimalMark>,
    /// Each column.
    pub(super) all: Vec<ColumnStyle>,
}

/// How the fields of a column are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ColumnStyle {
    /// The format of its numbers; `None` for a column of texts.
    pub(super) numbers: Option<NumberFormat>,
    /// Whether all that hold something have marks.
    pub(super) quotes: Quotes,
}

impl Columns {
    /// The columns of these records.
    pub(super) fn of(records: &[Record<'_>], separator: char) -> Columns {
        let width = records.iter().map(|it| it.fields.len()).max().unwrap_or(0);
        let columns = filled(records, width);
        let mark = mark_of(&columns, separator);
        let style =
            |it: &Vec<Field<'_>>| ColumnStyle { numbers: numbers_of(it, mark), quotes: quotes_of(it) };
        Columns { mark, all: columns.iter().map(style).collect() }
    }

    /// How a column is written.
    pub(super) fn style(&self, column: Option<usize>) -> Option<&ColumnStyle> {
        self.all.get(column?)
    }

    /// The mark of numbers in the file. Where none says it, files with semicolons come from where a comma is the decimal mark.
    pub(super) fn usual_mark(&self, separator: char) -> DecimalMark {
        let usual = if separator == ';' { DecimalMark::Comma } else { DecimalMark::Point };
        self.mark.unwrap_or(usual)
    }
}

/// The fields of each column that hold something. A file may have one record of a million fields and a million records of one:
/// each field is looked at once.
fn filled<'a>(records: &[Record<'a>], width: usize) -> Vec<Vec<Field<'a>>> {
    let mut columns = vec![Vec::new(); width];
    for record in records {
        for (column, field) in columns.iter_mut().zip(&record.fields) {
            if !field.raw.is_empty() {
                column.push(*field);
            }
        }
    }
    columns
}

/// The mark that only one way of writing numbers explains. Between commas there is no other than the point.
fn mark_of(columns: &[Vec<Field<'_>>], separator: char) -> Option<DecimalMark> {
    let says = |mark| columns.iter().any(|it| read(it, mark).is_some_and(|it| it.is_certain));
    match (says(DecimalMark::Comma), says(DecimalMark::Point)) {
        (true, true) if separator == ',' => Some(DecimalMark::Point),
        (true, _) => Some(DecimalMark::Comma),
        (false, true) => Some(DecimalMark::Point),
        (false, false) => (separator == ',').then_some(DecimalMark::Point),
    }
}

/// The format of a column of numbers. Without a mark only whole numbers are certain.
fn numbers_of(fields: &[Field<'_>], mark: Option<DecimalMark>) -> Option<NumberFormat> {
    let numbers = read(fields, mark.unwrap_or(DecimalMark::Point))?;
    // Without a mark, 1,234 and 1.234 may each be a thousand or a fraction.
    let is_whole = numbers.format.decimals == 0 && !numbers.has_decimals && !numbers.format.is_grouped;
    (mark.is_some() || is_whole).then_some(numbers.format)
}

fn quotes_of(fields: &[Field<'_>]) -> Quotes {
    let are_all = !fields.is_empty() && fields.iter().all(|it| it.is_quoted());
    if are_all { Quotes::Always } else { Quotes::WhereNeeded }
}

/// The facts about a column of numbers.
struct ReadNumbers {
    format: NumberFormat,
    /// Whether some have decimals.
    has_decimals: bool,
    /// Whether one of them is not a number with the other mark.
    is_certain: bool,
}

/// The numbers of a column with this mark; `None` where a field is neither a number nor a word, where there is no number, and where
/// numbers end in a zero that others do not have, as versions do.
fn read(fields: &[Field<'_>], mark: DecimalMark) -> Option<ReadNumbers> {
    let mut numbers = Vec::new();
    let mut is_certain = false;
    for field in fields {
        let text = field.text();
        match WrittenNumber::read(&text, mark) {
            Some(number) => numbers.push(number),
            None if is_word(&text) => {}
            None => return None,
        }
        is_certain |= WrittenNumber::is_only_with(&text, mark);
    }
    let least = numbers.iter().map(|it| it.decimals).min()?;
    let most = numbers.iter().map(|it| it.decimals).max()?;
    if least < most && numbers.iter().any(|it| it.has_last_zero) {
        return None;
    }
    let decimals = if least == most { least } else { 0 };
    let is_grouped = numbers.iter().any(|it| it.is_grouped);
    Some(ReadNumbers {
        format: NumberFormat { mark, decimals, is_grouped },
        has_decimals: most > 0,
        is_certain,
    })
}

/// Whether LibreOffice reads it as a text anyway, such as the name of the column.
fn is_word(text: &str) -> bool {
    text.is_empty() || text.starts_with(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::csv::records::records;

    /// `n` and its decimals for a column of numbers, `t` for one of texts.
    fn kinds(text: &str, separator: char) -> (Option<DecimalMark>, Vec<String>) {
        let columns = Columns::of(&records(text, separator), separator);
        let kind = |it: &ColumnStyle| it.numbers.map_or("t".into(), |it| format!("n{}", it.decimals));
        (columns.mark, columns.all.iter().map(kind).collect())
    }

    #[test]
    fn columns_are_numbers_only_where_nothing_is_lost() {
        let german = "Teil;Preis;Version;Nr;Bereich;Exp;Datum;Menge\n\
                      a;1.234,56;9.10;007123;3-4;1E5;2027-02-30;5\nb;1,50;9.1;8;3/4;2e3;2027-02-28;-6\n";
        let kinds_of_german = ["t", "n2", "t", "t", "t", "t", "t", "n0"].map(str::to_owned).to_vec();
        assert_eq!(kinds(german, ';'), (Some(DecimalMark::Comma), kinds_of_german));
        let english = "Part,Price,Sum\nbolt,1.5,\"1,234.50\"\nnut,n/a,\"7.25\"\n";
        assert_eq!(
            kinds(english, ','),
            (Some(DecimalMark::Point), ["t", "n1", "n2"].map(str::to_owned).to_vec())
        );
    }

    #[test]
    fn a_number_that_may_mean_two_things_is_a_text() {
        assert_eq!(
            kinds("a;1.234;5\nb;2.500;6\n", ';'),
            (None, ["t", "t", "n0"].map(str::to_owned).to_vec())
        );
        assert_eq!(
            kinds("007,5\n8,6\n", ','),
            (Some(DecimalMark::Point), ["t", "n0"].map(str::to_owned).to_vec())
        );
    }

    #[test]
    fn a_file_with_a_wide_record_and_many_short_ones_is_read_at_once() {
        let text = format!("{}\n{}", ",".repeat(200_000), "1\n".repeat(200_000));
        let columns = Columns::of(&records(&text, ','), ',');
        assert_eq!(columns.all.len(), 200_001);
        assert!(columns.all[0].numbers.is_some() && columns.all[1].numbers.is_none());
    }

    #[test]
    fn a_column_has_marks_where_all_of_its_fields_have_them() {
        let columns = Columns::of(&records("\"a\",\"1\"\n\"b\",2\n", ','), ',');
        let quotes: Vec<Quotes> = columns.all.iter().map(|it| it.quotes).collect();
        assert_eq!(quotes, [Quotes::Always, Quotes::WhereNeeded]);
    }
}
