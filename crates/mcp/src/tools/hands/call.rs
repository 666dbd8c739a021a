//! Carries out a call that works on a desktop: tells its actions, has the person asked what it waits for, and goes on with it.

use super::{content, errors::error_text};
use crate::{
    hands::{
        ActArgs, AskedIn, CommandsArgs, DesktopArgs, FindArgs, Hands, HandsError, ObserveArgs, OpenArgs,
        ReadArgs, WaitArgs, Waiting, WindowsArgs,
    },
    task::{Asked, Asking, Progress, ProgressDetail, question_value, until},
    tool_error::ToolError,
    tools::{
        RepeatedCall, ToolCall,
        run_task::{USUAL_WAIT, deadline},
    },
};
use deskpilot_runtime::SessionHandle;
use futures::FutureExt;
use rmcp::model::{CallToolResponse, CallToolResult};
use serde_json::json;
use tokio::time::Instant;

/// What a cancelled call says, if anybody still reads it.
const CANCELLED: &str = "cancelled: what has begun goes on, and the next call tells what came of it";

/// A call that works on a desktop, by its tool.
pub(super) enum HandsCall {
    Open(OpenArgs),
    Windows(WindowsArgs),
    Observe(ObserveArgs),
    Act(ActArgs),
    Read(ReadArgs),
    Find(FindArgs),
    Commands(CommandsArgs),
    Wait(WaitArgs),
    Desktop(DesktopArgs),
}

/// How far a call has come when it waits for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CallStage {
    /// Nothing of it is done.
    Untouched,
    /// A part of it may be done, and it must not begin again.
    Begun,
}

impl CallStage {
    /// The same in the result of a call, with the task that asks.
    fn state(self, task: &str) -> String {
        match self {
            CallStage::Untouched => task.to_owned(),
            CallStage::Begun => format!("{task} begun"),
        }
    }

    fn of_state(state: &str) -> (&str, CallStage) {
        match state.split_once(' ') {
            Some((task, _)) => (task, CallStage::Begun),
            None => (state, CallStage::Untouched),
        }
    }
}

/// Carries out the call to its reply.
///
/// # Errors
/// It has no result, or waits for a person who has not answered; the text says what to do.
pub(super) async fn carried_out(call: &ToolCall, wanted: &HandsCall) -> Result<CallToolResponse, ToolError> {
    let hands = call.client.hands(&call.context)?;
    let mut stage = match &call.repeated {
        Some(repeated) => answered(&hands, call, repeated)?,
        None => CallStage::Untouched,
    };
    // Many clients give up after a minute, also while their person thinks.
    let deadline = deadline(call, None);
    // The hands limit what comes before a question by themselves.
    let mut left = None;
    loop {
        let done = tokio::select! {
            biased;
            () = call.context.ct.cancelled() => {
                return Err(ToolError(CANCELLED.to_owned()));
            }
            done = Box::pin(in_time(left, followed(&hands, call, wanted, stage))) => done,
        };
        let waiting = match done {
            Ok(result) => return Ok(result.into()),
            Err(HandsError::Waiting(waiting)) => waiting,
            Err(error) => return Err(ToolError(error_text(&error))),
        };
        if waiting.asked_in == AskedIn::ThisCall {
            stage = CallStage::Begun;
        }
        match ask(&hands, call, &waiting, stage, deadline).await {
            Asked::Settled => left = deadline,
            Asked::Open => return Err(ToolError(error_text(&HandsError::Waiting(waiting)))),
            Asked::ByResult(asks) => return Ok((*asks).into()),
        }
    }
}

/// The result of the work, if it comes until this moment. What it has begun goes on otherwise.
async fn in_time<T>(
    deadline: Option<Instant>,
    work: impl Future<Output = Result<T, HandsError>>,
) -> Result<T, HandsError> {
    // What is done counts, even if it is done at the deadline.
    tokio::select! {
        biased;
        done = work => done,
        () = until(deadline) => Err(HandsError::StillWorking { seconds: USUAL_WAIT.as_secs() }),
    }
}

/// Carries out the call, and tells the client of its actions.
async fn followed(
    hands: &Hands,
    call: &ToolCall,
    wanted: &HandsCall,
    stage: CallStage,
) -> Result<CallToolResult, HandsError> {
    let session = wanted.acting_session(hands, stage).await?;
    let mut reply = Box::pin(wanted.reply(hands, stage));
    let Some(session) = session else { return reply.await };
    let mut events = session.events(session.next_seq());
    let mut progress = Progress::of(&call.context, ProgressDetail::Actions);
    loop {
        // Entries first: once a call has its reply, its client takes no more progress.
        tokio::select! {
            biased;
            Ok(Some(entry)) = events.next() => progress.show(&entry).await,
            reply = &mut reply => {
                // A log that cannot be read is told by the reply, which is read from it.
                let _ = progress.catch_up(&mut events, session.next_seq()).await;
                return reply;
            }
        }
    }
}

