//! What a browser reports of the page that it shows.

use super::DetectedElement;
use crate::DesktopError;
use async_trait::async_trait;
use deskpilot_core::{BeyondView, Point, Rect, Window};
use std::time::Duration;

/// The time limit for each method of [`PageElements`]: a busy page costs a look no more.
pub const PAGE_TIMEOUT: Duration = Duration::from_millis(500);

/// The elements of the page in a window. `page` is where the window shows the page.
#[async_trait]
pub trait PageElements: Send {
    /// The elements that react to clicks and that the accessibility tree lacks, or has without a name, each at its place on the
    /// desktop, and how many controls are out of view. Asked at every look, with [`PAGE_TIMEOUT`] as the limit; empty where it knows
    /// of no page.
    ///
    /// # Errors
    /// The page does not answer.
    async fn elements(&mut self, window: &Window, page: Rect) -> Result<PageReading, DesktopError>;

    /// What the page has at a point of the desktop now, with the same limit.
    ///
    /// # Errors
    /// The page does not answer.
    async fn element_at(
        &mut self,
        window: &Window,
        page: Rect,
        point: Point,
    ) -> Result<PageHit, DesktopError>;
}

/// What a browser reports of the page that a window shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PageReading {
    /// The elements that the accessibility tree lacks, or has without a name.
    pub elements: Vec<DetectedElement>,
    /// The controls that are out of view.
    pub beyond: BeyondView,
}

/// What a page has at a point.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum PageHit {
    /// Nobody knows.
    #[default]
    Unknown,
    /// Nothing that reacts to clicks.
    Nothing,
    /// This element, which takes a click there.
    Element(DetectedElement),
}
