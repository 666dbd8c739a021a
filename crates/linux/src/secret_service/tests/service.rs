//! A session bus with a Secret Service on it: one socket that plays both, and replies by hand-written bytes.

use crate::test_bus::bytes::{Input, Output, message};
use crate::test_bus::{Call, REPLY, TestBus};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

const COLLECTION: &str = "/org/freedesktop/secrets/collection/login";
const PROMPT: &str = "/org/freedesktop/secrets/prompt/p1";
const SESSION: &str = "/org/freedesktop/secrets/session/s1";

const ERROR: u8 = 3;
const SIGNAL: u8 = 4;

/// What the user does when the service asks them to unlock the collection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum User {
    #[default]
    Unlocks,
    Dismisses,
    IsAway,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct StoredItem {
    pub(super) label: String,
    pub(super) attributes: HashMap<String, String>,
    pub(super) bytes: Vec<u8>,
    pub(super) mime: String,
}

#[derive(Default)]
pub(super) struct Store {
    pub(super) items: Vec<StoredItem>,
    pub(super) is_locked: bool,
    pub(super) has_no_collection: bool,
    pub(super) has_no_service: bool,
    pub(super) is_silent: bool,
    pub(super) user: User,
    /// Why it stores nothing.
    pub(super) refusal: Option<String>,
}

/// The bus; closes when it is dropped.
pub(super) struct Bus {
    pub(super) address: String,
    store: Arc<Mutex<Store>>,
    _bus: TestBus,
}

impl Bus {
    pub(super) fn start(store: Store) -> Bus {
        let store = Arc::new(Mutex::new(store));
        let shared = Arc::clone(&store);
        let bus = TestBus::start(move || {
            let (store, mut rules) = (Arc::clone(&shared), Vec::new());
            move |call: &Call| store.lock().unwrap().messages(call, &mut rules)
        });
        Bus { address: bus.address.clone(), store, _bus: bus }
    }

    pub(super) fn store(&self) -> MutexGuard<'_, Store> {
        self.store.lock().unwrap()
    }
}

type Reply = Result<(&'static str, Output), (&'static str, String)>;

impl Store {
    /// What the client gets for a call: nothing, a reply, or a signal before the reply.
    fn messages(&mut self, call: &Call, rules: &mut Vec<String>) -> Vec<u8> {
        let mut messages = Vec::new();
        let body = &mut Input::new(&call.body);
        let is_for_bus = call.path == "/org/freedesktop/DBus";
        let reply = match call.member.as_str() {
            "Hello" => Ok(("s", Output::default().text(":1.1"))),
            "AddMatch" => {
                rules.push(body.text());
                Ok(("", Output::default()))
            }
            "Prompt" => {
                if let Some(dismissed) = self.prompt()
                    && rules.iter().any(|it| it.contains(PROMPT))
                {
                    messages = completed(dismissed);
                }
                Ok(("", Output::default()))
            }
            _ if self.is_silent && !is_for_bus => return messages,
            _ if self.has_no_service => {
                Err(("org.freedesktop.DBus.Error.ServiceUnknown", "no such name".into()))
            }
            member => self.reply(member, &call.path, body),
        };
        let serial = Some(call.serial);
        messages.extend(match reply {
            Ok(content) => message(REPLY, &[], serial, content),
            Err((name, text)) => {
                message(ERROR, &[(4, "s", name)], serial, ("s", Output::default().text(&text)))
            }
        });
        messages
    }

    /// What the user does: whether they dismissed the prompt, if they answered.
    fn prompt(&mut self) -> Option<bool> {
        self.is_locked = self.user != User::Unlocks;
        (self.user != User::IsAway).then_some(self.user == User::Dismisses)
    }

    fn reply(&mut self, member: &str, path: &str, body: &mut Input<'_>) -> Reply {
        let out = Output::default();
        let number = path.rsplit('/').next().and_then(|it| it.parse::<usize>().ok());
        Ok(match (member, number) {
            ("OpenSession", _) => {
                assert_eq!(
                    (body.text(), body.signature(), body.text()),
                    ("plain".into(), "s".into(), "".into())
                );
                ("vo", out.signature("s").text("").text(SESSION))
            }
            ("SearchItems", _) => {
                let found = self.found(&body.table());
                let (unlocked, locked) = if self.is_locked { (vec![], found) } else { (found, vec![]) };
                ("aoao", out.texts(&unlocked).texts(&locked))
            }
            ("Unlock", _) => ("aoo", out.texts(&[]).text(if self.is_locked { PROMPT } else { "/" })),
            ("ReadAlias", _) => ("o", out.text(if self.has_no_collection { "/" } else { COLLECTION })),
            ("Get", _) => ("v", out.signature("b").word(self.is_locked.into())),
            ("CreateItem", _) => {
                self.create(body)?;
                ("oo", out.text(&format!("{COLLECTION}/0")).text("/"))
            }
            ("GetSecret", Some(number)) if body.text() == SESSION => {
                let StoredItem { bytes, mime, .. } = &self.items[number];
                ("(oayays)", out.text(SESSION).bytes(&[]).bytes(bytes).text(mime))
            }
            ("Delete", Some(number)) => {
                self.items.remove(number);
                ("o", out.text("/"))
            }
            _ => return Err(("org.freedesktop.DBus.Error.UnknownMethod", format!("{member} of {path}"))),
        })
    }

    fn found(&self, attributes: &HashMap<String, String>) -> Vec<String> {
        let matches =
            |it: &StoredItem| attributes.iter().all(|(key, value)| it.attributes.get(key) == Some(value));
        let found = self.items.iter().enumerate().filter(|(_, item)| matches(item));
        found.map(|(number, _)| format!("{COLLECTION}/{number}")).collect()
    }

    fn create(&mut self, body: &mut Input<'_>) -> Result<(), (&'static str, String)> {
        if let Some(why) = &self.refusal {
            return Err(("org.freedesktop.DBus.Error.Failed", why.clone()));
        }
        let mut item = StoredItem::default();
        let end = body.end_of_array();
        while !body.is_at(end) {
            body.pad(8);
            match (body.text().as_str(), body.signature().as_str()) {
                ("org.freedesktop.Secret.Item.Label", "s") => item.label = body.text(),
                ("org.freedesktop.Secret.Item.Attributes", "a{ss}") => item.attributes = body.table(),
                property => panic!("{property:?}"),
            }
        }
        body.pad(8);
        assert_eq!((body.text().as_str(), body.bytes()), (SESSION, vec![]));
        (item.bytes, item.mime) = (body.bytes(), body.text());
        if body.word() == 1 {
            self.items.retain(|it| it.attributes != item.attributes);
        }
        self.items.push(item);
        Ok(())
    }
}

/// The signal that the prompt came to its end.
fn completed(dismissed: bool) -> Vec<u8> {
    let fields = [(1, "o", PROMPT), (2, "s", "org.freedesktop.Secret.Prompt"), (3, "s", "Completed")];
    message(SIGNAL, &fields, None, ("bv", Output::default().word(dismissed.into()).signature("s").text("")))
}
