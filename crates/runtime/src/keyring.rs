//! The desktop's keyring, by its Secret Service.

use anyhow::{Context, Result, bail};
use secret_service::{
    EncryptionType,
    blocking::{Item, SecretService},
};
use std::{collections::HashMap, sync::mpsc, thread, time::Duration};

/// The name under which everything is kept.
const SERVICE: &str = "deskpilot";
/// How long a keyring may take; a locked one asks its user to open it.
const DEADLINE: Duration = Duration::from_secs(60);

/// What the keyring has under this name. Waits at most a minute, for a locked keyring asks its user to open it.
pub(crate) fn read(name: &str) -> Result<String> {
    on_keyring(name, |keyring, name| {
        let secret = item(keyring, name)?.get_secret()?;
        String::from_utf8(secret).context("what the keyring has there is no text")
    })
}

/// Keeps something in the keyring under this name, in the place of what was there.
pub(crate) fn write(name: &str, value: &str) -> Result<()> {
    let value = value.to_owned();
    on_keyring(name, move |keyring, name| {
        let collection = keyring.get_default_collection()?;
        collection.ensure_unlocked()?;
        let label = format!("keyring:{name}@{SERVICE}");
        collection.create_item(&label, attributes(name), value.as_bytes(), true, "text/plain")?;
        Ok(())
    })
}

/// Removes what the keyring has under this name.
pub(crate) fn remove(name: &str) -> Result<()> {
    on_keyring(name, |keyring, name| Ok(item(keyring, name)?.delete()?))
}

fn attributes(name: &str) -> HashMap<&str, &str> {
    HashMap::from([("service", SERVICE), ("username", name)])
}

/// The one item of this name, unlocked.
fn item<'a>(keyring: &'a SecretService<'a>, name: &str) -> Result<Item<'a>> {
    let mut found = keyring.search_items(attributes(name))?;
    let mut items: Vec<Item<'a>> = found.unlocked.drain(..).chain(found.locked.drain(..)).collect();
    let Some(item) = items.pop() else { bail!("the keyring has nothing under this name") };
    if !items.is_empty() {
        bail!("the keyring has several entries under this name: remove all but one of them");
    }
    item.ensure_unlocked()?;
    Ok(item)
}

/// The keyring's calls block, and may not be made from an async thread: they get one of their own, and a deadline.
fn on_keyring<T: Send + 'static>(
    name: &str,
    call: impl FnOnce(&SecretService<'_>, &str) -> Result<T> + Send + 'static,
) -> Result<T> {
    let (sender, receiver) = mpsc::channel();
    let name = name.to_owned();
    thread::spawn(move || {
        let connected = SecretService::connect(EncryptionType::Dh).map_err(Into::into);
        // Whoever asked may have given up.
        let _ = sender.send(connected.and_then(|keyring| call(&keyring, &name)));
    });
    receiver.recv_timeout(DEADLINE).context("the keyring does not answer")?
}
