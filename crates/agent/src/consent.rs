//! Asks the user for a yes to an operation.

use crate::{
    AgentError, Halt, User, UserReply, journal::Journal, ports::Confirmation, turn::agent_of, world::World,
};
use deskpilot_core::{ActiveAgent, ApprovalRequest, Consent, Event};

/// Asks the user about a waiting operation; `None` when nobody is there to answer.
pub(crate) async fn ask_for_consent(
    who: &ActiveAgent,
    waiting: &ApprovalRequest,
    user: &mut dyn User,
    world: &World,
    journal: &Journal,
) -> Result<Option<UserReply<Consent>>, Halt> {
    // A picture that cannot be read does not keep the question from the user.
    let picture = waiting.picture.as_ref().and_then(|it| journal.log.blob(it).ok());
    let agent = agent_of(who);
    let asked = Confirmation {
        id: journal.ledger().questions.asked(),
        waiting,
        agent: &agent,
        picture: picture.as_deref(),
    };
    Ok(world.wait_for_person(user.confirm(&asked)).await?.ok())
}

/// Asks whether an external agent may do what it asked for; `false` when nobody is there to answer. Fails when the user
/// stops the session.
pub(crate) async fn permit(
    who: &ActiveAgent,
    waiting: &ApprovalRequest,
    user: &mut dyn User,
    world: &World,
    journal: &mut Journal,
) -> Result<bool, AgentError> {
    let reply = ask_for_consent(who, waiting, user, world, journal).await?;
    let absent = || Consent::Unanswered("nobody was there to be asked".into()).into();
    let UserReply { content: consent, by } = reply.unwrap_or_else(absent);
    journal.record(Event::Confirmed { consent: consent.clone(), by })?;
    match consent {
        Consent::Stop => {
            world.control().stop();
            Err(Halt::Stopped.into())
        }
        consent => Ok(consent.is_yes()),
    }
}

/// Records that a question of an external agent ended without an answer, because the agent has ended.
pub(crate) fn record_unanswered(journal: &mut Journal) -> Result<(), AgentError> {
    let consent = Consent::Unanswered("the agent that asked for it has ended".into());
    journal.record(Event::Confirmed { consent, by: None })
}
