//! What the formulas of spreadsheets reach beyond their document: other files, sites, and programs.
//!
//! The grammar is that of LibreOffice Calc and of Excel: texts in `"`, names of sheets in `'`, a document before `#` or in `[` `]`,
//! and DDE links with `|`. A formula is read as a sheet reads it, whatever language its functions have: one that the table does not
//! have may do anything.

use crate::paths::{Spelling, destination, is_of_the_web};
use std::{collections::HashSet, sync::LazyLock};

/// The functions whose result comes from their arguments and their document alone.
static FUNCTIONS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let lines = include_str!("functions.txt").lines().filter(|it| !it.starts_with('#'));
    lines.flat_map(str::split_whitespace).collect()
});
/// Functions that ask the address which is their first argument: `WEBSERVICE` and `IMAGE` in LibreOffice and Excel, the others in
/// sheets on pages. Source: the function list of Google Sheets, the groups Web and Google.
const ASKING: &[&str] =
    &["IMAGE", "IMPORTDATA", "IMPORTFEED", "IMPORTHTML", "IMPORTRANGE", "IMPORTXML", "WEBSERVICE"];
/// Functions that start a program or another program's server: of LibreOffice, and of Excel with its macro sheets.
const RUNNING: &[&str] = &["CALL", "DDE", "EXEC", "RTD"];
/// What other programs write before the name of a function that is newer than their format.
const PREFIXES: &[&str] = &["_XLFN.", "_XLWS.", "COM.MICROSOFT."];
/// The longest name of a function in the table, in bytes; a longer one is not looked up.
const LONGEST_NAME: usize = 64;
/// The longest path of a document in brackets, in bytes: that of Linux.
const LONGEST_PATH: usize = 4096;

/// Something beyond its document that a formula reaches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reached {
    /// It names this address, without going there.
    Address(String),
    /// It reads this file.
    File(String),
    /// It asks a site for something; the text is what shows it.
    Asks(String),
    /// It starts a program or talks to one; the text is what shows it.
    Runs(String),
    /// What it does is not known; the text is what shows it.
    Unknown(String),
}

/// The formulas among the cells of a text, as it is typed or pasted: each begins with a sign, at the start of a line or after a tab.
pub(super) fn formulas_in(text: &str) -> impl Iterator<Item = &str> {
    let cells = text.split(['\t', '\n', '\r']).map(str::trim);
    cells.filter(|it| is_formula(it))
}

/// Whether a sheet takes the content of a cell for a formula.
fn is_formula(cell: &str) -> bool {
    // A sheet shows the formula of an array in braces.
    let signs = cell.trim_start_matches('{');
    let is_number = || cell.parse::<f64>().is_ok();
    // Excel reads `+A1`, `-A1` and `@A1` as formulas, too.
    signs.starts_with('=') || (signs.starts_with(['+', '-', '@']) && !is_number())
}

/// What a formula reaches, in its order.
pub(super) fn reached_by(formula: &str) -> Vec<Reached> {
    let mut reader = Reader { rest: formula, braces: 0, found: Vec::new() };
    while reader.step() {}
    reader.found
}

/// Reads a formula from left to right, in time proportional to its length.
struct Reader<'f> {
    rest: &'f str,
    /// How many arrays are open: in one `|` ends a row.
    braces: usize,
    found: Vec<Reached>,
}

impl<'f> Reader<'f> {
    /// Reads one part; `false` at the end.
    fn step(&mut self) -> bool {
        let Some(first) = self.rest.chars().next() else { return false };
        match first {
            '"' => {
                let text = self.quoted('"');
                self.found.extend(address(&text));
            }
            '\'' => {
                let name = self.quoted('\'');
                self.sheet(&name);
            }
            '[' => self.bracket(),
            '|' if self.braces == 0 => {
                self.found.push(Reached::Runs("| in a formula".into()));
                self.skip(1);
            }
            '{' | '}' => {
                self.braces = if first == '{' { self.braces + 1 } else { self.braces.saturating_sub(1) };
                self.skip(1);
            }
            it if is_of_word(it) => self.word(),
            it => self.skip(it.len_utf8()),
        }
        true
    }

    fn skip(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or_default();
    }

    /// The text in quotes, in which two of them stand for one. It may be left open.
    fn quoted(&mut self, quote: char) -> String {
        let mut text = String::new();
        let mut letters = self.rest.char_indices().skip(1).peekable();
        let mut end = self.rest.len();
        while let Some((at, letter)) = letters.next() {
            match letter == quote {
                true if letters.next_if(|it| it.1 == quote).is_some() => text.push(quote),
                true => {
                    end = at + quote.len_utf8();
                    break;
                }
                false => text.push(letter),
            }
        }
        self.skip(end);
        text
    }

    /// The name of a sheet, which a document may precede: `'file:///a.ods'#$Sheet1.A1` or `'/home/u/[a.xlsx]Sheet1'!A1`.
    fn sheet(&mut self, name: &str) {
        if self.rest.starts_with('#') {
            self.found.extend(document(name));
        } else if let Some((folder, file)) = name.split_once('[') {
            let file = file.split(']').next().unwrap_or_default();
            self.found.extend(document(&format!("{folder}{file}")));
        } else if name.contains("://") {
            self.found.extend(document(name));
        }
    }

