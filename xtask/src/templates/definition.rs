//! The definition of a document: what it holds, the colour of its headings, and the lines of its body.

use anyhow::{Result, bail};

/// The colour of headings where a definition names none.
const COLOUR: &str = "1f3864";

/// A parsed definition.
pub(super) struct Definition {
    /// What the document holds, and which tasks it suits.
    pub(super) description: String,
    /// Six hexadecimal digits.
    pub(super) colour: String,
    /// The lines of the body that are not empty.
    pub(super) lines: Vec<String>,
}

impl Definition {
    pub(super) fn parse(text: &str) -> Result<Definition> {
        let Some((head, body)) = text.split_once("\n\n") else { bail!("it has no body") };
        let (mut description, mut colour) = (None, COLOUR);
        for line in head.lines() {
            match line.split_once(": ") {
                Some(("description", value)) => description = Some(value),
                Some(("colour", value)) => colour = value,
                _ => bail!("unknown line: {line}"),
            }
        }
        let Some(description) = description else { bail!("it has no description") };
        if colour.len() != 6 || !colour.bytes().all(|it| it.is_ascii_hexdigit()) {
            bail!("colour is not six hexadecimal digits: {colour}");
        }
        let lines = body.lines().map(str::trim_end).filter(|it| !it.is_empty()).map(str::to_owned).collect();
        Ok(Definition { description: description.to_owned(), colour: colour.to_owned(), lines })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_definition_has_a_description_and_a_body() {
        let definition =
            Definition::parse("description: A note.\ncolour: 00ff00\n\n# Hello\n\nworld \n").unwrap();
        assert_eq!(definition.description, "A note.");
        assert_eq!(definition.colour, "00ff00");
        assert_eq!(definition.lines, ["# Hello", "world"]);
        for (text, expected) in [
            ("description: A note.\n", "it has no body"),
            ("colour: 00ff00\n\nx", "it has no description"),
            ("description: A note.\ncolour: green\n\nx", "colour is not six hexadecimal digits: green"),
            ("title: x\n\nx", "unknown line: title: x"),
        ] {
            assert_eq!(Definition::parse(text).err().unwrap().to_string(), expected);
        }
    }
}
