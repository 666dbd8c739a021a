//! Whether a skill may run: by the consent stored with it, by a person's answer in this session, or after a
//! question to them.

use super::question::{consent_question, covers};
use crate::{NamedSkill, SkillConsent, SkillStore, skill::ConsentAnswer, template::Bindings};
use deskpilot_core::{Answer, Question};
use std::{
    collections::BTreeSet,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The person whose skills these are.
pub trait SkillOwner: Send + Sync {
    /// Whether somebody can answer a question now.
    fn is_present(&self) -> bool;

    /// Stores the person's answer with the skills of these names.
    fn keep(&self, names: &[String], consent: SkillConsent);
}

/// Whether a skill may run.
pub(super) enum Permission {
    /// It may.
    Granted,
    /// A person must answer this first.
    Ask(Question),
    /// It may not run, or nobody is there to ask.
    Denied,
}

/// What the person of a session was asked about skills, for all its deciders.
pub struct SkillConsents {
    owner: Box<dyn SkillOwner>,
    /// The questions of this process. Answers to other questions do not count: somebody else may have written
    /// the log.
    asked: Mutex<BTreeSet<String>>,
    /// The questions whose answers are already stored.
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

    /// Whether the skill may run, given these answers of the session.
    fn permission(&self, candidate: &Candidate<'_>, answers: &[Answer]) -> Permission {
        let mut asked = locked(&self.asked);
        let is_about =
            |it: &&Answer| asked.contains(&it.question) && covers(&it.question, &candidate.named.name);
        if let Some(reply) = answers.iter().rev().find(is_about) {
            let answer = ConsentAnswer::of(&reply.answer);
            self.keep(candidate, &reply.question, answer);
            return if answer.runs() { Permission::Granted } else { Permission::Denied };
        }
        if !self.owner.is_present() {
            return Permission::Denied;
        }
        let question = consent_question(candidate.named, candidate.values, &candidate.inner);
        asked.insert(question.clone());
        Permission::Ask(Question(question))
    }

    /// Stores an answer once, with the skills that nobody was asked about before.
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
    /// Whether the skill may run: a person started it, agreed before, or agrees now.
    pub(super) fn permission(
        &self,
        skills: &SkillStore,
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
