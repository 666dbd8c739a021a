//! Parses TOML files that a person writes. An error names the file, the line and the fault in one line.

use deskpilot_core::check_brackets;
use serde::de::DeserializeOwned;
use std::path::{Path, PathBuf};

/// Why a text is not the TOML that is wanted. It is one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{}: {why}", file.display(), line.map_or_else(String::new, |it| format!(", line {it}")))]
pub struct TomlError {
    /// The file of the text.
    pub file: PathBuf,
    /// The wrong line, from 1; `None` if the text as a whole is wrong.
    pub line: Option<usize>,
    /// What is wrong.
    pub why: String,
}

/// The content of a file.
///
/// # Errors
/// It is not TOML, or not what is wanted.
pub fn parse_toml<T: DeserializeOwned>(file: &Path, text: &str) -> Result<T, TomlError> {
    let wrong = |line, why| TomlError { file: file.to_owned(), line, why };
    check_brackets(text).map_err(|error| wrong(Some(error.line), error.to_string()))?;
    toml::from_str(text).map_err(|error| {
        let before = error.span().and_then(|span| text.get(..span.start));
        let line = before.map(|it| it.matches('\n').count() + 1);
        wrong(line, error.message().replace('\n', "; "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_one_line_with_the_place() {
        for (text, expected) in [
            ("[run]\nmax_steps = \n", "a.toml, line 2: "),
            ("[run]\nmax_steps = 1\n[run]\n", "a.toml, line 3: "),
            ("x = [[[", "a.toml, line 1: "),
        ] {
            let error = parse_toml::<toml::Table>(Path::new("a.toml"), text).unwrap_err().to_string();
            assert!(error.starts_with(expected) && !error.contains('\n'), "{error}");
        }
    }
}
