//! The keyring against a service that speaks the bytes of the specification.

mod service;

use super::{SecretService, Waits, address};
use deskpilot_core::Secret;
use deskpilot_desktop::{Keyring, KeyringError};
use service::{Bus, Store, StoredItem, User};
use std::collections::HashMap;
use std::time::Duration;

const HIDDEN: &str = "Opensesame-Quartz";

fn keyring(bus: &Bus) -> SecretService {
    SecretService { address: Some(bus.address.clone()), waits: Waits::USUAL }
}

/// An entry as earlier versions stored it.
fn entry(name: &str, bytes: &[u8]) -> StoredItem {
    let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
    StoredItem {
        label: format!("keyring:{name}@deskpilot"),
        attributes: HashMap::from([pair("service", "deskpilot"), pair("username", name)]),
        bytes: bytes.to_vec(),
        mime: "text/plain".into(),
    }
}

#[tokio::test]
async fn an_entry_is_stored_as_before_replaced_read_and_removed() {
    let bus = Bus::start(Store::default());
    let keyring = keyring(&bus);
    for secret in ["the first", HIDDEN] {
        keyring.write("secret:mail", &Secret::new(secret)).await.unwrap();
        assert_eq!(bus.store().items, [entry("secret:mail", secret.as_bytes())]);
    }
    assert_eq!(keyring.read("secret:mail").await.unwrap().reveal(), HIDDEN);
    assert_eq!(keyring.read_unlocked("secret:mail").await.unwrap().reveal(), HIDDEN);
    assert_eq!(keyring.read("secret:bank").await.unwrap_err(), KeyringError::Absent);
    assert_eq!(keyring.remove("secret:bank").await, Err(KeyringError::Absent));
    keyring.remove("secret:mail").await.unwrap();
    assert_eq!(bus.store().items, []);
}

#[tokio::test]
async fn a_locked_keyring_asks_its_user() {
    for (user, expected) in [
        (User::Unlocks, Ok(())),
        (User::Dismisses, Err(KeyringError::Locked)),
        (User::IsAway, Err(KeyringError::Locked)),
    ] {
        let items = vec![entry("key", b"kept")];
        let bus = Bus::start(Store { items, is_locked: true, user, ..Store::default() });
        let away = Waits { user: Duration::from_millis(300), ..Waits::USUAL };
        let waits = if user == User::IsAway { away } else { Waits::USUAL };
        let keyring = SecretService { waits, ..keyring(&bus) };
        assert_eq!(keyring.read_unlocked("key").await.unwrap_err(), KeyringError::Locked, "{user:?}");
        let read = keyring.read("key").await;
        assert_eq!(read.map(|it| assert_eq!(it.reveal(), "kept")), expected, "{user:?}");
        bus.store().is_locked = true;
        assert_eq!(keyring.write("key", &Secret::new(HIDDEN)).await, expected, "{user:?}");
        bus.store().is_locked = true;
        assert_eq!(keyring.remove("key").await, expected, "{user:?}");
        assert_eq!(bus.store().items.len(), usize::from(expected.is_err()), "{user:?}");
    }
}

#[tokio::test]
async fn what_cannot_be_read_is_reported() {
    let items = vec![entry("twice", b"1"), entry("twice", b"2"), entry("bytes", b"\xff\xfe")];
    let bus = Bus::start(Store { items, ..Store::default() });
    let keyring = keyring(&bus);
    assert_eq!(keyring.read("twice").await.unwrap_err(), KeyringError::Ambiguous);
    assert_eq!(keyring.read("bytes").await.unwrap_err(), KeyringError::NotText);
    bus.store().refusal = Some(format!("no room for {HIDDEN}{}", "!".repeat(1000)));
    let refused = keyring.write("key", &Secret::new(HIDDEN)).await.unwrap_err();
    let (debug, shown) = (format!("{refused:?}"), refused.to_string());
    assert!(shown.contains("no room for ***") && shown.len() < 300, "{shown}");
    assert!(!debug.contains(HIDDEN), "{debug}");
    bus.store().has_no_collection = true;
    let refused = keyring.write("key", &Secret::new(HIDDEN)).await.unwrap_err().to_string();
    assert!(refused.contains("no default collection: create one"), "{refused}");
}

#[tokio::test]
async fn a_keyring_that_is_not_there_or_does_not_answer_is_reported() {
    let none = SecretService { address: None, waits: Waits::USUAL };
    let none = none.read("key").await.unwrap_err().to_string();
    assert_eq!(none, "there is no keyring here: no session bus: DBUS_SESSION_BUS_ADDRESS is not set");
    let bus = Bus::start(Store { has_no_service: true, ..Store::default() });
    let nobody = keyring(&bus).read("key").await.unwrap_err().to_string();
    assert!(nobody.contains("install one, such as gnome-keyring"), "{nobody}");
    *bus.store() = Store { is_silent: true, ..Store::default() };
    let waits = Waits { call: Duration::from_millis(300), ..Waits::USUAL };
    let silent = SecretService { waits, ..keyring(&bus) };
    assert_eq!(silent.read("key").await.unwrap_err(), KeyringError::Late);
    let gone = keyring(&bus);
    drop(bus);
    assert!(matches!(gone.read("key").await, Err(KeyringError::Unavailable(_))));
}

#[test]
fn the_bus_is_the_one_of_the_variables() {
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let named = [pair("DBUS_SESSION_BUS_ADDRESS", "unix:path=/a"), pair("XDG_RUNTIME_DIR", "/b")];
    assert_eq!(address(&named).as_deref(), Some("unix:path=/a"));
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().display().to_string();
    let variables = [pair("DBUS_SESSION_BUS_ADDRESS", ""), pair("XDG_RUNTIME_DIR", &place)];
    std::fs::write(folder.path().join("bus"), "").unwrap();
    assert_eq!(address(&variables), Some(format!("unix:path={place}/bus")));
}
