//! Cuts the nodes read to what a person could see, and picks those worth listing. Pure.

use crate::describe::may_hold_bare_text;
use crate::facts::{Facts, Shown};
use crate::item::{Item, Part};
use crate::mirror::Mirror;
use crate::node::NodeRef;
use crate::top::Top;
use crate::translate::{role, role_of};
use deskpilot_core::{Point, Rect, Role};

/// Whether the node can be listed, or can clip its descendants.
pub(super) fn matters(facts: &Facts) -> bool {
    let is_frame = matches!(facts.kind(), Role::Group | Role::Other | Role::Window | Role::Separator);
    !is_frame || !facts.name.is_empty() || cuts(facts) || may_hold_bare_text(facts)
}

fn cuts(facts: &Facts) -> bool {
    matches!(facts.role, role::SCROLL_PANE | role::VIEWPORT) || facts.kind() == Role::Document
}

/// The nodes in tree order, each clipped to the windows and panes it is in.
pub(super) fn clip(mirror: &Mirror, top: &Top, order: &[(NodeRef, usize)]) -> Vec<Item> {
    let mut items = Vec::new();
    let mut panes = Vec::new();
    // The depths of the listed ancestors of the current node.
    let mut outer: Vec<usize> = Vec::new();
    // The depths at which open menus with wrong coordinates begin, and each menu's correction.
    let mut menus: Vec<(usize, Point)> = Vec::new();
    let mut parts = Parts::default();
    for ((node, depth), ground) in order.iter().zip(top.grounds(order)) {
        panes.truncate(*depth);
        outer.truncate(outer.partition_point(|above| above < depth));
        menus.retain(|(begins, _)| begins < depth);
        let facts = mirror.forest.facts(node);
        let part = parts.at(*depth, facts.map(|facts| facts.role));
        let mut pane = panes.last().copied().unwrap_or(top.rect);
        let mut inner = pane;
        if let (Some(facts), Some(detail)) = (facts.filter(|facts| matters(facts)), mirror.details.get(node))
        {
            let mut item = detail.item(node.clone(), facts.clone(), ground);
            if menus.is_empty()
                && let Some(by) = top.shift(item.rect)
            {
                menus.push((*depth, by));
                (pane, inner) = (top.rect, top.rect);
            }
            item.rect =
                menus.last().map_or(item.rect, |(_, by)| item.rect.translated(*by)).intersection(pane);
            // A menu bar without height is a leftover of one that is shown elsewhere.
            let is_ghost = facts.kind() == Role::MenuBar && item.rect.is_empty();
            // A menu's items open outside of whatever contains the menu.
            if facts.kind() == Role::Menu {
                // A menu that should have a popup window and has none is closed; its items report a place all the same.
                let is_closed = top.shown == Shown::ByPlace && menus.is_empty();
                inner = if is_closed { Rect::default() } else { top.rect };
            } else if is_ghost || (cuts(facts) && !item.rect.is_empty()) {
                inner = item.rect;
            }
            if *node != top.node && item.is_worth_listing() {
                item.level = u16::try_from(outer.len()).unwrap_or(u16::MAX);
                item.part = part;
                outer.push(*depth);
                items.push(item);
            }
        }
        panes.push(inner);
    }
    items
}

/// Which parts the current node is in, on a walk in tree order: each with the depth at which it begins.
#[derive(Default)]
struct Parts {
    document: Option<usize>,
    passing: Option<(usize, Part)>,
}

impl Parts {
    /// Which part the next node belongs to, given its depth and role. A notification inside a web page is part of the
    /// page.
    fn at(&mut self, depth: usize, role: Option<u32>) -> Part {
        self.document = self.document.filter(|begins| *begins < depth);
        self.passing = self.passing.filter(|(begins, _)| *begins < depth);
        if self.document.is_none() && role.is_some_and(|role| role_of(role) == Role::Document) {
            self.document = Some(depth);
        }
        let begins = match role {
            Some(role::TOOL_TIP) => Some(Part::ToolTip),
            Some(role::NOTIFICATION) if self.document.is_none() => Some(Part::Notification),
            _ => None,
        };
        self.passing = self.passing.or_else(|| begins.map(|part| (depth, part)));
        self.passing.map_or(Part::Window, |(_, part)| part)
    }
}

/// Cuts the list to the limit: drops the last empty cells first, so that a sheet does not hide the buttons after it.
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
            part: Part::Window,
        }
    }

    #[test]
    fn what_is_in_a_tool_tip_or_a_notification_is_part_of_it_and_a_page_is_the_window() {
        use Part::{Notification, ToolTip, Window};
        let (frame, button, page) = (23, 43, 95);
        let mut parts = Parts::default();
        for (depth, role, expected) in [
            (0, frame, Window),
            (1, role::NOTIFICATION, Notification),
            (2, button, Notification),
            (1, button, Window),
            (1, role::TOOL_TIP, ToolTip),
            (2, role::LABEL, ToolTip),
            (1, page, Window),
            (2, role::NOTIFICATION, Window),
            (1, role::NOTIFICATION, Notification),
        ] {
            assert_eq!(parts.at(depth, Some(role)), expected, "{role} at {depth}");
        }
        assert_eq!(parts.at(1, None), Window);
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
