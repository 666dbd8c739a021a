//! Whether a skill may go on: what is kept with it, what a person answered in this session, or a question to them.

use super::question::{consent_question, covers};
use crate::{NamedSkill, SkillConsent, SkillShelf, skill::ConsentAnswer, template::Bindings};
use deskpilot_core::{Answer, Question};
use std::{
    collections::BTreeSet,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The person whose skills these are.
pub trait SkillOwner: Send + Sync {
    /// Whether somebody can answer a question now.
    fn is_present(&self) -> bool;

    /// Keeps with the skills of these names what the person said of them.
    fn keep(&self, names: &[String], consent: SkillConsent);
}

/// Whether a skill may go on.
pub(super) enum Permission {
    /// It may.
    Granted,
    /// A person has to be asked this.
    Ask(Question),
    /// It may not, or nobody is there to ask.
    Denied,
}

/// What the person of a session was asked about skills, for all its deciders.
pub struct SkillConsents {
    owner: Box<dyn SkillOwner>,
    /// The questions of this process. A log that somebody else wrote may have answers to others.
    asked: Mutex<BTreeSet<String>>,
    /// Those of them whose answers were kept.
    kept: Mutex<BTreeSet<String>>,
}

/// A skill that would run, with the values of its parameters, and those for its subtasks.
pub(super) struct Candidate<'s> {
    pub(super) named: &'s NamedSkill,
    pub(super) values: &'s Bindings,
    pub(super) inner: Vec<Option<(&'s NamedSkill, Bindings)>>,
}

impl SkillConsents {
    /// Asks this person.
    pub fn of(owner: impl SkillOwner + 'static) -> SkillConsents {
        SkillConsents { owner: Box::new(owner), asked: Mutex::default(), kept: Mutex::default() }
    }

    /// Whether the skill may go on, after these answers of the session.
    fn permission(&self, candidate: &Candidate<'_>, answers: &[Answer]) -> Permission {
        let mut asked = locked(&self.asked);
        let is_about =
            |it: &&Answer| asked.contains(&it.question) && covers(&it.question, &candidate.named.name);
        if let Some(said) = answers.iter().rev().find(is_about) {
            let answer = ConsentAnswer::of(&said.answer);
            self.keep(candidate, &said.question, answer);
            return if answer.runs() { Permission::Granted } else { Permission::Denied };
        }
        if !self.owner.is_present() {
            return Permission::Denied;
        }
        let question = consent_question(candidate.named, candidate.values, &candidate.inner);
        asked.insert(question.clone());
        Permission::Ask(Question(question))
    }

    /// Keeps an answer once, with the skills that nobody was asked about before.
    fn keep(&self, candidate: &Candidate<'_>, question: &str, answer: ConsentAnswer) {
        let Some(consent) = answer.consent() else { return };
        if locked(&self.kept).insert(question.to_owned()) {
            let unasked = candidate.skills().filter(|it| it.skill.consent.is_unasked());
            let names: Vec<String> = unasked.map(|it| it.name.clone()).collect();
            self.owner.keep(&names, consent);
        }
    }
}

impl Candidate<'_> {
    /// Whether the skill may go on: a person started it, agreed before, or says so now.
    pub(super) fn permission(
        &self,
        skills: &SkillShelf,
        consents: Option<&SkillConsents>,
        answers: &[Answer],
    ) -> Permission {
        if skills.is_by_name() || self.skills().all(|it| it.skill.consent == SkillConsent::Always) {
            return Permission::Granted;
        }
        consents.map_or(Permission::Denied, |it| it.permission(self, answers))
    }
}

fn locked(set: &Mutex<BTreeSet<String>>) -> MutexGuard<'_, BTreeSet<String>> {
    set.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'s> Candidate<'s> {
    fn skills(&self) -> impl Iterator<Item = &'s NamedSkill> {
        std::iter::once(self.named).chain(self.inner.iter().flatten().map(|(it, _)| *it))
    }
}
