//! Datasets made from the results of the dataflow.
//!
//! [`Dataset::read`] reads the records and logs of a run as trajectories. [`export()`] writes them as JSON Lines, Parquet, AgentNet
//! or ATIF, split by template; [`Statistics`] describes them. [`import_osworld`] makes raw tasks of another benchmark's.
//!
//! Logs are redacted as they are written, and so is everything that is made from them. Nothing here adds to what a log says.

mod error;
mod export;
mod import;
mod reading;
mod selection;
mod split;
mod statistics;
mod trajectory;

pub use error::ExportError;
pub use export::{ExportFormat, ExportOptions, ExportSummary, PicturePlacement, export};
pub use import::{NotImported, NotImportedReason, UntranslatedPart, import_osworld};
pub use reading::{Dataset, LeftOut, LeftOutReason, TrajectorySource};
pub use selection::{Duplicate, Selection};
pub use split::{BadFraction, HeldOutFraction, Split};
pub use statistics::{CountsOfFunction, CountsOfSplit, LeftOutRecord, Spread, Statistics};
pub use trajectory::{
    StepAction, StepScreenshot, StepSuccess, TargetControl, Trajectory, TrajectoryStep, TrajectoryTimes,
    Verdict,
};
