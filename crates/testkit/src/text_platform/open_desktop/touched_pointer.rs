//! A user at a text desktop, who uses the pointer whenever a test says so.

use super::super::DesktopCounts;
use async_trait::async_trait;
use deskpilot_core::PauseCause;
use deskpilot_desktop::{PersonWatch, PlatformError};
use std::sync::Arc;

/// The pointer of the user at a text desktop.
pub(super) struct TouchedPointer(pub(super) Arc<DesktopCounts>);

#[async_trait]
impl PersonWatch for TouchedPointer {
    async fn touched(&mut self) -> Result<PauseCause, PlatformError> {
        self.0.touched.notified().await;
        Ok(PauseCause::Pointer)
    }
}
