//! Waits for what an action does: what was seen before it, when its application has handled it and is still, and the look after it.

pub(in crate::desktop) mod baseline;
pub(in crate::desktop) mod catching_up;
pub(in crate::desktop) mod handled;
pub(in crate::desktop) mod idleness;
pub(in crate::desktop) mod lag;
pub(in crate::desktop) mod look_after;
pub(in crate::desktop) mod settle;
mod wait_limit;
