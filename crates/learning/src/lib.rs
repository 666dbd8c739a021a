//! What sessions teach: trajectories read from their logs, skills that do again without a model what succeeded before, and
//! experience that agents are shown.

mod control_identity;
mod error;
mod experience;
#[cfg(test)]
mod fixtures;
mod record_folder;
mod skill;
mod skill_offers;
mod skill_store;
mod skilled;
mod template;
mod trajectory;

pub use control_identity::ControlIdentity;
pub use error::LearningError;
pub use experience::{
    ExampleReply, Experience, ExperienceKind, ExperienceSource, ExperienceStore, NamedExperience, NotLearned,
    RecordOrigin, read_experience, subtask_experience, subtask_facts, subtask_warning,
};
pub use skill::{
    Dependence, EffectKind, ExpectedEffect, NotCompiled, PROVEN_RUNS, SKILL_FORMAT, ShownControl, Skill,
    SkillConsent, SkillLaunch, SkillStep, SkillSubtask, WindowCondition, quoted, request_skill,
    subtask_skill,
};
pub use skill_offers::SkillOffers;
pub use skill_store::{NamedSkill, SkillStore};
pub use skilled::{SkillAlone, SkillConsents, SkillOwner, Skilled, is_consent_question};
pub use template::{Bindings, Template, with_parameters};
pub use trajectory::{
    DecidedBy, RoundTrajectory, SubtaskStep, SubtaskTrajectory, Trajectories, is_language_model,
};
