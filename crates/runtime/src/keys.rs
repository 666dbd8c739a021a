//! Keys of model providers: from the environment, else from the desktop's keyring.

use crate::Environment;
use anyhow::{Context, Result, bail};
use deskpilot_model::Secret;
use keyring::Entry;
use std::{sync::mpsc, thread, time::Duration};

/// The name under which keys are kept.
const SERVICE: &str = "deskpilot";

/// How long a keyring may take; a locked one asks its user to open it.
const DEADLINE: Duration = Duration::from_secs(60);

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
    on_keyring(entry, |entry| entry.get_password()).map(Secret::new)
}

/// Keeps something in the keyring under this name.
pub fn store_entry(entry: &str, value: &str) -> Result<()> {
    let value = value.to_owned();
    on_keyring(entry, move |entry| entry.set_password(&value))
}

/// Removes what the keyring has under this name.
pub fn remove_entry(entry: &str) -> Result<()> {
    on_keyring(entry, |entry| entry.delete_credential())
}

/// The keyring's calls block, and may not be made from an async thread: they get one of their own, and a deadline.
fn on_keyring<T: Send + 'static>(
    variable: &str,
    call: impl FnOnce(&Entry) -> keyring::Result<T> + Send + 'static,
) -> Result<T> {
    let (sender, receiver) = mpsc::channel();
    let variable = variable.to_owned();
    thread::spawn(move || {
        let called = Entry::new(SERVICE, &variable).and_then(|entry| call(&entry));
        let _ = sender.send(called);
    });
    let called = receiver.recv_timeout(DEADLINE).context("the keyring does not answer")?;
    Ok(called?)
}

fn no_keyring(variable: &str) -> String {
    format!("the keyring cannot be used here; set the environment variable {variable} instead")
}
