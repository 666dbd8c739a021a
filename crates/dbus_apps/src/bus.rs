//! A receiver's own connection to the session bus of the desktop, and what the bus knows of its peers.

use crate::text::one_line;
use deskpilot_core::CommandSpec;
use deskpilot_dbus::{Callee, Connection, Decode, Encode, Signal, WireError};
use deskpilot_desktop::DesktopError;
use futures::future::join_all;
use std::{collections::HashSet, sync::Arc, time::Duration};
use tokio::{sync::watch, time::timeout};

const DAEMON: &str = "org.freedesktop.DBus";
const DAEMON_PATH: &str = "/org/freedesktop/DBus";
/// The most names of a bus to request the processes of.
const MOST_NAMES: usize = 2_000;

/// How long the bus itself may take to reply.
pub(crate) const BUS_LIMIT: Duration = Duration::from_millis(700);

/// Why the bus, or a program on it, gave no reply.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum BusError {
    /// The environment of the desktop names no bus.
    #[error("the desktop has no session bus: DBUS_SESSION_BUS_ADDRESS is not set")]
    NoAddress,
    /// The deadline passed.
    #[error("no answer within {} ms", .0.as_millis())]
    Late(Duration),
    /// The connection is gone, the call was refused, or the reply is malformed.
    #[error("{}", one_line(&.0.to_string()))]
    Wire(#[from] WireError),
}

impl BusError {
    /// What it means for the agent; `who` did not reply.
    pub(crate) fn of(self, who: &str) -> DesktopError {
        match self {
            BusError::Late(limit) => {
                let millis = u64::try_from(limit.as_millis()).unwrap_or(u64::MAX);
                DesktopError::Hung { application: who.to_owned(), millis }
            }
            error => DesktopError::NotPossible {
                what: who.to_owned(),
                why: format!("{error}; use its window instead"),
            },
        }
    }

    /// Whether the program is no longer on the bus.
    pub(crate) fn is_gone(&self) -> bool {
        matches!(self, BusError::Wire(WireError::Refused { name, .. }) if is_of_bus(name))
    }

    /// The program's own refusal, which shows that it did nothing; `None` for other errors.
    pub(crate) fn refusal(&self) -> Option<String> {
        match self {
            BusError::Wire(WireError::Refused { name, text }) if !is_of_bus(name) => {
                Some(one_line(if text.is_empty() { name } else { text }))
            }
            _ => None,
        }
    }
}

/// Whether the bus gives this error for a program that is gone or left without a reply.
fn is_of_bus(name: &str) -> bool {
    ["NoReply", "NameHasNoOwner", "ServiceUnknown", "Disconnected", "Timeout"]
        .iter()
        .any(|it| name.strip_prefix("org.freedesktop.DBus.Error.") == Some(it))
}

/// The session bus of a desktop, to which a connection is made when it is first needed.
#[derive(Debug)]
pub(crate) struct SessionBus {
    address: Option<String>,
    signal: CountedSignal,
    link: Option<BusLink>,
    /// The peers whose signals are subscribed to.
    watched: HashSet<String>,
}

/// The signal of the watched peers that is counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CountedSignal {
    pub(crate) interface: &'static str,
    /// Its name; empty to count none.
    pub(crate) member: &'static str,
}

/// A connection to the bus; cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct BusLink {
    connection: Connection,
    /// How many of the counted signals arrived.
    pub(crate) changes: watch::Receiver<u64>,
}

impl SessionBus {
    /// The bus that this environment names, and the signal to count. It is never the bus of this process.
    pub(crate) fn of(env: &[(String, String)], signal: CountedSignal) -> SessionBus {
        let named = env.iter().rev().find(|(name, _)| name == "DBUS_SESSION_BUS_ADDRESS");
        let address = named.map(|(_, address)| address.clone()).filter(|it| !it.is_empty());
        SessionBus { address, signal, link: None, watched: HashSet::new() }
    }

