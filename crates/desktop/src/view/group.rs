//! Controls of one role in one container.

use deskpilot_core::Role;

/// The container, `None` for the window itself, and the role.
pub(super) type Group = (Option<usize>, Role);
