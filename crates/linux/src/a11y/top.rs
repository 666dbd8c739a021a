//! A window of an application, and how places are told in it.

use super::forest::Shown;
use super::node::NodeRef;
use super::sunken::Sunken;
use deskpilot_core::{Point, Rect};

/// A window of an application, as the start of a read.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Top {
    /// Its node.
    pub(crate) node: NodeRef,
    /// Where its application's coordinates begin.
    pub(crate) origin: Point,
    /// What of it is on the desktop; nothing outside is listed.
    pub(crate) rect: Rect,
    /// How its nodes say that they are shown.
    pub(crate) shown: Shown,
    /// The part of it whose places are told wrongly.
    pub(crate) sunken: Option<Sunken>,
}

impl Top {
    /// How places are told in the part of the window that has these nodes around it.
    pub(crate) fn ground<'a>(&self, mut around: impl Iterator<Item = &'a NodeRef>) -> Ground {
        let sunken = self.sunken.as_ref().filter(|it| around.any(|node| *node == it.pane));
        Ground { origin: self.origin, shown: self.shown, sunk: sunken.map(|it| it.by) }
    }
}

/// How places are told in a part of a window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ground {
    /// Where its application's coordinates begin.
    pub(crate) origin: Point,
    /// How its nodes say that they are shown.
    pub(crate) shown: Shown,
    /// How far from where they are told most of its nodes are.
    sunk: Option<Point>,
}

impl Ground {
    /// Whether most places are told wrongly.
    pub(crate) fn is_sunken(self) -> bool {
        self.sunk.is_some()
    }

    /// Where the coordinates of those begin.
    pub(crate) fn sunken(self) -> Point {
        let by = self.sunk.unwrap_or(Point { x: 0, y: 0 });
        Point { x: self.origin.x + by.x, y: self.origin.y + by.y }
    }
}
