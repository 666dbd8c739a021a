//! A window of an application, and how to map the coordinates reported in it.

use crate::nodes::facts::VisibilityRule;
use crate::protocol::node::NodeRef;
use crate::windows::coordinate_system::CoordinateSystem;
use crate::windows::libreoffice_offset::LibreOfficeOffset;
use deskpilot_core::{Point, Rect};

/// By how many pixels an open menu's reported size may differ from its window's.
const NEARLY: u32 = 2;
/// How many pixels the window of an open drop-down may be higher than reported: themes leave a gap above its list.
const GAP: i32 = 12;

/// The widest margin, in desktop pixels, between the list of a drop-down and the sides of its window: themes draw a shadow in it.
const WIDEST_MARGIN: i32 = 32;

/// A window of an application, from which a read starts.
#[derive(Clone, Debug, PartialEq)]
pub struct AccessibleWindow {
    /// Its node.
    pub node: NodeRef,
    /// Its title, if it is a dialog or another window in front of the requested one, and is listed with its controls in it.
    pub title_in_front: Option<String>,
    /// How its application's coordinates map to the desktop.
    pub coordinates: CoordinateSystem,
    /// Its visible part, in desktop pixels; nothing outside is listed.
    pub rect: Rect,
    /// How to tell whether its nodes are shown.
    pub visibility: VisibilityRule,
    /// The pane inside it with wrong coordinates.
    pub libreoffice_offset: Option<LibreOfficeOffset>,
    /// The rectangles of its open menus, for a toolkit that reports menu items in the window as if the menu were
    /// closed.
    pub opened: Vec<Rect>,
    /// The fastest way to read its nodes.
    pub read_strategy: ReadStrategy,
    /// When its buttons act that are pressed by their accessibility action.
    pub button_action: ButtonAction,
}

/// When a button acts that is pressed by its accessibility action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ButtonAction {
    /// At once.
    Prompt,
    /// After it has shown for a quarter of a second that it is pressed.
    Delayed,
}

/// The fastest way to read the nodes of an application.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadStrategy {
    /// Its cache holds most of them, and one call returns all.
    WholeCache,
    /// The same, for nodes that were requested before: the toolkit creates the others only on request.
    WokenCache,
    /// Node by node: its cache would return a whole document for one page, or mostly hidden nodes.
    NodeByNode,
}

impl AccessibleWindow {
    /// The correction for a part of the window that has the size of an open menu, in desktop pixels.
    pub fn menu_shift(&self, reported: Rect) -> Option<Point> {
        let spare = |menu: &Rect| menu.height.cast_signed() - reported.height.cast_signed();
        let is_it = |menu: &&Rect| {
            let is_high = (-NEARLY.cast_signed()..=GAP).contains(&spare(menu));
            menu.width.abs_diff(reported.width) <= NEARLY && is_high
        };
        let menu = self.opened.iter().filter(is_it).min_by_key(|menu| spare(menu).abs())?;
        // By their lower edges: where the window is higher than its list, the gap is above it.
        Some(Point { x: menu.x - reported.x, y: menu.bottom() - reported.bottom() })
    }

    /// The correction for the list of an open drop-down, which lies within the menu's window, inside margins of equal width at its
    /// sides and below it.
    pub(crate) fn list_shift(&self, reported: Rect) -> Option<Point> {
        let margin = |menu: &Rect| (menu.width.cast_signed() - reported.width.cast_signed()) / 2;
        let is_within =
            |menu: &&Rect| (0..=WIDEST_MARGIN).contains(&margin(menu)) && menu.height >= reported.height;
        let menu = self.opened.iter().filter(is_within).min_by_key(|menu| margin(menu))?;
        let margin = margin(menu);
        Some(Point { x: menu.x + margin - reported.x, y: menu.bottom() - margin - reported.bottom() })
    }

    /// The visible part of the window, in application coordinates.
    pub(crate) fn visible_in_application(&self) -> Rect {
        self.coordinates.rect_in_application(self.rect)
    }

    /// The coordinate mapping for each node of the window, in the same order.
    pub(crate) fn mappings(&self, order: &[(NodeRef, usize)]) -> Vec<AreaMapping> {
        let (flat, libreoffice_offset) = (
            self.mapping_within([].iter()),
            self.mapping_within(self.libreoffice_offset.iter().map(|it| &it.pane)),
        );
        // The depth at which the pane with wrong coordinates begins.
        let mut pane_at = None;
        let mut at = |(node, depth): &(NodeRef, usize)| {
            if pane_at.is_none_or(|pane_at| *depth <= pane_at) {
                pane_at = self.libreoffice_offset.as_ref().filter(|it| it.pane == *node).map(|_| *depth);
            }
            if pane_at.is_some() { libreoffice_offset } else { flat }
        };
        order.iter().map(&mut at).collect()
    }

