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
    use crate::windows::accessible_window::testing::window;

    const LIST_ITEM: u32 = 32;
    const PANEL: u32 = 39;
    const BUTTON: u32 = 43;
    const COMBO: u32 = 11;
    const DESKTOP: Rect = Rect::new(0, 0, 400, 400);

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
        let top = AccessibleWindow { visibility: VisibilityRule::ByState, ..window(DESKTOP, &[]) };
        let listed: Vec<_> =
            clip(&mirror, &top, &order).into_iter().map(|element| (element.name, element.value)).collect();
        assert_eq!(listed, [("A1".to_owned(), Some("7".to_owned())), ("C1".to_owned(), None)]);
    }

    /// What is listed of a window with these nodes in it, each with its name, role, depth and the place that it reports.
    fn listed(top: &AccessibleWindow, nodes: &[(&str, u32, usize, Rect)]) -> Vec<Element> {
        let (mut mirror, mut order) = (Mirror::default(), vec![(top.node.clone(), 0)]);
        for (at, (name, role, depth, place)) in nodes.iter().enumerate() {
            let node = NodeRef::new(":1.1", &format!("/{at}"));
            mirror.cached_nodes.learn(node.clone(), element(*role, name).facts);
            let detail = Detail {
                place: Some(NodePlace::of_cell(*place)),
                value: Some(Value(None)),
                context_name: Some(String::new()),
                state_overrides: Some(StateOverrides::default()),
            };
            mirror.details.insert(node.clone(), detail);
            order.push((node, *depth));
        }
        clip(&mirror, top, &order)
    }

    fn places(elements: &[Element]) -> Vec<(&str, Rect)> {
        elements.iter().map(|it| (it.name.as_str(), it.rect)).collect()
    }

    #[test]
    fn what_is_in_an_open_popover_lies_in_its_window_and_not_where_its_parent_is() {
        let place = Rect::new(15, 25, 50, 20);
        let nodes = [
            ("", role::SCROLL_PANE, 1, Rect::new(0, 0, 100, 40)),
            ("GtkPopover", PANEL, 2, Rect::new(10, 20, 120, 60)),
            ("Apply", BUTTON, 3, place),
            ("Next", BUTTON, 1, Rect::new(10, 300, 50, 20)),
        ];
        let next = ("Next", Rect::new(10, 300, 50, 20));
        for (opened, expected) in [
            // Its window is a few pixels higher.
            (&[Rect::new(200, 100, 120, 68)][..], Rect::new(205, 113, 50, 20)),
            (&[], Rect::new(15, 25, 50, 15)),
        ] {
            let found = listed(&window(DESKTOP, opened), &nodes);
            assert_eq!(places(&found), [("Apply", expected), next], "{opened:?}");
        }
    }

    #[test]
    fn an_open_drop_down_has_the_text_that_it_shows_and_its_list_lies_in_the_window_of_that() {
        let (choice, item, row) =
            (Rect::new(14, 12, 60, 16), Rect::new(14, 45, 90, 20), Rect::new(14, 155, 90, 20));
        let nodes = [
            ("Colour", COMBO, 1, Rect::new(10, 10, 100, 20)),
            ("Red", role::LABEL, 2, choice),
            ("", role::SCROLL_PANE, 2, Rect::new(14, 40, 90, 80)),
            ("Green", LIST_ITEM, 3, item),
            // Another pane of this size is not its list.
            ("", role::SCROLL_PANE, 1, Rect::new(14, 150, 90, 80)),
            ("Row", LIST_ITEM, 2, row),
        ];
        let found = listed(&window(DESKTOP, &[Rect::new(8, 32, 110, 96)]), &nodes);
        let expected = [
            ("Colour", Rect::new(10, 10, 100, 20)),
            ("Red", choice),
            ("Green", Rect::new(18, 43, 90, 20)),
            ("Row", row),
        ];
        assert_eq!(places(&found), expected);
        assert_eq!(found[0].value.as_deref(), Some("Red"));
    }

    #[test]
    fn only_the_pane_in_a_drop_down_is_its_list() {
        let top = window(DESKTOP, &[Rect::new(8, 32, 110, 96)]);
        let mut drop_downs = DropDowns::default();
        for (depth, role, expected) in [
            (1, role::SCROLL_PANE, false),
            (1, COMBO, false),
            (2, PANEL, false),
            (3, role::SCROLL_PANE, true),
            (2, role::SCROLL_PANE, true),
            (1, PANEL, false),
            (2, role::SCROLL_PANE, false),
        ] {
            let node = Element { rect: Rect::new(14, 40, 90, 80), ..element(role, "") };
            let shift = drop_downs.list_shift(depth, &node.facts, &node, &top);
            assert_eq!(shift, expected.then_some(Point { x: 4, y: -2 }), "{role} at {depth}");
        }
    }

    #[test]
    fn a_drop_down_shows_the_first_text_in_it_unless_it_reports_a_choice() {
        let part = |role, name: &str, level, y| Element {
            level,
            rect: Rect::new(2, y, 30, 10),
            ..element(role, name)
        };
        let red = || part(role::LABEL, "Red", 2, 5);
        for (what, owner, value, parts, expected) in [
            ("one text", COMBO, None, vec![red()], Some("Red")),
            ("two texts", COMBO, None, vec![red(), part(role::LABEL, "Blue", 2, 5)], Some("Red")),
            ("a text deeper in it", COMBO, None, vec![part(role::LABEL, "Red", 3, 5)], Some("Red")),
            ("a text of its open list", COMBO, None, vec![part(role::LABEL, "Red", 3, 40)], None),
            ("a button in it", COMBO, None, vec![part(BUTTON, "Red", 2, 5)], None),
            ("a text behind it", COMBO, None, vec![part(role::LABEL, "Red", 1, 5), red()], None),
            ("a choice that is reported", COMBO, Some("Blue"), vec![red()], Some("Blue")),
            ("no drop-down", PANEL, None, vec![red()], None),
        ] {
            let rect = Rect::new(0, 0, 100, 20);
            let drop_down = Element { level: 1, rect, ..element_with("Colour", value, owner) };
            let mut elements: Vec<_> = [drop_down].into_iter().chain(parts).collect();
            show_choices(&mut elements);
            assert_eq!(elements[0].value.as_deref(), expected, "{what}");
            assert!(elements[1..].iter().all(|it| it.value.is_none()), "{what}");
        }
    }

    #[test]
    fn a_sheet_does_not_hide_what_comes_after_it() {
        const CELL: u32 = 56;
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
