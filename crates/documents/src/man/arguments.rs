//! The arguments of a macro.

/// The words of a line. One in quotation marks may have spaces, and two quotation marks in it are one.
pub(super) fn split(line: &str) -> Vec<String> {
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
}
