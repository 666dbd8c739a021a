//! Cuts the elements of a window to what a person could see, and picks those worth listing. Pure.

use crate::nodes::element::Element;
use crate::nodes::facts::Facts;
use crate::protocol::control_type::TOOL_TIP;
use crate::protocol::node::WindowHandle;
use crate::protocol::pattern::Pattern;
use crate::reading::omissions::Omissions;
use deskpilot_core::{Rect, Role};
use std::collections::HashSet;

/// The result of a read.
#[derive(Clone, Debug, Default)]
pub struct TreeSnapshot {
    /// The elements worth listing, in tree order.
    pub elements: Vec<Element>,
    /// What was left out.
    pub omissions: Omissions,
}

/// An ancestor of the current element.
struct Ancestor {
    depth: usize,
    /// What its descendants are cut to; `None` where they may be anywhere.
    clip: Option<Rect>,
    /// Its place in the list, where it is listed.
    listed: Option<usize>,
    /// How many listed elements a child of it is in.
    level: u16,
    is_combo_box: bool,
}

impl TreeSnapshot {
    /// The elements worth listing of those of a window, which come in tree order with their depth.
    pub(crate) fn of(
        window: WindowHandle,
        nodes: Vec<(usize, Facts)>,
        mut omissions: Omissions,
        limit: usize,
    ) -> TreeSnapshot {
        let mut elements: Vec<Element> = Vec::new();
        let mut above: Vec<Ancestor> = Vec::new();
        let mut identities = HashSet::new();
        for (depth, facts) in nodes {
            above.truncate(above.partition_point(|ancestor| ancestor.depth < depth));
            omissions.not_created += usize::from(facts.is_virtual());
            name_choice(&mut elements, &above, &facts);
            let (clip, level) = above.last().map_or((None, 0), |parent| (parent.clip, parent.level));
            let clip = if opens_outside(&facts, &above) { None } else { clip };
            let visible = clip.map_or(facts.rect, |clip| facts.rect.intersection(clip));
            let inner = if cuts(&facts) { Some(visible) } else { clip };
            let is_combo_box = facts.kind() == Role::ComboBox;
            let element = Element { level, ..Element::new(window, facts, visible) };
            // Some applications give one identity to several elements: only the first could be found again.
            let is_listed = element.is_worth_listing() && identities.insert(element.node.runtime_id.clone());
            let listed = is_listed.then_some(elements.len());
            if is_listed {
                elements.push(element);
            }
            let level = level.saturating_add(u16::from(is_listed));
            above.push(Ancestor { depth, clip: inner, listed, level, is_combo_box });
        }
        omissions.over = fit(&mut elements, limit);
        TreeSnapshot { elements, omissions }
    }
}

/// The selected item of a list in a combo box without a text is its choice.
fn name_choice(elements: &mut [Element], above: &[Ancestor], facts: &Facts) {
    let combo_box = above.iter().rev().find(|ancestor| ancestor.is_combo_box);
    if let Some(index) = combo_box.and_then(|ancestor| ancestor.listed)
        && facts.is_selected
        && elements[index].value.is_none()
    {
        elements[index].value = Some(facts.name.clone());
    }
}

/// Whether an element may stand outside of what contains it: a dialog, a menu, a tool tip, the list of a combo box.
fn opens_outside(facts: &Facts, above: &[Ancestor]) -> bool {
    let is_in_combo_box = above.last().is_some_and(|parent| parent.is_combo_box);
    match facts.kind() {
        Role::Window | Role::Dialog | Role::Menu => true,
        Role::List => is_in_combo_box,
        _ => facts.control_type == TOOL_TIP,
    }
}

/// Whether an element shows nothing of its descendants outside of its rectangle.
fn cuts(facts: &Facts) -> bool {
    let is_frame = matches!(facts.kind(), Role::Window | Role::Dialog | Role::Document);
    (is_frame || facts.offers(Pattern::Scroll)) && !facts.rect.is_empty()
}

