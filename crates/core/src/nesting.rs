//! Checks the brackets of a TOML text before it is parsed. Pure.
//!
//! After an error in brackets the parser goes on one level deeper, again and again, until the stack runs out and the process
//! ends; its own limit counts brackets that close nothing. So every text from a file passes this check first.

use std::{error::Error, fmt};
use toml_parser::{Source, lexer::TokenKind};

/// The most brackets that may be open at once; Deskpilot's files need four.
const MAX_OPEN: usize = 60;

/// Too many brackets of a TOML text are open at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyBrackets {
    /// The line of the one too many, from 1.
    pub line: usize,
}

impl fmt::Display for TooManyBrackets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "more than {MAX_OPEN} brackets are open: close each [ and {{")
    }
}

impl Error for TooManyBrackets {}

/// Checks a TOML text; a bracket is open until one of its own kind closes it.
///
/// # Errors
/// Fails at the first bracket that is one too many.
pub fn check_brackets(text: &str) -> Result<(), TooManyBrackets> {
    let mut open = Vec::new();
    for token in Source::new(text).lex() {
        let opening = match token.kind() {
            TokenKind::RightSquareBracket => TokenKind::LeftSquareBracket,
            TokenKind::RightCurlyBracket => TokenKind::LeftCurlyBracket,
            kind @ (TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket) => {
                open.push(kind);
                if open.len() > MAX_OPEN {
                    let before = text.bytes().take(token.span().start());
                    return Err(TooManyBrackets { line: 1 + before.filter(|it| *it == b'\n').count() });
                }
                continue;
            }
            _ => continue,
        };
        if open.last() == Some(&opening) {
            open.pop();
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_that_nobody_closes_are_too_many() {
        let balanced = "[[rule]]\nargument = { keys = [\"{\", '['] } # {\n".repeat(1000);
        assert_eq!(check_brackets(&balanced), Ok(()));
        assert_eq!(check_brackets(&format!("x = {}{}", "[".repeat(60), "]".repeat(60))), Ok(()));
        for unclosed in
            ["[[rule]]\nx = { keys = 1]\n", "[[rule]]\nx = {a=[}],\n", "x = [\n\n", "[[rule]]\n{ { ]\n"]
        {
            let error = check_brackets(&unclosed.repeat(100)).unwrap_err();
            assert!((60..=130).contains(&error.line), "{unclosed:?}: {error:?}");
        }
    }
}
