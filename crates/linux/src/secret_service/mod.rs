//! The user's keyring: the program on the session bus that offers the Secret Service API of freedesktop.org, draft 0.2.

mod client;
#[cfg(test)]
mod tests;

use crate::seat::session_bus;
use async_trait::async_trait;
use client::Client;
use deskpilot_core::Secret;
use deskpilot_desktop::{Keyring, KeyringError};
use std::collections::HashMap;
use std::time::Duration;

/// What every entry has as its attribute `service`, so that other programs' entries are never found.
const SERVICE: &str = "deskpilot";

/// How long to wait for the service.
#[derive(Clone, Copy, Debug)]
struct Waits {
    /// For the reply to one call.
    call: Duration,
    /// For the user, whom the service asks something.
    user: Duration,
}

impl Waits {
    /// D-Bus libraries give a call 25 s: the bus may have to start the service first.
    const USUAL: Waits = Waits { call: Duration::from_secs(25), user: Duration::from_secs(60) };
}

/// The keyring of the user of a session bus. Each call makes a connection of its own, which withdraws its questions when
/// it closes.
#[derive(Debug)]
pub(crate) struct SecretService {
    /// The address of the session bus, where one is known.
    address: Option<String>,
    waits: Waits,
}

impl SecretService {
    /// The keyring of the user with these variables.
    pub(crate) fn of(variables: &[(String, String)]) -> SecretService {
        SecretService { address: address(variables), waits: Waits::USUAL }
    }

    async fn client(&self) -> Result<Client, KeyringError> {
        let unknown =
            || KeyringError::Unavailable("no session bus: DBUS_SESSION_BUS_ADDRESS is not set".into());
        Client::connect(self.address.as_deref().ok_or_else(unknown)?, self.waits).await
    }
}

#[async_trait]
impl Keyring for SecretService {
    async fn read(&self, name: &str) -> Result<Secret, KeyringError> {
        let mut client = self.client().await?;
        let item = client.item(&attributes(name)).await?;
        client.secret(&item).await
    }

    async fn read_unlocked(&self, name: &str) -> Result<Secret, KeyringError> {
        let client = self.client().await?;
        let item = client.unlocked_item(&attributes(name)).await?;
        client.secret(&item).await
    }

    async fn write(&self, name: &str, secret: &Secret) -> Result<(), KeyringError> {
        let label = format!("keyring:{name}@{SERVICE}");
        let written = self.client().await?.store(&label, attributes(name), secret).await;
        written.map_err(|error| without(secret, error))
    }

    async fn remove(&self, name: &str) -> Result<(), KeyringError> {
        let mut client = self.client().await?;
        let item = client.item(&attributes(name)).await?;
        client.delete(&item).await
    }
}

/// What an entry is found by. Entries that earlier versions stored have the same attributes.
fn attributes(name: &str) -> HashMap<&str, &str> {
    HashMap::from([("service", SERVICE), ("username", name)])
}

/// The error without the secret: a service may quote what it was given.
fn without(secret: &Secret, error: KeyringError) -> KeyringError {
    match error {
        KeyringError::Refused(text) => KeyringError::Refused(secret.remove_from(&text)),
        error => error,
    }
}

/// The address of the session bus. Where no variable leads to it, its socket is looked for where systemd puts it.
fn address(variables: &[(String, String)]) -> Option<String> {
    let value = |name: &str| {
        let found = variables.iter().find(|(known, value)| known == name && !value.is_empty());
        found.map(|(_, value)| value.clone())
    };
    let user = rustix::process::geteuid().as_raw();
    let usual = |name: &str| (name == "XDG_RUNTIME_DIR").then(|| format!("/run/user/{user}"));
    session_bus(&value).or_else(|| session_bus(&usual))
}
