//! A cache of an application's tree, kept up to date by the application's change events. Pure.

use crate::events::change_journal::Change;
use crate::nodes::detail::Detail;
use crate::nodes::facts::Facts;
use crate::protocol::node::NodeRef;
use crate::protocol::translate::bit;
use crate::reading::cached_nodes::CachedNodes;
use crate::sheets::known_sheet::{CellPositions, KnownSheet};
use deskpilot_core::Role;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The most nodes that may have moved or have new children; with more, a reader reads the whole tree again.
const MOST_PLACES: usize = 200;
const MOST_CHANGED_LISTS: usize = 12;

/// The nodes of an application, and the details of the shown ones.
#[derive(Debug, Default)]
pub(crate) struct Mirror {
    pub(crate) cached_nodes: CachedNodes,
    pub(crate) details: HashMap<NodeRef, Detail>,
    /// Nodes that may have moved.
    pub(crate) moved: HashSet<NodeRef>,
    /// Nodes inside one whose enabled state changed.
    pub(crate) recheck_enabled: HashSet<NodeRef>,
    /// Whether it holds only the visible part of a large table or list: no event reports scrolling there.
    pub(crate) is_partial: bool,
    /// The cells that an earlier reading found and that need no new request.
    pub(crate) known_sheets: Arc<[KnownSheet]>,
    /// The tables whose visible cells were read, and where those are in them.
    pub(crate) sheets: Vec<(NodeRef, CellPositions)>,
}

/// Whether the changes could be applied one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MirrorUpdate {
    /// Yes: the changed details are dropped and will be read again, nothing else.
    Applied,
    /// No: a reader must read the whole tree again.
    TooMuch,
}

impl Mirror {
    /// Applies the changes in the order of their arrival.
    pub(crate) fn apply(&mut self, changes: Vec<(NodeRef, Change)>) -> MirrorUpdate {
        let mut changed_lists = 0;
        for (node, change) in changes {
            match change {
                // The parent of an unknown node reports it.
                Change::Bulk if self.cached_nodes.facts(&node).is_none() => {}
                Change::Bulk => return MirrorUpdate::TooMuch,
                Change::State(bit, on) if !self.set(&node, bit, on) => return MirrorUpdate::TooMuch,
                Change::State(..) => {}
                Change::Name(name) => self.rename(&node, name),
                // A scroll bar that moved took everything beside it along, without an event for each node.
                Change::Value if self.is_scroll_bar(&node) => return MirrorUpdate::TooMuch,
                Change::Value => self.forget_value(&node),
                Change::Appearance if self.is_of_rows(&node) => return MirrorUpdate::TooMuch,
                Change::Appearance => self.forget_value(&node),
                Change::Place => self.place(node),
                Change::Children => {
                    // Only shown lists are read again and cost anything; hidden ones just lose their
                    // children.
                    let is_shown = |facts: &Facts| facts.is(bit::SHOWING);
                    changed_lists += usize::from(self.cached_nodes.facts(&node).is_some_and(is_shown));
                    self.cached_nodes.forget_children(&node);
                }
            }
            if self.moved.len() > MOST_PLACES || changed_lists > MOST_CHANGED_LISTS {
                return MirrorUpdate::TooMuch;
            }
        }
        self.forget_texts();
        self.forget_names_of_rows();
        self.cached_nodes.forget_hidden_pages();
        MirrorUpdate::Applied
    }

    /// Text is always read again: of several fields that share one text, only the one typed into sends an event.
    fn forget_texts(&mut self) {
        for (node, detail) in &mut self.details {
            let kind = self.cached_nodes.facts(node).map(Facts::kind);
            if kind.is_some_and(|kind| kind.holds_text() || kind == Role::Spinner) {
                detail.value = None;
            }
        }
    }

    /// A row without a name is called by a part of it, which may have come, gone or changed. The part is found among the known nodes,
    /// without a call.
    fn forget_names_of_rows(&mut self) {
        let is_row = |facts: &Facts| facts.kind() == Role::ListItem && facts.name.trim().is_empty();
        for (node, detail) in &mut self.details {
            if self.cached_nodes.facts(node).is_some_and(is_row) {
                detail.context_name = None;
            }
        }
    }

