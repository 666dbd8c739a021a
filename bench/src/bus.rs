//! The accessibility bus through the field's library for D-Bus, one call at a time: what a plain reader does.

use anyhow::{Context, Result};
use deskpilot_linux::Seat;
use serde::Serialize;
use zbus::connection::Builder;
use zbus::zvariant::{DynamicType, OwnedObjectPath, OwnedValue};
use zbus::{Connection, Message};

const DAEMON: &str = "org.freedesktop.DBus";
const PROPERTIES: &str = "org.freedesktop.DBus.Properties";
const REGISTRY: &str = "org.a11y.atspi.Registry";
const ROOT: &str = "/org/a11y/atspi/accessible/root";
const NULL: &str = "/org/a11y/atspi/null";
pub(crate) const ACCESSIBLE: &str = "org.a11y.atspi.Accessible";

/// A node as it is named on the bus.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Node {
    /// Its application.
    pub(crate) bus: String,
    /// Its path there.
    pub(crate) path: String,
}

type WireNode = (String, OwnedObjectPath);

/// A connection to the accessibility bus.
#[derive(Clone, Debug)]
pub(crate) struct Bus {
    connection: Connection,
}

impl Bus {
    /// A connection to the accessibility bus of this desktop.
    pub(crate) async fn connect(seat: &Seat) -> Result<Bus> {
        Ok(Bus { connection: Builder::address(seat.accessibility_bus())?.build().await? })
    }

    /// The answer of a node to a call.
    pub(crate) async fn call<B>(
        &self,
        node: &Node,
        interface: &str,
        member: &str,
        body: &B,
    ) -> Result<Message>
    where
        B: Serialize + DynamicType,
    {
        let path = node.path.as_str();
        let answer =
            self.connection.call_method(Some(node.bus.as_str()), path, Some(interface), member, body);
        answer.await.with_context(|| format!("{interface}.{member} of {path}"))
    }

    /// The bytes of a call and of its answer, which may be an error.
    pub(crate) async fn cost<B>(&self, node: &Node, interface: &str, member: &str, body: &B) -> Result<u64>
    where
        B: Serialize + DynamicType,
    {
        let call = Message::method_call(node.path.as_str(), member)?;
        let call = call.destination(node.bus.as_str())?.interface(interface)?.build(body)?;
        let path = node.path.as_str();
        let answer =
            self.connection.call_method(Some(node.bus.as_str()), path, Some(interface), member, body);
        let answer = match answer.await {
            Ok(answer) => answer.data().len(),
            Err(zbus::Error::MethodError(_, _, answer)) => answer.data().len(),
            Err(error) => return Err(error.into()),
        };
        Ok((call.data().len() + answer) as u64)
    }

    /// One property of a node.
    pub(crate) async fn property<T: TryFrom<OwnedValue>>(
        &self,
        node: &Node,
        interface: &str,
        name: &str,
    ) -> Result<T> {
        let answer = self.call(node, PROPERTIES, "Get", &(interface, name)).await?;
        let value: OwnedValue = answer.body().deserialize()?;
        T::try_from(value).ok().with_context(|| format!("{interface}.{name} is of another type"))
    }

    /// The roots of the applications of these processes.
    pub(crate) async fn applications(&self, processes: &[u32]) -> Result<Vec<Node>> {
        let registry = Node { bus: REGISTRY.into(), path: ROOT.into() };
        let mut found = Vec::new();
        for root in self.children(&registry).await? {
            // One that has ended since has no process.
            if self.process(&root.bus).await.is_ok_and(|process| processes.contains(&process)) {
                found.push(root);
            }
        }
        Ok(found)
    }

    async fn process(&self, bus: &str) -> Result<u32> {
        let daemon = Node { bus: DAEMON.into(), path: "/org/freedesktop/DBus".into() };
        Ok(self.call(&daemon, DAEMON, "GetConnectionUnixProcessID", &bus).await?.body().deserialize()?)
    }

    pub(crate) async fn role(&self, node: &Node) -> Result<u32> {
        Ok(self.call(node, ACCESSIBLE, "GetRole", &()).await?.body().deserialize()?)
    }

    pub(crate) async fn child_count(&self, node: &Node) -> Result<i32> {
        self.property(node, ACCESSIBLE, "ChildCount").await
    }

    pub(crate) async fn children(&self, node: &Node) -> Result<Vec<Node>> {
        let answer = self.call(node, ACCESSIBLE, "GetChildren", &()).await?;
        let children: Vec<WireNode> = answer.body().deserialize()?;
        Ok(children.into_iter().filter_map(from_wire).collect())
    }

    pub(crate) async fn child(&self, node: &Node, index: i32) -> Result<Option<Node>> {
        let answer = self.call(node, ACCESSIBLE, "GetChildAtIndex", &index).await?;
        Ok(from_wire(answer.body().deserialize()?))
    }

    pub(crate) async fn states(&self, node: &Node) -> Result<u64> {
        let words: Vec<u32> = self.call(node, ACCESSIBLE, "GetState", &()).await?.body().deserialize()?;
        let word = |index: usize| words.get(index).copied().map_or(0, u64::from);
        Ok(word(0) | word(1) << 32)
    }

    pub(crate) async fn cell(&self, table: &Node, row: i32, column: i32) -> Result<Option<Node>> {
        let answer = self.call(table, "org.a11y.atspi.Table", "GetAccessibleAt", &(row, column)).await?;
        Ok(from_wire(answer.body().deserialize()?))
    }
}

fn from_wire((bus, path): WireNode) -> Option<Node> {
    let is_node = !bus.is_empty() && path.as_str() != NULL;
    is_node.then(|| Node { bus, path: path.to_string() })
}