    /// The coordinate mapping for a node with these ancestors.
    pub fn mapping_within<'a>(&self, mut ancestors: impl Iterator<Item = &'a NodeRef>) -> AreaMapping {
        let libreoffice_offset =
            self.libreoffice_offset.as_ref().filter(|it| ancestors.any(|node| *node == it.pane));
        AreaMapping {
            coordinates: self.coordinates,
            visibility: self.visibility,
            offset: libreoffice_offset.map(|it| it.by),
        }
    }
}

/// How to map the coordinates reported in one area of a window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AreaMapping {
    coordinates: CoordinateSystem,
    /// How to tell whether its nodes are shown.
    pub(crate) visibility: VisibilityRule,
    /// The correction for most of its nodes, in application pixels.
    offset: Option<Point>,
}

impl AreaMapping {
    /// Whether most reported coordinates are wrong.
    pub(crate) fn has_offset(self) -> bool {
        self.offset.is_some()
    }

    /// The desktop rectangle of a node that reports correct coordinates.
    pub fn to_desktop(self, reported: Rect) -> Rect {
        self.coordinates.on_desktop(reported)
    }

    /// The desktop rectangle of a node whose coordinates need the correction.
    pub(crate) fn to_desktop_with_offset(self, reported: Rect) -> Rect {
        let by = self.offset.unwrap_or(Point { x: 0, y: 0 });
        let (x, y) = (reported.x.saturating_add(by.x), reported.y.saturating_add(by.y));
        self.coordinates.on_desktop(Rect { x, y, ..reported })
    }
}

#[cfg(test)]
pub(crate) mod testing {
    use super::*;

    /// A window of GTK 4 with these open menus.
    pub(crate) fn window(rect: Rect, opened: &[Rect]) -> AccessibleWindow {
        AccessibleWindow {
            node: NodeRef::new(":1.1", "/window"),
            title_in_front: None,
            coordinates: CoordinateSystem::as_reported(1.0),
            rect,
            visibility: VisibilityRule::ByPlace,
            libreoffice_offset: None,
            opened: opened.to_vec(),
            read_strategy: ReadStrategy::WokenCache,
            button_action: ButtonAction::Delayed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::testing::window;
    use super::*;

    const DESKTOP: Rect = Rect::new(0, 0, 800, 600);

    fn shift(x: i32, y: i32) -> Option<Point> {
        Some(Point { x, y })
    }

    #[test]
    fn a_menu_lies_at_the_bottom_of_a_popup_of_its_width_that_may_be_a_little_higher() {
        let one = [Rect::new(100, 200, 80, 60)];
        let two = [Rect::new(100, 200, 80, 60), Rect::new(300, 200, 80, 52)];
        for (opened, reported, expected) in [
            (&one[..], Rect::new(10, 20, 80, 60), shift(90, 180)),
            (&one, Rect::new(10, 20, 82, 60), shift(90, 180)),
            (&one, Rect::new(10, 20, 83, 60), None),
            (&one, Rect::new(10, 20, 80, 52), shift(90, 188)),
            (&one, Rect::new(10, 20, 80, 48), shift(90, 192)),
            (&one, Rect::new(10, 20, 80, 47), None),
            (&one, Rect::new(10, 20, 80, 62), shift(90, 178)),
            (&one, Rect::new(10, 20, 80, 63), None),
            (&two, Rect::new(10, 20, 80, 51), shift(290, 181)),
            (&[], Rect::new(10, 20, 80, 60), None),
        ] {
            assert_eq!(window(DESKTOP, opened).menu_shift(reported), expected, "{reported:?}");
        }
    }

    #[test]
    fn the_list_of_a_drop_down_lies_inside_equal_margins_of_the_narrowest_popup_that_holds_it() {
        let one = [Rect::new(100, 200, 100, 120)];
        let two = [Rect::new(300, 200, 110, 120), Rect::new(100, 200, 100, 120)];
        for (opened, reported, expected) in [
            (&one[..], Rect::new(10, 20, 80, 60), shift(100, 230)),
            (&one, Rect::new(10, 20, 100, 120), shift(90, 180)),
            (&one, Rect::new(10, 20, 36, 60), shift(122, 208)),
            (&one, Rect::new(10, 20, 34, 60), None),
            (&one, Rect::new(10, 20, 104, 60), None),
            (&one, Rect::new(10, 20, 80, 121), None),
            (&two, Rect::new(10, 20, 80, 60), shift(100, 230)),
            (&[], Rect::new(10, 20, 80, 60), None),
        ] {
            assert_eq!(window(DESKTOP, opened).list_shift(reported), expected, "{reported:?}");
        }
    }
}
