//! What a session teaches: after its end, what it did becomes skills, which later sessions follow without a model, and
//! experience, which their agents are shown.

use crate::{
    Config, Environment, ExperienceKept, RuntimeError, SaveExperience, SkillUse, UsageError, check_unexposed,
    experience::{ExperienceLessons, keep_experience},
    learned_folder::{locked, missing_is_usage, subtask_text},
};
use deskpilot_core::{Assessment, Entry, Projection, Verdict};
use deskpilot_learning::{
    DecidedBy, NotCompiled, PROVEN_RUNS, RoundTrajectory, Skill, SkillConsent, SkillStore, Trajectories,
    request_skill, subtask_skill,
};
use std::{path::PathBuf, sync::Arc};

/// How a line begins that says what was learned.
pub const LEARNED: &str = "learned: ";

/// What a session taught.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SessionLessons {
    /// The skills.
    pub(crate) skills: Lessons,
    /// The experience.
    pub(crate) experience: ExperienceLessons,
}

/// The skills that a session taught.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lessons {
    /// The names of the skills, and how often each has succeeded.
    pub skills: Vec<(String, u32)>,
    /// What became no skill, and why.
    pub left_out: Vec<String>,
}

impl Lessons {
    /// What a person may want to know: which skills can run once they agree.
    pub fn news(&self) -> impl Iterator<Item = String> {
        let fresh = self.skills.iter().filter(|(_, runs)| *runs == PROVEN_RUNS);
        fresh.map(|(name, runs)| {
            format!("{LEARNED}{name} succeeded {runs} times (`deskpilot skills show {name}`)")
        })
    }
}

/// The folder of the user's skills; `None` if the user has no data folder.
pub fn skills_folder(environment: &Environment) -> Option<PathBuf> {
    environment.data_folder().map(|it| it.join("skills"))
}

/// The user's skills.
///
/// # Errors
/// There is no data folder, others can change the skills, or they cannot be read.
pub fn skill_store(environment: &Environment) -> Result<SkillStore, RuntimeError> {
    let Some(folder) = skills_folder(environment) else {
        let variable = environment.home_variable();
        return Err(UsageError(format!("skills need a home folder: set {variable}")).into());
    };
    check_unexposed(&folder, environment)?;
    Ok(SkillStore::open(&folder)?)
}

/// The user's skills, if the settings allow following them and there are any.
///
/// # Errors
/// Others can change the skills, or they cannot be read.
pub(crate) fn skills_in_use(config: &Config) -> Result<Option<Arc<SkillStore>>, RuntimeError> {
    let SkillUse::On(shared) = &config.skills else { return Ok(None) };
    shared.read_with(|| match skills_folder(&config.environment).is_some_and(|it| it.exists()) {
        true => skill_store(&config.environment).map(|it| Some(Arc::new(it))),
        false => Ok(None),
    })
}

/// Keeps what the session with these entries taught, as far as the settings and its log say that it did. Only what checks or an
/// evaluation called right becomes skills and experience. Of the rest, at most facts about the application are kept.
///
/// # Errors
/// A folder of what was learned cannot be read, written or locked.
pub(crate) fn learn_if_wanted(config: &Config, entries: &[Entry]) -> Result<SessionLessons, RuntimeError> {
    let done = Trajectories::of(entries);
    let environment = &config.environment;
    let skills = match lesson(config, &done) {
        Lesson::Nothing => return Ok(SessionLessons::default()),
        Lesson::Facts => {
            let experience = keep_experience(environment, &done, ExperienceKept::Facts)?;
            return Ok(SessionLessons { skills: Lessons::default(), experience });
        }
        Lesson::WhatWorked => keep(environment, &done)?,
    };
    Ok(SessionLessons {
        skills,
        experience: keep_experience(environment, &done, ExperienceKept::Everything)?,
    })
}

/// What a session teaches by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lesson {
    Nothing,
    /// What the application is like.
    Facts,
    /// What it did was right.
    WhatWorked,
}

