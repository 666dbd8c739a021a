//! The user of a session at which nobody sits.

use async_trait::async_trait;
use deskpilot_agent::{Confirmation, User, UserAbsent};
use deskpilot_core::{Answer, Consent, PauseCause, Question, fold::QuestionId};

/// What is answered to every question.
const ANSWER: &str = "Nobody is here to answer: decide by what you see, or end with FAIL.";

/// Answers every question alike, and says yes to nothing: what may be done without asking is for the policy to say.
pub struct Nobody;

#[async_trait]
impl User for Nobody {
    async fn ask(&mut self, _: QuestionId, questions: &[Question]) -> Result<Vec<Answer>, UserAbsent> {
        let answer = |question: &Question| Answer { question: question.0.clone(), answer: ANSWER.into() };
        Ok(questions.iter().map(answer).collect())
    }

    async fn confirm(&mut self, _: &Confirmation<'_>) -> Result<Consent, UserAbsent> {
        Ok(Consent::Unanswered("nobody is here to say yes: find another way, or end with FAIL".into()))
    }

    async fn hand_back(&mut self, _: QuestionId, _: &PauseCause) -> Result<(), UserAbsent> {
        Err(UserAbsent)
    }
}
