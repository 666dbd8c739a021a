//! What is known of an application's nodes, and how they hang together. Pure.

use super::calls::{CacheItem, join};
use super::node::NodeRef;
use super::translate::{Interface, Interfaces, bit, has, role_of};
use deskpilot_core::Role;
use std::collections::{HashMap, HashSet};

/// The most children that are asked for at once: spreadsheets claim two thousand million, and die of being asked.
pub(crate) const MOST_CHILDREN: i32 = 1000;

/// What an application tells of one node without being asked for its place or its text.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    pub(crate) role: u32,
    pub(crate) name: String,
    /// `None` when it was not asked for.
    pub(crate) description: Option<String>,
    pub(crate) states: u64,
    pub(crate) interfaces: Interfaces,
    pub(crate) child_count: i32,
}

impl Facts {
    pub(crate) fn kind(&self) -> Role {
        role_of(self.role)
    }

    pub(crate) fn is(&self, bit: u32) -> bool {
        has(self.states, bit)
    }

    pub(crate) fn offers(&self, interface: Interface) -> bool {
        self.interfaces.has(interface)
    }

    pub(crate) fn has_too_many_children(&self) -> bool {
        self.child_count > MOST_CHILDREN
    }

    /// Whether the cache left out how many children it has, as it does of menus and tables.
    pub(crate) fn lacks_count(&self) -> bool {
        self.child_count < 0
    }
}

/// How it is known whether a person could see a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    /// Its state says so.
    ByState,
    /// The toolkit does not say so of anything but windows: everything that has a place is.
    ByPlace,
}

impl Shown {
    pub(crate) fn holds(self, facts: &Facts) -> bool {
        !facts.is(bit::DEFUNCT) && (self == Shown::ByPlace || facts.is(bit::SHOWING))
    }
}

/// The nodes of one application, as far as they are known.
#[derive(Debug, Default)]
pub(crate) struct Forest {
    facts: HashMap<NodeRef, Facts>,
    children: HashMap<NodeRef, Vec<NodeRef>>,
    /// Nodes whose children are known, but not their order.
    jumbled: HashSet<NodeRef>,
}

impl Forest {
    /// What an application told of all its nodes at once.
    pub(crate) fn from_cache(items: Vec<CacheItem>) -> Forest {
        let mut forest = Forest::default();
        let mut places: HashMap<NodeRef, Vec<(i32, NodeRef)>> = HashMap::new();
        for item in items {
            let (node, _, parent, index, child_count, interfaces, name, role, description, states) = item;
            let Some(node) = NodeRef::from_wire(node) else { continue };
            if let Some(parent) = NodeRef::from_wire(parent) {
                places.entry(parent).or_default().push((index, node.clone()));
            }
            let (interfaces, states) = (Interfaces::named(&interfaces), join(&states));
            let description = Some(description);
            forest.facts.insert(node, Facts { role, name, description, states, interfaces, child_count });
        }
        for (parent, mut children) in places {
            // Children outside the order, such as scroll bars, say -1: they come last, as on the screen.
            children.sort_by_key(|(index, _)| if *index < 0 { i32::MAX } else { *index });
            if children.windows(2).any(|pair| pair[0].0 == pair[1].0) {
                forest.jumbled.insert(parent.clone());
            }
            forest.children.insert(parent, children.into_iter().map(|(_, node)| node).collect());
        }
        forest
    }

    pub(crate) fn facts(&self, node: &NodeRef) -> Option<&Facts> {
        self.facts.get(node)
    }

    pub(crate) fn count(&mut self, node: &NodeRef, children: i32) {
        if let Some(facts) = self.facts.get_mut(node) {
            facts.child_count = children.max(0);
        }
    }

    pub(crate) fn learn(&mut self, node: NodeRef, facts: Facts) {
        self.facts.insert(node, facts);
    }

    pub(crate) fn children(&self, node: &NodeRef) -> &[NodeRef] {
        self.children.get(node).map_or(&[], Vec::as_slice)
    }

