//! What a session that is not running does first with what the person typed.

use crate::{error::RequestError, prompt::Typed};
use deskpilot_core::{Entry, Event, LogOrigin, Mode, Projection, RoundState, fold::Round};

/// How a session begins or goes on.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Opening {
    /// The mode of its log.
    pub(crate) mode: Mode,
    /// Its first request; without one it goes on where it was.
    pub(crate) request: Option<String>,
    /// What it takes later: the answer to the question that it asks again.
    pub(crate) answer: Option<Typed>,
}

impl Opening {
    /// What follows from what a person typed, which is not late, and the entries so far.
    ///
    /// # Errors
    /// There is nothing to go on with, or not from here.
    pub(crate) fn of(typed: Typed, entries: &[Entry], origin: &LogOrigin) -> Result<Opening, RequestError> {
        let mode = mode(entries)?;
        let round = Round::of(entries);
        let goes_on = !round.request.is_empty()
            && (round.limited.is_some() || !matches!(round.state, RoundState::Ended(_)));
        let opening = match typed {
            Typed::Continue if goes_on => Opening { mode, request: Some(round.request), answer: None },
            Typed::Continue => {
                let nothing = "there is nothing to go on with: the last request has ended";
                return Err(RequestError::Wrong(nothing.into()));
            }
            Typed::Answer(..) => Opening { mode, request: None, answer: Some(typed) },
            // A new request relies on nothing that the log says of approvals or questions.
            Typed::Request(request) => return Ok(Opening { mode, request: Some(request), answer: None }),
        };
        match origin.is_own() {
            true => Ok(opening),
            false => Err(RequestError::Wrong(format!(
                "{origin}: resume the task at a terminal, which shows you what it would do"
            ))),
        }
    }
}

/// The mode of the log's session.
fn mode(entries: &[Entry]) -> Result<Mode, RequestError> {
    let opened = entries.iter().find_map(|it| match &it.event {
        Event::SessionOpened { mode, .. } => Some(*mode),
        _ => None,
    });
    let mode = opened.unwrap_or_default();
    match mode.is_planned() {
        true => Err(RequestError::Wrong(format!(
            "the task follows a plan, in the mode {mode}: resume it at a terminal"
        ))),
        false => Ok(mode),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{HostDecision, HostRemarks, Question, Timestamp, Verdict, fold::QuestionId};

    fn log(events: Vec<Event>) -> Vec<Entry> {
        (0..).zip(events).map(|(seq, event)| Entry { seq, at: Timestamp(0), event }).collect()
    }

    fn started() -> Event {
        Event::RoundStarted { round: 0, request: "first".into() }
    }

    fn asking() -> [Event; 2] {
        let questions = vec![Question("Tea?".into())];
        let decision = HostDecision::Ask(questions.clone());
        [Event::HostDecided { decision, remarks: HostRemarks::default() }, Event::Asked { questions }]
    }

    fn request() -> Typed {
        Typed::Request("second".into())
    }

    fn answer() -> Typed {
        Typed::Answer(QuestionId(2), "tea".into())
    }

    #[test]
    fn a_prompt_is_a_request_an_answer_or_the_wish_to_go_on() {
        let [decided, asked] = asking();
        let ended = Event::RoundEnded { verdict: Verdict::Finished("done".into()) };
        for (events, typed, expected) in [
            (vec![], request(), Ok((Some("second"), None))),
            (vec![], Typed::Continue, Err("there is nothing to go on with")),
            (vec![started()], request(), Ok((Some("second"), None))),
            (vec![started()], Typed::Continue, Ok((Some("first"), None))),
            (vec![started(), decided.clone(), asked.clone()], answer(), Ok((None, Some(answer())))),
            (vec![started(), decided.clone(), asked.clone()], request(), Ok((Some("second"), None))),
            (vec![started(), decided, asked, Event::Stopped], Typed::Continue, Ok((Some("first"), None))),
            (vec![started(), ended.clone()], request(), Ok((Some("second"), None))),
            (vec![started(), ended], Typed::Continue, Err("there is nothing to go on with")),
        ] {
            let found = Opening::of(typed, &log(events.clone()), &LogOrigin::Own);
            match (&found, expected) {
                (Ok(it), Ok(expected)) => {
                    assert_eq!((it.request.as_deref(), it.answer.clone()), expected, "{events:?}");
                }
                (Err(error), Err(says)) => assert!(error.to_string().starts_with(says), "{error}"),
                _ => panic!("{events:?}: {found:?}"),
            }
        }
    }

    #[test]
    fn a_log_of_unknown_origin_gets_a_new_request_and_nothing_else() {
        let entries = log([vec![started()], asking().to_vec()].concat());
        let refused = |typed| Opening::of(typed, &entries, &LogOrigin::Unknown).is_err();
        assert!(refused(Typed::Continue) && refused(answer()));
        assert!(!refused(request()));
    }
}
