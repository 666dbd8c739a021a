//! The session bus of a desktop: what is asked of it, and of the launcher of the accessibility bus.

use crate::LinuxError;
use crate::wire::{Callee, Failure, Put, Signal, Take, Variant, Wire};
use std::collections::HashMap;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;

/// How long a bus may take to answer.
pub(super) const DEADLINE: Duration = Duration::from_secs(5);

const BUS: &str = "org.freedesktop.DBus";
const BUS_PATH: &str = "/org/freedesktop/DBus";
const A11Y: &str = "org.a11y.Bus";
const A11Y_PATH: &str = "/org/a11y/bus";
const STATUS: &str = "org.a11y.Status";
const LAUNCHER: &str = "the launcher of the accessibility bus";
const SESSION: &str = "the session bus";

/// A connection to a session bus; closed when it is dropped.
#[derive(Clone, Debug)]
pub(crate) struct SessionBus {
    wire: Wire,
    /// That a name which is watched got an owner, or lost one.
    owners: Arc<Notify>,
}

impl SessionBus {
    /// A connection to the bus at this address.
    pub(crate) async fn connect(address: &str) -> Result<SessionBus, LinuxError> {
        let owners = Arc::new(Notify::new());
        let told = Arc::clone(&owners);
        let ear = move |signal: &Signal<'_>| {
            if (signal.interface, signal.member) == (BUS, "NameOwnerChanged") {
                told.notify_one();
            }
        };
        let connecting = Wire::connect_bus(address, Box::new(ear));
        let wire = in_time(SESSION, connecting).await?;
        Ok(SessionBus { wire, owners })
    }

    /// The address of the accessibility bus. Where its launcher does not run, the session bus starts it.
    pub(crate) async fn accessibility_address(&self) -> Result<String, LinuxError> {
        let callee = Callee { destination: A11Y, path: A11Y_PATH, interface: A11Y, member: "GetAddress" };
        in_time(LAUNCHER, self.wire.call(callee, &())).await
    }

    /// Tells toolkits that somebody is reading: without it Qt and the browsers keep their controls to themselves.
    pub(crate) async fn enable_accessibility(&self) -> Result<(), LinuxError> {
        let telling = async {
            let () = self.status("Set", &(STATUS, "IsEnabled", Variant(true))).await?;
            self.status("Set", &(STATUS, "ScreenReaderEnabled", Variant(true))).await
        };
        in_time(LAUNCHER, telling).await
    }

    /// Whether toolkits were told that somebody is reading.
    pub(crate) async fn accessibility_enabled(&self) -> Result<bool, LinuxError> {
        let asked = self.status("Get", &(STATUS, "IsEnabled"));
        let Variant(is_enabled) = in_time(LAUNCHER, asked).await?;
        Ok(is_enabled)
    }

    /// Gives these variables to the programs that the bus itself starts.
    pub(crate) async fn share(&self, variables: HashMap<&str, &str>) -> Result<(), LinuxError> {
        in_time(SESSION, self.bus("UpdateActivationEnvironment", &variables)).await
    }

    /// Has the bus tell from now on when this name gets an owner.
    pub(crate) async fn watch(&self, name: &str) -> Result<(), LinuxError> {
        let rule = format!("type='signal',sender='{BUS}',member='NameOwnerChanged',arg0='{name}'");
        in_time(SESSION, self.bus("AddMatch", &rule.as_str())).await
    }

    /// Waits until this name, which is watched, has an owner. Whoever waits sets the deadline.
    pub(crate) async fn appeared(&self, name: &str) -> Result<(), LinuxError> {
        while !in_time(SESSION, self.bus::<_, bool>("NameHasOwner", &name)).await? {
            // A change between the question and this line is kept for us.
            self.owners.notified().await;
        }
        Ok(())
    }

    /// The process that owns this name.
    #[cfg(test)]
    pub(crate) async fn owner(&self, name: &str) -> Result<u32, LinuxError> {
        in_time(SESSION, self.bus("GetConnectionUnixProcessID", &name)).await
    }

    async fn bus<B: Put, R: Take>(&self, member: &str, body: &B) -> Result<R, Failure> {
        self.wire.call(Callee { destination: BUS, path: BUS_PATH, interface: BUS, member }, body).await
    }

    async fn status<B: Put, R: Take>(&self, member: &str, body: &B) -> Result<R, Failure> {
        const PROPERTIES: &str = "org.freedesktop.DBus.Properties";
        let callee = Callee { destination: A11Y, path: A11Y_PATH, interface: PROPERTIES, member };
        self.wire.call(callee, body).await
    }
}

async fn in_time<T>(
    who: &'static str,
    answer: impl Future<Output = Result<T, Failure>>,
) -> Result<T, LinuxError> {
    match tokio::time::timeout(DEADLINE, answer).await {
        Ok(answer) => answer.map_err(|error| LinuxError::Bus { who, why: error.to_string() }),
        Err(_) => Err(LinuxError::Bus { who, why: format!("no answer within {} s", DEADLINE.as_secs()) }),
    }
}
