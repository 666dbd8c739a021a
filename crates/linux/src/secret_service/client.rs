//! The calls of the Secret Service, over one connection to the session bus.

use super::Waits;
use deskpilot_core::Secret;
use deskpilot_dbus::{
    Callee, Connection, Decode, Encode, ObjectPath, Signal, Struct, Value, Variant, WireError,
};
use deskpilot_desktop::KeyringError;
use std::collections::HashMap;
use std::future::Future;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::timeout;

const DAEMON: &str = "org.freedesktop.DBus";
const PROPERTIES: &str = "org.freedesktop.DBus.Properties";
const NAME: &str = "org.freedesktop.secrets";
const PATH: &str = "/org/freedesktop/secrets";
const SERVICE: &str = "org.freedesktop.Secret.Service";
const COLLECTION: &str = "org.freedesktop.Secret.Collection";
const ITEM: &str = "org.freedesktop.Secret.Item";
const PROMPT: &str = "org.freedesktop.Secret.Prompt";
const LABEL: &str = "org.freedesktop.Secret.Item.Label";
const ATTRIBUTES: &str = "org.freedesktop.Secret.Item.Attributes";

/// The path that stands for no object.
const NO_OBJECT: &str = "/";
/// How many ends of prompts may wait to be read; there is one prompt at a time.
const MOST_ENDS: usize = 8;

/// A secret in a reply: session, parameters of its encryption, bytes, MIME type.
type Entry = Struct<(ObjectPath, Vec<u8>, Vec<u8>, String)>;

/// A connection with a session in which secrets are not encrypted (algorithm `plain`).
pub(super) struct Client {
    bus: Connection,
    session: ObjectPath,
    /// The prompts that came to their end.
    ends: mpsc::Receiver<PromptEnd>,
    waits: Waits,
}

/// The one item with some attributes.
enum FoundItem {
    Unlocked(ObjectPath),
    Locked(ObjectPath),
}

/// The end of a prompt.
struct PromptEnd {
    prompt: String,
    is_dismissed: bool,
}

