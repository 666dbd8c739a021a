//! The keyring against a service that another D-Bus library plays, on a bus of its own.

use super::{SecretService, Waits, address};
use deskpilot_core::Secret;
use deskpilot_desktop::{Keyring, KeyringError};
use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use zbus::object_server::SignalEmitter;
use zbus::zvariant::{OwnedObjectPath, OwnedValue, Value};
use zbus::{Connection, fdo, interface};

const HIDDEN: &str = "Opensesame-Quartz";
const COLLECTION: &str = "/org/freedesktop/secrets/collection/login";
const PROMPT: &str = "/org/freedesktop/secrets/prompt/p1";

/// Everything goes to everybody, as on a session bus.
const POLICY: &str = "<policy context=\"default\"><allow send_destination=\"*\" eavesdrop=\"true\"/>\
                      <allow eavesdrop=\"true\"/><allow own=\"*\"/></policy>";

/// A bus without services that it could start.
struct Bus {
    daemon: Child,
    address: String,
    _folder: tempfile::TempDir,
}

impl Bus {
    fn start() -> Bus {
        let folder = tempfile::tempdir().unwrap();
        let config = folder.path().join("bus.conf");
        let socket = folder.path().join("bus").display().to_string();
        let text = format!("<busconfig><listen>unix:path={socket}</listen>{POLICY}</busconfig>");
        std::fs::write(&config, text).unwrap();
        let mut daemon = Command::new("dbus-daemon")
            .arg(format!("--config-file={}", config.display()))
            .args(["--nofork", "--print-address"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut address = String::new();
        BufReader::new(daemon.stdout.take().unwrap()).read_line(&mut address).unwrap();
        Bus { daemon, address: address.trim().to_owned(), _folder: folder }
    }

    fn keyring(&self) -> SecretService {
        SecretService { address: Some(self.address.clone()), waits: Waits::USUAL }
    }
}

impl Drop for Bus {
    fn drop(&mut self) {
        self.daemon.kill().unwrap();
        self.daemon.wait().unwrap();
    }
}

/// What the user does when the service asks them to unlock the collection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum User {
    #[default]
    Unlocks,
    Dismisses,
    IsAway,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct StoredItem {
    label: String,
    attributes: HashMap<String, String>,
    bytes: Vec<u8>,
    mime: String,
}

#[derive(Default)]
struct Store {
    items: Vec<StoredItem>,
    is_locked: bool,
    has_no_collection: bool,
    user: User,
    /// Why it stores nothing.
    refusal: Option<String>,
    is_silent: bool,
}

#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Store>>);

impl Shared {
    fn store(&self) -> MutexGuard<'_, Store> {
        self.0.lock().unwrap()
    }

    /// The service on this bus, with what is stored in it.
    async fn serve(&self, bus: &Bus) -> Connection {
        let builder = zbus::connection::Builder::address(bus.address.as_str()).unwrap();
        let builder = builder.serve_at("/org/freedesktop/secrets", Service(self.clone())).unwrap();
        let builder = builder.serve_at(COLLECTION, Collection(self.clone())).unwrap();
        let mut builder = builder.serve_at(PROMPT, Prompt(self.clone())).unwrap();
        for number in 0..3 {
            builder = builder.serve_at(item_path(number), Item(self.clone(), number)).unwrap();
        }
        let serving = builder.name("org.freedesktop.secrets").unwrap().build();
        tokio::time::timeout(Waits::USUAL.call, serving).await.unwrap().unwrap()
    }
}

fn path(text: &str) -> OwnedObjectPath {
    text.try_into().unwrap()
}

fn item_path(number: usize) -> OwnedObjectPath {
    path(&format!("{COLLECTION}/{number}"))
}

struct Service(Shared);

#[interface(name = "org.freedesktop.Secret.Service")]
impl Service {
    fn open_session(
        &self,
        algorithm: &str,
        input: Value<'_>,
    ) -> fdo::Result<(Value<'static>, OwnedObjectPath)> {
        match (algorithm, input) {
            ("plain", Value::Str(input)) if input.is_empty() => {
                Ok((Value::from(""), path("/org/freedesktop/secrets/session/s1")))
            }
            _ => Err(fdo::Error::NotSupported(algorithm.to_owned())),
        }
    }

