//! Named secrets from the environment, the user's file and the desktop's keyring, in this order of precedence.

mod file;
mod file_error;
mod names;
mod resumption;

pub use names::SecretNames;
pub(crate) use resumption::redacted;

use crate::{Config, Environment, UsageError, keys};
use async_trait::async_trait;
use deskpilot_core::{Secret, is_secret_name};
use deskpilot_desktop::{KeyringError, RevealedSecret, SecretError, SecretScope, SecretStore};
use std::{fmt, path::Path};

/// The prefix of the variables of secrets.
const PREFIX: &str = "DESKPILOT_SECRET_";

/// The secrets of this user, by name.
pub struct Vault {
    entries: Vec<SecretEntry>,
    /// The environment, whose platform has the keyring.
    environment: Environment,
}

/// One secret. The keyring is asked for its value only when the secret is used.
struct SecretEntry {
    name: String,
    source: SecretSource,
    bounds: SecretScope,
}

/// Where a secret comes from.
enum SecretSource {
    Variable(Secret),
    File(Secret),
    Keyring,
}

impl Vault {
    /// The secrets of the user of this process, under these settings.
    ///
    /// # Errors
    /// The file is wrong, or others can read it.
    pub fn of(config: &Config) -> Result<Vault, UsageError> {
        let env = &config.environment;
        Vault::open(config.secrets.as_deref(), env.settings_folder().as_deref(), env)
    }

    /// The secrets of the environment, the file and the keyring. If the settings name no file, it is the one in the settings
    /// folder, which may be missing.
    ///
    /// # Errors
    /// The file is wrong, or others can read it.
    fn open(file: Option<&Path>, folder: Option<&Path>, env: &Environment) -> Result<Vault, UsageError> {
        let mut vault = Vault { entries: Vec::new(), environment: env.clone() };
        for (variable, value) in env.pairs().iter().filter(|(_, value)| !value.trim().is_empty()) {
            let Some(name) = variable.strip_prefix(PREFIX).filter(|it| is_secret_name(it)) else {
                continue;
            };
            vault.add(
                &name.to_lowercase(),
                SecretSource::Variable(Secret::new(value)),
                SecretScope::default(),
            );
        }
        for entry in file::read(file, folder, env)? {
            vault.add(&entry.name, SecretSource::File(entry.secret), entry.bounds);
        }
        let in_keyring = SecretNames::of(env).read().map_err(|error| UsageError::of(&error))?;
        for name in in_keyring {
            vault.add(&name, SecretSource::Keyring, SecretScope::default());
        }
        vault.entries.sort_by(|left, right| left.name.cmp(&right.name));
        Ok(vault)
    }

    /// Adds a secret, unless a source with precedence has it. The bounds of the file apply wherever the value comes from.
    fn add(&mut self, name: &str, source: SecretSource, bounds: SecretScope) {
        match self.entries.iter_mut().find(|it| variable(&it.name) == variable(name)) {
            Some(known) if known.bounds == SecretScope::default() => {
                // Prefer the name in the file: the name of a variable has neither case nor hyphens.
                (known.name, known.bounds) = (name.to_owned(), bounds);
            }
            Some(_) => {}
            None => self.entries.push(SecretEntry { name: name.to_owned(), source, bounds }),
        }
    }

    /// Reads a secret from the keyring, which may ask the user to unlock it.
    async fn read_keyring(&self, name: &str) -> Result<Secret, SecretError> {
        let stored = keys::stored(&keyring_entry(name), &self.environment).await;
        stored.map_err(|error| SecretError::Withheld { name: name.to_owned(), why: error.to_string() })
    }

    /// Reads a secret from the keyring, unless it is locked.
    async fn read_unlocked(&self, name: &str) -> Result<Secret, SecretError> {
        let stored = keys::stored_unlocked(&keyring_entry(name), &self.environment).await;
        stored.map_err(|error| match error {
            KeyringError::Absent => SecretError::Unknown { name: name.to_owned(), known: self.names() },
            error => SecretError::Withheld { name: name.to_owned(), why: error.to_string() },
        })
    }

