//! Observations: windows, controls, and views of them with their pictures.

mod at;
mod changed_since_approval;
mod control;
mod deferred_target;
mod difference;
mod divergence;
mod expectation;
mod listed;
mod outline;
mod own_windows;
mod role;
mod view;
mod window;

pub use at::{control_at, window_at};
pub use control::{Control, ControlId, Label, NodeId, Source, State, States};
pub use deferred_target::{CameUp, came_up, letters, named};
pub use difference::{Changed, Difference, fingerprint};
pub use divergence::Divergence;
pub use expectation::Expectation;
pub use listed::Listed;
pub use outline::{Outline, is_container, is_in_front};
pub use own_windows::{new_window, own_windows, titled, to_follow};
pub use role::Role;
pub use view::{AppView, BlobKind, BlobRef, DesktopView, Pictures, Truncation, View};
pub use window::{Application, Monitor, Window, WindowId, WindowState};