    async fn search_items(
        &self,
        attributes: HashMap<String, String>,
    ) -> (Vec<OwnedObjectPath>, Vec<OwnedObjectPath>) {
        if self.0.store().is_silent {
            std::future::pending::<()>().await;
        }
        let store = self.0.store();
        let matches =
            |item: &StoredItem| attributes.iter().all(|(key, value)| item.attributes.get(key) == Some(value));
        let found = store.items.iter().enumerate().filter(|(_, item)| matches(item));
        let found: Vec<_> = found.map(|(number, _)| item_path(number)).collect();
        if store.is_locked { (vec![], found) } else { (found, vec![]) }
    }

    fn unlock(&self, objects: Vec<OwnedObjectPath>) -> (Vec<OwnedObjectPath>, OwnedObjectPath) {
        match self.0.store().is_locked {
            true => (vec![], path(PROMPT)),
            false => (objects, path("/")),
        }
    }

    fn read_alias(&self, name: &str) -> OwnedObjectPath {
        path(if name == "default" && !self.0.store().has_no_collection { COLLECTION } else { "/" })
    }
}

struct Collection(Shared);

#[interface(name = "org.freedesktop.Secret.Collection")]
impl Collection {
    #[zbus(property)]
    fn locked(&self) -> bool {
        self.0.store().is_locked
    }

    fn create_item(
        &self,
        properties: HashMap<String, OwnedValue>,
        secret: (OwnedObjectPath, Vec<u8>, Vec<u8>, String),
        replace: bool,
    ) -> fdo::Result<(OwnedObjectPath, OwnedObjectPath)> {
        let (mut store, mut properties) = (self.0.store(), properties);
        let (_, _, bytes, mime) = secret;
        if let Some(why) = &store.refusal {
            return Err(fdo::Error::Failed(why.clone()));
        }
        let mut property =
            |name: &str| properties.remove(&format!("org.freedesktop.Secret.Item.{name}")).unwrap();
        let label = String::try_from(property("Label")).unwrap();
        let attributes = HashMap::try_from(property("Attributes")).unwrap();
        if replace {
            store.items.retain(|it| it.attributes != attributes);
        }
        store.items.push(StoredItem { label, attributes, bytes, mime });
        Ok((item_path(store.items.len() - 1), path("/")))
    }
}

struct Item(Shared, usize);

#[interface(name = "org.freedesktop.Secret.Item")]
impl Item {
    #[zbus(name = "GetSecret")]
    fn secret(&self, session: OwnedObjectPath) -> ((OwnedObjectPath, Vec<u8>, Vec<u8>, String),) {
        let item = self.0.store().items[self.1].clone();
        ((session, vec![], item.bytes, item.mime),)
    }

    fn delete(&self) -> OwnedObjectPath {
        self.0.store().items.remove(self.1);
        path("/")
    }
}

struct Prompt(Shared);

#[interface(name = "org.freedesktop.Secret.Prompt")]
impl Prompt {
    async fn prompt(&self, _window: &str, #[zbus(signal_emitter)] emitter: SignalEmitter<'_>) {
        let user = self.0.store().user;
        if user != User::IsAway {
            self.0.store().is_locked = user != User::Unlocks;
            Prompt::completed(&emitter, user == User::Dismisses, Value::from("")).await.unwrap();
        }
    }