    /// GTK 3 sends no event when it shows a node by giving it its first place: a hidden node may be shown now.
    fn place(&mut self, node: NodeRef) {
        let is_hidden = |facts: &Facts| !facts.is(bit::SHOWING);
        if self.cached_nodes.is_hidden(&node) || self.cached_nodes.facts(&node).is_some_and(is_hidden) {
            self.cached_nodes.forget(&node);
        }
        self.moved.insert(node);
    }

    /// `false` when an unknown node was shown.
    fn set(&mut self, node: &NodeRef, state: u32, on: bool) -> bool {
        let shows = matches!(state, bit::SHOWING | bit::VISIBLE);
        // GTK 3 sends an event for the window that becomes usable, and none for the nodes inside it.
        if matches!(state, bit::ENABLED | bit::SENSITIVE) {
            self.recheck_enabled.extend(self.cached_nodes.all_under(node).into_iter().skip(1));
        }
        if state == bit::VISIBLE && !on {
            self.cached_nodes.hide_in_view_too(node);
        }
        let Some(facts) = self.cached_nodes.facts_mut(node) else {
            let is_news = state == bit::SHOWING && on;
            // A node known only as hidden is forgotten and asked again; for one that was never listed, nobody
            // knows the parent.
            return !is_news || self.cached_nodes.forget(node);
        };
        facts.states = if on { facts.states | 1 << state } else { facts.states & !(1 << state) };
        if shows {
            self.details.remove(node);
        }
        // The value of a combo box comes from the selected item of its list.
        if state == bit::SELECTED {
            self.forget_choices();
        }
        true
    }

    /// Applies only the enabled bits of these states. If the node was shown in the meantime, an event still to come
    /// says so.
    pub(crate) fn set_usable(&mut self, node: &NodeRef, states: u64) {
        const USABLE: u64 = 1 << bit::ENABLED | 1 << bit::SENSITIVE;
        if let Some(facts) = self.cached_nodes.facts_mut(node) {
            facts.states = (facts.states & !USABLE) | (states & USABLE);
        }
    }

    fn rename(&mut self, node: &NodeRef, name: Option<String>) {
        let Some(facts) = self.cached_nodes.facts_mut(node) else { return };
        // A nameless control may have taken its name from this node.
        let was = Some(std::mem::take(&mut facts.name));
        match name {
            Some(name) => facts.name = name,
            None => drop(self.cached_nodes.forget(node)),
        }
        self.details
            .values_mut()
            .filter(|detail| detail.context_name == was)
            .for_each(|detail| detail.context_name = None);
        if let Some(detail) = self.details.get_mut(node) {
            detail.context_name = None;
        }
        self.forget_choices();
    }

    fn is_scroll_bar(&self, node: &NodeRef) -> bool {
        self.cached_nodes.facts(node).is_some_and(|facts| facts.kind() == Role::ScrollBar)
    }

    fn forget_value(&mut self, node: &NodeRef) {
        if let Some(detail) = self.details.get_mut(node) {
            detail.value = None;
        }
        self.forget_choices();
    }

    fn forget_choices(&mut self) {
        for (node, detail) in &mut self.details {
            if self.cached_nodes.facts(node).is_some_and(|facts| facts.kind() == Role::ComboBox) {
                detail.value = None;
            }
        }
    }

    /// Whether it shows rows, and may show other rows now.
    fn is_of_rows(&self, node: &NodeRef) -> bool {
        let kind = self.cached_nodes.facts(node).map(Facts::kind);
        kind.is_some_and(|kind| {
            matches!(kind, Role::Table | Role::Tree | Role::TreeItem | Role::List | Role::Cell)
        })
    }

    /// For each node that may have moved, the node to ask: itself, or the first descendant with a cached place. The
    /// place moved if that node's place changed.
    pub(crate) fn move_probes(&mut self) -> Vec<(NodeRef, NodeRef)> {
        let moved = std::mem::take(&mut self.moved);
        let is_placed = |node: &NodeRef| self.details.get(node).is_some_and(|it| it.place.is_some());
        let probe = |node: NodeRef| {
            let probe = self.cached_nodes.all_under(&node).into_iter().find(|it| is_placed(it))?;
            Some((node, probe))
        };
        moved.into_iter().filter_map(probe).collect()
    }

