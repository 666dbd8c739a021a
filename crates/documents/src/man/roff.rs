//! The lines of a manual page, after conditions, strings and the page's own macros.

use super::{arguments, escapes::Strings};
use crate::DocumentError;
use std::collections::HashMap;

/// The most bytes of lines that are read, those that macros make included.
const MOST_BYTES: usize = 64 << 20;
/// The memory that a line takes in addition to its bytes.
const LINE: usize = 48;
/// The most bytes of a line to which a macro adds arguments.
const LONGEST_LINE: usize = 64 << 10;
/// How deep macros, conditions and blocks may be inside each other.
const DEEPEST: usize = 16;

/// A line of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// A text, without escape sequences.
    Text(String),
    /// A macro or a request with its arguments.
    Macro {
        /// Its name.
        name: String,
        /// Its arguments, without escape sequences.
        arguments: Vec<String>,
    },
}

/// A page under way.
#[derive(Debug, Default)]
pub(super) struct Roff {
    strings: Strings,
    macros: HashMap<String, Vec<String>>,
    /// Whether the last condition with an alternative was true.
    was_true: bool,
    lines: Vec<Line>,
    /// The bytes of the lines that were read.
    read: usize,
}

/// Macros that pages define again as they are known anyway.
const KNOWN: &[&str] = &[
    "TH", "SH", "SS", "TP", "TQ", "IP", "HP", "PP", "P", "LP", "RS", "RE", "B", "I", "BR", "RB", "IR", "RI",
    "BI", "IB", "SM", "SB", "EX", "EE", "UR", "UE", "MT", "ME", "SY", "YS", "OP", "TS", "TE", "IX", "Vb",
    "Ve", "Sp",
];

impl Roff {
    /// The lines of a page.
    ///
    /// # Errors
    /// Its macros or its strings stand for too much.
    pub(super) fn lines(source: &str) -> Result<Vec<Line>, DocumentError> {
        let mut roff = Roff::default();
        roff.run(&joined(source), 0)?;
        if roff.strings.is_exhausted() {
            return Err(DocumentError::TooMuch("strings"));
        }
        Ok(roff.lines)
    }

    fn run(&mut self, lines: &[String], depth: usize) -> Result<(), DocumentError> {
        let mut at = 0;
        while let Some(line) = lines.get(at) {
            at += 1;
            self.count(line)?;
            at = self.line(line, lines, at, depth)?;
        }
        Ok(())
    }

    /// Reads one line, and returns where the next one is.
    fn line(
        &mut self,
        line: &str,
        lines: &[String],
        at: usize,
        depth: usize,
    ) -> Result<usize, DocumentError> {
        let Some(request) = line.strip_prefix(['.', '\'']) else {
            self.text(line);
            return Ok(at);
        };
        let request = request.trim_start_matches([' ', '\t']);
        let end = request.find([' ', '\t', '\\']).unwrap_or(request.len());
        let (name, rest) = request.split_at(end);
        match name {
            "de" | "de1" | "am" | "am1" | "ig" => Ok(self.definition(name, rest, lines, at)),
            "if" | "ie" => {
                let (holds, body) = condition(rest.trim_start());
                if name == "ie" {
                    self.was_true = holds;
                }
                self.branch(holds, body, lines, at, depth)
            }
            "el" => self.branch(!self.was_true, rest.trim_start(), lines, at, depth),
            "ds" => {
                let (name, value) = rest.trim_start().split_once(' ').unwrap_or((rest.trim(), ""));
                let value = value.trim_start();
                self.strings.define(name, value.strip_prefix('"').unwrap_or(value));
                Ok(at)
            }
            "" => Ok(at),
            _ if !KNOWN.contains(&name) && self.macros.contains_key(name) => {
                self.call(name, rest, depth)?;
                Ok(at)
            }
            _ => {
                let arguments = arguments::split(without_comment(rest));
                let arguments = arguments.iter().map(|it| self.argument(it)).collect();
                self.push(Line::Macro { name: name.to_owned(), arguments });
                Ok(at)
            }
        }
    }