    #[zbus(signal)]
    async fn completed(emitter: &SignalEmitter<'_>, dismissed: bool, result: Value<'_>) -> zbus::Result<()>;
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
    let (bus, shared) = (Bus::start(), Shared::default());
    let _service = shared.serve(&bus).await;
    let keyring = bus.keyring();
    for secret in ["the first", HIDDEN] {
        keyring.write("secret:mail", &Secret::new(secret)).await.unwrap();
        assert_eq!(shared.store().items, [entry("secret:mail", secret.as_bytes())]);
    }
    assert_eq!(keyring.read("secret:mail").await.unwrap().reveal(), HIDDEN);
    assert_eq!(keyring.read("secret:bank").await.unwrap_err(), KeyringError::Absent);
    assert_eq!(keyring.remove("secret:bank").await, Err(KeyringError::Absent));
    keyring.remove("secret:mail").await.unwrap();
    assert_eq!(shared.store().items, []);
}

#[tokio::test]
async fn a_locked_keyring_asks_its_user() {
    for (user, expected) in [
        (User::Unlocks, Ok(())),
        (User::Dismisses, Err(KeyringError::Locked)),
        (User::IsAway, Err(KeyringError::Locked)),
    ] {
        let (bus, shared) = (Bus::start(), Shared::default());
        let waits = Waits { user: Duration::from_millis(300), ..Waits::USUAL };
        let waits = if user == User::IsAway { waits } else { Waits::USUAL };
        let keyring = SecretService { waits, ..bus.keyring() };
        let _service = shared.serve(&bus).await;
        *shared.store() =
            Store { items: vec![entry("key", b"kept")], is_locked: true, user, ..Store::default() };
        let read = keyring.read("key").await;
        assert_eq!(read.map(|it| assert_eq!(it.reveal(), "kept")), expected, "{user:?}");
        shared.store().is_locked = true;
        assert_eq!(keyring.write("key", &Secret::new(HIDDEN)).await, expected, "{user:?}");
        shared.store().is_locked = true;
        assert_eq!(keyring.remove("key").await, expected, "{user:?}");
    }
}

#[tokio::test]
async fn what_cannot_be_read_is_said() {
    let (bus, shared) = (Bus::start(), Shared::default());
    let _service = shared.serve(&bus).await;
    shared.store().items = vec![entry("twice", b"1"), entry("twice", b"2"), entry("bytes", b"\xff\xfe")];
    let keyring = bus.keyring();
    assert_eq!(keyring.read("twice").await.unwrap_err(), KeyringError::Ambiguous);
    assert_eq!(keyring.read("bytes").await.unwrap_err(), KeyringError::NotText);
    shared.store().refusal = Some(format!("no room for {HIDDEN}{}", "!".repeat(1000)));
    let refused = keyring.write("key", &Secret::new(HIDDEN)).await.unwrap_err();
    let (debug, shown) = (format!("{refused:?}"), refused.to_string());
    assert!(shown.contains("no room for ***") && shown.len() < 300, "{shown}");
    assert!(!debug.contains(HIDDEN) && !debug.contains("Quartz"), "{debug}");
    shared.store().has_no_collection = true;
    let refused = keyring.write("key", &Secret::new(HIDDEN)).await.unwrap_err().to_string();
    assert!(refused.contains("no default collection: create one"), "{refused}");
}

#[tokio::test]
async fn a_keyring_that_is_not_there_or_does_not_answer_is_said() {
    let keyring = SecretService { address: None, waits: Waits::USUAL };
    let none = keyring.read("key").await.unwrap_err().to_string();
    assert_eq!(none, "there is no keyring here: no session bus: DBUS_SESSION_BUS_ADDRESS is not set");
    let (bus, shared) = (Bus::start(), Shared::default());
    let nobody = bus.keyring().read("key").await.unwrap_err().to_string();
    assert!(nobody.contains("install one, such as gnome-keyring"), "{nobody}");
    let _service = shared.serve(&bus).await;
    shared.store().is_silent = true;
    let waits = Waits { call: Duration::from_millis(300), ..Waits::USUAL };
    let silent = SecretService { waits, ..bus.keyring() };
    assert_eq!(silent.read("key").await.unwrap_err(), KeyringError::Late);
    let address = bus.address.clone();
    drop(bus);
    let gone = SecretService { address: Some(address), waits: Waits::USUAL };
    assert!(matches!(gone.read("key").await, Err(KeyringError::Unavailable(_))));
}

#[test]
fn the_bus_is_the_one_of_the_variables() {
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let named = [pair("DBUS_SESSION_BUS_ADDRESS", "unix:path=/a"), pair("XDG_RUNTIME_DIR", "/b")];
    assert_eq!(address(&named).as_deref(), Some("unix:path=/a"));
    let folder = tempfile::tempdir().unwrap();
    let variables =
        [pair("DBUS_SESSION_BUS_ADDRESS", ""), pair("XDG_RUNTIME_DIR", &folder.path().display().to_string())];
    std::fs::write(folder.path().join("bus"), "").unwrap();
    assert_eq!(address(&variables), Some(format!("unix:path={}/bus", folder.path().display())));
}
