//! Counts which items of a list are in view, so that nobody takes them for all. Pure.

use crate::mirrors::mirror::Mirror;
use crate::nodes::element::Element;
use crate::nodes::facts::Facts;
use crate::protocol::node::NodeRef;
use deskpilot_core::Role;
use std::collections::{HashMap, HashSet};

/// Gives each list without a value that has items out of view the counts as its value, such as `6 of 40 items are in view`. The
/// orders are the shown nodes of each window with their depths.
pub(crate) fn count_in_view(elements: &mut [Element], mirror: &Mirror, orders: &[Vec<(NodeRef, usize)>]) {
    let listed: HashSet<&NodeRef> = elements.iter().map(|it| &it.node).collect();
    let mut counts = HashMap::new();
    for order in orders {
        for (at, (node, depth)) in order.iter().enumerate() {
            let is_list = mirror.cached_nodes.facts(node).is_some_and(|facts| holds_items(facts.kind()));
            if is_list && listed.contains(node) {
                let shown = shown_children(&order[at + 1..], *depth, &listed);
                let is_away = |it: &&NodeRef| !shown.contains(it) && is_out_of_view(mirror, it);
                let away = mirror.cached_nodes.children(node).iter().filter(is_away).count();
                counts.insert(node.clone(), (shown.len(), away));
            }
        }
    }
    for element in elements.iter_mut().filter(|it| it.value.is_none()) {
        if let Some((shown @ 1.., away @ 1..)) = counts.get(&element.node) {
            element.value = Some(format!("{shown} of {} items are in view", shown + away));
        }
    }
}

/// Whether such a control scrolls through its items. The items of a table are its cells, and
/// what a table leaves out is reported in another way.
fn holds_items(kind: Role) -> bool {
    matches!(kind, Role::List | Role::Tree)
}

/// Whether an item that is not listed would be if it were scrolled to: its state says so, or it has a place outside.
fn is_out_of_view(mirror: &Mirror, item: &NodeRef) -> bool {
    let is_item = |facts: &Facts| matches!(facts.kind(), Role::ListItem | Role::TreeItem | Role::Cell);
    let has_place = || {
        let place = mirror.details.get(item).and_then(|it| it.place);
        place.is_some_and(|place| !place.reported().is_empty())
    };
    match mirror.cached_nodes.facts(item) {
        Some(facts) => is_item(facts) && (mirror.cached_nodes.is_out_of_view(item) || has_place()),
        None => mirror.cached_nodes.is_out_of_view(item),
    }
}

/// The nodes one level below a node, which this order follows, that are listed or have something listed in them.
fn shown_children<'a>(
    inside: &'a [(NodeRef, usize)],
    depth: usize,
    listed: &HashSet<&NodeRef>,
) -> HashSet<&'a NodeRef> {
    let mut shown = HashSet::new();
    let mut child = None;
    for (node, below) in inside.iter().take_while(|(_, below)| *below > depth) {
        if *below == depth + 1 {
            child = Some(node);
        }
        shown.extend(child.filter(|_| listed.contains(node)));
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nodes::element::testing::element;
    use crate::protocol::translate::bit;

    const LIST: u32 = 31;
    const LIST_ITEM: u32 = 32;
    const PANEL: u32 = 39;

    fn of(name: &str, role: u32, states: &[u32]) -> Element {
        let one = element(role, name);
        let states = states.iter().fold(0, |all, state| all | 1 << state);
        Element { node: NodeRef::new(":1.1", name), facts: Facts { states, ..one.facts }, ..one }
    }

    #[test]
    fn a_list_reports_how_many_of_its_items_are_in_view() {
        let (list, word) = (of("list", LIST, &[]), of("word", PANEL, &[]));
        let inside = [of("a", LIST_ITEM, &[bit::SHOWING]), of("b", LIST_ITEM, &[bit::SHOWING])];
        // The third item is listed by what is in it; a header without a name is never listed.
        let (around, header) = (of("item", PANEL, &[bit::SHOWING]), of("header", PANEL, &[bit::SHOWING]));
        let walk = [(&list, 1), (&header, 2), (&inside[0], 2), (&inside[1], 2), (&around, 2), (&word, 3)];
        let (away, off) = (of("away", LIST_ITEM, &[bit::VISIBLE]), of("off", LIST_ITEM, &[]));
        for (more, expected) in
            [(&[][..], None), (&[&off], None), (&[&off, &away], Some("3 of 4 items are in view"))]
        {
            let mut mirror = Mirror::default();
            for it in walk.iter().map(|(it, _)| *it).chain(more.iter().copied()) {
                mirror.cached_nodes.learn(it.node.clone(), it.facts.clone());
            }
            let children = [&header, &inside[0], &inside[1], &around].into_iter().chain(more.iter().copied());
            mirror.cached_nodes.adopt(&list.node, children.map(|it| it.node.clone()).collect());
            mirror.cached_nodes.hide_out_of_view(NodeRef::new(":1.1", "elsewhere"));
            let order = walk.map(|(it, depth)| (it.node.clone(), depth)).to_vec();
            let mut elements = vec![list.clone(), inside[0].clone(), inside[1].clone(), word.clone()];
            count_in_view(&mut elements, &mirror, &[order]);
            assert_eq!(elements[0].value.as_deref(), expected);
            assert!(elements[1..].iter().all(|it| it.value.is_none()));
        }
    }
}
