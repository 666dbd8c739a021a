//! The address of a node in an accessibility tree: a bus name and an object path.

use deskpilot_core::NodeId;
use deskpilot_dbus::{DecodeError, Nullable, Reader, Signature};
use std::fmt;
use std::sync::Arc;

/// The path of every application's root.
pub(crate) const ROOT: &str = "/org/a11y/atspi/accessible/root";
const NULL: &str = "/org/a11y/atspi/null";

/// A node of an accessibility tree. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeRef {
    /// The bus name of its application.
    pub bus: Arc<str>,
    /// Its object path.
    pub(crate) path: Arc<str>,
}

impl NodeRef {
    pub(crate) fn new(bus: &str, path: &str) -> NodeRef {
        NodeRef { bus: bus.into(), path: path.into() }
    }

    /// The root of the application with this bus name.
    pub fn root_of(bus: &str) -> NodeRef {
        NodeRef::new(bus, ROOT)
    }

    /// The node a control was made from; `None` if the id has no such form.
    pub fn of(id: &NodeId) -> Option<NodeRef> {
        let (bus, path) = id.0.split_once(' ')?;
        (bus.starts_with(':') && path.starts_with('/')).then(|| NodeRef::new(bus, path))
    }

    /// The id that a control stores.
    pub fn id(&self) -> NodeId {
        NodeId(format!("{} {}", self.bus, self.path))
    }
}

/// The null object stands for none.
impl Nullable for NodeRef {
    const ALIGNMENT: usize = 8;
    fn comes_next(types: &mut Signature<'_>) -> bool {
        types.next_is('(') && types.next_is('s') && types.next_is('o') && types.next_is(')')
    }
    fn decode(from: &mut Reader<'_>) -> Result<Option<NodeRef>, DecodeError> {
        // D-Bus aligns every struct to 8 bytes.
        from.pad(8);
        let bus = from.name()?;
        let path = from.text()?;
        // Toolkits report no node in two ways: by an empty bus name, or by the null path.
        let is_node = !bus.is_empty() && path != NULL;
        Ok(is_node.then(|| NodeRef { bus, path: path.into() }))
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