    fn find(&self, name: &str) -> Option<&SecretEntry> {
        self.entries.iter().find(|it| variable(&it.name) == variable(name))
    }

    /// A line about each secret, without its value.
    pub fn list(&self) -> Vec<String> {
        self.entries.iter().map(ToString::to_string).collect()
    }
}

/// The variable of a secret. Names with the same variable are the same name.
fn variable(name: &str) -> String {
    let plain = |it: char| if it.is_ascii_alphanumeric() { it.to_ascii_uppercase() } else { '_' };
    PREFIX.chars().chain(name.chars().map(plain)).collect()
}

impl fmt::Display for SecretEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let source = match self.source {
            SecretSource::Variable(_) => format!("${}", variable(&self.name)),
            SecretSource::File(_) => "file".into(),
            SecretSource::Keyring => "keyring".into(),
        };
        write!(f, "{}  {source}", self.name)?;
        for (word, globs) in [("in", &self.bounds.applications), ("at", &self.bounds.domains)] {
            let names: Vec<String> = globs.iter().map(ToString::to_string).collect();
            if !names.is_empty() {
                write!(f, ", only {word} {}", names.join(" or "))?;
            }
        }
        Ok(())
    }
}

#[async_trait]
impl SecretStore for Vault {
    fn names(&self) -> Vec<String> {
        self.entries.iter().map(|it| it.name.clone()).collect()
    }

    async fn reveal(&self, name: &str) -> Result<RevealedSecret, SecretError> {
        let unknown = || SecretError::Unknown { name: name.to_owned(), known: self.names() };
        let SecretEntry { name, source, bounds } = self.find(name).ok_or_else(unknown)?;
        let secret = match source {
            SecretSource::Variable(secret) | SecretSource::File(secret) => secret.clone(),
            SecretSource::Keyring => self.read_keyring(name).await?,
        };
        RevealedSecret::new(name, secret, bounds.clone())
    }

    async fn reveal_unasked(&self, name: &str) -> Result<Secret, SecretError> {
        match self.find(name) {
            Some(SecretEntry { name, source: SecretSource::Keyring, .. }) => self.read_unlocked(name).await,
            _ => Ok(self.reveal(name).await?.secret),
        }
    }
}

/// The name of a secret's entry in the keyring.
pub fn keyring_entry(name: &str) -> String {
    format!("secret:{}", name.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, os::unix::fs::PermissionsExt};

    #[tokio::test]
    async fn the_environment_wins_over_the_file_and_the_file_over_the_keyring() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("secrets.toml");
        fs::write(
            &file,
            "my-mail = \"of-the-file\"\n[bank]\nvalue = \"of-the-file\"\ndomains = \"bank.example\"\n",
        )
        .unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let env = Environment::new(
            vec![
                pair("XDG_DATA_HOME", &folder.path().display().to_string()),
                pair("DESKPILOT_SECRET_BANK", "of-the-environment"),
                pair("DESKPILOT_SECRET_ENV", "of-the-environment"),
                pair("DESKPILOT_SECRET_EMPTY", " "),
            ],
            std::sync::Arc::new(deskpilot_linux::Linux),
        );
        let names = SecretNames::of(&env);
        ["bank", "other"].iter().for_each(|it| names.add(it).unwrap());
        let vault = Vault::open(None, Some(folder.path()), &env).unwrap();
        let expected = [
            "bank  $DESKPILOT_SECRET_BANK, only at bank.example",
            "env  $DESKPILOT_SECRET_ENV",
            "my-mail  file",
            "other  keyring",
        ];
        assert_eq!(vault.list(), expected);
        for (name, expected) in
            [("BANK", "of-the-environment"), ("Env", "of-the-environment"), ("my-mail", "of-the-file")]
        {
            assert_eq!(vault.reveal(name).await.unwrap().secret.reveal(), expected, "{name}");
        }
        let unknown = vault.reveal("empty").await.unwrap_err().to_string();
        assert!(unknown.contains("there are: bank, env, my-mail, other; add it with"), "{unknown}");
    }
}
