//! The session bus of a desktop: activation environment, name owners, and the accessibility bus launcher.

use deskpilot_dbus::{Callee, Connection, Decode, Encode, Signal, Variant, WireError};
use std::collections::HashMap;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;

const BUS: &str = "org.freedesktop.DBus";
const BUS_PATH: &str = "/org/freedesktop/DBus";
const A11Y: &str = "org.a11y.Bus";
const A11Y_PATH: &str = "/org/a11y/bus";
const STATUS: &str = "org.a11y.Status";
const LAUNCHER: &str = "the launcher of the accessibility bus";
const SESSION: &str = "the session bus";

/// Why the session bus, or a service on it, did not reply.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{service} cannot be reached: {why}")]
pub struct SessionBusError {
    /// The service that was called.
    pub service: &'static str,
    /// The reason.
    pub why: String,
}

/// A connection to a session bus; closes when the last clone is dropped.
#[derive(Clone, Debug)]
pub struct SessionBus {
    connection: Connection,
    /// Signals that a watched name gained or lost its owner.
    owners: Arc<Notify>,
}

impl SessionBus {
    /// How long the bus or the launcher may take to reply.
    pub const DEADLINE: Duration = Duration::from_secs(5);

    /// Connects to the bus at this address, within 5 s.
    pub async fn connect(address: &str) -> Result<SessionBus, SessionBusError> {
        let owners = Arc::new(Notify::new());
        let changed = Arc::clone(&owners);
        let callback = move |signal: &Signal<'_>| {
            if (signal.interface, signal.member) == (BUS, "NameOwnerChanged") {
                changed.notify_one();
            }
        };
        let connecting = Connection::connect_bus(address, Box::new(callback));
        let connection = in_time(SESSION, connecting).await?;
        Ok(SessionBus { connection, owners })
    }

    /// The address of the accessibility bus. The session bus starts its launcher if it is not running.
    pub async fn accessibility_address(&self) -> Result<String, SessionBusError> {
        let callee = Callee { destination: A11Y, path: A11Y_PATH, interface: A11Y, member: "GetAddress" };
        in_time(LAUNCHER, self.connection.call(callee, &())).await
    }

    /// Tells toolkits that a screen reader is present: without it Qt and the browsers expose no controls.
    pub async fn enable_accessibility(&self) -> Result<(), SessionBusError> {
        let telling = async {
            let () = self.status("Set", &(STATUS, "IsEnabled", Variant(true))).await?;
            self.status("Set", &(STATUS, "ScreenReaderEnabled", Variant(true))).await
        };
        in_time(LAUNCHER, telling).await
    }

    /// Whether accessibility is enabled for toolkits.
    pub async fn accessibility_enabled(&self) -> Result<bool, SessionBusError> {
        let asked = self.status("Get", &(STATUS, "IsEnabled"));
        let Variant(is_enabled) = in_time(LAUNCHER, asked).await?;
        Ok(is_enabled)
    }

    /// Adds these variables to the environment of programs that the bus starts.
    pub async fn set_activation_environment(
        &self,
        variables: HashMap<&str, &str>,
    ) -> Result<(), SessionBusError> {
        in_time(SESSION, self.bus("UpdateActivationEnvironment", &variables)).await
    }

    /// Subscribes to changes of this name's owner.
    pub async fn watch(&self, name: &str) -> Result<(), SessionBusError> {
        let rule = format!("type='signal',sender='{BUS}',member='NameOwnerChanged',arg0='{name}'");
        in_time(SESSION, self.bus("AddMatch", &rule.as_str())).await
    }

    /// Waits until this name, which must be watched, has an owner. Has no deadline of its own: the caller sets one.
    pub async fn wait_for_owner(&self, name: &str) -> Result<(), SessionBusError> {
        while !in_time(SESSION, self.bus::<_, bool>("NameHasOwner", &name)).await? {
            // `Notify` keeps a change that arrives between the call and this line.
            self.owners.notified().await;
        }
        Ok(())
    }

    /// The process id of this name's owner.
    pub async fn owner_process(&self, name: &str) -> Result<u32, SessionBusError> {
        in_time(SESSION, self.bus("GetConnectionUnixProcessID", &name)).await
    }

    async fn bus<B: Encode, R: Decode>(&self, member: &str, body: &B) -> Result<R, WireError> {
        self.connection.call(Callee { destination: BUS, path: BUS_PATH, interface: BUS, member }, body).await
    }

    async fn status<B: Encode, R: Decode>(&self, member: &str, body: &B) -> Result<R, WireError> {
        const PROPERTIES: &str = "org.freedesktop.DBus.Properties";
        let callee = Callee { destination: A11Y, path: A11Y_PATH, interface: PROPERTIES, member };
        self.connection.call(callee, body).await
    }
}

async fn in_time<T>(
    service: &'static str,
    answer: impl Future<Output = Result<T, WireError>>,
) -> Result<T, SessionBusError> {
    match tokio::time::timeout(SessionBus::DEADLINE, answer).await {
        Ok(answer) => answer.map_err(|error| SessionBusError { service, why: error.to_string() }),
        Err(_) => Err(SessionBusError {
            service,
            why: format!("no answer within {} s", SessionBus::DEADLINE.as_secs()),
        }),
    }
}
