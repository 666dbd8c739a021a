//! The accessibility bus through the field's D-Bus library, one call at a time, as a plain reader uses it.

use anyhow::{Context, Result};
use deskpilot_core::{Control, ControlSource};
use deskpilot_linux::Seat;
use serde::Serialize;
use zbus::connection::Builder;
use zbus::zvariant::{DynamicType, OwnedObjectPath, OwnedValue};
use zbus::{Connection, Message};

const DAEMON: &str = "org.freedesktop.DBus";
const PROPERTIES: &str = "org.freedesktop.DBus.Properties";
const REGISTRY: &str = "org.a11y.atspi.Registry";
const ROOT: &str = "/org/a11y/atspi/accessible/root";
const CACHE: &str = "/org/a11y/atspi/cache";
const NULL: &str = "/org/a11y/atspi/null";
pub(super) const ACCESSIBLE: &str = "org.a11y.atspi.Accessible";
pub(super) const COMPONENT: &str = "org.a11y.atspi.Component";
pub(super) const TEXT: &str = "org.a11y.atspi.Text";
/// The role of a page, in numbers of AT-SPI.
const DOCUMENT_WEB: u32 = 95;
/// Coordinates of the whole desktop.
pub(super) const SCREEN: u32 = 0;
/// The most nodes that the search for a page visits.
const MAX_NODES: usize = 300;

/// The address of a node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Node {
    /// The bus name of its application.
    pub(super) bus: String,
    /// Its object path there.
    pub(super) path: String,
}

type WireNode = (String, OwnedObjectPath);

/// A connection to the accessibility bus.
#[derive(Clone, Debug)]
pub(crate) struct Bus {
    connection: Connection,
}

impl Bus {
    /// Connects to the accessibility bus of this desktop.
    pub(crate) async fn connect(seat: &Seat) -> Result<Bus> {
        Ok(Bus { connection: Builder::address(seat.accessibility_bus())?.build().await? })
    }

    /// Whether one of these processes shows a web page with something on it.
    pub(crate) async fn has_page(&self, processes: &[u32]) -> Result<bool> {
        let mut nodes: Vec<Node> = self.applications(processes).await?;
        let mut next = 0;
        while let Some(node) = nodes.get(next).cloned().filter(|_| next < MAX_NODES) {
            let count = self.child_count(&node).await?;
            if count > 0 && self.role(&node).await? == DOCUMENT_WEB {
                return Ok(true);
            }
            nodes.extend(self.children(&node).await?);
            next += 1;
        }
        Ok(false)
    }

    /// Carries out the first action of a control.
    pub(crate) async fn press(&self, control: &Control) -> Result<()> {
        self.call(&node_of(control)?, "org.a11y.atspi.Action", "DoAction", &0i32).await.map(drop)
    }

    /// Inserts a text at the beginning of a control.
    pub(crate) async fn insert(&self, control: &Control, text: &str) -> Result<()> {
        let body = (0i32, text, i32::try_from(text.len())?);
        self.call(&node_of(control)?, "org.a11y.atspi.EditableText", "InsertText", &body).await.map(drop)
    }

    /// The whole text of a control.
    pub(crate) async fn text(&self, control: &Control) -> Result<String> {
        let reply = self.call(&node_of(control)?, TEXT, "GetText", &(0i32, -1i32)).await?;
        Ok(reply.body().deserialize()?)
    }

    /// The fewest calls that could have read these controls, and their bytes: one call for all nodes that the application keeps
    /// in its cache, and one for the place of each control.
    pub(crate) async fn least_traffic(&self, controls: &[Control]) -> Result<(u64, u64)> {
        let nodes: Vec<Node> = controls.iter().filter_map(|it| node_of(it).ok()).collect();
        let first = nodes.first().context("no control was read")?;
        let cache = Node { bus: first.bus.clone(), path: CACHE.into() };
        let mut bytes = self.size(&cache, "org.a11y.atspi.Cache", "GetItems", &()).await?;
        for node in &nodes {
            bytes += self.size(node, COMPONENT, "GetExtents", &SCREEN).await?;
        }
        Ok((1 + nodes.len() as u64, bytes))
    }

    /// The reply of a node to a call.
    pub(super) async fn call<B>(
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
        let reply = self.connection.call_method(Some(node.bus.as_str()), path, Some(interface), member, body);
        reply.await.with_context(|| format!("{interface}.{member} of {path}"))
    }

