//! The cached nodes of an application: their facts and their parent-child relations. Pure.

use crate::nodes::clean_name::clean_name;
use crate::nodes::facts::{Facts, UNCOUNTED, VisibilityRule};
use crate::nodes::name_parts::{Parts, is_frame_or_text};
use crate::protocol::calls::CacheItem;
use crate::protocol::node::NodeRef;
use crate::protocol::translate::bit;
use deskpilot_core::Role;
use std::collections::{HashMap, HashSet, VecDeque};

/// How many descendants of a nameless item to search for its name.
pub(crate) const MOST_INSIDE: usize = 12;

/// The known nodes of one application.
#[derive(Debug, Default)]
pub(crate) struct CachedNodes {
    facts: HashMap<NodeRef, Facts>,
    children: HashMap<NodeRef, Vec<NodeRef>>,
    /// Nodes whose children are known but not their order.
    unordered: HashSet<NodeRef>,
    /// Nodes known only to be hidden.
    hidden: HashSet<NodeRef>,
    /// Those of them that are hidden only because they are out of view.
    out_of_view: HashSet<NodeRef>,
}

impl CachedNodes {
    /// Stores the application's whole AT-SPI cache.
    pub(crate) fn take_in(&mut self, items: Vec<CacheItem>) {
        let mut places: HashMap<NodeRef, Vec<(i32, NodeRef)>> = HashMap::new();
        for item in items {
            let CacheItem { node, parent, index, child_count, interfaces, name, role, states, .. } = item;
            let Some(node) = node else { continue };
            if let Some(parent) = parent {
                places.entry(parent).or_default().push((index, node.clone()));
            }
            let (description, states) = (Some(item.description), states.0);
            self.facts.insert(node, Facts { role, name, description, states, interfaces, child_count });
        }
        for (parent, mut children) in places {
            // Children without an index, such as scroll bars, report -1: they come last, as on the screen.
            children.sort_by_key(|(index, _)| if *index < 0 { i32::MAX } else { *index });
            // Two children with one index: the application does not number them.
            if children.windows(2).any(|pair| pair[0].0 == pair[1].0) {
                self.unordered.insert(parent.clone());
            }
            self.children.insert(parent, children.into_iter().map(|(_, node)| node).collect());
        }
    }

    pub(crate) fn facts(&self, node: &NodeRef) -> Option<&Facts> {
        self.facts.get(node)
    }

    /// Every node with its facts.
    pub(crate) fn known(&self) -> impl Iterator<Item = (&NodeRef, &Facts)> {
        self.facts.iter()
    }

    pub(crate) fn facts_mut(&mut self, node: &NodeRef) -> Option<&mut Facts> {
        self.facts.get_mut(node)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }

    /// Drops the facts of a node; returns whether there were any.
    pub(crate) fn forget(&mut self, node: &NodeRef) -> bool {
        let was_hidden = self.hidden.remove(node);
        self.out_of_view.remove(node);
        self.facts.remove(node).is_some() || was_hidden
    }

    /// Drops the hidden pages of tab lists: GTK 3 sends no event when it shows a page, which is no widget.
    pub(crate) fn forget_hidden_pages(&mut self) {
        let is_page = |facts: &Facts| facts.kind() == Role::TabItem;
        let is_tabs = |facts: &Facts| facts.kind() == Role::TabList;
        let listed = self.facts.iter().filter(|(_, facts)| is_tabs(facts)).map(|(node, _)| node);
        let pages: Vec<NodeRef> = listed.flat_map(|tabs| self.children(tabs)).cloned().collect();
        for page in &pages {
            self.hidden.remove(page);
        }
        self.facts.retain(|_, facts| !is_page(facts) || facts.is(bit::SHOWING));
    }

    /// Drops the list of a node's children.
    pub(crate) fn forget_children(&mut self, node: &NodeRef) {
        if let Some(facts) = self.facts.get_mut(node) {
            facts.child_count = UNCOUNTED;
            self.children.remove(node);
        }
    }

