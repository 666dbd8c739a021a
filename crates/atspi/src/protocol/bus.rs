//! The connection to the accessibility bus: makes calls under a deadline, and does not interpret their content.

use crate::events::event_receiver::{EventReceiver, event_channel};
use crate::nodes::node_kinds::NodeKinds;
use crate::protocol::error::CallError;
use crate::protocol::node::NodeRef;
use deskpilot_dbus::{Callee, Connection, Decode, Encode, Traffic, Variant, WireError};
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};
use std::time::Duration;
use tokio::time::{Instant, timeout, timeout_at};

const PROPERTIES: &str = "org.freedesktop.DBus.Properties";
/// How long connecting to the bus may take.
const GREETING: Duration = Duration::from_secs(5);

/// A connection to the accessibility bus, and to the applications that accept peer-to-peer ones. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Bus {
    connection: Connection,
    direct: Arc<RwLock<HashMap<Arc<str>, Connection>>>,
    route: CallRoute,
    kinds: NodeKinds,
}

impl Bus {
    /// The name of the bus itself.
    pub(crate) const DAEMON: &str = "org.freedesktop.DBus";

    /// Connects to the bus at this address, within 5 s, and subscribes to its events. The error is [`CallError::Late`],
    /// or [`CallError::Lost`] with the bus's message.
    pub async fn connect(address: &str, route: CallRoute) -> Result<(Bus, EventReceiver), CallError> {
        let (callback, receiver) = event_channel();
        let connecting = timeout(GREETING, Connection::connect_bus(address, callback));
        let connection = connecting.await.map_err(|_| CallError::Late)?;
        let connection = connection.map_err(|failure| CallError::Lost(failure.to_string()))?;
        Ok((Bus { connection, direct: Arc::default(), route, kinds: NodeKinds::default() }, receiver))
    }

    /// A caller whose calls end at the deadline.
    pub fn until(&self, deadline: Instant) -> Caller<'_> {
        Caller { bus: self, deadline }
    }

    /// Whether the bus has closed our connection to it: nothing can be asked any more.
    pub fn is_lost(&self) -> bool {
        self.connection.is_closed()
    }

    /// The traffic of all connections so far.
    pub fn traffic(&self) -> Traffic {
        self.direct().values().fold(self.connection.traffic(), |all, connection| all + connection.traffic())
    }

    fn direct(&self) -> RwLockReadGuard<'_, HashMap<Arc<str>, Connection>> {
        self.direct.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The peer-to-peer connection to an application, or else the bus.
    fn connection_to(&self, application: &str) -> Connection {
        self.direct().get(application).unwrap_or(&self.connection).clone()
    }
}

/// How calls reach applications.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallRoute {
    /// Through the bus.
    BusOnly,
    /// Through the bus, but peer to peer with an application that shows a sheet: its cells take thousands of calls.
    Sparing,
    /// Peer to peer, where an application offers it: replies come sooner.
    PeerToPeer,
}

impl CallRoute {
    /// Whether an application gets so many calls peer to peer.
    const fn goes_past_bus(self, volume: CallVolume) -> bool {
        match self {
            CallRoute::BusOnly => false,
            CallRoute::Sparing => matches!(volume, CallVolume::Cells),
            CallRoute::PeerToPeer => true,
        }
    }
}

/// How many calls an application gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CallVolume {
    /// Those about controls.
    Controls,
    /// Those about the cells of a sheet.
    Cells,
}

/// Whether every event that an application has sent so far was received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventDelivery {
    /// Every event was received.
    Complete,
    /// Events may be missing.
    Uncertain,
}

/// Calls methods of nodes, with one deadline for all its calls.
#[derive(Clone, Copy)]
pub struct Caller<'a> {
    bus: &'a Bus,
    /// When every call through it times out.
    pub deadline: Instant,
}

