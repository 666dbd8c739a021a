//! The connection to the accessibility bus: makes calls under a deadline, and does not interpret their content.

use crate::error::NoAnswer;
use crate::listening::{Listening, ear};
use crate::node::NodeRef;
use deskpilot_dbus::{Callee, Failure, Put, Take, Traffic, Variant, Wire};
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
    wire: Wire,
    direct: Arc<RwLock<HashMap<Arc<str>, Wire>>>,
    route: Route,
}

impl Bus {
    /// The name of the bus itself.
    pub(crate) const DAEMON: &str = "org.freedesktop.DBus";

    /// Connects to the bus at this address, within 5 s, and subscribes to its events. The error is [`NoAnswer::Late`],
    /// or [`NoAnswer::Lost`] with the bus's message.
    pub async fn connect(address: &str, route: Route) -> Result<(Bus, Listening), NoAnswer> {
        let (ear, listening) = ear();
        let connecting = timeout(GREETING, Wire::connect_bus(address, ear));
        let wire = connecting.await.map_err(|_| NoAnswer::Late)?;
        let wire = wire.map_err(|failure| NoAnswer::Lost(failure.to_string()))?;
        Ok((Bus { wire, direct: Arc::default(), route }, listening))
    }

    /// Calls made through the returned line end at the deadline.
    pub fn until(&self, deadline: Instant) -> Line<'_> {
        Line { bus: self, deadline }
    }

    /// The traffic of all connections so far.
    pub fn traffic(&self) -> Traffic {
        self.direct().values().fold(self.wire.traffic(), |all, wire| all + wire.traffic())
    }

    fn direct(&self) -> RwLockReadGuard<'_, HashMap<Arc<str>, Wire>> {
        self.direct.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The peer-to-peer connection to an application, or else the bus.
    fn way_to(&self, application: &str) -> Wire {
        self.direct().get(application).unwrap_or(&self.wire).clone()
    }
}

/// How calls reach applications.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// Through the bus.
    BusOnly,
    /// Peer to peer, where an application offers it: replies come sooner.
    PeerToPeer,
}

/// Whether every event that an application has sent so far was received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// Every event was received.
    All,
    /// Events may be missing.
    NotAll,
}

/// The bus, with one deadline for every call made through it.
#[derive(Clone, Copy)]
pub struct Line<'a> {
    bus: &'a Bus,
    /// When every call through it times out.
    pub deadline: Instant,
}

impl Line<'_> {
    /// Calls a method of a node and returns its reply.
    pub(crate) async fn call<B: Put, R: Take>(
        &self,
        node: &NodeRef,
        interface: &str,
        member: &str,
        body: &B,
    ) -> Result<R, NoAnswer> {
        let callee = Callee { destination: &node.bus, path: &node.path, interface, member };
        let wire = self.bus.way_to(&node.bus);
        let answer = timeout_at(self.deadline, wire.call(callee, body)).await.map_err(|_| NoAnswer::Late)?;
        match answer {
            Err(Failure::Lost(_)) if wire.is_other_than(&self.bus.wire) => Err(NoAnswer::Gone),
            answer => Ok(answer?),
        }
    }

    /// Waits until every event that an application has sent so far has been received. Sends a ping through the bus,
    /// which keeps the order of events and replies.
    pub async fn hear_all_of(&self, application: Arc<str>) -> Result<Heard, NoAnswer> {
        let callee = Callee {
            destination: &application,
            path: "/",
            interface: "org.freedesktop.DBus.Peer",
            member: "Ping",
        };
        let answer = timeout_at(self.deadline, self.bus.wire.call::<_, ()>(callee, &())).await;
        match answer.map_err(|_| NoAnswer::Late)?.map_err(NoAnswer::from) {
            Ok(()) => Ok(Heard::All),
            Err(NoAnswer::Gone | NoAnswer::Unknown(_)) => Ok(Heard::NotAll),
            Err(error) => Err(error),
        }
    }

    /// Closes the connections to all applications but these.
    pub(crate) fn hang_up_on_all_but(&self, applications: &[Arc<str>]) {
        let mut direct = self.bus.direct.write().unwrap_or_else(PoisonError::into_inner);
        direct.retain(|application, _| applications.contains(application));
    }

    /// Calls an application peer to peer from now on, where it offers that and the route allows it.
    pub(crate) async fn go_direct(&self, application: &Arc<str>) {
        if self.bus.route == Route::BusOnly {
            return;
        }
        let root = NodeRef::root_of(application);
        let asking = self.call(&root, "org.a11y.atspi.Application", "GetApplicationBusAddress", &());
        let Ok(address) = asking.await else { return };
        let address: String = address;
        let connecting = timeout_at(self.deadline, Wire::connect(&address, Box::new(|_| {})));
        if let Ok(Ok(wire)) = connecting.await {
            let mut direct = self.bus.direct.write().unwrap_or_else(PoisonError::into_inner);
            direct.insert(Arc::clone(application), wire);
        }
    }

    /// One property of a node. Never reads all of them at once: `GetAll` crashes Chromium and Qt 5 applications.
    pub(crate) async fn property<T: Take>(
        &self,
        node: &NodeRef,
        interface: &str,
        name: &str,
    ) -> Result<T, NoAnswer> {
        let Variant(value) = self.call(node, PROPERTIES, "Get", &(interface, name)).await?;
        Ok(value)
    }

    /// Sets one property of a node.
    pub(crate) async fn set_property<T: Put>(
        &self,
        node: &NodeRef,
        interface: &str,
        name: &str,
        value: T,
    ) -> Result<(), NoAnswer> {
        self.call(node, PROPERTIES, "Set", &(interface, name, Variant(value))).await
    }
}