    /// An argument. One that begins with `\&` is neither a macro nor punctuation, for which it gets a space without width.
    fn argument(&mut self, source: &str) -> String {
        let text = self.strings.plain(source);
        if source.starts_with("\\&") { format!("\u{200b}{text}") } else { text }
    }

    fn text(&mut self, line: &str) {
        let is_comment = line.starts_with("\\\"") || line.trim() == "\\}";
        if !is_comment {
            let text = self.strings.plain(line);
            self.push(Line::Text(text));
        }
    }

    /// Keeps the lines of a macro, and returns where the next line is.
    fn definition(&mut self, kind: &str, rest: &str, lines: &[String], at: usize) -> usize {
        let arguments = arguments::split(without_comment(rest));
        let (name, end) = match kind {
            "ig" => (None, arguments.first()),
            _ => (arguments.first(), arguments.get(1)),
        };
        let end = format!(".{}", end.map_or(".", String::as_str));
        let length = lines[at..].iter().take_while(|it| it.trim_end() != end).count();
        if let Some(name) = name {
            self.macros.insert(name.clone(), lines[at..at + length].to_vec());
        }
        at + length + 1
    }

    /// Reads or skips what is behind a condition: a line, or a block between `\{` and `\}`.
    fn branch(
        &mut self,
        holds: bool,
        body: &str,
        lines: &[String],
        at: usize,
        depth: usize,
    ) -> Result<usize, DocumentError> {
        let holds = holds && depth < DEEPEST;
        let Some(first) = body.strip_prefix("\\{") else {
            return if holds { self.line(body, lines, at, depth + 1) } else { Ok(at) };
        };
        let end = block_end(body, lines, at);
        if holds {
            let block = std::iter::once(first).chain(lines[at..end].iter().map(String::as_str));
            let block = block.map(|it| it.trim_end().trim_end_matches("\\}").to_owned());
            let block: Vec<String> = block.filter(|it| !matches!(it.trim(), "" | ".")).collect();
            self.run(&block, depth + 1)?;
        }
        Ok(end)
    }

    /// Runs a macro of the page.
    fn call(&mut self, name: &str, rest: &str, depth: usize) -> Result<(), DocumentError> {
        let Some(body) = self.macros.get(name).filter(|_| depth < DEEPEST) else { return Ok(()) };
        let arguments = arguments::split(without_comment(rest));
        let body: Vec<String> = body.iter().map(|line| with_arguments(line, &arguments)).collect();
        self.run(&body, depth + 1)
    }

    fn push(&mut self, line: Line) {
        self.lines.push(line);
    }

    fn count(&mut self, line: &str) -> Result<(), DocumentError> {
        self.read += line.len() + LINE;
        if self.read > MOST_BYTES { Err(DocumentError::TooMuch("macros")) } else { Ok(()) }
    }
}

/// The lines of a page; a line that ends with a backslash continues in the next.
fn joined(source: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in source.lines() {
        let backslashes = line.len() - line.trim_end_matches('\\').len();
        let ends_open = backslashes % 2 == 1;
        let part = if ends_open { &line[..line.len() - 1] } else { line.trim_end_matches("\\c") };
        match lines.last_mut().filter(|_| goes_on) {
            Some(last) => last.push_str(part),
            None => lines.push(part.to_owned()),
        }
        goes_on = ends_open;
    }
    lines
}

/// Whether a condition holds on a terminal, and what is behind it. What it does not know does not hold.
fn condition(text: &str) -> (bool, &str) {
    let (is_negated, text) = match text.strip_prefix('!') {
        Some(text) => (true, text.trim_start()),
        None => (false, text),
    };
    let (holds, rest) = if let Some(rest) = text.strip_prefix("\\n(.g") {
        (true, rest)
    } else if let Some(rest) = text.strip_prefix('n').filter(|it| it.starts_with([' ', '\\', '.', '\t'])) {
        (true, rest)
    } else if let Some(quote) = text.chars().next().filter(|it| matches!(it, '\'' | '"')) {
        same_texts(&text[1..], quote)
    } else {
        let end = text.find([' ', '\t']).unwrap_or(text.len());
        let end = text[..end].find("\\{").unwrap_or(end);
        (false, &text[end..])
    };
    (holds != is_negated, rest.trim_start())
}

