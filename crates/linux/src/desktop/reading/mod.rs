//! Reads the controls of a window: finds one again, keeps what need not be read twice, takes the looks by which an action is judged.

pub(in crate::desktop) mod find_again;
pub(in crate::desktop) mod given_looks;
pub(in crate::desktop) mod known_bindings;
pub(in crate::desktop) mod known_windows;
mod longer_look;
pub(in crate::desktop) mod proof_value;
pub(in crate::desktop) mod reader;
pub(in crate::desktop) mod reading_cache;
pub(in crate::desktop) mod recent_actions;
pub(in crate::desktop) mod recent_controls;
pub(in crate::desktop) mod window_reading;
pub(in crate::desktop) mod window_snapshot;
