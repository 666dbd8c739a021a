//! A window of an application, and how to map the coordinates reported in it.

use crate::facts::Shown;
use crate::libreoffice_offset::LibreOfficeOffset;
use crate::measure::Measure;
use crate::node::NodeRef;
use deskpilot_core::{Point, Rect};

/// By how many pixels an open menu's reported size may differ from its window's.
const NEARLY: u32 = 2;

/// A window of an application, from which a read starts.
#[derive(Clone, Debug, PartialEq)]
pub struct Top {
    /// Its node.
    pub node: NodeRef,
    /// How its application's coordinates map to the desktop.
    pub measure: Measure,
    /// Its visible part, in desktop pixels; nothing outside is listed.
    pub rect: Rect,
    /// How to tell whether its nodes are shown.
    pub shown: Shown,
    /// The pane inside it with wrong coordinates.
    pub libreoffice_offset: Option<LibreOfficeOffset>,
    /// The rectangles of its open menus, for a toolkit that reports menu items in the window as if the menu were
    /// closed.
    pub opened: Vec<Rect>,
    /// The fastest way to read its nodes.
    pub way: Way,
}

/// The fastest way to read the nodes of an application.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Its cache holds most of them, and one call returns all.
    AtOnce,
    /// The same, for those nodes that somebody has asked for before: it does not create the others until then.
    OnceWoken,
    /// Node by node: its cache would return a whole document for one page, or mostly hidden nodes.
    OneByOne,
}

impl Top {
    /// The correction for a part of the window that has the size of an open menu, in desktop pixels.
    pub fn shift(&self, told: Rect) -> Option<Point> {
        let is_it = |menu: &&Rect| {
            menu.width.abs_diff(told.width) <= NEARLY && menu.height.abs_diff(told.height) <= NEARLY
        };
        let menu = self.opened.iter().find(is_it)?;
        Some(Point { x: menu.x - told.x, y: menu.y - told.y })
    }

    /// The visible part of the window, in application coordinates.
    pub(crate) fn seen(&self) -> Rect {
        self.measure.rect_in_application(self.rect)
    }

    /// The coordinate mapping for each node of the window, in the same order.
    pub(super) fn grounds(&self, order: &[(NodeRef, usize)]) -> Vec<Ground> {
        let (flat, libreoffice_offset) =
            (self.ground([].iter()), self.ground(self.libreoffice_offset.iter().map(|it| &it.pane)));
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
    pub fn ground<'a>(&self, mut around: impl Iterator<Item = &'a NodeRef>) -> Ground {
        let libreoffice_offset =
            self.libreoffice_offset.as_ref().filter(|it| around.any(|node| *node == it.pane));
        Ground { measure: self.measure, shown: self.shown, sunk: libreoffice_offset.map(|it| it.by) }
    }
}

/// How to map the coordinates reported in one area of a window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    measure: Measure,
    /// How to tell whether its nodes are shown.
    pub(crate) shown: Shown,
    /// The correction for most of its nodes, in application pixels.
    sunk: Option<Point>,
}

impl Ground {
    /// Whether most reported coordinates are wrong.
    pub(crate) fn is_sunken(self) -> bool {
        self.sunk.is_some()
    }

    /// The desktop rectangle of a node that reports correct coordinates.
    pub fn right(self, told: Rect) -> Rect {
        self.measure.on_desktop(told)
    }

    /// The desktop rectangle of a node whose coordinates need the correction.
    pub(crate) fn libreoffice_offset(self, told: Rect) -> Rect {
        let by = self.sunk.unwrap_or(Point { x: 0, y: 0 });
        let (x, y) = (told.x.saturating_add(by.x), told.y.saturating_add(by.y));
        self.measure.on_desktop(Rect { x, y, ..told })
    }
}
