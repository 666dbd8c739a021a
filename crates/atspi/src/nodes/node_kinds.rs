//! Remembers what never changes about the nodes of LibreOffice, so that a reading asks for it only once: a third of its calls
//! were for that.

use crate::protocol::node::NodeRef;
use crate::protocol::translate::Interfaces;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most nodes to remember of one application.
const MOST: usize = 20_000;

/// What never changes about a node without a text. A paragraph may become a heading, so the kind of a
/// node with a text is requested again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NodeKind {
    pub(crate) role: u32,
    pub(crate) interfaces: Interfaces,
}

/// The nodes of one application, as earlier reads found them. An application never reuses the path of a node that is gone.
#[derive(Debug, Default)]
struct KnownNodes {
    kinds: HashMap<NodeRef, NodeKind>,
    /// Whether a node is one of the toolkit's own, whose coordinates are right.
    native: HashMap<NodeRef, bool>,
}

/// The applications whose nodes are remembered. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct NodeKinds(Arc<Mutex<HashMap<Arc<str>, KnownNodes>>>);

impl NodeKinds {
    /// Remembers the nodes of this application from now on.
    pub(crate) fn keep(&self, application: &Arc<str>) {
        self.known().entry(Arc::clone(application)).or_default();
    }

    /// Forgets all applications but these.
    pub(crate) fn forget_except(&self, applications: &[Arc<str>]) {
        self.known().retain(|application, _| applications.contains(application));
    }

    pub(crate) fn kind(&self, node: &NodeRef) -> Option<NodeKind> {
        self.known().get(&node.bus)?.kinds.get(node).copied()
    }

    pub(crate) fn native(&self, node: &NodeRef) -> Option<bool> {
        self.known().get(&node.bus)?.native.get(node).copied()
    }

    pub(crate) fn learn_kind(&self, node: &NodeRef, kind: NodeKind) {
        self.learn(node, |known| {
            known.kinds.insert(node.clone(), kind);
        });
    }

    pub(crate) fn learn_native(&self, node: &NodeRef, is_native: bool) {
        self.learn(node, |known| {
            known.native.insert(node.clone(), is_native);
        });
    }

    fn learn(&self, node: &NodeRef, learn: impl FnOnce(&mut KnownNodes)) {
        if let Some(known) = self.known().get_mut(&node.bus) {
            if known.kinds.len().max(known.native.len()) >= MOST {
                *known = KnownNodes::default();
            }
            learn(known);
        }
    }

    fn known(&self) -> MutexGuard<'_, HashMap<Arc<str>, KnownNodes>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_nodes_of_applications_that_are_kept_are_remembered() {
        let (kinds, kept) = (NodeKinds::default(), Arc::from(":1.7"));
        let (own, other) = (NodeRef::new(":1.7", "/1"), NodeRef::new(":1.8", "/1"));
        kinds.keep(&kept);
        let kind = NodeKind { role: 43, interfaces: Interfaces::default() };
        for node in [&own, &other] {
            kinds.learn_kind(node, kind);
        }
        assert_eq!((kinds.kind(&own), kinds.kind(&other)), (Some(kind), None));
        kinds.forget_except(&[]);
        assert_eq!(kinds.kind(&own), None);
    }

    #[test]
    fn no_more_than_so_many_nodes_are_remembered() {
        let (kinds, kept) = (NodeKinds::default(), Arc::from(":1.7"));
        kinds.keep(&kept);
        for at in 0..=MOST {
            let node = NodeRef::new(":1.7", &format!("/{at}"));
            kinds.learn_native(&node, true);
        }
        assert_eq!(kinds.known()[":1.7"].native.len(), 1);
    }
}
