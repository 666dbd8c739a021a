//! The identity of an element: the window it was read in, and its runtime id.

use deskpilot_core::NodeId;
use std::fmt;
use std::sync::Arc;

/// The number of a top-level window (`HWND`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WindowHandle(pub usize);

/// What an application calls one of its elements. Unique on the desktop as long as the element exists. Cheap to clone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RuntimeId(Arc<[i32]>);

impl RuntimeId {
    /// The id of these numbers; an element without any has none.
    pub fn new(numbers: &[i32]) -> RuntimeId {
        RuntimeId(numbers.into())
    }

    /// Its numbers.
    pub fn numbers(&self) -> &[i32] {
        &self.0
    }

    /// Whether the application gave none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn parse(text: &str) -> Option<RuntimeId> {
        let numbers: Option<Vec<i32>> = text.split('.').map(|number| number.parse().ok()).collect();
        numbers.map(|numbers| RuntimeId(numbers.into()))
    }
}

impl fmt::Display for RuntimeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, number) in self.0.iter().enumerate() {
            let dot = if index == 0 { "" } else { "." };
            write!(f, "{dot}{number}")?;
        }
        Ok(())
    }
}

/// An element of a window's tree. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeRef {
    /// The window in whose tree it is.
    pub window: WindowHandle,
    /// What its application calls it.
    pub runtime_id: RuntimeId,
}

impl NodeRef {
    /// The element that a control was made from; `None` if the id has no such form.
    pub fn of(id: &NodeId) -> Option<NodeRef> {
        let (window, runtime_id) = id.0.strip_prefix("uia ")?.split_once(' ')?;
        let window = WindowHandle(window.parse().ok()?);
        Some(NodeRef { window, runtime_id: RuntimeId::parse(runtime_id)? })
    }

    /// The id that a control stores.
    pub fn id(&self) -> NodeId {
        NodeId(self.to_string())
    }
}

impl fmt::Display for NodeRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "uia {} {}", self.window.0, self.runtime_id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_element_comes_back_from_its_id_and_nothing_else_does() {
        let node = NodeRef { window: WindowHandle(65656), runtime_id: RuntimeId::new(&[42, 65656, -3]) };
        assert_eq!(node.id().0, "uia 65656 42.65656.-3");
        assert_eq!(NodeRef::of(&node.id()), Some(node));
        for nonsense in ["", "uia", "uia 1", "uia 1 ", "uia x 1", "uia 1 1.x", "uia 1 1..2", ":1.7 /x", "1 1"]
        {
            assert_eq!(NodeRef::of(&NodeId(nonsense.into())), None, "{nonsense:?}");
        }
    }
}
