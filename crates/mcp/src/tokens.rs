//! The tokens with which programs reach Deskpilot over HTTP: each has a name, and of each only a hash is kept, in a file of the user's.

use blake3::Hash;
use deskpilot_core::is_secret_name;
use deskpilot_runtime::{Environment, FileError, check_unexposed};
use deskpilot_system::{
    AtomicWrite, ReadLimit, private_file_options, private_folder_options, unguessable_text,
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::{
    fs::File,
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

/// The largest file that is read.
const LARGEST: ReadLimit = ReadLimit::mib(1);

/// The most tokens.
const MOST: usize = 64;

/// Why tokens cannot be read or changed.
#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    /// Somebody else can change the file.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file cannot be read.
    #[error("{} cannot be read", path.display())]
    NotRead {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The file cannot be written.
    #[error("{} cannot be written", path.display())]
    NotWritten {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A line of the file is no token.
    #[error("{}: line {number} is no token; remove it", path.display())]
    BadLine {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        number: usize,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// The name cannot be one.
    #[error("{0:?} is no name for a token: use up to 64 letters, digits, '_', '.' and '-'")]
    BadName(String),
    /// Another token has the name.
    #[error(
        "there is a token {0:?} already: choose another name, or run `deskpilot mcp token remove {0}` first"
    )]
    Exists(String),
    /// No token has the name.
    #[error("there is no token {0:?}: `deskpilot mcp token list` shows all")]
    Unknown(String),
    /// There are too many.
    #[error("there are {0} tokens already: remove one that is no longer used")]
    TooMany(usize),
    /// The system gives no random numbers, without which anybody could guess the token.
    #[error("there are no random numbers for a token")]
    NoRandom(#[source] io::Error),
}

/// What is kept of a token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenRow {
    /// Its name.
    pub name: String,
    /// When it was made.
    pub made: String,
    hash: String,
}

/// A token, which is shown once.
pub struct MadeToken {
    /// Its name.
    pub name: String,
    /// What a program sends.
    pub token: String,
}

/// A token that was found by what a program sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TokenHash(Hash);

/// The file of the tokens.
#[derive(Clone)]
pub struct TokenFile {
    path: PathBuf,
    environment: Environment,
}

impl TokenFile {
    /// The tokens of the user of this environment; `None` if the user has no folder for data.
    pub fn of(environment: &Environment) -> Option<TokenFile> {
        let path = environment.data_folder()?.join("mcp-tokens.jsonl");
        Some(TokenFile { path, environment: environment.clone() })
    }

    /// All tokens, the oldest first.
    ///
    /// # Errors
    /// The file cannot be read, or others can change it: they could let themselves in.
    pub fn rows(&self) -> Result<Vec<TokenRow>, TokenError> {
        check_unexposed(&self.path, &self.environment)?;
        let text = match LARGEST.read_text(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(source) => return Err(TokenError::NotRead { path: self.path.clone(), source }),
        };
        rows_of(&text, &self.path)
    }

    /// Makes a token with this name, or with the first free number.
    ///
    /// # Errors
    /// The name is taken or none, there are too many tokens, or the file cannot be read or written.
    pub fn make(&self, name: Option<&str>) -> Result<MadeToken, TokenError> {
        let _lock = self.lock()?;
        let mut rows = self.rows()?;
        let name = name.map_or_else(|| free_name(&rows), str::to_owned);
        if !is_secret_name(&name) {
            return Err(TokenError::BadName(name));
        }
        if rows.iter().any(|it| it.name == name) {
            return Err(TokenError::Exists(name));
        }
        if rows.len() >= MOST {
            return Err(TokenError::TooMany(rows.len()));
        }
        let token = unguessable_text().map_err(TokenError::NoRandom)?;
        let made = Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
        rows.push(TokenRow { name: name.clone(), made, hash: hash(&token).to_hex().to_string() });
        self.write(&rows)?;
        Ok(MadeToken { name, token })
    }

    /// Takes the token of this name back. A server that runs ends what was opened with it.
    ///
    /// # Errors
    /// There is none, or the file cannot be read or written.
    pub fn remove(&self, name: &str) -> Result<(), TokenError> {
        let _lock = self.lock()?;
        let mut rows = self.rows()?;
        let before = rows.len();
        rows.retain(|it| it.name != name);
        if rows.len() == before {
            return Err(TokenError::Unknown(name.to_owned()));
        }
        self.write(&rows)
    }

    /// The token that a program sent, if it is one of these.
    pub(crate) fn found(&self, sent: &str) -> Result<Option<TokenHash>, TokenError> {
        let sent = TokenHash(hash(sent));
        Ok(self.has(sent)?.then_some(sent))
    }

    /// Whether this token is still one of these.
    pub(crate) fn has(&self, token: TokenHash) -> Result<bool, TokenError> {
        // Hashes are compared in constant time.
        let is_it = |row: &TokenRow| Hash::from_hex(&row.hash).is_ok_and(|it| it == token.0);
        Ok(self.rows()?.iter().any(is_it))
    }

    /// Lets one process at a time change the file, until this is dropped.
    fn lock(&self) -> Result<File, TokenError> {
        let open = || {
            if let Some(folder) = self.path.parent() {
                private_folder_options().recursive(true).create(folder)?;
            }
            // Not the file of the tokens, in whose place each change puts another.
            let path = self.path.with_extension("lock");
            let file = private_file_options().create(true).append(true).open(path)?;
            file.lock()?;
            Ok(file)
        };
        open().map_err(|source| TokenError::NotWritten { path: self.path.clone(), source })
    }

    /// Writes all rows anew: a row that is appended would become a part of a last line that somebody left without an end.
    fn write(&self, rows: &[TokenRow]) -> Result<(), TokenError> {
        let lines: String = rows.iter().map(line).collect();
        let written = AtomicWrite::DURABLE.write(&self.path, lines.as_bytes());
        written.map_err(|source| TokenError::NotWritten { path: self.path.clone(), source })
    }
}

fn rows_of(text: &str, path: &Path) -> Result<Vec<TokenRow>, TokenError> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let row = |(number, line)| {
        let bad = |source| TokenError::BadLine { path: path.to_owned(), number, source };
        serde_json::from_str(line).map_err(bad)
    };
    lines.map(row).collect()
}

fn line(row: &TokenRow) -> String {
    // Texts can always be written as JSON.
    serde_json::to_string(row).unwrap_or_default() + "\n"
}

fn hash(token: &str) -> Hash {
    // Fast and without a salt: a token is 256 random bits, which nobody finds by trying.
    blake3::hash(token.as_bytes())
}

/// The first name with a number that no token has.
fn free_name(rows: &[TokenRow]) -> String {
    let names = (1..).map(|number: usize| format!("token-{number}"));
    let mut free = names.filter(|name| rows.iter().all(|it| it.name != *name));
    free.next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_testkit::TextPlatform;

    fn row(name: &str) -> TokenRow {
        TokenRow { name: name.to_owned(), made: "2026-01-02T03:04:05Z".to_owned(), hash: "00".repeat(32) }
    }

    #[test]
    fn a_line_is_a_token_or_an_error_with_its_number() {
        let rows = [row("one"), row("two")];
        let text: String = rows.iter().map(line).collect();
        assert_eq!(rows_of(&text, Path::new("f")).unwrap(), rows);
        for wrong in ["{}", "no JSON", "[]", "{\"name\":\"a\",\"made\":\"b\",\"hash\":\"c\",\"admin\":true}"]
        {
            let error = rows_of(&format!("{text}\n{wrong}\n"), Path::new("f")).unwrap_err();
            assert!(error.to_string().contains("line 4 is no token"), "{error}");
        }
    }

    #[test]
    fn a_token_is_added_behind_a_last_line_that_has_no_end() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().display().to_string();
        let platform = std::sync::Arc::new(TextPlatform::bare(""));
        let environment = Environment::new(vec![("HOME".to_owned(), home)], platform);
        let file = TokenFile::of(&environment).unwrap();
        file.make(Some("one")).unwrap();
        let text = std::fs::read_to_string(&file.path).unwrap();
        std::fs::write(&file.path, text.trim_end()).unwrap();
        file.make(Some("two")).unwrap();
        let names: Vec<_> = file.rows().unwrap().into_iter().map(|it| it.name).collect();
        assert_eq!(names, ["one", "two"]);
    }

    #[test]
    fn the_first_number_that_is_free_names_a_token() {
        assert_eq!(free_name(&[]), "token-1");
        assert_eq!(free_name(&[row("token-1"), row("token-3"), row("mine")]), "token-2");
    }
}
