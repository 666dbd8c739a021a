//! Cuts the nodes read to what a person could see, and picks those worth listing. Pure.

use crate::mirrors::mirror::Mirror;
use crate::nodes::describe::may_hold_bare_text;
use crate::nodes::element::Element;
use crate::nodes::facts::{Facts, VisibilityRule};
use crate::nodes::states_on_request::may_act;
use crate::protocol::node::NodeRef;
use crate::protocol::translate::{bit, role, role_of};
use crate::windows::accessible_window::AccessibleWindow;
use deskpilot_core::{Point, Rect, Role};
use deskpilot_desktop::verdict::Surface;

/// Whether the node can be listed, or can clip its descendants.
pub(crate) fn matters(facts: &Facts) -> bool {
    let is_frame = matches!(facts.kind(), Role::Group | Role::Other | Role::Window | Role::Separator);
    !is_frame || !facts.name.is_empty() || cuts(facts) || may_hold_bare_text(facts) || may_act(facts)
}

fn cuts(facts: &Facts) -> bool {
    matches!(facts.role, role::SCROLL_PANE | role::VIEWPORT) || facts.kind() == Role::Document
}

/// The nodes in tree order, each clipped to the windows and panes it is in. A node whose value was not read in time is left
/// out: without it a cell would look empty.
pub(crate) fn clip(mirror: &Mirror, top: &AccessibleWindow, order: &[(NodeRef, usize)]) -> Vec<Element> {
    let mut elements = Vec::new();
    let mut panes = Vec::new();
    // The depths of the listed ancestors of the current node.
    let mut outer: Vec<usize> = Vec::new();
    // The depths at which open menus with wrong coordinates begin, and each menu's correction.
    let mut menus: Vec<(usize, Point)> = Vec::new();
    let mut surfaces = Surfaces::default();
    let mut drop_downs = DropDowns::default();
    for ((node, depth), mapping) in order.iter().zip(top.mappings(order)) {
        panes.truncate(*depth);
        outer.truncate(outer.partition_point(|above| above < depth));
        menus.retain(|(begins, _)| begins < depth);
        let facts = mirror.cached_nodes.facts(node);
        let surface = surfaces.at(*depth, facts.map(|facts| facts.role));
        let mut pane = panes.last().copied().unwrap_or(top.rect);
        let mut inner = pane;
        if let (Some(facts), Some(detail)) = (facts.filter(|facts| matters(facts)), mirror.details.get(node))
        {
            let mut element = detail.element(node.clone(), facts.clone(), mapping);
            if menus.is_empty()
                && let Some(by) = drop_downs.list_shift(*depth, facts, &element, top)
            {
                menus.push((*depth, by));
                (pane, inner) = (top.rect, top.rect);
            }
            element.rect =
                menus.last().map_or(element.rect, |(_, by)| element.rect.translated(*by)).intersection(pane);
            // A menu bar without height is a leftover of one that is shown elsewhere.
            let is_ghost = facts.kind() == Role::MenuBar && element.rect.is_empty();
            // A menu's items open outside of whatever contains the menu.
            if facts.kind() == Role::Menu {
                // A menu that should have a popup window and has none is closed; its items report a place all the same.
                let is_closed = top.visibility == VisibilityRule::ByPlace && menus.is_empty();
                inner = if is_closed { Rect::default() } else { top.rect };
            } else if is_ghost || (cuts(facts) && !element.rect.is_empty()) {
                inner = element.rect;
            }
            if *node == top.node {
                if let Some(heading) = heading(&element, top) {
                    outer.push(*depth);
                    elements.push(heading);
                }
            } else if detail.is_complete() && element.is_worth_listing() {
                element.level = u16::try_from(outer.len()).unwrap_or(u16::MAX);
                element.surface = surface;
                outer.push(*depth);
                elements.push(element);
            }
        }
        panes.push(inner);
    }
    show_choices(&mut elements);
    elements
}

/// Gives each drop-down that reports no choice the text that it shows.
fn show_choices(elements: &mut [Element]) {
    for index in 0..elements.len() {
        let (before, inside) = elements.split_at_mut(index + 1);
        let Some(drop_down) = before.last_mut().filter(|it| it.facts.kind() == Role::ComboBox) else {
            continue;
        };
        if drop_down.value.is_none() {
            let parts = inside.iter().take_while(|it| it.level > drop_down.level);
            // Its open list lies below it, or above.
            let is_in_it = |it: &&Element| it.rect.intersection(drop_down.rect) == it.rect;
            let mut texts = parts.filter(is_in_it).filter(|it| it.facts.kind() == Role::Text);
            drop_down.value = texts.next().map(|it| it.name.clone());
        }
    }
}

/// The window itself as an element, if it is in front of another and its controls are listed in it.
fn heading(element: &Element, top: &AccessibleWindow) -> Option<Element> {
    let name = top.title_in_front.clone()?;
    // The reading itself shows whether it blocks the windows behind it: then it has nothing from behind it.
    let states = element.facts.states & !(1 << bit::MODAL);
    let facts = Facts { role: role::WINDOW, states, ..element.facts.clone() };
    Some(Element { facts, name, value: None, rect: top.rect, level: 0, ..element.clone() })
}

/// Whether it is a window in front of the requested one: other windows are not listed.
pub(crate) fn is_heading(element: &Element) -> bool {
    element.facts.kind() == Role::Window
}

/// The drop-down that the current node is in, on a walk in tree order: the depth at which it begins.
#[derive(Default)]
struct DropDowns {
    begins: Option<usize>,
}