    /// A document, `[a.xlsx]Sheet1!A1`, or the columns of a table, `Sales[Amount]` and `[@Amount]`, which no sheet follows.
    fn bracket(&mut self) {
        // Not to the end of the formula: many open brackets would each read all of the rest.
        let near = &self.rest[..self.rest.floor_char_boundary(LONGEST_PATH)];
        let end = near.find(']').unwrap_or(near.len());
        let inside = self.rest.get(1..end).unwrap_or_default();
        self.skip(1);
        if inside.starts_with(['@', '#', '[', '.', '$']) {
            return;
        }
        let after = self.rest.get(end..).unwrap_or_default();
        let names_sheet = after.chars().find(|it| !is_of_word(*it) && *it != ' ') == Some('!');
        if names_sheet || after.starts_with('\'') {
            self.found.extend(document(inside));
            self.skip(end);
        }
    }

    /// A function, or the name of cells, of a sheet or of a document.
    fn word(&mut self) {
        let end = self.rest.find(|it| !is_of_word(it)).unwrap_or(self.rest.len());
        let (word, after) = self.rest.split_at(end);
        if after.starts_with("://") {
            let end =
                after.find(|it: char| it == '#' || it == '\'' || it.is_whitespace()).unwrap_or(after.len());
            self.found.extend(document(&format!("{word}{}", &after[..end])));
            self.rest = &after[end..];
            return;
        }
        self.rest = after;
        if after.starts_with("#$") {
            self.found.extend(document(word));
        } else if let Some(arguments) = after.trim_start().strip_prefix('(') {
            self.found.extend(function(word, arguments));
        }
    }
}

/// Whether it may be part of a name.
fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '.' | '\\' | '?')
}

/// What a function reaches in addition to the addresses in its texts.
fn function(name: &str, arguments: &str) -> Option<Reached> {
    if name.len() > LONGEST_NAME {
        return Some(Reached::Unknown("a function with a very long name".into()));
    }
    let upper = name.to_uppercase();
    let plain = PREFIXES.iter().find_map(|it| upper.strip_prefix(it)).unwrap_or(&upper);
    match plain {
        _ if ASKING.contains(&plain) && is_one_text(arguments) => {
            Some(Reached::Asks(format!("the function {plain}")))
        }
        _ if ASKING.contains(&plain) => {
            Some(Reached::Asks(format!("the function {plain} of an address that is put together")))
        }
        _ if RUNNING.contains(&plain) => Some(Reached::Runs(format!("the function {plain}"))),
        // Not in the table of harmless functions: all its other uses are unknown.
        "INDIRECT" if leads_nowhere_else(arguments) => None,
        _ if FUNCTIONS.contains(plain) => None,
        _ => Some(Reached::Unknown(format!("the function {plain}"))),
    }
}

/// Whether the first argument is one text and nothing more.
fn is_one_text(arguments: &str) -> bool {
    let mut reader = Reader { rest: arguments.trim_start(), braces: 0, found: Vec::new() };
    reader.rest.starts_with('"') && {
        reader.quoted('"');
        reader.rest.trim_start().starts_with([')', ',', ';'])
    }
}

/// Whether `INDIRECT` stays in its document: its argument is put together from texts without a path, and from numbers of rows and
/// columns. The content of a cell may be the address of another document.
fn leads_nowhere_else(arguments: &str) -> bool {
    let mut reader = Reader { rest: arguments, braces: 0, found: Vec::new() };
    let mut depth = 0_usize;
    while let Some(first) = reader.rest.chars().next() {
        match first {
            '"' if reader.quoted('"').contains(['\'', '#', '/', '\\', '[', '|', ':']) => return false,
            '"' => {}
            ')' if depth == 0 => return true,
            '(' => (depth, reader.rest) = (depth + 1, &reader.rest[1..]),
            ')' => (depth, reader.rest) = (depth - 1, &reader.rest[1..]),
            it if is_of_word(it) => {
                let end = reader.rest.find(|it| !is_of_word(it)).unwrap_or(reader.rest.len());
                let word = &reader.rest[..end];
                let is_number = word.chars().all(|it| it.is_ascii_digit());
                if !is_number
                    && !matches!(word.to_uppercase().as_str(), "ROW" | "COLUMN" | "ROWS" | "COLUMNS")
                {
                    return false;
                }
                reader.skip(end);
            }
            it => reader.skip(it.len_utf8()),
        }
    }
    false
}

/// The address in a text of a formula, if it is one.
fn address(text: &str) -> Option<Reached> {
    let is_address = text.contains("://") || destination(text, Spelling::Words).is_some();
    is_address.then(|| Reached::Address(text.to_owned()))
}

