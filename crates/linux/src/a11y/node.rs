//! Where a node of an accessibility tree is found: a name on the bus and a path.

use deskpilot_core::NodeId;
use std::fmt;
use std::sync::Arc;
use zbus::zvariant::OwnedObjectPath;

/// The path of every application's root.
pub(crate) const ROOT: &str = "/org/a11y/atspi/accessible/root";
const NULL: &str = "/org/a11y/atspi/null";

/// A node as its application names it on the wire.
pub(crate) type WireRef = (String, OwnedObjectPath);

/// A node of an accessibility tree. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct NodeRef {
    /// The name of its application on the bus.
    pub(crate) bus: Arc<str>,
    /// Its path there.
    pub(crate) path: Arc<str>,
}

impl NodeRef {
    pub(crate) fn new(bus: &str, path: &str) -> NodeRef {
        NodeRef { bus: bus.into(), path: path.into() }
    }

    /// The root of the application with this name on the bus.
    pub(crate) fn root_of(bus: &str) -> NodeRef {
        NodeRef::new(bus, ROOT)
    }

    /// The node that a control was made of.
    pub(crate) fn of(id: &NodeId) -> Option<NodeRef> {
        let (bus, path) = id.0.split_once(' ')?;
        (bus.starts_with(':') && path.starts_with('/')).then(|| NodeRef::new(bus, path))
    }

    /// How a control remembers it.
    pub(crate) fn id(&self) -> NodeId {
        NodeId(format!("{} {}", self.bus, self.path))
    }

    /// What the wire says; `None` where it says that there is no node.
    pub(crate) fn from_wire((bus, path): WireRef) -> Option<NodeRef> {
        let is_node = !bus.is_empty() && path.as_str() != NULL;
        is_node.then(|| NodeRef::new(&bus, path.as_str()))
    }
}

impl fmt::Display for NodeRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.bus, self.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_comes_back_from_its_id_and_nothing_else_does() {
        let node = NodeRef::new(":1.7", "/org/a11y/atspi/accessible/12");
        assert_eq!(NodeRef::of(&node.id()), Some(node));
        for nonsense in ["", ":1.7", "org.gnome /x", ":1.7 x"] {
            assert_eq!(NodeRef::of(&NodeId(nonsense.into())), None, "{nonsense:?}");
        }
    }
}
