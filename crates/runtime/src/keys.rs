//! Keys of model providers: from the environment, else from the desktop's keyring.

use crate::{Environment, keyring};
use anyhow::{Context, Result, bail};
use deskpilot_model::Secret;

/// The key of this name, if there is one.
pub fn find(variable: &str, environment: &Environment) -> Option<Secret> {
    let of_env = environment.value(variable).filter(|value| !value.trim().is_empty());
    match of_env {
        Some(value) => Some(Secret::new(value)),
        // A machine without a keyring has no key in it; the provider will say that one is missing.
        None => kept(variable).ok(),
    }
}

/// Keeps a key in the keyring.
pub fn store(variable: &str, key: &str) -> Result<()> {
    if key.is_empty() {
        bail!("the key is empty: pipe it in, as in `deskpilot key set {variable} < FILE`");
    }
    store_entry(variable, key).with_context(|| no_keyring(variable))
}

/// Removes a key from the keyring.
pub fn remove(variable: &str) -> Result<()> {
    remove_entry(variable).with_context(|| format!("there is no key {variable} in the keyring"))
}

/// What the keyring has under this name.
pub fn kept(entry: &str) -> Result<Secret> {
    keyring::read(entry).map(Secret::new)
}

/// Keeps something in the keyring under this name.
pub fn store_entry(entry: &str, value: &str) -> Result<()> {
    keyring::write(entry, value)
}

/// Removes what the keyring has under this name.
pub fn remove_entry(entry: &str) -> Result<()> {
    keyring::remove(entry)
}

fn no_keyring(variable: &str) -> String {
    format!("the keyring cannot be used here; set the environment variable {variable} instead")
}
