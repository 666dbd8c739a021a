//! What is seen: windows, controls, and views of them with their pictures.

mod control;
mod difference;
mod listed;
mod role;
mod surprise;
mod view;
mod window;

pub use control::{Control, ControlId, Label, NodeId, Source, State, States};
pub use difference::{Changed, Difference, fingerprint};
pub use listed::Listed;
pub use role::Role;
pub use surprise::{Expectation, Surprise, new_window};
pub use view::{AppView, BlobKind, BlobRef, DesktopView, Pictures, Truncation, View};
pub use window::{Application, Monitor, Window, WindowId, WindowState};
