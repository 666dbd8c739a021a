//! What sessions teach: trajectories read from their logs, and skills that do again without a model what succeeded before.

mod control_identity;
mod error;
mod offer;
mod shelf;
mod skill;
mod skilled;
mod template;
mod trajectory;

pub use control_identity::ControlIdentity;
pub use error::LearningError;
pub use offer::SkillOffers;
pub use shelf::{NamedSkill, SkillShelf};
pub use skill::{
    EffectKind, ExpectedEffect, NotCompiled, PROVEN_RUNS, SKILL_FORMAT, ShownControl, Skill, SkillLaunch,
    SkillStep, SkillSubtask, WindowCondition, quoted, request_skill, subtask_skill,
};
pub use skilled::{SkillAlone, Skilled};
pub use template::{Bindings, Template, with_parameters};
pub use trajectory::{RoundTrajectory, SubtaskTrajectory, Trajectories, TrajectoryStep};
