//! What is remembered: the entries of a session's log.

mod entry;
mod event;

pub use entry::{Clock, Entry, Projection, Stamp};
pub use event::{
    ActionId, Answer, DesktopInfo, Event, Moment, Note, Passage, PauseCause, Stage, StepNumber, Timing,
};
