//! The connection to the accessibility bus: calls under a deadline, and nothing of what they mean.

use super::error::NoAnswer;
use super::node::NodeRef;
use crate::{LinuxError, Seat};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::time::{Instant, timeout_at};
use zbus::Connection;
use zbus::zvariant::{DynamicType, OwnedValue, Type, Value};

const PROPERTIES: &str = "org.freedesktop.DBus.Properties";

/// A connection to the accessibility bus. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Bus {
    connection: Connection,
}

impl Bus {
    /// The name of the bus itself.
    pub(crate) const DAEMON: &str = "org.freedesktop.DBus";

    pub(crate) async fn connect(seat: &Seat) -> Result<Bus, LinuxError> {
        Ok(Bus { connection: seat.connect_accessibility_bus().await? })
    }

    /// Calls made through this end at the deadline.
    pub(crate) fn until(&self, deadline: Instant) -> Line<'_> {
        Line { bus: self, deadline }
    }

    pub(crate) fn connection(&self) -> &Connection {
        &self.connection
    }
}

/// The bus, with the deadline of everything that is asked through it.
#[derive(Clone, Copy)]
pub(crate) struct Line<'a> {
    bus: &'a Bus,
    pub(crate) deadline: Instant,
}

impl Line<'_> {
    /// What a node answers to a call.
    pub(crate) async fn call<B, R>(
        &self,
        node: &NodeRef,
        interface: &str,
        member: &str,
        body: &B,
    ) -> Result<R, NoAnswer>
    where
        B: Serialize + DynamicType,
        R: DeserializeOwned + Type,
    {
        let calling =
            self.bus.connection.call_method(Some(&*node.bus), &*node.path, Some(interface), member, body);
        let reply = timeout_at(self.deadline, calling).await.map_err(|_| NoAnswer::Late)??;
        Ok(reply.body().deserialize()?)
    }

    /// One property of a node. Never all of them at once: that ends Chromium and Qt 5 applications.
    pub(crate) async fn property<T>(&self, node: &NodeRef, interface: &str, name: &str) -> Result<T, NoAnswer>
    where
        T: TryFrom<OwnedValue>,
    {
        let value: OwnedValue = self.call(node, PROPERTIES, "Get", &(interface, name)).await?;
        T::try_from(value).map_err(|_| NoAnswer::Unknown(format!("{name} is of another type")))
    }

    /// Sets one property of a node.
    pub(crate) async fn set_property(
        &self,
        node: &NodeRef,
        interface: &str,
        name: &str,
        value: Value<'_>,
    ) -> Result<(), NoAnswer> {
        self.call(node, PROPERTIES, "Set", &(interface, name, value)).await
    }
}
