//! Delays a click that toolkits would merge with the previous one into a double click.

use deskpilot_core::Point;
use std::time::Duration;
use tokio::time::{Instant, sleep_until};

/// The time and distance in pixels within which toolkits see a double click: 400 ms and 5 pixels are usual.
const DOUBLE_CLICK: Duration = Duration::from_millis(450);
const NEAR: u32 = 8;

/// When and where the pointer last clicked.
#[derive(Debug, Default)]
pub(super) struct LastClick(Option<(Instant, Point)>);

impl LastClick {
    /// Waits until a click can no longer merge with the previous one: toolkits take two clicks at one place for a
    /// double click, and did not recognise a double click too soon after another click.
    pub(super) async fn avoid_double_click(&self, point: Point, count: u8) {
        let Some((at, before)) = self.0 else { return };
        let is_near = before.x.abs_diff(point.x) <= NEAR && before.y.abs_diff(point.y) <= NEAR;
        if is_near || count > 1 {
            sleep_until(at + DOUBLE_CLICK).await;
        }
    }

    /// Notes a click at this point, just now.
    pub(super) fn record(&mut self, point: Point) {
        self.0 = Some((Instant::now(), point));
    }
}