    /// A node that moves takes everything inside it along.
    pub(crate) fn forget_places(&mut self, node: &NodeRef) {
        for inside in self.cached_nodes.all_under(node) {
            if let Some(detail) = self.details.get_mut(&inside) {
                detail.place = None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nodes::detail::{NodePlace, Value};
    use crate::nodes::facts::VisibilityRule;
    use crate::protocol::translate::Interfaces;

    const COMBO: u32 = 11;
    const ENTRY: u32 = 79;
    const SCROLL_BAR: u32 = 48;
    const LABEL: u32 = 29;

    fn node(name: &str) -> NodeRef {
        NodeRef::new(":1.2", &format!("/{name}"))
    }

    fn mirror() -> Mirror {
        let mut mirror = Mirror::default();
        for (name, role) in [("frame", 23), ("label", LABEL), ("combo", COMBO), ("bar", SCROLL_BAR)] {
            let facts = Facts {
                role,
                name: name.into(),
                description: None,
                states: 1 << bit::SHOWING,
                interfaces: Interfaces::default(),
                child_count: 0,
            };
            mirror.cached_nodes.learn(node(name), facts);
            let context_name = Some(if name == "combo" { "label".to_owned() } else { String::new() });
            let detail = Detail {
                place: Some(NodePlace::default()),
                value: Some(Value(None)),
                context_name,
                state_overrides: None,
            };
            mirror.details.insert(node(name), detail);
        }
        mirror.cached_nodes.adopt(&node("frame"), vec![node("label"), node("combo"), node("bar")]);
        mirror
    }

    #[test]
    fn only_what_changed_is_asked_for_again() {
        let showing = |on| Change::State(bit::SHOWING, on);
        let named = |name: &str| Change::Name(Some(name.into()));
        for (at, change, expected, unasked) in [
            ("label", Change::State(bit::ENABLED, true), MirrorUpdate::Applied, ""),
            ("label", showing(false), MirrorUpdate::Applied, "label"),
            ("other", showing(false), MirrorUpdate::Applied, ""),
            ("other", showing(true), MirrorUpdate::TooMuch, ""),
            ("label", Change::Value, MirrorUpdate::Applied, "combo label"),
            ("bar", Change::Value, MirrorUpdate::TooMuch, ""),
            ("label", Change::Appearance, MirrorUpdate::Applied, "combo label"),
            ("frame", Change::Place, MirrorUpdate::Applied, ""),
            ("label", named("new"), MirrorUpdate::Applied, "combo label"),
            ("frame", named("new"), MirrorUpdate::Applied, "combo frame"),
            ("frame", Change::Children, MirrorUpdate::Applied, ""),
            ("label", Change::Bulk, MirrorUpdate::TooMuch, ""),
            ("other", Change::Bulk, MirrorUpdate::Applied, ""),
        ] {
            let mut mirror = mirror();
            assert_eq!(mirror.apply(vec![(node(at), change.clone())]), expected, "{at} {change:?}");
            let is_unasked = |name: &&str| mirror.details.get(&node(name)).is_none_or(|it| !it.is_complete());
            let all = ["bar", "combo", "frame", "label"];
            let found: Vec<_> = all.into_iter().filter(|name| is_unasked(name)).collect();
            assert_eq!(found.join(" "), unasked, "{at} {change:?}");
        }
    }

    #[test]
    fn a_text_is_asked_for_whatever_is_reported() {
        let mut mirror = mirror();
        mirror.cached_nodes.facts_mut(&node("label")).unwrap().role = ENTRY;
        assert_eq!(mirror.apply(vec![]), MirrorUpdate::Applied);
        assert_eq!(mirror.details[&node("label")].value, None);
    }

    #[test]
    fn the_name_of_a_row_is_taken_from_its_parts_again_and_its_own_name_stays() {
        const LIST_ITEM: u32 = 32;
        for (name, expected) in [("", None), ("row 1", Some(String::new()))] {
            let mut mirror = mirror();
            let facts = mirror.cached_nodes.facts_mut(&node("label")).unwrap();
            (facts.role, facts.name) = (LIST_ITEM, name.into());
            assert_eq!(mirror.apply(vec![]), MirrorUpdate::Applied);
            assert_eq!(mirror.details[&node("label")].context_name, expected, "{name:?}");
        }
    }

    #[test]
    fn what_may_have_moved_is_decided_by_what_can_be_asked() {
        let mut mirror = mirror();
        mirror.details.remove(&node("frame"));
        mirror.apply(vec![(node("frame"), Change::Place), (node("unknown"), Change::Place)]);
        assert_eq!(mirror.move_probes(), [(node("frame"), node("label"))]);
        assert_eq!(mirror.move_probes(), []);
        mirror.forget_places(&node("frame"));
        assert!(mirror.details.values().all(|detail| detail.place.is_none()));
    }

    #[test]
    fn pages_that_were_not_shown_are_asked_again() {
        const TABS: u32 = 38;
        const PAGE: u32 = 37;
        let mut mirror = mirror();
        mirror.cached_nodes.facts_mut(&node("frame")).unwrap().role = TABS;
        mirror.cached_nodes.facts_mut(&node("label")).unwrap().role = PAGE;
        mirror.cached_nodes.facts_mut(&node("combo")).unwrap().role = PAGE;
        mirror.cached_nodes.facts_mut(&node("combo")).unwrap().states = 0;
        mirror.cached_nodes.hide(node("bar"));
        assert_eq!(mirror.apply(vec![]), MirrorUpdate::Applied);
        assert!(
            mirror.cached_nodes.is_unknown(&node("combo")) && !mirror.cached_nodes.is_unknown(&node("label"))
        );
        assert!(!mirror.cached_nodes.is_hidden(&node("bar")));
    }

    #[test]
    fn what_was_not_shown_is_asked_again_once_it_has_a_place() {
        let mut mirror = mirror();
        mirror.apply(vec![(node("label"), Change::State(bit::SHOWING, false))]);
        mirror.cached_nodes.hide(node("late"));
        let places = ["label", "late", "combo"].map(|name| (node(name), Change::Place));
        assert_eq!(mirror.apply(places.to_vec()), MirrorUpdate::Applied);
        let unknown = ["label", "late", "combo"].map(|name| mirror.cached_nodes.is_unknown(&node(name)));
        assert_eq!(unknown, [true, true, false]);
    }

    #[test]
    fn whether_it_can_be_used_is_asked_of_all_that_is_in_what_can() {
        for (at, state, asked) in [
            ("frame", bit::ENABLED, 3),
            ("frame", bit::SENSITIVE, 3),
            ("frame", bit::SELECTED, 0),
            ("label", bit::ENABLED, 0),
        ] {
            let mut mirror = mirror();
            assert_eq!(mirror.apply(vec![(node(at), Change::State(state, true))]), MirrorUpdate::Applied);
            assert!(mirror.cached_nodes.facts(&node(at)).is_some_and(|facts| facts.is(state)));
            assert_eq!(mirror.recheck_enabled.len(), asked, "{at} {state}");
        }
    }

    #[test]
    fn of_what_can_be_used_nothing_else_is_taken_in() {
        let mut mirror = mirror();
        for (states, usable) in [(1 << bit::ENABLED, true), (1 << bit::SELECTED, false)] {
            mirror.set_usable(&node("label"), states);
            let facts = mirror.cached_nodes.facts(&node("label")).unwrap();
            assert_eq!(
                (facts.is(bit::ENABLED), facts.is(bit::SHOWING), facts.is(bit::SELECTED)),
                (usable, true, false)
            );
        }
    }

    #[test]
    fn a_hidden_node_and_forgotten_children_are_out_of_the_order() {
        let mut mirror = mirror();
        mirror.apply(vec![(node("label"), Change::State(bit::SHOWING, false))]);
        let shown = mirror.cached_nodes.shown_under(&node("frame"), VisibilityRule::ByState);
        assert_eq!(shown.len(), 3);
        mirror.apply(vec![(node("frame"), Change::Children)]);
        assert!(mirror.cached_nodes.facts(&node("frame")).unwrap().lacks_count());
    }
}
