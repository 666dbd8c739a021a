//! The control lines of a page: macros and requests with their arguments.

use super::escapes;

/// A macro or a request.
#[derive(Debug)]
pub(super) struct Request<'a> {
    pub(super) name: &'a str,
    /// Its arguments, without escape sequences.
    pub(super) arguments: Vec<String>,
}

impl<'a> Request<'a> {
    /// The request on a line; `None` for a line of text.
    pub(super) fn of(line: &'a str) -> Option<Request<'a>> {
        let line = line.strip_prefix(['.', '\''])?.trim_start_matches([' ', '\t']);
        let end = line.find([' ', '\t', '\\']).unwrap_or(line.len());
        let (name, rest) = line.split_at(end);
        let arguments = split(without_comment(rest)).iter().map(|it| escapes::plain(it)).collect();
        Some(Request { name, arguments })
    }

    /// The line that ends the definition of a macro, or lines that are ignored.
    pub(super) fn end(&self) -> String {
        let named = self.arguments.get(usize::from(self.name != "ig"));
        format!(".{}", named.map_or(".", String::as_str))
    }
}

fn without_comment(text: &str) -> &str {
    text.find("\\\"").map_or(text, |at| &text[..at])
}

/// The words of a line. One in quotation marks may have spaces, and two quotation marks in it are one.
fn split(line: &str) -> Vec<String> {
    let mut arguments = Vec::new();
    let mut rest = line.trim_start_matches([' ', '\t']);
    while !rest.is_empty() {
        let (argument, after) = match rest.strip_prefix('"') {
            Some(quoted) => quoted_argument(quoted),
            None => plain_argument(rest),
        };
        arguments.push(argument);
        rest = after.trim_start_matches([' ', '\t']);
    }
    arguments
}

fn quoted_argument(text: &str) -> (String, &str) {
    let mut argument = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('"') {
        argument.push_str(before);
        let Some(more) = after.strip_prefix('"') else { return (argument, after) };
        argument.push('"');
        rest = more;
    }
    argument.push_str(rest);
    (argument, "")
}

fn plain_argument(text: &str) -> (String, &str) {
    let mut is_escaped = false;
    let end = text.find(|it: char| {
        let ends = !is_escaped && matches!(it, ' ' | '\t');
        is_escaped = !is_escaped && it == '\\';
        ends
    });
    let end = end.unwrap_or(text.len());
    (text[..end].to_owned(), &text[end..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_quotations_and_escaped_spaces() {
        for (line, expected) in [
            (" a  b", vec!["a", "b"]),
            (r#""a b" c"#, vec!["a b", "c"]),
            (r#""say ""x""" c"#, vec![r#"say "x""#, "c"]),
            (r"a\ b c", vec![r"a\ b", "c"]),
            (r#""open"#, vec!["open"]),
            (r#""" x"#, vec!["", "x"]),
        ] {
            assert_eq!(split(line), expected, "{line}");
        }
    }

    #[test]
    fn a_control_line_has_a_name_and_arguments_without_escapes() {
        let request = Request::of(r#"'  BR \-h ", " \fBx\fP \" comment"#).unwrap();
        assert_eq!(request.name, "BR");
        assert_eq!(request.arguments, ["-h", ", ", "x"]);
        assert!(Request::of("text").is_none());
        for (line, end) in [(".de XX", ".."), (".de XX YY", ".YY"), (".ig", ".."), (".ig YY", ".YY")] {
            assert_eq!(Request::of(line).unwrap().end(), end, "{line}");
        }
    }
}