/// What the session teaches, as far as the settings and those who judged it say. That every effect was seen says what happened, and
/// not that it was right.
fn lesson(config: &Config, done: &Trajectories) -> Lesson {
    let is_wanted = matches!(config.save_experience, SaveExperience::Always | SaveExperience::Auto);
    if !is_wanted || done.decided_by == DecidedBy::Program {
        return Lesson::Nothing;
    }
    let last = done.rounds.last().and_then(|it| it.verdict.as_ref());
    match (done.judgement, last) {
        (Some(Assessment::Yes), Some(Verdict::Finished(_))) => Lesson::WhatWorked,
        _ => Lesson::Facts,
    }
}

/// Makes skills of what the session with these entries did, because a person called it right, and keeps them.
///
/// # Errors
/// The folder of skills cannot be read, written or locked.
pub fn learn(environment: &Environment, entries: &[Entry]) -> Result<Lessons, RuntimeError> {
    keep(environment, &Trajectories::of(entries))
}

fn keep(environment: &Environment, done: &Trajectories) -> Result<Lessons, RuntimeError> {
    let mut lessons = Lessons::default();
    let mut skills = Vec::new();
    for (number, round) in (0..).zip(&done.rounds) {
        let source = format!("{} round {number}", done.task);
        for subtask in &round.subtasks {
            let compiled = subtask_skill(subtask, &source);
            take(compiled, &subtask_text(subtask), &mut skills, &mut lessons);
        }
        take(request_skill(round, &source), &request_text(round), &mut skills, &mut lessons);
    }
    lessons.skills = keep_skills(environment, skills)?;
    Ok(lessons)
}

/// Keeps these skills. Returns their names, and how often each has succeeded.
///
/// # Errors
/// The folder of skills cannot be read, written or locked.
pub fn keep_skills(
    environment: &Environment,
    skills: impl IntoIterator<Item = Skill>,
) -> Result<Vec<(String, u32)>, RuntimeError> {
    let mut skills = skills.into_iter().peekable();
    if skills.peek().is_none() {
        return Ok(Vec::new());
    }
    let folder = skills_folder(environment).ok_or_else(|| no_home(environment))?;
    let _lock = locked(&folder)?;
    let mut library = skill_store(environment)?;
    let mut kept = Vec::new();
    for skill in skills {
        let name = library.learn(skill)?;
        let runs = library.skill(&name)?.skill.runs;
        kept.push((name, runs));
    }
    Ok(kept)
}

/// Keeps with these skills whether they may run by themselves.
///
/// # Errors
/// One of them is missing, or the folder of skills cannot be read, written or locked.
pub fn set_skill_consent(
    environment: &Environment,
    names: &[String],
    consent: SkillConsent,
) -> Result<(), RuntimeError> {
    let folder = skills_folder(environment).ok_or_else(|| no_home(environment))?;
    let _lock = locked(&folder)?;
    let mut library = skill_store(environment)?;
    names.iter().try_for_each(|it| library.set_consent(it, consent)).map_err(missing_is_usage)
}

fn no_home(environment: &Environment) -> RuntimeError {
    RuntimeError::NoHomeForSkills(environment.home_variable())
}

fn take(compiled: Result<Skill, NotCompiled>, what: &str, skills: &mut Vec<Skill>, lessons: &mut Lessons) {
    match compiled {
        Ok(skill) => skills.push(skill),
        Err(why) => lessons.left_out.push(format!("{what}: {why}")),
    }
}

fn request_text(round: &RoundTrajectory) -> String {
    format!("the request {:?}", round.request)
}

/// Removes the skill of this name.
///
/// # Errors
/// There is none, or the folder of skills cannot be read, written or locked.
pub fn forget_skill(environment: &Environment, name: &str) -> Result<(), RuntimeError> {
    let folder = skills_folder(environment).ok_or_else(|| no_home(environment))?;
    // A session that learns at this moment has read the skill, and could write it again.
    let _lock = locked(&folder)?;
    let mut library = skill_store(environment)?;
    library.forget(name).map_err(missing_is_usage)
}
