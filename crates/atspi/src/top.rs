//! A window of an application, and how places are told in it.

use crate::facts::Shown;
use crate::libreoffice_offset::LibreOfficeOffset;
use crate::measure::Measure;
use crate::node::NodeRef;
use deskpilot_core::{Point, Rect};

/// How much larger or smaller than its window a menu may be told, in pixels.
const NEARLY: u32 = 2;

/// A window of an application, as the start of a read.
#[derive(Clone, Debug, PartialEq)]
pub struct Top {
    /// Its node.
    pub node: NodeRef,
    /// How its application tells places.
    pub measure: Measure,
    /// What of it is on the desktop; nothing outside is listed.
    pub rect: Rect,
    /// How its nodes say that they are shown.
    pub shown: Shown,
    /// The part of it whose places are told wrongly.
    pub libreoffice_offset: Option<LibreOfficeOffset>,
    /// Where its open menus are, of a toolkit that tells them in the window as if they had not been opened.
    pub opened: Vec<Rect>,
    /// How its nodes are learned quickest.
    pub way: Way,
}

/// How the nodes of an application are learned quickest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// It keeps most of them at hand, and tells of all at once.
    AtOnce,
    /// The same of those that somebody has asked for before; it does not make the others until then.
    OnceWoken,
    /// One by one: it would tell of a whole document for a page of it, or mostly of what is hidden.
    OneByOne,
}

impl Top {
    /// How far from where it is told a part of the window is that is as large as an open menu.
    pub fn shift(&self, told: Rect) -> Option<Point> {
        let is_it = |menu: &&Rect| {
            menu.width.abs_diff(told.width) <= NEARLY && menu.height.abs_diff(told.height) <= NEARLY
        };
        let menu = self.opened.iter().find(is_it)?;
        Some(Point { x: menu.x - told.x, y: menu.y - told.y })
    }

    /// What of the window is on the desktop, as its application counts.
    pub(crate) fn seen(&self) -> Rect {
        self.measure.rect_in_application(self.rect)
    }

    /// How places are told at each node of the window, in their order, of which the depths are known.
    pub(super) fn grounds(&self, order: &[(NodeRef, usize)]) -> Vec<Ground> {
        let (flat, libreoffice_offset) =
            (self.ground([].iter()), self.ground(self.libreoffice_offset.iter().map(|it| &it.pane)));
        // How deep the part begins whose places are told wrongly.
        let mut pane_at = None;
        let mut at = |(node, depth): &(NodeRef, usize)| {
            if pane_at.is_none_or(|pane_at| *depth <= pane_at) {
                pane_at = self.libreoffice_offset.as_ref().filter(|it| it.pane == *node).map(|_| *depth);
            }
            if pane_at.is_some() { libreoffice_offset } else { flat }
        };
        order.iter().map(&mut at).collect()
    }

    /// How places are told in the part of the window that has these nodes around it.
    pub fn ground<'a>(&self, mut around: impl Iterator<Item = &'a NodeRef>) -> Ground {
        let libreoffice_offset =
            self.libreoffice_offset.as_ref().filter(|it| around.any(|node| *node == it.pane));
        Ground { measure: self.measure, shown: self.shown, sunk: libreoffice_offset.map(|it| it.by) }
    }
}

/// How places are told in a part of a window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    measure: Measure,
    /// How its nodes say that they are shown.
    pub(crate) shown: Shown,
    /// How far from where they are told most of its nodes are, in pixels of the application.
    sunk: Option<Point>,
}

impl Ground {
    /// Whether most places are told wrongly.
    pub(crate) fn is_sunken(self) -> bool {
        self.sunk.is_some()
    }

    /// Where on the desktop a node is whose place is told as it is.
    pub fn right(self, told: Rect) -> Rect {
        self.measure.on_desktop(told)
    }

    /// Where on the desktop a node is whose place is told as wrongly as most.
    pub(crate) fn libreoffice_offset(self, told: Rect) -> Rect {
        let by = self.sunk.unwrap_or(Point { x: 0, y: 0 });
        let (x, y) = (told.x.saturating_add(by.x), told.y.saturating_add(by.y));
        self.measure.on_desktop(Rect { x, y, ..told })
    }
}