    /// The known nodes under this one, itself first.
    pub(crate) fn all_under(&self, root: &NodeRef) -> Vec<NodeRef> {
        let mut all = vec![root.clone()];
        let mut next = 0;
        // A broken application may report a cycle; no walk through a tree has more steps than there are
        // nodes.
        while let Some(node) = all.get(next).filter(|_| next <= self.facts.len()) {
            let children = self.children(node).to_vec();
            all.extend(children);
            next += 1;
        }
        all
    }

    pub(crate) fn count(&mut self, node: &NodeRef, children: i32) {
        if let Some(facts) = self.facts.get_mut(node) {
            facts.child_count = children.max(0);
        }
    }

    /// Whether nothing is known of a node, not even that it is hidden.
    pub(crate) fn is_unknown(&self, node: &NodeRef) -> bool {
        !self.facts.contains_key(node) && !self.hidden.contains(node)
    }

    /// Marks a node as hidden.
    pub(crate) fn hide(&mut self, node: NodeRef) {
        self.hidden.insert(node);
    }

    /// Marks a node as hidden only because it is out of view.
    pub(crate) fn hide_out_of_view(&mut self, node: NodeRef) {
        self.out_of_view.insert(node.clone());
        self.hide(node);
    }

    /// Notes that a hidden node would not be shown in view either.
    pub(crate) fn hide_in_view_too(&mut self, node: &NodeRef) {
        self.out_of_view.remove(node);
    }

    /// Whether a node is known to be hidden only because it is out of view, as far as its toolkit reports.
    pub(crate) fn is_out_of_view(&self, node: &NodeRef) -> bool {
        let is_scrolled =
            |facts: &Facts| facts.is(bit::VISIBLE) && !facts.is(bit::SHOWING) && !facts.is(bit::DEFUNCT);
        self.out_of_view.contains(node) || self.facts(node).is_some_and(is_scrolled)
    }

    /// Marks all children of a node as hidden.
    pub(crate) fn hide_children(&mut self, parent: &NodeRef) {
        self.hidden.extend(self.children.get(parent).into_iter().flatten().cloned());
    }

    pub(crate) fn learn(&mut self, node: NodeRef, facts: Facts) {
        self.hidden.remove(&node);
        self.out_of_view.remove(&node);
        self.facts.insert(node, facts);
    }

    pub(crate) fn children(&self, node: &NodeRef) -> &[NodeRef] {
        self.children.get(node).map_or(&[], Vec::as_slice)
    }

    /// The parent of this node, from the known lists of children.
    pub(crate) fn parent(&self, child: &NodeRef) -> Option<&NodeRef> {
        self.children.iter().find(|(_, children)| children.contains(child)).map(|(parent, _)| parent)
    }

    /// Whether a button only wraps another one, as GTK 4's menu buttons do.
    fn is_wrapper(&self, node: &NodeRef, facts: &Facts, visibility: VisibilityRule) -> bool {
        let is_button = |child: &NodeRef| {
            self.facts(child).is_some_and(|it| matches!(it.kind(), Role::Button | Role::ToggleButton))
        };
        visibility == VisibilityRule::ByPlace
            && facts.kind() == Role::Button
            && !facts.is(bit::FOCUSABLE)
            && self.children(node).iter().any(is_button)
    }

    /// Stores the list of a node's children. Children known only from the cache, such as scroll bars, stay at the end.
    pub(crate) fn adopt(&mut self, parent: &NodeRef, mut children: Vec<NodeRef>) {
        let known = self.children.remove(parent).unwrap_or_default();
        children.extend(known.into_iter().filter(|child| !children.contains(child)).collect::<Vec<_>>());
        self.unordered.remove(parent);
        self.children.insert(parent.clone(), children);
    }

    /// Stores the list of a node's children and drops the cached one.
    pub(crate) fn replace_children(&mut self, parent: &NodeRef, children: Vec<NodeRef>) {
        self.children.insert(parent.clone(), children);
    }

    /// Whether the node has children still to be read, or shown children in unknown order, and is safe to ask.
    pub(crate) fn lacks_children(&self, node: &NodeRef, visibility: VisibilityRule) -> bool {
        let known = self.children(node);
        self.facts(node).is_some_and(|facts| {
            let lacks = usize::try_from(facts.child_count).is_ok_and(|count| count > known.len());
            !facts.has_too_many_children() && (lacks || self.has_unordered_children(node, visibility))
        })
    }