impl Caller<'_> {
    /// Calls a method of a node and returns its reply.
    pub(crate) async fn call<B: Encode, R: Decode>(
        &self,
        node: &NodeRef,
        interface: &str,
        member: &str,
        body: &B,
    ) -> Result<R, CallError> {
        let callee = Callee { destination: &node.bus, path: &node.path, interface, member };
        let connection = self.bus.connection_to(&node.bus);
        let answer =
            timeout_at(self.deadline, connection.call(callee, body)).await.map_err(|_| CallError::Late)?;
        match answer {
            // A direct connection ends with its application; only the end of the bus is the end of
            // everything.
            Err(WireError::Lost(_)) if connection.is_other_than(&self.bus.connection) => Err(CallError::Gone),
            answer => Ok(answer?),
        }
    }

    /// Waits until every event that an application has sent so far has been received. Sends a ping through the bus,
    /// which keeps the order of events and replies.
    pub async fn flush_events(&self, application: Arc<str>) -> Result<EventDelivery, CallError> {
        let callee = Callee {
            destination: &application,
            path: "/",
            interface: "org.freedesktop.DBus.Peer",
            member: "Ping",
        };
        // Never over a direct connection: events come over the bus, and a reply on another way could overtake
        // them.
        let answer = timeout_at(self.deadline, self.bus.connection.call::<_, ()>(callee, &())).await;
        match answer.map_err(|_| CallError::Late)?.map_err(CallError::from) {
            Ok(()) => Ok(EventDelivery::Complete),
            // Without an answer nothing says which events are still on their way.
            Err(CallError::Gone | CallError::Unknown(_)) => Ok(EventDelivery::Uncertain),
            Err(error) => Err(error),
        }
    }

    /// The unique names of all connections to the bus, ours included.
    pub async fn connections(&self) -> Result<Vec<String>, CallError> {
        let daemon = NodeRef::new(Bus::DAEMON, "/org/freedesktop/DBus");
        let names: Vec<String> = self.call(&daemon, Bus::DAEMON, "ListNames", &()).await?;
        Ok(names.into_iter().filter(|name| name.starts_with(':')).collect())
    }

    /// What is remembered of nodes.
    pub(crate) fn node_kinds(&self) -> &NodeKinds {
        &self.bus.kinds
    }

    /// Closes the connections to all applications but these.
    pub(crate) fn close_connections_except(&self, applications: &[Arc<str>]) {
        let mut direct = self.bus.direct.write().unwrap_or_else(PoisonError::into_inner);
        direct.retain(|application, _| applications.contains(application));
        self.bus.kinds.forget_except(applications);
    }

    /// Calls an application peer to peer from now on, where it offers that and the route allows it for so many calls.
    pub(crate) async fn connect_peer_to_peer(&self, application: &Arc<str>, volume: CallVolume) {
        // On a person's desktop applications stay open, and each client that ever connected slows one down a little.
        if !self.bus.route.goes_past_bus(volume) || self.bus.direct().contains_key(application) {
            return;
        }
        let root = NodeRef::root_of(application);
        let asking = self.call(&root, "org.a11y.atspi.Application", "GetApplicationBusAddress", &());
        // An application that offers none, or does not reply, is called over the bus as before.
        let Ok(address) = asking.await else { return };
        let address: String = address;
        // Its signals are ignored: events come over the bus.
        let connecting = timeout_at(self.deadline, Connection::connect(&address, Box::new(|_| {})));
        if let Ok(Ok(connection)) = connecting.await {
            let mut direct = self.bus.direct.write().unwrap_or_else(PoisonError::into_inner);
            direct.insert(Arc::clone(application), connection);
        }
    }

    /// One property of a node. Never reads all of them at once: `GetAll` crashes Chromium and Qt 5 applications.
    pub(crate) async fn property<T: Decode>(
        &self,
        node: &NodeRef,
        interface: &str,
        name: &str,
    ) -> Result<T, CallError> {
        let Variant(value) = self.call(node, PROPERTIES, "Get", &(interface, name)).await?;
        Ok(value)
    }

    /// Sets one property of a node.
    pub(crate) async fn set_property<T: Encode>(
        &self,
        node: &NodeRef,
        interface: &str,
        name: &str,
        value: T,
    ) -> Result<(), CallError> {
        self.call(node, PROPERTIES, "Set", &(interface, name, Variant(value))).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_application_that_lives_long_is_called_past_the_bus_for_the_cells_of_a_sheet_alone() {
        use CallRoute::{BusOnly, PeerToPeer, Sparing};
        for (route, volume, expected) in [
            (BusOnly, CallVolume::Cells, false),
            (Sparing, CallVolume::Controls, false),
            (Sparing, CallVolume::Cells, true),
            (PeerToPeer, CallVolume::Controls, true),
        ] {
            assert_eq!(route.goes_past_bus(volume), expected, "{route:?}, {volume:?}");
        }
    }
}