/// What reading another document reaches.
fn document(name: &str) -> Vec<Reached> {
    let sign = || format!("the document {name:?} in a formula");
    if is_of_the_web(name) {
        return vec![Reached::Address(name.to_owned()), Reached::Asks(sign())];
    }
    if name.contains("://") || destination(name, Spelling::Words).is_some() {
        return vec![Reached::Address(name.to_owned())];
    }
    let is_whole = name.starts_with(['/', '~']) || name.get(1..3).is_some_and(|it| it == ":\\" || it == ":/");
    match is_whole {
        true => vec![Reached::File(name.to_owned())],
        // It starts at the folder of the document, which is not known here.
        false => vec![Reached::File(name.to_owned()), Reached::Unknown(sign())],
    }
}

#[cfg(test)]
mod tests {
    use super::{Reached::*, *};

    fn reached(formula: &str) -> Vec<Reached> {
        reached_by(formula)
    }

    #[test]
    fn what_stays_in_its_document_reaches_nothing() {
        for formula in [
            "=SUM(A1:B2)*2",
            "=IF(A1>\"x\";Sheet2.A1;'My ''own'' sheet'.B2)",
            "=SUMIFS(Sales[Amount],Sales[Region],[@Region])",
            "=Sheet1!A1&\" [not a file]!\"",
            "={1;2|3;4}",
            "=_xlfn.XLOOKUP(A1,B:B,C:C)",
            "=INDIRECT(\"Sheet2.A\"&ROW())",
            "=HYPERLINK(A1)",
            "=A1#",
            "=#REF!+#N/A",
            "=of:[.A1]",
            "=SUMIF(Sales!C2:C13,\"x\",'My sheet'!D2:D13)",
            "=SUMIF($'Sales'.C2:C13;\"x\";$'My sheet'.D2:D13)",
            "",
            "=\"open",
        ] {
            assert_eq!(reached(formula), [], "{formula}");
        }
    }

    #[test]
    fn what_reads_other_documents_is_reported_with_their_names() {
        let sign = |it: &str| format!("the document {it:?} in a formula");
        for (formula, expected) in [
            ("='file:///home/u/.ssh/id_rsa'#$Sheet1.A1", vec![Address("file:///home/u/.ssh/id_rsa".into())]),
            ("=file:///home/u/a.ods#$S.A1", vec![Address("file:///home/u/a.ods".into())]),
            ("='/home/u/[a.xlsx]S'!A1", vec![File("/home/u/a.xlsx".into())]),
            ("=1+[a.xlsx]Sheet 1!A1", vec![File("a.xlsx".into()), Unknown(sign("a.xlsx"))]),
            ("='../a.ods'#$S.A1", vec![File("../a.ods".into()), Unknown(sign("../a.ods"))]),
            ("=a.ods#$S.A1", vec![File("a.ods".into()), Unknown(sign("a.ods"))]),
            (
                "=SUM('https://a.example/b.ods'#$S.A1)",
                vec![Address("https://a.example/b.ods".into()), Asks(sign("https://a.example/b.ods"))],
            ),
        ] {
            assert_eq!(reached(formula), expected, "{formula}");
        }
    }

    #[test]
    fn functions_that_reach_out_and_those_that_nobody_knows_are_reported() {
        for (formula, expected) in [
            (
                "=WEBSERVICE(\"http://a.example/?\")",
                vec![Asks("the function WEBSERVICE".into()), Address("http://a.example/?".into())],
            ),
            (
                "=webservice (A1)",
                vec![Asks("the function WEBSERVICE of an address that is put together".into())],
            ),
            (
                "=_xlfn.WEBSERVICE(\"x\"&A1)",
                vec![Asks("the function WEBSERVICE of an address that is put together".into())],
            ),
            ("=DDE(\"soffice\";\"/etc/passwd\";\"A1\")", vec![Runs("the function DDE".into())]),
            ("=cmd|'/c calc'!A0", vec![Runs("| in a formula".into())]),
            ("=WEBDIENST(A1)", vec![Unknown("the function WEBDIENST".into())]),
            ("=INDIRECT(A1)", vec![Unknown("the function INDIRECT".into())]),
            ("=INDIRECT(\"'fi\"&\"le\")", vec![Unknown("the function INDIRECT".into())]),
            ("=HYPERLINK(\"macro:///a.b\")", vec![Address("macro:///a.b".into())]),
        ] {
            assert_eq!(reached(formula), expected, "{formula}");
        }
    }

    #[test]
    fn formulas_are_found_where_a_sheet_takes_them_for_some() {
        let text = "a\t=B1\nplain = text\n -5\t+WEBSERVICE(A1)\r\n{=C1}\t@D1";
        let found: Vec<&str> = formulas_in(text).collect();
        assert_eq!(found, ["=B1", "+WEBSERVICE(A1)", "{=C1}", "@D1"]);
    }

    #[test]
    fn a_very_long_formula_is_read_in_time() {
        for part in ["[", "'", "(", "INDIRECT(", "a", "\"", "[a]b", "a://", "{", "WEBSERVICE(\""] {
            reached(&format!("={}", part.repeat(100_000)));
        }
    }
}