/// Has the person asked what a desktop waits for, until this moment. A form stays after it.
async fn ask(
    hands: &Hands,
    call: &ToolCall,
    waiting: &Waiting,
    stage: CallStage,
    deadline: Option<Instant>,
) -> Asked {
    let Some(session) = session_of(hands, &waiting.task) else { return Asked::Settled };
    let mut watch = session.questions();
    // Somebody may have answered meanwhile.
    let Some(Some(question)) = watch.next().now_or_never() else { return Asked::Settled };
    asking(&session, call, stage, deadline).ask(&question, &mut watch).await
}

/// Takes what the person answered to a question in the result of this call, and returns how far the call had come.
fn answered(hands: &Hands, call: &ToolCall, repeated: &RepeatedCall) -> Result<CallStage, ToolError> {
    let (task, stage) = CallStage::of_state(&repeated.state);
    let Some(session) = session_of(hands, task) else {
        return Err(ToolError(format!("you have no desktop with the task {task:?}: make the call again")));
    };
    let stays_open = asking(&session, call, stage, None).take(&repeated.responses);
    match session.question().filter(|_| stays_open).as_ref().and_then(question_value) {
        Some(question) => {
            let open = json!({"task": task, "question": question});
            Err(ToolError(format!("the person has not answered, and nothing goes on until they do: {open}")))
        }
        None => Ok(stage),
    }
}

fn asking<'c>(
    session: &'c SessionHandle,
    call: &'c ToolCall,
    stage: CallStage,
    deadline: Option<Instant>,
) -> Asking<'c> {
    let state = stage.state(session.task());
    Asking { session, context: &call.context, forms: &call.client.forms, deadline, state }
}

fn session_of(hands: &Hands, task: &str) -> Option<SessionHandle> {
    hands.sessions().into_iter().find(|it| it.task() == task)
}

impl HandsCall {
    async fn reply(&self, hands: &Hands, stage: CallStage) -> Result<CallToolResult, HandsError> {
        Ok(match (self, stage) {
            (HandsCall::Open(args), CallStage::Untouched) => content::opened(&hands.open(args).await?),
            (HandsCall::Open(args), CallStage::Begun) => {
                content::opened(&hands.open_after_answer(args).await?)
            }
            (HandsCall::Act(args), CallStage::Untouched) => content::actions(&hands.act(args).await?),
            (HandsCall::Act(args), CallStage::Begun) => {
                content::actions(&hands.act_after_answer(args).await?)
            }
            (HandsCall::Read(args), CallStage::Untouched) => content::text(&hands.read(args).await?),
            (HandsCall::Read(args), CallStage::Begun) => content::text(&hands.read_after_answer(args).await?),
            (HandsCall::Wait(args), CallStage::Untouched) => content::actions(&hands.wait(args).await?),
            (HandsCall::Wait(args), CallStage::Begun) => {
                content::actions(&hands.wait_after_answer(args).await?)
            }
            // Nobody is asked about what the others do, so they are made again.
            (HandsCall::Windows(args), _) => content::windows(&hands.windows(args).await?),
            (HandsCall::Observe(args), _) => content::view(&hands.observe(args).await?),
            (HandsCall::Find(args), _) => content::view(&hands.find(args.clone()).await?),
            (HandsCall::Commands(args), _) => content::commands(&hands.commands(args).await?),
            (HandsCall::Desktop(args), _) => content::desktops(&hands.desktop(args).await?),
        })
    }

    /// The session whose actions are reported while the call is carried out.
    async fn acting_session(
        &self,
        hands: &Hands,
        stage: CallStage,
    ) -> Result<Option<SessionHandle>, HandsError> {
        Ok(match self {
            HandsCall::Act(args) => hands.session(&args.desktop()),
            HandsCall::Open(args) if !args.actions.is_empty() => {
                if stage == CallStage::Untouched {
                    hands.make_desktop(args).await?;
                }
                hands.session(args.desktop())
            }
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tokio::time::sleep;

    #[tokio::test(start_paused = true)]
    async fn what_goes_on_after_an_answer_has_what_is_left_of_the_time() {
        let work = async || {
            sleep(USUAL_WAIT).await;
            Ok(())
        };
        let (soon, late) = (Instant::now() + Duration::from_secs(1), Instant::now() + USUAL_WAIT * 3);
        let cut = in_time(Some(soon), work()).await;
        assert!(matches!(cut, Err(HandsError::StillWorking { .. })), "{cut:?}");
        for deadline in [None, Some(late)] {
            assert!(in_time(deadline, work()).await.is_ok(), "{deadline:?}");
        }
    }

    #[test]
    fn a_repeated_call_knows_whether_it_had_begun() {
        for stage in [CallStage::Untouched, CallStage::Begun] {
            assert_eq!(CallStage::of_state(&stage.state("2026-01-02-a")), ("2026-01-02-a", stage));
        }
    }
}