    /// Whether some children of a node are shown and their order is unknown.
    pub(crate) fn has_unordered_children(&self, node: &NodeRef, visibility: VisibilityRule) -> bool {
        let is_shown = |child: &NodeRef| self.facts(child).is_some_and(|facts| visibility.holds(facts));
        self.unordered.contains(node) && self.children(node).iter().any(is_shown)
    }

    /// Whether a node is known only to be hidden.
    pub(crate) fn is_hidden(&self, node: &NodeRef) -> bool {
        self.hidden.contains(node)
    }

    /// The shown nodes under this root, itself first, in depth-first order, with their depths. Leaves out a text that
    /// only repeats the name of its button, and a button that only wraps another one.
    pub(crate) fn shown_under(&self, root: &NodeRef, visibility: VisibilityRule) -> Vec<(NodeRef, usize)> {
        let mut order = Vec::new();
        let mut visited = HashSet::new();
        let mut waiting = vec![(root, 0, "")];
        while let Some((node, depth, around)) = waiting.pop() {
            let Some(facts) = self.facts(node).filter(|facts| visibility.holds(facts)) else { continue };
            // Two nodes may both claim a child, as with GTK's popovers, and a tree may contain a cycle.
            if !visited.insert(node) {
                continue;
            }
            if facts.kind() == Role::Text && !around.is_empty() && facts.name.trim() == around {
                continue;
            }
            if !self.is_wrapper(node, facts, visibility) {
                order.push((node.clone(), depth));
            }
            let around = match facts.kind() {
                Role::Group | Role::Other => around,
                kind if is_named_by_content(kind) => match clean_name(&facts.name, None, kind, visibility) {
                    // What a drop-down of GTK 4 shows as chosen is a text in a button, too, and is listed.
                    "" if Parts::naming(facts, visibility) == Some(Parts::Placed) => "",
                    "" => self.text_in(node, facts, visibility),
                    name => name,
                },
                _ => "",
            };
            waiting.extend(self.children(node).iter().rev().map(|child| (child, depth + 1, around)));
        }
        order
    }

    /// The first text in a control without a name that its parts name; empty where there is none, or where they do not.
    pub(crate) fn text_in(&self, node: &NodeRef, facts: &Facts, visibility: VisibilityRule) -> &str {
        let Some(parts) = Parts::naming(facts, visibility) else { return "" };
        let may_name = |part: &&Facts| is_frame_or_text(part.kind()) && parts.may_include(part);
        let mut inside: VecDeque<_> = self.children(node).iter().collect();
        for _ in 0..MOST_INSIDE {
            let Some(part) = inside.pop_front() else { break };
            let Some(facts) = self.facts(part).filter(may_name) else { continue };
            let name = clean_name(&facts.name, None, facts.kind(), visibility);
            if !name.is_empty() {
                return name;
            }
            inside.extend(self.children(part));
        }
        ""
    }
}

