//! Where named secrets are kept: the environment, a file of the user's own, the desktop's keyring; each wins over the next.

mod file;
mod names;

pub use names::SecretNames;

use crate::{Config, Environment, Notify, UsageError, keys};
use anyhow::Result;
use async_trait::async_trait;
use deskpilot_core::{Entry, Event, Secret, is_secret_name};
use deskpilot_desktop::{RedactedDesktop, Redactor, RevealedSecret, SecretError, SecretScope, SecretStore};
use std::{fmt, path::Path};

/// How the variables of secrets begin.
const VARIABLE: &str = "DESKPILOT_SECRET_";

/// The secrets of this user.
pub struct Vault {
    kept: Vec<Kept>,
    /// Whose keyring is asked.
    environment: Environment,
}

/// One secret, as far as it is known before it is asked for.
struct Kept {
    name: String,
    place: Place,
    bounds: SecretScope,
}

/// Where one is kept.
enum Place {
    Variable(Secret),
    File(Secret),
    Keyring,
}

/// The desktop with the secrets of the vault, and with what an earlier process of the session typed kept out.
pub(crate) async fn redacted(
    desktop: RedactedDesktop,
    vault: Vault,
    redactor: &Redactor,
    entries: &[Entry],
    notify: &Notify,
) -> RedactedDesktop {
    let redacted = desktop.with_secrets(Box::new(vault), redactor.clone());
    let mut typed: Vec<String> = entries.iter().flat_map(typed_in).collect();
    typed.sort();
    typed.dedup();
    for trouble in redacted.cover_secrets(&typed).await {
        notify(&format!("warning: {trouble}; what was typed of it before may be read now"));
    }
    redacted
}

fn typed_in(entry: &Entry) -> Vec<String> {
    match &entry.event {
        Event::Acting { operation, .. } => operation.secrets(),
        _ => Vec::new(),
    }
}

impl Vault {
    /// The secrets of the user of this process, under these settings.
    ///
    /// # Errors
    /// What is wrong with the file: that others can read it, say.
    pub fn of(config: &Config) -> Result<Vault> {
        let env = &config.environment;
        let opened = Vault::open(config.secrets.as_deref(), env.settings_folder().as_deref(), env);
        opened.map_err(|error| UsageError(format!("{error:#}")).into())
    }

    /// The secrets that the environment, the file and the keyring have. Without a file of the settings it is the one in the
    /// settings' folder, which need not be there.
    ///
    /// # Errors
    /// What is wrong with the file: that others can read it, say.
    fn open(file: Option<&Path>, folder: Option<&Path>, env: &Environment) -> Result<Vault> {
        let mut vault = Vault { kept: Vec::new(), environment: env.clone() };
        for (variable, value) in env.pairs().iter().filter(|(_, value)| !value.trim().is_empty()) {
            let Some(name) = variable.strip_prefix(VARIABLE).filter(|it| is_secret_name(it)) else {
                continue;
            };
            vault.take(&name.to_lowercase(), Place::Variable(Secret::new(value)), SecretScope::default());
        }
        for entry in file::read(file, folder, env)? {
            vault.take(&entry.name, Place::File(entry.secret), entry.bounds);
        }
        for name in SecretNames::of(env).read()? {
            vault.take(&name, Place::Keyring, SecretScope::default());
        }
        vault.kept.sort_by(|left, right| left.name.cmp(&right.name));
        Ok(vault)
    }

    /// Takes a secret in, unless one is there that wins. What the file binds stays bound wherever the value comes from.
    fn take(&mut self, name: &str, place: Place, bounds: SecretScope) {
        match self.kept.iter_mut().find(|it| variable(&it.name) == variable(name)) {
            Some(known) if known.bounds == SecretScope::default() => {
                // A name in a variable has no case, and stands for a hyphen by a line.
                (known.name, known.bounds) = (name.to_owned(), bounds);
            }
            Some(_) => {}
            None => self.kept.push(Kept { name: name.to_owned(), place, bounds }),
        }
    }

    /// The secret from the keyring, which may ask the user to unlock it.
    async fn of_keyring(&self, name: &str) -> Result<Secret, SecretError> {
        let stored = keys::stored(&keyring_entry(name), &self.environment).await;
        stored.map_err(|error| SecretError::Withheld { name: name.to_owned(), why: error.to_string() })
    }

    fn find(&self, name: &str) -> Option<&Kept> {
        self.kept.iter().find(|it| variable(&it.name) == variable(name))
    }

    /// Each secret in words, without what it is.
    pub fn listed(&self) -> Vec<String> {
        self.kept.iter().map(ToString::to_string).collect()
    }
}

/// The variable that a secret may come from; names that share one are the same.
fn variable(name: &str) -> String {
    let plain = |it: char| if it.is_ascii_alphanumeric() { it.to_ascii_uppercase() } else { '_' };
    VARIABLE.chars().chain(name.chars().map(plain)).collect()
}

impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = match self.place {
            Place::Variable(_) => format!("${}", variable(&self.name)),
            Place::File(_) => "file".into(),
            Place::Keyring => "keyring".into(),
        };
        write!(f, "{}  {place}", self.name)?;
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
        self.kept.iter().map(|it| it.name.clone()).collect()
    }

    async fn reveal(&self, name: &str) -> Result<RevealedSecret, SecretError> {
        let unknown = || SecretError::Unknown { name: name.to_owned(), known: self.names() };
        let Kept { name, place, bounds } = self.find(name).ok_or_else(unknown)?;
        let secret = match place {
            Place::Variable(secret) | Place::File(secret) => secret.clone(),
            Place::Keyring => self.of_keyring(name).await?,
        };
        RevealedSecret::new(name, secret, bounds.clone())
    }
}

/// What a secret's entry in the keyring is called.
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
        assert_eq!(vault.listed(), expected);
        for (name, expected) in
            [("BANK", "of-the-environment"), ("Env", "of-the-environment"), ("my-mail", "of-the-file")]
        {
            assert_eq!(vault.reveal(name).await.unwrap().secret.reveal(), expected, "{name}");
        }
        let unknown = vault.reveal("empty").await.unwrap_err().to_string();
        assert!(unknown.contains("there are: bank, env, my-mail, other; add it with"), "{unknown}");
    }
}
