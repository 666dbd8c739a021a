//! What is seen: windows, controls, and views of them with their pictures.

mod ahead;
mod at;
mod control;
mod difference;
mod listed;
mod own_windows;
mod role;
mod stirred;
mod surprise;
mod view;
mod window;

pub use ahead::{CameUp, came_up, letters, named};
pub use at::{control_at, window_at};
pub use control::{Control, ControlId, Label, NodeId, Source, State, States};
pub use difference::{Changed, Difference, fingerprint};
pub use listed::Listed;
pub use own_windows::{new_window, own_windows, titled, to_follow};
pub use role::Role;
pub use surprise::{Expectation, Surprise};
pub use view::{AppView, BlobKind, BlobRef, DesktopView, Pictures, Truncation, View};
pub use window::{Application, Monitor, Window, WindowId, WindowState};