fn is_named_by_content(kind: Role) -> bool {
    matches!(
        kind,
        Role::Button
            | Role::ToggleButton
            | Role::CheckBox
            | Role::RadioButton
            | Role::MenuItem
            | Role::Menu
            | Role::TabItem
            | Role::TreeItem
            | Role::ListItem
            | Role::Hyperlink
            | Role::Cell
            | Role::Text
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::calls::States;
    use crate::protocol::translate::Interfaces;

    fn cached_nodes(items: Vec<CacheItem>) -> CachedNodes {
        let mut cached_nodes = CachedNodes::default();
        cached_nodes.take_in(items);
        cached_nodes
    }

    fn node(name: &str) -> Option<NodeRef> {
        Some(NodeRef::new(":1.2", &format!("/{name}")))
    }

    fn item(name: &str, parent: &str, index: i32, child_count: i32, showing: bool) -> CacheItem {
        let (interfaces, description) = (Interfaces::default(), String::new());
        let (name, node, parent) = (name.to_owned(), node(name), node(parent));
        let states = States(u64::from(showing) << bit::SHOWING);
        CacheItem { node, parent, index, child_count, interfaces, name, role: 43, description, states }
    }

    #[test]
    fn shown_nodes_come_in_the_order_of_the_tree_and_missing_children_are_noticed() {
        let cached_nodes = cached_nodes(vec![
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
        let order = cached_nodes.shown_under(&node("frame"), VisibilityRule::ByState);
        let names: Vec<_> = order.iter().map(|(it, _)| it.path.trim_start_matches('/')).collect();
        assert_eq!(names, ["frame", "a", "b", "menu", "second", "bar"]);
        assert!(cached_nodes.lacks_children(&node("b"), VisibilityRule::ByState));
        assert!(!cached_nodes.lacks_children(&node("frame"), VisibilityRule::ByState));
    }

    #[test]
    fn a_text_that_repeats_the_button_it_is_in_is_left_out() {
        const LABEL: u32 = 29;
        let text = |name: &str, index| CacheItem { role: LABEL, ..item(name, "Save", index, 0, true) };
        let mut same = text("inner", 0);
        same.name = "Save".into();
        let cached_nodes = cached_nodes(vec![item("Save", "root", 0, 2, true), same, text("Ctrl+S", 1)]);
        let order = cached_nodes.shown_under(&NodeRef::new(":1.2", "/Save"), VisibilityRule::ByState);
        let names: Vec<_> = order.iter().map(|(it, _)| &*it.path).collect();
        assert_eq!(names, ["/Save", "/Ctrl+S"]);
    }

    #[test]
    fn an_item_without_a_name_is_called_by_the_text_in_it_which_is_not_listed_again() {
        const LABEL: u32 = 29;
        const LIST_ITEM: u32 = 32;
        const PANEL: u32 = 39;
        let named = |node: &str, parent: &str, role, name: &str| CacheItem {
            role,
            name: name.into(),
            ..item(node, parent, 0, 1, true)
        };
        let cached_nodes = cached_nodes(vec![
            named("item", "list", LIST_ITEM, ""),
            named("expander", "item", PANEL, ""),
            named("button", "expander", 43, "Expand"),
            named("label", "expander", LABEL, "Frames"),
        ]);
        let root = NodeRef::new(":1.2", "/item");
        let facts = cached_nodes.facts(&root).unwrap();
        assert_eq!(cached_nodes.text_in(&root, facts, VisibilityRule::ByPlace), "Frames");
        let button = Facts { role: 43, ..facts.clone() };
        assert_eq!(cached_nodes.text_in(&root, &button, VisibilityRule::ByPlace), "");
        let order = cached_nodes.shown_under(&root, VisibilityRule::ByPlace);
        let names: Vec<_> = order.iter().map(|(it, _)| &*it.path).collect();
        assert_eq!(names, ["/item", "/expander", "/button"]);
    }

    #[test]
    fn a_row_of_gtk_3_is_called_by_the_first_text_in_it_that_is_not_hidden() {
        const LABEL: u32 = 29;
        const LIST_ITEM: u32 = 32;
        const PANEL: u32 = 39;
        const SHOWN: u64 = 1 << bit::SHOWING | 1 << bit::VISIBLE;
        let one = |node: &str, parent: &str, index, role, name: &str, states| CacheItem {
            role,
            name: name.into(),
            states: States(states),
            ..item(node, parent, index, 1, true)
        };
        let of = |states, interfaces: Interfaces| {
            cached_nodes(vec![
                CacheItem { interfaces, ..one("row", "list", 0, LIST_ITEM, "", SHOWN) },
                one("busy", "row", 0, LABEL, "Loading", 1 << bit::ENABLED),
                one("box", "row", 1, PANEL, "", states),
                one("icon", "box", 0, 27, "text-x-generic", states),
                one("label", "box", 1, LABEL, " file 14 ", states),
                one("size", "box", 2, LABEL, "3 kB", states),
            ])
        };
        let text = Interfaces::default().with("org.a11y.atspi.Text");
        let row = NodeRef::new(":1.2", "/row");
        for (states, interfaces, expected, listed) in [
            (SHOWN, Interfaces::default(), "file 14", &["/row", "/box", "/icon", "/size"][..]),
            (1 << bit::VISIBLE, Interfaces::default(), "file 14", &["/row"]),
            // An item of a page has a text of its own.
            (SHOWN, text, "", &["/row", "/box", "/icon", "/label", "/size"]),
        ] {
            let cached_nodes = of(states, interfaces);
            let facts = cached_nodes.facts(&row).unwrap();
            assert_eq!(cached_nodes.text_in(&row, facts, VisibilityRule::ByState), expected);
            let order = cached_nodes.shown_under(&row, VisibilityRule::ByState);
            let paths: Vec<_> = order.iter().map(|(it, _)| &*it.path).collect();
            assert_eq!(paths, listed, "{states:x}");
        }
    }

    #[test]
    fn an_expander_of_gtk_4_is_called_by_the_title_in_its_box_and_another_button_is_not() {
        const EXPANDABLE: u32 = 9;
        let one = |node: &str, parent: &str, role, name: &str, state: u32| CacheItem {
            role,
            name: name.into(),
            states: States(1 << state),
            ..item(node, parent, 0, 1, true)
        };
        for (state, expected) in [(EXPANDABLE, "More"), (bit::ENABLED, "")] {
            let cached_nodes = cached_nodes(vec![
                one("expander", "window", 43, "", state),
                one("box", "expander", 39, "GtkBox", bit::ENABLED),
                one("title", "box", 29, "More", bit::ENABLED),
            ]);
            let expander = NodeRef::new(":1.2", "/expander");
            let facts = cached_nodes.facts(&expander).unwrap();
            assert_eq!(cached_nodes.text_in(&expander, facts, VisibilityRule::ByPlace), expected);
            let order = cached_nodes.shown_under(&expander, VisibilityRule::ByPlace);
            let paths: Vec<_> = order.iter().map(|(it, _)| &*it.path).collect();
            assert_eq!(paths, ["/expander", "/box", "/title"], "what it shows may be a choice");
        }
    }

    #[test]
    fn a_node_with_too_many_children_is_never_asked_for_them() {
        let cached_nodes = cached_nodes(vec![item("sheet", "root", 0, i32::MAX, true)]);
        assert!(!cached_nodes.lacks_children(&NodeRef::new(":1.2", "/sheet"), VisibilityRule::ByState));
    }

    #[test]
    fn a_node_that_two_others_claim_is_listed_once() {
        let items =
            vec![item("a", "w", 0, 1, true), item("pop", "a", 0, 0, true), item("w", "root", 0, 2, true)];
        let (mut cached_nodes, node) =
            (cached_nodes(items), |name: &str| NodeRef::new(":1.2", &format!("/{name}")));
        cached_nodes.adopt(&node("w"), vec![node("a"), node("pop")]);
        let order = cached_nodes.shown_under(&node("w"), VisibilityRule::ByState);
        let names: Vec<_> = order.iter().map(|(it, _)| &*it.path).collect();
        assert_eq!(names, ["/w", "/a", "/pop"]);
    }

    #[test]
    fn a_tree_of_very_many_levels_is_walked() {
        let level = |at: u32| item(&format!("n{at}"), &format!("n{}", at.wrapping_sub(1)), 0, 1, true);
        let cached_nodes = cached_nodes((0..100_000).map(level).collect());
        let root = NodeRef::new(":1.2", "/n0");
        assert_eq!(cached_nodes.shown_under(&root, VisibilityRule::ByState).last().unwrap().1, 99_999);
        assert_eq!(cached_nodes.all_under(&root).len(), 100_000);
    }

    #[test]
    fn a_tree_that_bites_its_tail_is_left() {
        let cached_nodes = cached_nodes(vec![item("a", "b", 0, 1, true), item("b", "a", 0, 1, true)]);
        assert_eq!(cached_nodes.shown_under(&NodeRef::new(":1.2", "/a"), VisibilityRule::ByState).len(), 2);
    }
}
