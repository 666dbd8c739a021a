//! The session log's vocabulary: entries and events.

mod entry;
mod event;

pub use entry::{Clock, Entry, Projection, Stamp};
pub use event::{
    ActionId, Answer, DesktopInfo, Event, Moment, Note, Passage, PauseCause, Stage, StepNumber, Timing,
};
