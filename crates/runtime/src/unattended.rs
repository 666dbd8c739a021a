//! The user of a session that nobody attends.

use async_trait::async_trait;
use deskpilot_agent::{Confirmation, User, UserAbsent, UserReply};
use deskpilot_core::{Answer, Consent, PauseCause, Question, fold::QuestionId};

/// The answer to every question.
const ANSWER: &str = "Nobody is here to answer: decide by what you see, or end with FAIL.";

/// Gives every question the same answer and approves nothing: only the policy decides what may be done.
pub struct UnattendedUser;

#[async_trait]
impl User for UnattendedUser {
    async fn ask(
        &mut self,
        _: QuestionId,
        questions: &[Question],
    ) -> Result<UserReply<Vec<Answer>>, UserAbsent> {
        let answer = |question: &Question| Answer { question: question.0.clone(), answer: ANSWER.into() };
        Ok(questions.iter().map(answer).collect::<Vec<_>>().into())
    }

    async fn confirm(&mut self, _: &Confirmation<'_>) -> Result<UserReply<Consent>, UserAbsent> {
        let why = "nobody is here to say yes: find another way, or end with FAIL".into();
        Ok(Consent::Unanswered(why).into())
    }

    async fn hand_back(&mut self, _: QuestionId, _: &PauseCause) -> Result<(), UserAbsent> {
        Err(UserAbsent)
    }
}
