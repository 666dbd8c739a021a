//! Command lines and environments as Windows takes them. Pure.

/// An argument of a command line, quoted where that is needed so that the runtimes of C and Rust read it as one.
pub fn quoted_argument(argument: &str) -> String {
    if !argument.is_empty() && !argument.contains([' ', '\t', '\n', '\u{b}', '"']) {
        return argument.to_owned();
    }
    let mut line = String::from("\"");
    let mut backslashes = 0;
    for letter in argument.chars() {
        match letter {
            '\\' => backslashes += 1,
            '"' => {
                // Before a quote a backslash escapes: the ones that are meant are doubled, and one more is for the quote.
                line.push_str(&"\\".repeat(backslashes + 1));
                backslashes = 0;
            }
            _ => backslashes = 0,
        }
        line.push(letter);
    }
    line.push_str(&"\\".repeat(backslashes));
    line.push('"');
    line
}

/// Variables as one block: sorted, each ended by a zero, and a zero at the end. Of several with one name, whatever its case, the last
/// one counts.
pub fn environment_block(variables: impl IntoIterator<Item = (String, String)>) -> Vec<u16> {
    let mut all: Vec<(String, String)> = Vec::new();
    for (name, value) in variables {
        all.retain(|(known, _)| !known.eq_ignore_ascii_case(&name));
        all.push((name, value));
    }
    // Windows looks names up in a list that is sorted without regard to case.
    all.sort_by_key(|(name, _)| name.to_uppercase());
    let lines = all.iter().map(|(name, value)| format!("{name}={value}\0"));
    let mut block: Vec<u16> = lines.flat_map(|it| it.encode_utf16().collect::<Vec<_>>()).collect();
    if block.is_empty() {
        block.push(0);
    }
    block.push(0);
    block
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_argument_is_quoted_as_the_runtimes_read_it() {
        for (argument, expected) in [
            ("plain", "plain"),
            (r"C:\a\b", r"C:\a\b"),
            ("", r#""""#),
            ("two words", r#""two words""#),
            (r"C:\Program Files\", r#""C:\Program Files\\""#),
            (r#"say "hi""#, r#""say \"hi\"""#),
            (r#"a\"b"#, r#""a\\\"b""#),
            (r"a\\b c", r#""a\\b c""#),
        ] {
            assert_eq!(quoted_argument(argument), expected, "{argument}");
        }
    }

    #[test]
    fn of_several_values_of_a_variable_the_last_one_counts_and_the_block_is_sorted() {
        let variables = [("Path", "old"), ("z", "26"), ("path", "new"), ("A", "1")];
        let block = environment_block(variables.map(|(name, value)| (name.to_owned(), value.to_owned())));
        assert_eq!(String::from_utf16(&block).unwrap(), "A=1\0path=new\0z=26\0\0");
        assert_eq!(environment_block([]), [0, 0]);
    }
}