    /// A connection that works.
    pub(crate) async fn link(&mut self) -> Result<BusLink, BusError> {
        if let Some(link) = &self.link
            && link.daemon::<_, String>("GetId", &()).await.is_ok()
        {
            return Ok(link.clone());
        }
        let address = self.address.as_deref().ok_or(BusError::NoAddress)?;
        let (count, changes) = watch::channel(0);
        let counted = self.signal;
        let callback = move |signal: &Signal<'_>| {
            if (signal.interface, signal.member) == (counted.interface, counted.member) {
                count.send_modify(|it| *it += 1);
            }
        };
        let connecting = Connection::connect_bus(address, Box::new(callback));
        let connection = timeout(BUS_LIMIT, connecting).await.map_err(|_| BusError::Late(BUS_LIMIT))??;
        self.watched.clear();
        Ok(self.link.insert(BusLink { connection, changes }).clone())
    }

    /// The commands of this table where a program on the bus has this service, or would be started for it; else none.
    pub(crate) async fn commands_of(
        &mut self,
        service: &str,
        table: &'static [CommandSpec],
    ) -> Result<Vec<Arc<CommandSpec>>, DesktopError> {
        let found = async { self.link().await?.has_service(service).await }.await;
        let is_there = found.map_err(|error| error.of("the session bus"))?;
        Ok(table.iter().filter(|_| is_there).cloned().map(Arc::new).collect())
    }

    /// Subscribes to the counted signal of a peer, once.
    pub(crate) async fn watch(&mut self, link: &BusLink, peer: &str) -> Result<(), BusError> {
        if !self.watched.contains(peer) {
            let CountedSignal { interface, member } = self.signal;
            let rule = format!("type='signal',sender='{peer}',interface='{interface}',member='{member}'");
            let () = link.daemon("AddMatch", &rule.as_str()).await?;
            self.watched.insert(peer.to_owned());
        }
        Ok(())
    }
}

impl BusLink {
    /// Calls a method of a peer.
    pub(crate) async fn call<B: Encode + Sync, R: Decode>(
        &self,
        callee: Callee<'_>,
        body: &B,
        limit: Duration,
    ) -> Result<R, BusError> {
        let reply = timeout(limit, self.connection.call(callee, body)).await;
        Ok(reply.map_err(|_| BusError::Late(limit))??)
    }

    /// Whether this is another connection, to which no peer is watched yet.
    pub(crate) fn is_other_than(&self, other: &BusLink) -> bool {
        self.connection.is_other_than(&other.connection)
    }

    /// Whether a program on the bus has this name, or the bus starts one that does.
    pub(crate) async fn has_service(&self, name: &str) -> Result<bool, BusError> {
        if self.daemon("NameHasOwner", &name).await? {
            return Ok(true);
        }
        let names: Vec<String> = self.daemon("ListActivatableNames", &()).await?;
        Ok(names.iter().any(|it| it == name))
    }

    /// The connections of a process to the bus, by their unique names.
    pub(crate) async fn connections_of(&self, process: u32) -> Result<Vec<String>, BusError> {
        self.names_of(process, |it| it.starts_with(':')).await
    }

    /// The names on the bus, of those wanted, that a process has.
    pub(crate) async fn names_of(
        &self,
        process: u32,
        wanted: impl Fn(&str) -> bool,
    ) -> Result<Vec<String>, BusError> {
        let mut names: Vec<String> = self.daemon("ListNames", &()).await?;
        names.retain(|it| wanted(it));
        names.truncate(MOST_NAMES);
        let asked = names.iter().map(|it| self.process_of(it));
        let processes = join_all(asked).await;
        let owned = names.into_iter().zip(processes).filter(|(_, it)| *it == Some(process));
        let mut owned: Vec<String> = owned.map(|(name, _)| name).collect();
        owned.sort();
        Ok(owned)
    }

    /// The process of a peer; `None` if the peer is gone.
    async fn process_of(&self, name: &str) -> Option<u32> {
        self.daemon("GetConnectionUnixProcessID", &name).await.ok()
    }

    async fn daemon<B: Encode + Sync, R: Decode>(&self, member: &str, body: &B) -> Result<R, BusError> {
        let callee = Callee { destination: DAEMON, path: DAEMON_PATH, interface: DAEMON, member };
        self.call(callee, body, BUS_LIMIT).await
    }
}