/// Whether two texts between three quotation marks are the same.
fn same_texts(text: &str, quote: char) -> (bool, &str) {
    let texts = text.split_once(quote).and_then(|(first, rest)| Some((first, rest.split_once(quote)?)));
    texts.map_or((false, ""), |(first, (second, rest))| (first == second, rest))
}

/// Where the block that begins with `first` ends: behind the line that closes it.
fn block_end(first: &str, lines: &[String], at: usize) -> usize {
    let change =
        |line: &str| line.matches("\\{").count().cast_signed() - line.matches("\\}").count().cast_signed();
    let mut open = change(first);
    let mut end = at;
    while open > 0 && end < lines.len() {
        open += change(&lines[end]);
        end += 1;
    }
    end
}

/// A line of a macro with the arguments of a call.
fn with_arguments(line: &str, arguments: &[String]) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some(at) = rest.find("\\$") {
        // In a macro, a backslash is written twice.
        text.push_str(rest[..at].trim_end_matches('\\'));
        let mut after = rest[at + 2..].chars();
        match after.next() {
            Some('*' | '@') => text.push_str(&arguments.join(" ")),
            Some(digit @ '1'..='9') => {
                let index = digit as usize - '1' as usize;
                text.push_str(arguments.get(index).map_or("", String::as_str));
            }
            _ => {}
        }
        text.truncate(text.floor_char_boundary(LONGEST_LINE));
        rest = after.as_str();
    }
    text.push_str(rest);
    text.replace("\\\\", "\\")
}

fn without_comment(text: &str) -> &str {
    text.find("\\\"").map_or(text, |at| &text[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(source: &str) -> Vec<String> {
        let lines = Roff::lines(source).unwrap().into_iter();
        let shown = lines.map(|line| match line {
            Line::Text(text) => text,
            Line::Macro { name, arguments } => format!(".{name} {}", arguments.join("|")),
        });
        shown.collect()
    }

    #[test]
    fn conditions_choose_what_a_terminal_shows() {
        for (source, expected) in [
            (".if n one\n.ie t two\n.el three", vec!["one", "three"]),
            (".ie \\n(.g .ds A yes\n.el .ds A no\n\\*A", vec!["yes"]),
            (".if !\\nF .nr F 0\n.if \\nF>0 \\{\\\n.de IX\nx\n..\n.\\}\ny", vec![".nr F|0", "y"]),
            (".if t \\{ .a\n.if n \\{\n.b\n.\\}\n.c \\}\nd", vec!["d"]),
            (".if n \\{\\\n.SH x\ny\n.\\}\nz", vec![".SH x", "y", "z"]),
            (".if 'a'a' same\n.if !'a'b' other", vec!["same", "other"]),
            (".if !dXX .de XX\n.B \\\\$1\n..\n.XX it", vec![".B it"]),
        ] {
            assert_eq!(lines(source), expected, "{source}");
        }
    }

    #[test]
    fn macros_of_the_page_are_run_and_comments_are_left_out() {
        let source = ".\\\" comment\n'\\\" another\n.de FN\n.I \\\\$2 \\\\$1 \\\\$*\n..\n.FN a \"b c\"\n.ig\nno\n..\n\
            .de TP\nno\n..\n.TP 4 \\\" eight\none\\\n two";
        assert_eq!(lines(source), [".I b|c|a|a|b|c", ".TP 4", "one two"]);
    }

    #[test]
    fn macros_without_end_are_an_error() {
        let calls = ".A\n".repeat(50);
        for source in [
            format!(".de A\n{calls}..\n.A"),
            format!(".de A\n.B x\n{calls}..\n.A"),
            format!(".ds a {}\n{}", "x".repeat(4000), "\\*a\n".repeat(10_000)),
        ] {
            assert!(matches!(Roff::lines(&source), Err(DocumentError::TooMuch(_))), "{source:.60}");
        }
        // Neither conditions nor blocks inside each other exhaust the stack.
        for source in [".if n ".repeat(200_000), ".if n \\{\n".repeat(100_000)] {
            Roff::lines(&source).unwrap();
        }
    }
}
