//! Reads the file of secrets, which only its owner may read. No error shows any of its content.

use super::file_error::SecretsFileError;
use crate::{Environment, UsageError, own_file::OwnFile};
use deskpilot_core::{Secret, check_brackets, is_secret_name, policy::Glob};
use deskpilot_desktop::{FileAccess, SecretScope};
use std::path::Path;
use toml::{Table, Value};

/// The file's name in the settings folder.
const NAME: &str = "secrets.toml";

/// One secret of the file.
pub(super) struct FileSecret {
    pub(super) name: String,
    pub(super) secret: Secret,
    pub(super) bounds: SecretScope,
}

/// The secrets of the named file, or of the default file in this folder if it exists.
pub(super) fn read(
    named: Option<&Path>,
    folder: Option<&Path>,
    environment: &Environment,
) -> Result<Vec<FileSecret>, UsageError> {
    let usual = folder.map(|it| it.join(NAME));
    let file = OwnFile { setting: "secrets.file", named, usual, most: FileAccess::Nothing };
    Ok(file.read(environment, entries)?.unwrap_or_default())
}

fn entries(text: &str) -> Result<Vec<FileSecret>, SecretsFileError> {
    check_brackets(text)?;
    let table: Table = text.parse().map_err(|error: toml::de::Error| {
        // The parser's message would show the line's content.
        let line = error.span().map_or(1, |at| {
            1 + text.as_bytes()[..at.start.min(text.len())].iter().filter(|it| **it == b'\n').count()
        });
        SecretsFileError::NotToml(line)
    })?;
    let mut entries: Vec<FileSecret> = Vec::new();
    for (name, value) in table {
        let entry = entry(&name, value)?;
        if let Some(other) = entries.iter().find(|it| super::variable(&it.name) == super::variable(&name)) {
            return Err(SecretsFileError::SameName(other.name.clone(), name));
        }
        entries.push(entry);
    }
    Ok(entries)
}

fn entry(name: &str, value: Value) -> Result<FileSecret, SecretsFileError> {
    let named = || name.to_owned();
    if !is_secret_name(name) {
        return Err(SecretsFileError::BadName(named()));
    }
    let mut entry =
        FileSecret { name: name.to_owned(), secret: Secret::new(""), bounds: SecretScope::default() };
    match value {
        Value::String(secret) => entry.secret = Secret::new(secret),
        Value::Table(table) => {
            for (key, value) in table {
                match (key.as_str(), value) {
                    ("value", Value::String(secret)) => entry.secret = Secret::new(secret),
                    ("applications", value) => entry.bounds.applications = globs(name, &key, &value)?,
                    ("domains", value) => entry.bounds.domains = globs(name, &key, &value)?,
                    ("value", _) => return Err(SecretsFileError::ValueNotText(named())),
                    _ => return Err(SecretsFileError::UnknownKey { name: named(), key }),
                }
            }
        }
        _ => return Err(SecretsFileError::NotText(named())),
    }
    if entry.secret.reveal().is_empty() {
        return Err(SecretsFileError::NoValue(named()));
    }
    Ok(entry)
}

fn globs(name: &str, key: &str, value: &Value) -> Result<Vec<Glob>, SecretsFileError> {
    let texts: Option<Vec<&str>> = match value {
        Value::String(one) => Some(vec![one]),
        Value::Array(many) => many.iter().map(Value::as_str).collect(),
        _ => None,
    };
    match texts {
        Some(texts) if !texts.is_empty() => Ok(texts.into_iter().map(Glob::from).collect()),
        _ => Err(SecretsFileError::BadScope { name: name.to_owned(), key: key.to_owned() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, os::unix::fs::PermissionsExt, path::PathBuf, sync::Arc};

    fn environment() -> Environment {
        Environment::new(Vec::new(), Arc::new(deskpilot_linux::Linux))
    }

    fn written(folder: &tempfile::TempDir, text: &str, mode: u32) -> PathBuf {
        let file = folder.path().join(NAME);
        fs::write(&file, text).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        file
    }

    fn refused(read: Result<Vec<FileSecret>, impl std::error::Error>) -> String {
        match read {
            Ok(_) => "nothing".into(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn only_a_file_of_ones_own_that_nobody_else_can_read_is_read() {
        let folder = tempfile::tempdir().unwrap();
        for (mode, fine) in
            [(0o600, true), (0o400, true), (0o640, false), (0o604, false), (0o620, false), (0o700, true)]
        {
            let file = written(&folder, "mail = \"hidden-value\"", mode);
            let message = refused(read(Some(&file), None, &environment()));
            assert_eq!(message == "nothing", fine, "{mode:o} {message}");
            assert!(fine || message.contains(&format!("chmod 600 {}", file.display())), "{message}");
        }
        // A link to the user's own file is accepted; the file of another user is not, however it is reached.
        let file = written(&folder, "mail = \"hidden-value\"", 0o600);
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&file, &link).unwrap();
        assert_eq!(read(Some(&link), None, &environment()).unwrap().len(), 1);
        written(&folder, "", 0o644);
        assert!(refused(read(Some(&link), None, &environment())).contains("chmod 600"));
        assert!(refused(read(Some(folder.path()), None, &environment())).contains("it is a folder"));
        let absent = folder.path().join("absent");
        assert!(refused(read(Some(&absent), None, &environment())).contains("cannot be read"));
        assert_eq!(refused(read(None, Some(&absent), &environment())), "nothing");
    }

    #[test]
    fn no_error_repeats_what_is_in_it() {
        for (text, expected) in [
            ("mail = hidden-value", "line 1 is not TOML"),
            ("a = \"fine-value\"\nmail = \"hidden-value", "line 2 is not TOML"),
            ("mail = 42424242", "mail must be a text"),
            ("[mail]\nvalue = 42424242", "mail.value must be a text"),
            ("[mail]\nsecret = \"hidden-value\"", "mail knows no secret"),
            ("[mail]\ndomains = \"hidden-value\"", "mail has no value"),
            ("[mail]\nvalue = \"hidden-value\"\ndomains = []", "mail.domains must be"),
            ("mail = \" \"", "mail has no value"),
            ("mail = \"hidden-value\"\nMail = \"hidden-value\"", "are the same name"),
            ("\"a b\" = \"hidden-value\"", "is not a valid name for a secret"),
        ] {
            let message = refused(entries(text));
            assert!(
                message.contains(expected) && !message.contains("hidden-value") && !message.contains("4242"),
                "{message}"
            );
        }
    }
}
