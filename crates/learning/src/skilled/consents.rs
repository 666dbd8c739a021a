//! Whether a skill may go on: what is kept with it, what a person answered in this session, or a question to them.

use crate::{
    NamedSkill, SkillConsent, SkillShelf,
    skill::{ConsentAnswer, consent_question, covers},
    template::Bindings,
};
use deskpilot_core::{Answer, Question};
use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, PoisonError},
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

/// Who is asked, and whose answers were kept.
pub(super) struct Consents {
    owner: Option<Arc<dyn SkillOwner>>,
    kept: Mutex<BTreeSet<String>>,
}

/// A skill that would run, with the values of its parameters, and those for its subtasks.
pub(super) struct Candidate<'s> {
    pub(super) named: &'s NamedSkill,
    pub(super) values: &'s Bindings,
    pub(super) inner: Vec<Option<(&'s NamedSkill, Bindings)>>,
}

impl Consents {
    pub(super) fn of(owner: Option<Arc<dyn SkillOwner>>) -> Consents {
        Consents { owner, kept: Mutex::default() }
    }

    /// Whether the skill may go on, after these answers of the session.
    pub(super) fn permission(
        &self,
        skills: &SkillShelf,
        candidate: &Candidate<'_>,
        answers: &[Answer],
    ) -> Permission {
        if skills.is_by_name() || candidate.skills().all(|it| it.skill.consent == SkillConsent::Always) {
            return Permission::Granted;
        }
        let name = &candidate.named.name;
        if let Some(said) = answers.iter().rev().find(|it| covers(&it.question, name)) {
            let answer = ConsentAnswer::of(&said.answer);
            self.keep(candidate, &said.question, answer);
            return if answer.runs() { Permission::Granted } else { Permission::Denied };
        }
        match self.owner.as_ref().is_some_and(|it| it.is_present()) {
            true => Permission::Ask(Question(consent_question(candidate.named, candidate.values, &candidate.inner))),
            false => Permission::Denied,
        }
    }

    /// Keeps an answer once, with the skills that nobody was asked about before.
    fn keep(&self, candidate: &Candidate<'_>, question: &str, answer: ConsentAnswer) {
        let (Some(owner), Some(consent)) = (&self.owner, answer.consent()) else { return };
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.insert(question.to_owned()) {
            let unasked = candidate.skills().filter(|it| it.skill.consent.is_unasked());
            let names: Vec<String> = unasked.map(|it| it.name.clone()).collect();
            owner.keep(&names, consent);
        }
    }
}

impl<'s> Candidate<'s> {
    fn skills(&self) -> impl Iterator<Item = &'s NamedSkill> {
        std::iter::once(self.named).chain(self.inner.iter().flatten().map(|(it, _)| *it))
    }
}
