//! Keeps the last reading of an application without a mirror, as long as the application sends no event and draws nothing.

use super::window_group::WindowGroup;
use super::windows::WindowScene;
use deskpilot_atspi::TreeSnapshot;
use deskpilot_core::WindowId;
use deskpilot_desktop::Budget;
use deskpilot_x11::DamageWatch;
use std::time::Duration;
use tokio::time::Instant;

/// The longest time to keep a reading: applications drop nodes that nobody has asked for during 15 s.
const KEPT: Duration = Duration::from_secs(5);

/// The last reading, and the watch that tells when its application draws.
#[derive(Debug, Default)]
pub(super) struct KeptReadings {
    pub(super) last: Option<Box<KeptReading>>,
    pub(super) drawing: Option<WindowDrawing>,
}

/// A reading, and what its application had sent and drawn by then.
#[derive(Debug)]
pub(super) struct KeptReading {
    pub(super) window: WindowId,
    pub(super) scene: WindowScene,
    pub(super) group: WindowGroup,
    pub(super) snapshot: TreeSnapshot,
    pub(super) controls: usize,
    pub(super) activity: Activity,
    pub(super) at: Instant,
}

/// The watch of one program's windows.
#[derive(Debug)]
pub(super) struct WindowDrawing {
    pub(super) windows: Vec<u32>,
    pub(super) watch: DamageWatch,
}

/// How many events an application has sent, and how often it has drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Activity {
    pub(super) events: u64,
    pub(super) drawings: u64,
}

impl KeptReading {
    /// Whether a look at this window with this budget would read the same nodes.
    pub(super) fn answers(&self, id: WindowId, budget: Budget) -> bool {
        self.window == id && self.controls == budget.controls && self.at.elapsed() < KEPT
    }
}
