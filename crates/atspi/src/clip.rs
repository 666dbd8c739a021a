//! What of the nodes that were read a person could see, and what is worth listing. Pure.

use crate::describe::{Item, is_worth_listing, may_hold_bare_text};
use crate::forest::{Facts, Shown};
use crate::mirror::Mirror;
use crate::node::NodeRef;
use crate::top::Top;
use crate::translate::role;
use deskpilot_core::{Point, Rect, Role};

/// Whether the node can be listed, or can hide parts of what is in it.
pub(super) fn matters(facts: &Facts) -> bool {
    let is_frame = matches!(facts.kind(), Role::Group | Role::Other | Role::Window | Role::Separator);
    !is_frame || !facts.name.is_empty() || cuts(facts) || may_hold_bare_text(facts)
}

fn cuts(facts: &Facts) -> bool {
    matches!(facts.role, role::SCROLL_PANE | role::VIEWPORT) || facts.kind() == Role::Document
}

/// The nodes in the order of the tree, each cut to what of it can be seen through the windows and panes it is in.
pub(super) fn clip(mirror: &Mirror, top: &Top, order: &[(NodeRef, usize)]) -> Vec<Item> {
    let mut items = Vec::new();
    let mut panes = Vec::new();
    // How deep those are that are listed and that the present node is in.
    let mut outer: Vec<usize> = Vec::new();
    // How deep open menus begin that are told elsewhere, and how far they are from there.
    let mut menus: Vec<(usize, Point)> = Vec::new();
    for ((node, depth), ground) in order.iter().zip(top.grounds(order)) {
        panes.truncate(*depth);
        outer.truncate(outer.partition_point(|above| above < depth));
        menus.retain(|(begins, _)| begins < depth);
        let mut pane = panes.last().copied().unwrap_or(top.rect);
        let mut inner = pane;
        let facts = mirror.forest.facts(node).filter(|facts| matters(facts));
        if let (Some(facts), Some(detail)) = (facts, mirror.details.get(node)) {
            let mut item = detail.item(node.clone(), facts.clone(), ground);
            if menus.is_empty()
                && let Some(by) = top.shift(item.rect)
            {
                menus.push((*depth, by));
                (pane, inner) = (top.rect, top.rect);
            }
            item.rect = menus.last().map_or(item.rect, |(_, by)| item.rect.moved(*by)).intersection(pane);
            // A menu bar without height is the ghost of one that is elsewhere.
            let is_ghost = facts.kind() == Role::MenuBar && item.rect.is_empty();
            // What a menu holds opens outside of whatever the menu is in.
            if facts.kind() == Role::Menu {
                // One that should have a window, and has none, is closed; what is in it tells its place all the same.
                let is_closed = top.shown == Shown::ByPlace && menus.is_empty();
                inner = if is_closed { Rect::default() } else { top.rect };
            } else if is_ghost || (cuts(facts) && !item.rect.is_empty()) {
                inner = item.rect;
            }
            if *node != top.node && is_worth_listing(&item) {
                item.level = u16::try_from(outer.len()).unwrap_or(u16::MAX);
                outer.push(*depth);
                items.push(item);
            }
        }
        panes.push(inner);
    }
    items
}

/// Leaves out what is over the limit: the last empty cells first, for a sheet must not hide the buttons after it.
pub(super) fn fit(items: &mut Vec<Item>, limit: usize) {
    let is_empty_cell = |item: &Item| item.facts.kind() == Role::Cell && item.value.is_none();
    let mut over = items.len().saturating_sub(limit);
    let mut index = items.len();
    while over > 0 && index > 0 {
        index -= 1;
        if is_empty_cell(&items[index]) {
            items.remove(index);
            over -= 1;
        }
    }
    items.truncate(limit);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::translate::Interfaces;

    fn cell(name: &str, value: Option<&str>, role: u32) -> Item {
        let facts = Facts {
            role,
            name: name.into(),
            description: None,
            states: 0,
            interfaces: Interfaces::default(),
            child_count: 0,
        };
        let value = value.map(str::to_owned);
        Item {
            node: NodeRef::new(":1.1", "/x"),
            facts,
            name: name.into(),
            value,
            rect: Rect::new(0, 0, 1, 1),
            level: 0,
        }
    }

    #[test]
    fn a_sheet_does_not_hide_what_comes_after_it() {
        const CELL: u32 = 56;
        const BUTTON: u32 = 43;
        let all = [("A1", None, CELL), ("B1", Some("7"), CELL), ("C1", None, CELL), ("Bold", None, BUTTON)];
        for (limit, expected) in [(4, "A1 B1 C1 Bold"), (3, "A1 B1 Bold"), (2, "B1 Bold"), (1, "B1"), (0, "")]
        {
            let mut items: Vec<_> = all.iter().map(|(name, value, role)| cell(name, *value, *role)).collect();
            fit(&mut items, limit);
            let names: Vec<_> = items.iter().map(|item| item.name.as_str()).collect();
            assert_eq!(names.join(" "), expected, "limit {limit}");
        }
    }
}
