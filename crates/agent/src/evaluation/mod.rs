//! The EvaluationAgent: judges whether the request is fulfilled, from evidence and not from the agents' own words.

mod pictures;
mod prompt;
mod reply;

use crate::{AgentError, ModelDecider, Session, rejections::Rejections, session_parts::SessionParts};
use deskpilot_core::{Assessment, CheckResult, EvaluationLevel, Event, Prompt};
use deskpilot_deciders::{Attempt, DeciderError};
use reply::Judgement;

/// The reason of an unsure judgement when the settings name a program as the model.
const NO_JUDGE: &str = "it could not be judged: a program acts and does not judge; name a language model in the \
                        setting model.judge";

/// Who judges when the checks do not decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judge {
    /// The EvaluationAgent's model.
    Model,
    /// Nobody: the judgement is then unsure.
    ChecksOnly,
}

impl Session {
    /// Judges the session and records the judgement. The checks decide if they can. Otherwise the model judges from the
    /// request, the operations, the pictures and the checks; it never sees what the agents say about themselves.
    pub async fn judge(&mut self, checks: Vec<CheckResult>, judge: Judge) -> Result<Assessment, AgentError> {
        self.record(Event::Judging { level: EvaluationLevel::Session })?;
        let from_checks = by_checks(&checks);
        let judgement = match (from_checks, judge) {
            (Some(judgement), _) => judgement,
            (None, Judge::Model) => self.by_model(&checks).await?,
            (None, Judge::ChecksOnly) => Judgement::unsure("no check decides, and no model was asked"),
        };
        let Judgement { complete, reason, sub_scores } = judgement;
        self.record(Event::Judged { complete, reason, sub_scores, level: EvaluationLevel::Session, checks })?;
        Ok(complete)
    }

    async fn by_model(&mut self, checks: &[CheckResult]) -> Result<Judgement, AgentError> {
        let Some(judge) = self.parts.deciders.judge.clone() else {
            return Ok(Judgement::unsure(NO_JUDGE));
        };
        let (limits, images) = (judge.client().pictures(), self.parts.options.images);
        let performance = self.ledger().evaluation.clone();
        let shown = pictures::load(&performance, images, limits, self.parts.journal.log.as_mut()).await?;
        let mut rejections = Rejections::new(self.parts.options.complaints);
        loop {
            let (performance, view) = (&self.ledger().evaluation, judge.view());
            let prompt = prompt::prompt(performance, view, checks, shown.clone(), rejections.complaint());
            let replied = self.reply(&judge, prompt, rejections.attempt()).await?;
            let rejected = match replied.and_then(|text| Ok(reply::read(&text)?)) {
                Ok(judgement) => return Ok(judgement),
                Err(error) => rejections.add(error),
            };
            if let Some(complaint) = rejected.complaint {
                self.record(Event::Rejected { complaint })?;
            }
            if let Some(enough) = rejected.enough {
                return Ok(Judgement::unsure(&format!("it could not be judged: {enough}")));
            }
        }
    }

    /// Asks the judge and records the call.
    async fn reply(
        &mut self,
        judge: &ModelDecider,
        prompt: Prompt,
        attempt: Attempt,
    ) -> Result<Result<String, DeciderError>, AgentError> {
        let SessionParts { journal, world, .. } = &mut self.parts;
        let (_, mut recorder) = journal.split_for_decider();
        let answered = world.wait_for(judge.client().ask(prompt, attempt, &mut recorder)).await;
        let writing = recorder.finish();
        journal.settle(writing)?;
        Ok(answered?)
    }
}

/// The judgement of the checks alone: no if one fails, yes if all hold, else `None`.
fn by_checks(checks: &[CheckResult]) -> Option<Judgement> {
    let all = |word| !checks.is_empty() && checks.iter().all(|it| it.holds == word);
    let failed = checks.iter().find(|it| it.holds == Assessment::No);
    let (complete, reason) = match failed {
        Some(it) => (Assessment::No, format!("{}: {}", it.check, it.found)),
        None if all(Assessment::Yes) => (Assessment::Yes, format!("all {} checks hold", checks.len())),
        None => return None,
    };
    let sub_scores = checks.iter().map(|it| (it.check.clone(), it.holds)).collect();
    Some(Judgement { complete, reason, sub_scores })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_that_fails_decides_and_so_do_all_that_hold() {
        use Assessment::{No, Unsure, Yes};
        for (holds, expected) in [
            (&[][..], None),
            (&[Yes], Some(Yes)),
            (&[Yes, No], Some(No)),
            (&[Unsure, No], Some(No)),
            (&[Yes, Unsure], None),
            (&[Unsure], None),
        ] {
            let check =
                |holds: &Assessment| CheckResult { check: "c".into(), holds: *holds, found: "f".into() };
            let checks: Vec<CheckResult> = holds.iter().map(check).collect();
            assert_eq!(by_checks(&checks).map(|it| it.complete), expected, "{holds:?}");
        }
    }
}
