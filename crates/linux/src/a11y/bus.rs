//! The connection to the accessibility bus: calls under a deadline, and nothing of what they mean.

use super::error::NoAnswer;
use super::events::{Listening, ear};
use super::node::NodeRef;
use crate::wire::{Callee, Failure, Put, Take, Traffic, Variant, Wire};
use crate::{LinuxError, Ownership, Seat};
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};
use std::time::Duration;
use tokio::time::{Instant, timeout, timeout_at};

const PROPERTIES: &str = "org.freedesktop.DBus.Properties";
/// How long the bus itself may take to let us in.
const GREETING: Duration = Duration::from_secs(5);

/// A connection to the accessibility bus, and to the applications that let us in directly. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Bus {
    wire: Wire,
    direct: Arc<RwLock<HashMap<Arc<str>, Wire>>>,
    ownership: Ownership,
}

impl Bus {
    /// The name of the bus itself.
    pub(crate) const DAEMON: &str = "org.freedesktop.DBus";

    /// The connection, and what is heard through it.
    pub(crate) async fn connect(seat: &Seat) -> Result<(Bus, Listening), LinuxError> {
        let (ear, listening) = ear();
        let connecting = timeout(GREETING, Wire::connect_bus(seat.accessibility_bus(), ear));
        let unheard = |why: String| LinuxError::Bus { who: "the accessibility bus", why };
        let wire = connecting.await.map_err(|_| unheard("no answer in time".into()))?;
        let wire = wire.map_err(|failure| unheard(failure.to_string()))?;
        Ok((Bus { wire, direct: Arc::default(), ownership: seat.ownership() }, listening))
    }

    /// Calls made through this end at the deadline.
    pub(crate) fn until(&self, deadline: Instant) -> Line<'_> {
        Line { bus: self, deadline }
    }

    /// What went over all connections so far.
    pub(crate) fn traffic(&self) -> Traffic {
        self.direct().values().fold(self.wire.traffic(), |all, wire| all + wire.traffic())
    }

    fn direct(&self) -> RwLockReadGuard<'_, HashMap<Arc<str>, Wire>> {
        self.direct.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The shortest way to an application.
    fn way_to(&self, application: &str) -> Wire {
        self.direct().get(application).unwrap_or(&self.wire).clone()
    }
}

/// Whether an application can have said nothing more than was heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// Everything was heard.
    All,
    /// Something may not have been.
    NotAll,
}

/// The bus, with the deadline of everything that is asked through it.
#[derive(Clone, Copy)]
pub(crate) struct Line<'a> {
    bus: &'a Bus,
    pub(crate) deadline: Instant,
}

impl Line<'_> {
    /// What a node answers to a call.
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

    /// Waits until everything has been heard that an application has said so far. Events come through the bus, and the bus
    /// keeps their order.
    pub(crate) async fn hear_all_of(&self, application: Arc<str>) -> Result<Heard, NoAnswer> {
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

    /// From now on speaks with an application past the bus, where it offers that. Not on a person's desktop: there
    /// applications stay, and each answers a little slower for every visitor it ever had.
    pub(crate) async fn go_direct(&self, application: &Arc<str>) {
        if self.bus.ownership == Ownership::Current {
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

    /// One property of a node. Never all of them at once: that ends Chromium and Qt 5 applications.
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
