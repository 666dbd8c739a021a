//! Opens the document of a plan that asks for a password.

use super::{CommandPlan, DocumentPassword, PlanStop, StopKind};
use crate::{
    draft::{AppDraft, AppMove, HostDraft, HostMove},
    facts::{AppFacts, EndedSubtask, HostFacts},
    password_prompt::{self, PasswordPrompt},
    plan::launch_of,
};
use deskpilot_core::{NextStatus, SubtaskOutcome, TaskObject};

/// How far the opening of a document with a password is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Unlocking {
    /// No password was typed.
    #[default]
    NotBegun,
    /// The password was typed in the subtask with this index.
    Typed(usize),
    /// The document came up, or was opened again, so the plan waits for its window; these first subtasks only typed the password.
    Reopened(usize),
}

impl Unlocking {
    /// The AppAgent's draft in a window that asks for the password; `None` where it asks for none, or the plan leaves that to its
    /// steps.
    pub(super) fn next(
        &mut self,
        plan: &CommandPlan,
        facts: &AppFacts<'_>,
        ended: usize,
    ) -> Option<Result<AppDraft, PlanStop>> {
        if plan.password == DocumentPassword::OfSteps {
            return None;
        }
        let name = plan.object.name();
        let stop = |message| Err(PlanStop { step: None, kind: StopKind::NotOpened, message });
        let Some(prompt) = PasswordPrompt::of(facts) else {
            let is_shown = facts.window.title.contains(name);
            if *self == Unlocking::Typed(ended) {
                let secret = secret_of(plan, facts);
                if let Some((secret, says)) =
                    secret.zip(password_prompt::message(facts)).filter(|_| !is_shown)
                {
                    return Some(stop(format!("the secret {secret} does not open {name}: {says:?}")));
                }
                // Where another window came up, and not the document's, opening that again waits for it.
                if !is_shown {
                    return Some(Ok(AppDraft::new(AppMove::Finish, "The password was typed.")));
                }
                *self = Unlocking::Reopened(ended);
            }
            let is_other = matches!(self, Unlocking::Reopened(_)) && !is_shown;
            let shown =
                || stop(format!("{name} did not open with its password: {} is there", facts.window_name()));
            return is_other.then(shown);
        };
        if let (TaskObject::File(_), Some(other)) = (&plan.object, prompt.other_file(name)) {
            let window = facts.window_name();
            return Some(stop(format!(
                "{window} asks for the password of {other}, not of {name}: none was typed"
            )));
        }
        Some(match (secret_of(plan, facts), *self) {
            (None, _) => Ok(password_prompt::asking(password_prompt::question(name))),
            (Some(secret), Unlocking::NotBegun) => {
                *self = Unlocking::Typed(ended);
                Ok(prompt.typing(secret, NextStatus::Finish))
            }
            (Some(secret), _) => {
                stop(format!("{name} still asks for a password: the secret {secret} does not open it"))
            }
        })
    }

    /// The HostAgent's draft after the password was typed: it opens the document once more, which waits for its window.
    pub(super) fn reopened<'s>(
        &mut self,
        plan: &CommandPlan,
        facts: &HostFacts<'s>,
    ) -> Option<HostDraft<'s>> {
        let Unlocking::Typed(index) = *self else { return None };
        let ended = facts.subtasks.get(index)?;
        if !ended.is_finished() && !matches!(ended.outcome, SubtaskOutcome::WindowGone(_)) {
            return None;
        }
        *self = Unlocking::Reopened(facts.subtasks.len());
        // LibreOffice asks once more for the password of a workbook of Excel that is opened twice.
        if facts.windows.iter().any(|it| it.title.starts_with(plan.object.name())) {
            return None;
        }
        let launch = HostMove::Open(launch_of(&plan.object));
        Some(HostDraft::new(launch, "The password was typed: the document is to come."))
    }

    /// The last subtask that was about the plan, not about the password.
    pub(super) fn last_of_plan<'f, 's>(self, facts: &'f HostFacts<'s>) -> Option<&'f EndedSubtask<'s>> {
        let first = match self {
            Unlocking::Reopened(count) => count,
            Unlocking::NotBegun | Unlocking::Typed(_) => 0,
        };
        facts.subtasks.get(first..).and_then(<[_]>::last)
    }
}

/// The secret with the password: the one that the plan names, or that the user named.
fn secret_of<'f>(plan: &'f CommandPlan, facts: &'f AppFacts<'_>) -> Option<&'f str> {
    match &plan.password {
        DocumentPassword::Secret(name) => Some(name),
        DocumentPassword::Asked | DocumentPassword::OfSteps => {
            password_prompt::answered_secret(facts.board, &password_prompt::question(plan.object.name()))
        }
    }
}

/// A draft that ends the plan for this reason.
pub(super) fn stopped(stop: &PlanStop) -> AppDraft {
    AppDraft::new(AppMove::Fail, "The document cannot be opened.").with_comment(stop.message.clone())
}
