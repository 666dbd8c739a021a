//! Keys of model providers: from the environment, else from the user's keyring.

use crate::Environment;
use anyhow::{Context, Result, bail};
use deskpilot_desktop::KeyringError;
use deskpilot_model::Secret;
use std::{future::Future, thread};
use tokio::runtime::Builder;

/// The key of this name, if there is one. Blocks while the keyring asks the user to unlock it.
pub fn find(variable: &str, environment: &Environment) -> Option<Secret> {
    let of_env = environment.value(variable).filter(|value| !value.trim().is_empty());
    match of_env {
        Some(value) => Some(Secret::new(value)),
        // A machine without a keyring has no key in it; the provider will say that one is missing.
        None => wait(stored(variable, environment)).ok(),
    }
}

/// Stores a key in the keyring.
pub async fn store(variable: &str, key: &Secret, environment: &Environment) -> Result<()> {
    if key.reveal().is_empty() {
        bail!("the key is empty: pipe it in, as in `deskpilot key set {variable} < FILE`");
    }
    store_entry(variable, key, environment).await.with_context(|| no_keyring(variable))
}

/// Removes a key from the keyring.
pub async fn remove(variable: &str, environment: &Environment) -> Result<()> {
    let removed = remove_entry(variable, environment).await;
    removed.with_context(|| format!("there is no key {variable} in the keyring"))
}

/// What the keyring has under this name.
pub(crate) async fn stored(entry: &str, environment: &Environment) -> Result<Secret, KeyringError> {
    environment.keyring()?.read(entry).await
}

/// Stores something in the keyring under this name.
pub async fn store_entry(
    entry: &str,
    secret: &Secret,
    environment: &Environment,
) -> Result<(), KeyringError> {
    environment.keyring()?.write(entry, secret).await
}

/// Removes what the keyring has under this name.
pub async fn remove_entry(entry: &str, environment: &Environment) -> Result<(), KeyringError> {
    environment.keyring()?.remove(entry).await
}

fn no_keyring(variable: &str) -> String {
    format!("the keyring cannot be used here; set the environment variable {variable} instead")
}

/// Waits on a thread of its own: the functions that put a session together are not async, but run on async threads, where
/// tokio forbids to block on a future.
fn wait<T: Send>(answer: impl Future<Output = Result<T, KeyringError>> + Send) -> Result<T, KeyringError> {
    let waiting = || {
        let runtime = Builder::new_current_thread().enable_all().build();
        runtime.map_err(|error| KeyringError::Unavailable(error.to_string()))?.block_on(answer)
    };
    let panicked = |_| Err(KeyringError::Unavailable("the thread that asked it panicked".into()));
    thread::scope(|scope| scope.spawn(waiting).join().unwrap_or_else(panicked))
}
