//! What a browser reports of the page that it shows.

use super::DetectedElement;
use crate::DesktopError;
use async_trait::async_trait;
use deskpilot_core::{Point, Rect, Window};
use std::time::Duration;

/// The time limit for each method of [`PageElements`]: a busy page costs a look no more.
pub const PAGE_TIMEOUT: Duration = Duration::from_millis(500);

/// The elements of the page in a window. `page` is where the window shows the page.
#[async_trait]
pub trait PageElements: Send {
    /// The elements that react to clicks and that the accessibility tree lacks, each at its place on the desktop. Asked at every
    /// look, with [`PAGE_TIMEOUT`] as the limit; empty where it knows of no page.
    ///
    /// # Errors
    /// The page does not answer.
    async fn elements(&mut self, window: &Window, page: Rect) -> Result<Vec<DetectedElement>, DesktopError>;

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
