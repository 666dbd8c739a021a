//! What is seen: windows, controls, and views of them with their pictures.

mod control;
mod role;
mod view;
mod window;

pub use control::{Control, ControlId, Label, NodeId, Source, State, States};
pub use role::Role;
pub use view::{AppView, BlobKind, BlobRef, DesktopView, Pictures, Truncation, View};
pub use window::{Application, Window, WindowId, WindowState};
