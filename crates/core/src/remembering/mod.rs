//! The session log's vocabulary: entries and events.

mod entry;
mod event;
mod origin;

pub use entry::{Clock, Entry, Projection, Timestamp};
pub use event::{
    ActionId, Answer, DesktopInfo, Event, Note, Passage, PauseCause, ScreenshotMoment, Stage, StepNumber,
    Timing,
};
pub use origin::LogOrigin;