    /// The bytes of a call and of its reply, which may be an error.
    async fn size<B>(&self, node: &Node, interface: &str, member: &str, body: &B) -> Result<u64>
    where
        B: Serialize + DynamicType,
    {
        let call = Message::method_call(node.path.as_str(), member)?;
        let call = call.destination(node.bus.as_str())?.interface(interface)?.build(body)?;
        let path = node.path.as_str();
        let reply = self.connection.call_method(Some(node.bus.as_str()), path, Some(interface), member, body);
        let reply = match reply.await {
            Ok(reply) => reply.data().len(),
            Err(zbus::Error::MethodError(_, _, reply)) => reply.data().len(),
            Err(error) => return Err(error.into()),
        };
        Ok((call.data().len() + reply) as u64)
    }

    /// A property of a node.
    pub(super) async fn property<T: TryFrom<OwnedValue>>(
        &self,
        node: &Node,
        interface: &str,
        name: &str,
    ) -> Result<T> {
        let reply = self.call(node, PROPERTIES, "Get", &(interface, name)).await?;
        let value: OwnedValue = reply.body().deserialize()?;
        T::try_from(value).ok().with_context(|| format!("{interface}.{name} is of another type"))
    }

    /// The root nodes of the applications of these processes.
    pub(super) async fn applications(&self, processes: &[u32]) -> Result<Vec<Node>> {
        let registry = Node { bus: REGISTRY.into(), path: ROOT.into() };
        let mut roots = Vec::new();
        for root in self.children(&registry).await? {
            // An application that has ended since has no process.
            if self.process(&root.bus).await.is_ok_and(|process| processes.contains(&process)) {
                roots.push(root);
            }
        }
        Ok(roots)
    }

    async fn process(&self, bus: &str) -> Result<u32> {
        let daemon = Node { bus: DAEMON.into(), path: "/org/freedesktop/DBus".into() };
        Ok(self.call(&daemon, DAEMON, "GetConnectionUnixProcessID", &bus).await?.body().deserialize()?)
    }

    pub(super) async fn role(&self, node: &Node) -> Result<u32> {
        Ok(self.call(node, ACCESSIBLE, "GetRole", &()).await?.body().deserialize()?)
    }

    pub(super) async fn child_count(&self, node: &Node) -> Result<i32> {
        self.property(node, ACCESSIBLE, "ChildCount").await
    }

    pub(super) async fn children(&self, node: &Node) -> Result<Vec<Node>> {
        let reply = self.call(node, ACCESSIBLE, "GetChildren", &()).await?;
        let children: Vec<WireNode> = reply.body().deserialize()?;
        Ok(children.into_iter().filter_map(from_wire).collect())
    }

    pub(super) async fn child(&self, node: &Node, index: i32) -> Result<Option<Node>> {
        let reply = self.call(node, ACCESSIBLE, "GetChildAtIndex", &index).await?;
        Ok(from_wire(reply.body().deserialize()?))
    }

    pub(super) async fn states(&self, node: &Node) -> Result<u64> {
        let words: Vec<u32> = self.call(node, ACCESSIBLE, "GetState", &()).await?.body().deserialize()?;
        let word = |index: usize| words.get(index).copied().map_or(0, u64::from);
        Ok(word(0) | word(1) << 32)
    }

    pub(super) async fn cell(&self, table: &Node, row: i32, column: i32) -> Result<Option<Node>> {
        let reply = self.call(table, "org.a11y.atspi.Table", "GetAccessibleAt", &(row, column)).await?;
        Ok(from_wire(reply.body().deserialize()?))
    }
}

fn from_wire((bus, path): WireNode) -> Option<Node> {
    let is_node = !bus.is_empty() && path.as_str() != NULL;
    is_node.then(|| Node { bus, path: path.to_string() })
}

/// The node of a control; an error for one that was not found on the accessibility bus.
fn node_of(control: &Control) -> Result<Node> {
    let address = match &control.source {
        ControlSource::Accessibility { node } => node.0.split_once(' '),
        _ => None,
    };
    let (bus, path) = address.with_context(|| format!("{:?} has no accessible node", control.name))?;
    Ok(Node { bus: bus.to_owned(), path: path.to_owned() })
}