impl Client {
    /// Connects to the bus at this address, which starts the service where none runs.
    pub(super) async fn connect(address: &str, waits: Waits) -> Result<Client, KeyringError> {
        let (sender, ends) = mpsc::channel(MOST_ENDS);
        let callback = move |signal: &Signal<'_>| {
            if (signal.interface, signal.member) == (PROMPT, "Completed") {
                // An end that cannot be read counts as dismissed: nothing was agreed to.
                let is_dismissed = signal.value().unwrap_or(true);
                // More ends than prompts are of no use to anybody.
                let _ = sender.try_send(PromptEnd { prompt: signal.path.to_owned(), is_dismissed });
            }
        };
        let connecting = Connection::connect_bus(address, Box::new(callback));
        let bus = timeout(waits.call, connecting).await.map_err(|_| KeyringError::Late)?;
        let bus = bus.map_err(|failure| KeyringError::Unavailable(failure.to_string()))?;
        // A place holder until `OpenSession` below, which is itself a call of this client.
        let session = ObjectPath(NO_OBJECT.into());
        let mut client = Client { bus, session, ends, waits };
        let algorithm = ("plain", Variant(""));
        let (Variant(_), session): (Variant<String>, ObjectPath) =
            client.service("OpenSession", &algorithm).await?;
        client.session = session;
        Ok(client)
    }

    /// The one item with these attributes, unlocked.
    pub(super) async fn item(
        &mut self,
        attributes: &HashMap<&str, &str>,
    ) -> Result<ObjectPath, KeyringError> {
        match self.found(attributes).await? {
            FoundItem::Unlocked(item) => Ok(item),
            FoundItem::Locked(item) => {
                self.unlock(&item).await?;
                Ok(item)
            }
        }
    }

    /// The one item with these attributes, if it is unlocked.
    pub(super) async fn unlocked_item(
        &self,
        attributes: &HashMap<&str, &str>,
    ) -> Result<ObjectPath, KeyringError> {
        match self.found(attributes).await? {
            FoundItem::Unlocked(item) => Ok(item),
            FoundItem::Locked(_) => Err(KeyringError::Locked),
        }
    }

    async fn found(&self, attributes: &HashMap<&str, &str>) -> Result<FoundItem, KeyringError> {
        let (unlocked, locked): (Vec<ObjectPath>, Vec<ObjectPath>) =
            self.service("SearchItems", attributes).await?;
        match (unlocked.as_slice(), locked.as_slice()) {
            ([], []) => Err(KeyringError::Absent),
            ([item], []) => Ok(FoundItem::Unlocked(item.clone())),
            ([], [item]) => Ok(FoundItem::Locked(item.clone())),
            _ => Err(KeyringError::Ambiguous),
        }
    }

    /// The secret of an unlocked item.
    pub(super) async fn secret(&self, item: &ObjectPath) -> Result<Secret, KeyringError> {
        let Struct((_, _, bytes, _)): Entry = self.call(&item.0, ITEM, "GetSecret", &self.session).await?;
        String::from_utf8(bytes).map(Secret::new).map_err(|_| KeyringError::NotText)
    }

    /// Stores a secret in the default collection, in the place of one with the same attributes.
    pub(super) async fn store(
        &mut self,
        label: &str,
        attributes: HashMap<&str, &str>,
        secret: &Secret,
    ) -> Result<(), KeyringError> {
        let collection = self.default_collection().await?;
        let properties = HashMap::from([(LABEL, Value::Text(label)), (ATTRIBUTES, Value::Table(attributes))]);
        let nothing: &[u8] = &[];
        let session = self.session.clone();
        let entry = Struct((session, nothing, secret.reveal().as_bytes(), "text/plain"));
        // `true`: in the place of an item with the same attributes.
        let item = (properties, entry, true);
        let (_, prompt): (ObjectPath, ObjectPath) =
            self.call(&collection.0, COLLECTION, "CreateItem", &item).await?;
        self.answered(&prompt, KeyringError::Unconfirmed).await
    }

    /// Deletes an unlocked item.
    pub(super) async fn delete(&mut self, item: &ObjectPath) -> Result<(), KeyringError> {
        let prompt: ObjectPath = self.call(&item.0, ITEM, "Delete", &()).await?;
        self.answered(&prompt, KeyringError::Unconfirmed).await
    }

    /// The collection for new items, unlocked.
    async fn default_collection(&mut self) -> Result<ObjectPath, KeyringError> {
        let collection: ObjectPath = self.service("ReadAlias", &"default").await?;
        if collection.0 == NO_OBJECT {
            let why = "it has no default collection: create one, in Passwords and Keys for example";
            return Err(KeyringError::Unavailable(why.into()));
        }
        let property = (COLLECTION, "Locked");
        let Variant(is_locked): Variant<bool> =
            self.call(&collection.0, PROPERTIES, "Get", &property).await?;
        if is_locked {
            self.unlock(&collection).await?;
        }
        Ok(collection)
    }

    async fn unlock(&mut self, object: &ObjectPath) -> Result<(), KeyringError> {
        let objects = [object.clone()];
        let (_, prompt): (Vec<ObjectPath>, ObjectPath) = self.service("Unlock", &objects.as_slice()).await?;
        self.answered(&prompt, KeyringError::Locked).await
    }

    /// Shows a prompt, if there is one, and waits until the user answers it. Fails with `otherwise` when the user
    /// dismisses it or does not answer in time.
    async fn answered(&mut self, prompt: &ObjectPath, otherwise: KeyringError) -> Result<(), KeyringError> {
        if prompt.0 == NO_OBJECT {
            return Ok(());
        }
        // Subscribes before the prompt is shown, else its end could be missed.
        let rule = format!("type='signal',interface='{PROMPT}',member='Completed',path='{}'", prompt.0);
        let match_rule = Callee {
            destination: DAEMON,
            path: "/org/freedesktop/DBus",
            interface: DAEMON,
            member: "AddMatch",
        };
        let () = in_time(self.waits.call, self.bus.call(match_rule, &rule.as_str())).await?;
        // The prompt belongs to no window.
        let () = self.call(&prompt.0, PROMPT, "Prompt", &"").await?;
        match timeout(self.waits.user, self.end_of(prompt)).await {
            Ok(Some(PromptEnd { is_dismissed: false, .. })) => Ok(()),
            _ => Err(otherwise),
        }
    }

    /// The end of this prompt; `None` when the connection is gone.
    async fn end_of(&mut self, prompt: &ObjectPath) -> Option<PromptEnd> {
        loop {
            let end = self.ends.recv().await?;
            if end.prompt == prompt.0 {
                return Some(end);
            }
        }
    }

    async fn service<B: Encode, R: Decode>(&self, member: &str, body: &B) -> Result<R, KeyringError> {
        self.call(PATH, SERVICE, member, body).await
    }

    async fn call<B: Encode, R: Decode>(
        &self,
        path: &str,
        interface: &str,
        member: &str,
        body: &B,
    ) -> Result<R, KeyringError> {
        let callee = Callee { destination: NAME, path, interface, member };
        in_time(self.waits.call, self.bus.call(callee, body)).await
    }
}

async fn in_time<R>(
    deadline: Duration,
    answer: impl Future<Output = Result<R, WireError>>,
) -> Result<R, KeyringError> {
    timeout(deadline, answer).await.map_err(|_| KeyringError::Late)?.map_err(error)
}

/// What a failed call means.
fn error(failure: WireError) -> KeyringError {
    match failure {
        WireError::Refused { name, text } => refusal(&name, &text),
        failure => KeyringError::Refused(failure.to_string()),
    }
}

fn refusal(name: &str, text: &str) -> KeyringError {
    match name {
        "org.freedesktop.Secret.Error.IsLocked" => KeyringError::Locked,
        "org.freedesktop.Secret.Error.NoSuchObject" => KeyringError::Absent,
        "org.freedesktop.DBus.Error.ServiceUnknown" | "org.freedesktop.DBus.Error.NameHasNoOwner" => {
            let why = "no program offers the Secret Service: install one, such as gnome-keyring";
            KeyringError::Unavailable(why.into())
        }
        _ => KeyringError::Refused(format!("{name}: {text}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_the_service_say_what_they_mean() {
        let refused = |name: &str| error(WireError::Refused { name: name.into(), text: "why".into() });
        assert_eq!(refused("org.freedesktop.Secret.Error.IsLocked"), KeyringError::Locked);
        assert_eq!(refused("org.freedesktop.Secret.Error.NoSuchObject"), KeyringError::Absent);
        assert_eq!(refused("x.Error").to_string(), "the keyring refuses: x.Error: why");
        for name in ["org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner"]
        {
            assert!(matches!(refused(name), KeyringError::Unavailable(_)), "{name}");
        }
    }
}
