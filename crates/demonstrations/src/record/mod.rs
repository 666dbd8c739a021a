//! Watches a person at a desktop, and writes down the steps.
//!
//! [`Recorder`] looks at the windows whenever their applications report a change, and joins what it sees with
//! the input. `Grouping`, which is pure, makes the steps. What a field holds is read from the application and
//! never put together from the keys; for fields that hide their text, neither the text nor a picture is kept.

mod draft;
mod effect;
mod grouping;
mod keyboard;
mod pictures;
mod pointer;
mod recorder;
mod scene;
#[cfg(test)]
mod tests;

pub use recorder::{EndOfRecording, Progress, Recorder, Recording};
