//! Human demonstrations: what a person showed in an application, as steps that people can read and change, that Deskpilot can follow
//! without a model, and that agents can learn from.
//!
//! [`record`] watches a person, [`import`] reads the archives of the Steps Recorder of Windows, [`Store`] keeps both as folders of
//! plain files. [`plan`] makes a plan file from the steps, [`skills`] makes skills, which take other values, [`Demonstration::record`]
//! and [`Demonstration::passages`] make what agents can be shown.

mod demonstration;
mod error;
#[cfg(any(test, fuzzing))]
pub mod fuzz;
pub mod import;
pub mod plan;
pub mod record;
mod sentence;
mod skill;
mod step_change;
mod store;
mod summary;

pub use demonstration::{
    Action, AppUse, ControlIdentity, Demonstration, Picture, PictureKind, Pictures, Seen, Source, Step,
    WheelTurn,
};
pub use error::DemonstrationError;
pub use skill::skills;
pub use step_change::StepChange;
pub use store::{Store, Summary, free_name, read_steps};
pub use summary::{Example, ExperienceRecord};