/// Keeps at most `limit` elements, and returns how many it left out: first what nobody can act on, from the end.
fn fit(elements: &mut Vec<Element>, limit: usize) -> usize {
    let over = elements.len().saturating_sub(limit);
    let is_ornament = |element: &Element| !element.facts.kind().is_interactive();
    let ornaments = elements.iter().filter(|element| is_ornament(element)).count();
    let mut kept = ornaments.saturating_sub(over);
    if over > 0 {
        elements.retain(|element| {
            let is_kept = !is_ornament(element) || kept > 0;
            kept -= usize::from(is_ornament(element) && is_kept);
            is_kept
        });
    }
    elements.truncate(limit);
    over
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nodes::facts::testing::{YES, control, text};
    use crate::protocol::property::Property as P;
    use crate::protocol::property_value::PropertyValue;

    const BUTTON: i32 = 50000;
    const COMBO_BOX: i32 = 50003;
    const ITEM: i32 = 50007;
    const LIST: i32 = 50008;
    const MENU: i32 = 50009;
    const TEXT: i32 = 50020;
    const WINDOW: i32 = 50032;
    const PANE: i32 = 50033;

    /// An element of this name and rectangle.
    fn node(
        control_type: i32,
        name: &str,
        [x, y, width, height]: [i32; 4],
        more: &[(P, PropertyValue)],
    ) -> Facts {
        let id = name.bytes().map(i64::from).collect();
        let sides = [x, y, width, height].map(f64::from).to_vec();
        let own = [
            (P::RuntimeId, PropertyValue::Integers(id)),
            (P::Name, text(name)),
            (P::BoundingRectangle, PropertyValue::Numbers(sides)),
        ];
        control(control_type, &[&own, more].concat())
    }

    fn listed(nodes: Vec<(usize, Facts)>, limit: usize) -> TreeSnapshot {
        TreeSnapshot::of(WindowHandle(1), nodes, Omissions::default(), limit)
    }

    fn lines(tree: &TreeSnapshot) -> Vec<String> {
        let line = |it: &Element| {
            let Rect { x, y, width, height } = it.rect;
            format!("{} {} {x},{y} {width}x{height}", it.level, it.control().name)
        };
        tree.elements.iter().map(line).collect()
    }

    #[test]
    fn what_scrolls_cuts_its_content_and_what_pops_up_is_not_cut() {
        let scrolls = [(P::ScrollAvailable, YES)];
        let tree = listed(
            vec![
                (0, node(WINDOW, "main", [0, 0, 100, 100], &[])),
                (1, node(PANE, "list", [10, 10, 50, 50], &scrolls)),
                (2, node(BUTTON, "in", [20, 20, 10, 10], &[])),
                (2, node(BUTTON, "partly", [50, 50, 20, 20], &[])),
                (2, node(BUTTON, "out", [70, 70, 10, 10], &[])),
                (2, node(MENU, "menu", [70, 70, 90, 90], &[])),
                (3, node(BUTTON, "of menu", [80, 150, 10, 10], &[])),
                (1, node(BUTTON, "after", [90, 0, 20, 10], &[])),
                (1, node(WINDOW, "owned", [200, 0, 20, 20], &[])),
                (2, node(BUTTON, "of owned", [210, 0, 20, 10], &[])),
            ],
            99,
        );
        assert_eq!(
            lines(&tree),
            [
                "0 list 10,10 50x50",
                "1 in 20,20 10x10",
                "1 partly 50,50 10x10",
                "1 menu 70,70 90x90",
                "2 of menu 80,150 10x10",
                "0 after 90,0 10x10",
                "0 of owned 210,0 10x10",
            ]
        );
    }

    #[test]
    fn a_combo_box_without_a_text_shows_its_selected_item() {
        let selected = [(P::SelectionItemAvailable, YES), (P::IsSelected, YES)];
        let tree = listed(
            vec![
                (0, node(WINDOW, "main", [0, 0, 100, 100], &[])),
                (1, node(COMBO_BOX, "colour", [0, 0, 20, 10], &[])),
                (2, node(LIST, "open", [0, 90, 20, 40], &[])),
                (3, node(ITEM, "red", [0, 90, 20, 10], &[])),
                (3, node(ITEM, "blue", [0, 110, 20, 10], &selected)),
                (1, node(LIST, "other", [50, 0, 20, 40], &[])),
                (2, node(ITEM, "green", [50, 0, 20, 10], &selected)),
            ],
            99,
        );
        assert_eq!(tree.elements[0].value.as_deref(), Some("blue"));
        assert_eq!(lines(&tree)[1], "1 open 0,90 20x40");
        assert!(tree.elements[1..].iter().all(|element| element.value.is_none()));
    }

    #[test]
    fn beyond_the_limit_what_nobody_can_act_on_goes_first() {
        let rect = [0, 0, 10, 10];
        let nodes = || {
            vec![
                (0, node(TEXT, "a", rect, &[])),
                (0, node(BUTTON, "b", rect, &[])),
                (0, node(TEXT, "c", rect, &[])),
                (0, node(BUTTON, "d", rect, &[])),
            ]
        };
        for (limit, kept) in [(9, "abcd"), (4, "abcd"), (3, "abd"), (2, "bd"), (1, "b"), (0, "")] {
            let tree = listed(nodes(), limit);
            let names: String = tree.elements.iter().map(|it| it.facts.name.clone()).collect();
            assert_eq!(
                (names.as_str(), tree.omissions.over),
                (kept, 4usize.saturating_sub(limit)),
                "{limit}"
            );
        }
    }

    #[test]
    fn items_that_do_not_exist_yet_are_counted_and_not_listed() {
        let placeholder = [(P::VirtualizedItemAvailable, YES)];
        let tree = listed(
            vec![
                (0, node(LIST, "list", [0, 0, 100, 100], &[])),
                (1, node(ITEM, "shown", [0, 0, 100, 10], &placeholder)),
                (1, node(ITEM, "later", [0, 0, 0, 0], &placeholder)),
            ],
            99,
        );
        assert_eq!(lines(&tree), ["0 list 0,0 100x100", "1 shown 0,0 100x10"]);
        assert_eq!(tree.omissions.not_created(), 1);
    }
}