    /// Takes the list of a node's children in. Those that only the cache knew, such as scroll bars, stay at the end.
    pub(crate) fn adopt(&mut self, parent: &NodeRef, mut children: Vec<NodeRef>) {
        let known = self.children.remove(parent).unwrap_or_default();
        children.extend(known.into_iter().filter(|child| !children.contains(child)).collect::<Vec<_>>());
        self.jumbled.remove(parent);
        self.children.insert(parent.clone(), children);
    }

    /// Takes the list of a node's children in, in the place of those that the cache knew.
    pub(crate) fn replace_children(&mut self, parent: &NodeRef, children: Vec<NodeRef>) {
        self.children.insert(parent.clone(), children);
    }

    /// Whether the node has children, or an order of those that are shown, that are not known and may be asked for.
    pub(crate) fn lacks_children(&self, node: &NodeRef, shown: Shown) -> bool {
        let known = self.children(node);
        let is_shown = |child: &NodeRef| self.facts(child).is_some_and(|facts| shown.holds(facts));
        self.facts(node).is_some_and(|facts| {
            let lacks = usize::try_from(facts.child_count).is_ok_and(|count| count > known.len());
            let is_jumbled = self.jumbled.contains(node) && known.iter().any(is_shown);
            !facts.has_too_many_children() && (lacks || is_jumbled)
        })
    }

    /// The shown nodes under this root, itself first, each before its children, with their depths.
    pub(crate) fn shown_under(&self, root: &NodeRef, shown: Shown) -> Vec<(NodeRef, usize)> {
        let mut order = Vec::new();
        let mut waiting = vec![(root, 0)];
        while let Some((node, depth)) = waiting.pop() {
            // An order longer than all nodes comes of a tree that bites its tail.
            if !self.facts(node).is_some_and(|facts| shown.holds(facts)) || order.len() > self.facts.len() {
                continue;
            }
            order.push((node.clone(), depth));
            waiting.extend(self.children(node).iter().rev().map(|child| (child, depth + 1)));
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zbus::zvariant::OwnedObjectPath;

    fn wire(name: &str) -> (String, OwnedObjectPath) {
        (":1.2".into(), OwnedObjectPath::try_from(format!("/{name}")).unwrap())
    }

    fn item(name: &str, parent: &str, index: i32, children: i32, showing: bool) -> CacheItem {
        let states = vec![u32::from(showing) << bit::SHOWING, 0];
        let (text, none) = (name.to_owned(), String::new());
        (wire(name), wire("root"), wire(parent), index, children, Vec::new(), text, 43, none, states)
    }

    #[test]
    fn shown_nodes_come_in_the_order_of_the_tree_and_missing_children_are_noticed() {
        let forest = Forest::from_cache(vec![
            item("bar", "frame", -1, 0, true),
            item("menu", "b", -1, 0, true),
            item("second", "b", -1, 0, true),
            item("b", "frame", 1, 2, true),
            item("frame", "root", 0, 2, true),
            item("hidden", "frame", 2, 0, false),
            item("inside", "hidden", 0, 0, true),
            item("a", "frame", 0, 0, true),
        ]);
        let node = |name: &str| NodeRef::new(":1.2", &format!("/{name}"));
        let order = forest.shown_under(&node("frame"), Shown::ByState);
        let names: Vec<_> = order.iter().map(|(it, _)| it.path.trim_start_matches('/')).collect();
        assert_eq!(names, ["frame", "a", "b", "menu", "second", "bar"]);
        assert!(forest.lacks_children(&node("b"), Shown::ByState));
        assert!(!forest.lacks_children(&node("frame"), Shown::ByState));
    }

    #[test]
    fn a_node_with_too_many_children_is_never_asked_for_them() {
        let forest = Forest::from_cache(vec![item("sheet", "root", 0, i32::MAX, true)]);
        assert!(!forest.lacks_children(&NodeRef::new(":1.2", "/sheet"), Shown::ByState));
    }

    #[test]
    fn a_tree_that_bites_its_tail_is_left() {
        let forest = Forest::from_cache(vec![item("a", "b", 0, 1, true), item("b", "a", 0, 1, true)]);
        assert!(forest.shown_under(&NodeRef::new(":1.2", "/a"), Shown::ByState).len() <= 4);
    }
}
