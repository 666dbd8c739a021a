//! The session log's vocabulary: entries and events.

mod entry;
mod event;
mod first_content;
mod origin;
mod timestamp;

pub use entry::{Entry, Projection};
pub use event::{
    ActionId, Answer, DesktopInfo, Event, Note, Passage, PauseCause, ScreenshotMoment, Stage, StepNumber,
    Timing,
};
pub use first_content::FirstContent;
pub use origin::LogOrigin;
pub use timestamp::{Clock, Timestamp};