impl DropDowns {
    /// The correction for the next node, if it is an open menu, or the list of an open drop-down: the window of that is larger.
    fn list_shift(
        &mut self,
        depth: usize,
        facts: &Facts,
        element: &Element,
        top: &AccessibleWindow,
    ) -> Option<Point> {
        self.begins = self.begins.filter(|begins| *begins < depth);
        if self.begins.is_none() && facts.kind() == Role::ComboBox {
            self.begins = Some(depth);
        }
        let is_list = self.begins.is_some() && facts.role == role::SCROLL_PANE;
        top.menu_shift(element.rect).or_else(|| top.list_shift(element.rect).filter(|_| is_list))
    }
}

/// Which parts the current node is in, on a walk in tree order: each with the depth at which it begins.
#[derive(Default)]
struct Surfaces {
    document: Option<usize>,
    transient: Option<(usize, Surface)>,
}

impl Surfaces {
    /// Which part the next node belongs to, given its depth and role. A notification inside a web page is part of the
    /// page.
    fn at(&mut self, depth: usize, role: Option<u32>) -> Surface {
        self.document = self.document.filter(|begins| *begins < depth);
        self.transient = self.transient.filter(|(begins, _)| *begins < depth);
        if self.document.is_none() && role.is_some_and(|role| role_of(role) == Role::Document) {
            self.document = Some(depth);
        }
        let begins = match role {
            Some(role::TOOL_TIP) => Some(Surface::ToolTip),
            Some(role::NOTIFICATION) if self.document.is_none() => Some(Surface::Notification),
            _ => None,
        };
        self.transient = self.transient.or_else(|| begins.map(|surface| (depth, surface)));
        self.transient.map_or(Surface::Window, |(_, surface)| surface)
    }
}

/// Cuts the list to the limit: drops the last empty cells first, so that a sheet does not hide the buttons after it.
pub(crate) fn fit(elements: &mut Vec<Element>, limit: usize) {
    let is_empty_cell = |element: &Element| element.facts.kind() == Role::Cell && element.value.is_none();
    let mut over = elements.len().saturating_sub(limit);
    let mut index = elements.len();
    while over > 0 && index > 0 {
        index -= 1;
        if is_empty_cell(&elements[index]) {
            elements.remove(index);
            over -= 1;
        }
    }
    elements.truncate(limit);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nodes::detail::{Detail, NodePlace, Value};
    use crate::nodes::element::testing::element;
    use crate::nodes::state_overrides::StateOverrides;
    use crate::windows::accessible_window::ReadStrategy;
    use crate::windows::coordinate_system::CoordinateSystem;

    fn element_with(name: &str, value: Option<&str>, role: u32) -> Element {
        Element { value: value.map(str::to_owned), ..element(role, name) }
    }

    #[test]
    fn what_is_in_a_tool_tip_or_a_notification_is_part_of_it_and_a_page_is_the_window() {
        use Surface::{Notification, ToolTip, Window};
        let (frame, button, page) = (23, 43, 95);
        let mut surfaces = Surfaces::default();
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
            assert_eq!(surfaces.at(depth, Some(role)), expected, "{role} at {depth}");
        }
        assert_eq!(surfaces.at(1, None), Window);
    }

    #[test]
    fn a_cell_whose_value_was_not_read_in_time_is_not_listed_as_empty() {
        const CELL: u32 = 56;
        let read = |value: Option<&str>| Detail {
            place: Some(NodePlace::of_cell(Rect::new(0, 0, 9, 9))),
            value: value.map(|it| Value(Some(it).filter(|it| !it.is_empty()).map(str::to_owned))),
            context_name: Some(String::new()),
            state_overrides: Some(StateOverrides::default()),
        };
        let mut mirror = Mirror::default();
        let of = |name: &str| (NodeRef::new(":1.1", name), 1);
        let order = [of("A1"), of("B1"), of("C1")].to_vec();
        for ((node, _), value) in order.iter().zip([Some("7"), None, Some("")]) {
            mirror.cached_nodes.learn(node.clone(), element(CELL, &node.path).facts);
            mirror.details.insert(node.clone(), read(value));
        }
        let top = AccessibleWindow {
            node: NodeRef::new(":1.1", "window"),
            title_in_front: None,
            coordinates: CoordinateSystem::as_reported(1.0),
            rect: Rect::new(0, 0, 99, 99),
            visibility: VisibilityRule::ByState,
            libreoffice_offset: None,
            opened: Vec::new(),
            read_strategy: ReadStrategy::NodeByNode,
        };
        let listed: Vec<_> =
            clip(&mirror, &top, &order).into_iter().map(|element| (element.name, element.value)).collect();
        assert_eq!(listed, [("A1".to_owned(), Some("7".to_owned())), ("C1".to_owned(), None)]);
    }

    #[test]
    fn a_sheet_does_not_hide_what_comes_after_it() {
        const CELL: u32 = 56;
        const BUTTON: u32 = 43;
        let all = [("A1", None, CELL), ("B1", Some("7"), CELL), ("C1", None, CELL), ("Bold", None, BUTTON)];
        for (limit, expected) in [(4, "A1 B1 C1 Bold"), (3, "A1 B1 Bold"), (2, "B1 Bold"), (1, "B1"), (0, "")]
        {
            let mut elements: Vec<_> =
                all.iter().map(|(name, value, role)| element_with(name, *value, *role)).collect();
            fit(&mut elements, limit);
            let names: Vec<_> = elements.iter().map(|element| element.name.as_str()).collect();
            assert_eq!(names.join(" "), expected, "limit {limit}");
        }
    }
}
