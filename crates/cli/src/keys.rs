//! Keys of model providers: from the environment, else from the desktop's keyring.

use anyhow::{Context, Result, bail};
use deskpilot_model::Secret;
use keyring::Entry;

/// The name under which keys are kept.
const SERVICE: &str = "deskpilot";

/// The key of this name, if there is one.
pub(crate) fn find(variable: &str, env: &[(String, String)]) -> Option<Secret> {
    let of_env = env.iter().find(|(name, value)| name == variable && !value.trim().is_empty());
    match of_env {
        Some((_, value)) => Some(Secret::new(value.trim().to_owned())),
        // A machine without a keyring has no key in it; the provider will say that one is missing.
        None => Entry::new(SERVICE, variable).ok()?.get_password().ok().map(Secret::new),
    }
}

/// Keeps a key in the keyring.
pub(crate) fn store(variable: &str, key: &str) -> Result<()> {
    if key.is_empty() {
        bail!("the key is empty: pipe it in, as in `deskpilot key set {variable} < FILE`");
    }
    entry(variable)?.set_password(key).with_context(|| no_keyring(variable))
}

/// Removes a key from the keyring.
pub(crate) fn remove(variable: &str) -> Result<()> {
    entry(variable)?.delete_credential().with_context(|| format!("there is no key {variable} in the keyring"))
}

fn entry(variable: &str) -> Result<Entry> {
    Entry::new(SERVICE, variable).with_context(|| no_keyring(variable))
}

fn no_keyring(variable: &str) -> String {
    format!("the keyring cannot be used here; set the environment variable {variable} instead")
}
