//! Keys of model providers: from the environment, else from the user's keyring.

use crate::Environment;
use deskpilot_desktop::KeyringError;
use deskpilot_model::Secret;
use std::{future::Future, thread};
use tokio::runtime::Builder;

/// Why a key is not stored or removed.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// The key has no characters.
    #[error("the key is empty: pipe it in, as in `deskpilot key set {0} < FILE`")]
    Empty(String),
    /// The keyring stores nothing.
    #[error("the keyring cannot be used here; set the environment variable {variable} instead")]
    NotStored {
        /// The name of the key.
        variable: String,
        /// What the keyring says.
        source: KeyringError,
    },
    /// The keyring has no such key, or cannot be used.
    #[error("there is no key {variable} in the keyring")]
    NotRemoved {
        /// The name of the key.
        variable: String,
        /// What the keyring says.
        source: KeyringError,
    },
}

/// The key of this name, if there is one. Blocks while the keyring asks the user to unlock it.
pub fn find(variable: &str, environment: &Environment) -> Option<Secret> {
    match of_variable(variable, environment) {
        Some(key) => Some(key),
        // A machine without a keyring has no key in it; the provider will say that one is missing.
        None => wait(stored(variable, environment)).ok(),
    }
}

/// The key of this name, if there is one that needs no answer of the user: not in a keyring that is locked.
#[cfg(feature = "traces")]
pub(crate) async fn find_unlocked(variable: &str, environment: &Environment) -> Option<Secret> {
    match of_variable(variable, environment) {
        Some(key) => Some(key),
        None => stored_unlocked(variable, environment).await.ok(),
    }
}

/// The key in the variable of this name.
fn of_variable(variable: &str, environment: &Environment) -> Option<Secret> {
    environment.value(variable).filter(|value| !value.trim().is_empty()).map(Secret::new)
}

/// Stores a key in the keyring.
pub async fn store(variable: &str, key: &Secret, environment: &Environment) -> Result<(), KeyError> {
    if key.reveal().is_empty() {
        return Err(KeyError::Empty(variable.to_owned()));
    }
    let not_stored = |source| KeyError::NotStored { variable: variable.to_owned(), source };
    store_entry(variable, key, environment).await.map_err(not_stored)
}

/// Removes a key from the keyring.
pub async fn remove(variable: &str, environment: &Environment) -> Result<(), KeyError> {
    let not_removed = |source| KeyError::NotRemoved { variable: variable.to_owned(), source };
    remove_entry(variable, environment).await.map_err(not_removed)
}

/// What the keyring has under this name.
pub(crate) async fn stored(entry: &str, environment: &Environment) -> Result<Secret, KeyringError> {
    environment.keyring()?.read(entry).await
}

/// What the keyring has under this name, unless it is locked: asks the user nothing.
pub(crate) async fn stored_unlocked(entry: &str, environment: &Environment) -> Result<Secret, KeyringError> {
    environment.keyring()?.read_unlocked(entry).await
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
