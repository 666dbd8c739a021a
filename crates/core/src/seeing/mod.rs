//! Observations: windows, controls, and views of them with their pictures.

mod application_windows;
mod awaited_text;
mod cell_address;
mod cell_range;
mod changed_since_approval;
mod control;
mod control_line;
mod control_match;
mod deferred_target;
mod difference;
mod divergence;
mod excerpt;
mod expectation;
mod followed_point;
mod hit_test;
mod outline;
mod property_change;
mod role;
mod view;
mod window;

pub use application_windows::{
    new_window, shows_unsaved_work, window_by_title, window_to_follow, window_to_switch_to,
    windows_of_application, windows_of_applications,
};
pub use awaited_text::AwaitedText;
pub use cell_address::{CellAddress, is_cell_address};
pub use cell_range::{CellRange, CellRanges};
pub use control::{Control, ControlId, ControlSource, Label, MANY_CELLS, NodeId, State, States, is_expander};
pub use control_line::ControlLine;
pub use control_match::{
    ControlDescription, NameRule, best_ranked, folded_name, has_words, is_same_name, normalized_name,
};
pub use deferred_target::{DeferredMatch, MatchedBy, match_deferred, nearest_controls, parse_deferred};
pub use difference::{ControlChange, Difference, fingerprint};
pub use divergence::Divergence;
pub use excerpt::Excerpt;
pub use expectation::Expectation;
pub use hit_test::{control_at, pressed_at, window_at};
pub use outline::{Outline, is_container, is_in_front};
pub use property_change::PropertyChange;
pub use role::{Role, RoleListing};
pub use view::{
    AppView, BeyondView, BlobKind, BlobRef, DesktopView, FolderListing, Pictures, Truncation, View,
};
pub use window::{Application, Monitor, Window, WindowId, WindowState};
