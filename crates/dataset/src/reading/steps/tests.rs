//! Steps whose decision was made in an earlier one, and operations that are nobody's step.

use super::*;
use deskpilot_core::{
    Action, ActionId, AgentName, Aim, BlobKind, BlobRef, Call, Caution, Consent, Effect, Event, NextStatus,
    Pictures, Rect, ReplyEnding, Ruling, StepNumber, Usage, Verb, View, Window, WindowId, WindowState,
};

fn window() -> Window {
    Window {
        label: None,
        id: WindowId(1),
        title: "poem.odt".into(),
        application: "writer".into(),
        process: None,
        rect: Rect::default(),
        state: WindowState::Normal,
        focused: true,
    }
}

fn starts(session: u32) -> Event {
    let step = StepNumber { session, round: session, agent: session };
    Event::StepStarted { step, agent: AgentName::app("writer", "poem.odt") }
}

fn looks() -> Event {
    let clean = Some(BlobRef { hash: "seen".into(), kind: BlobKind::Png, bytes: 0 });
    let pictures = Pictures { clean, ..Pictures::default() };
    Event::Observed { view: View::App(AppView { pictures, ..AppView::of(window(), Vec::new()) }) }
}

fn replies() -> Event {
    let (usage, ending) = (Usage::default(), ReplyEnding::Complete);
    Event::Replied { text: "{}".into(), model: "m".into(), usage, ending }
}

fn action(command: &str) -> Action {
    let call = Call { command: command.into(), ..Call::default() };
    Action { call, window: window(), aim: Aim::Window, verb: Verb::Native }
}

fn act(command: &str) -> Operation {
    Operation::Act(Box::new(action(command)))
}

fn decides(commands: &[&str]) -> Event {
    let actions = commands.iter().map(|it| action(it)).collect();
    let decision = AppDecision::Act {
        actions,
        caution: Caution::Usual,
        then: NextStatus::Continue,
        independent: Vec::new(),
    };
    Event::AppDecided { decision, remarks: Remarks { thought: "it is ready".into(), ..Remarks::default() } }
}

fn does(id: u64, command: &str) -> [Event; 2] {
    let outcome = Effect::unverified("nothing to look at").into();
    [
        Event::Acting { id: ActionId(id), operation: act(command), selected: None },
        Event::Acted { id: ActionId(id), outcome },
    ]
}

/// The user approves this operation; the next step does it.
fn approved(command: &str) -> [Event; 4] {
    [
        Event::ruled(act(command), Ruling::Confirm("it sends".into())),
        Event::StepEnded { timings: Vec::new() },
        Event::Confirmed { consent: Consent::Once, by: None },
        starts(1),
    ]
}

fn steps(events: Vec<Event>) -> Vec<TrajectoryStep> {
    let entry = |(seq, event)| Entry { seq, at: Timestamp(10 * seq), event };
    agent_steps(&(0..).zip(events).map(entry).collect::<Vec<_>>(), &[])
}

#[test]
fn an_action_that_the_user_approved_has_what_its_agent_saw_and_thought() {
    let decided = [starts(0), looks(), replies(), decides(&["send"])];
    let events = decided.into_iter().chain(approved("send")).chain(does(1, "send")).collect();
    let steps = steps(events);
    let [send] = steps.as_slice() else { panic!("{steps:?}") };
    assert_eq!((send.session_step, send.thought.as_str(), send.model_calls), (1, "it is ready", 1));
    assert_eq!((send.observed, send.screenshot.is_some()), (Some(1), true));
    assert_eq!((send.began, send.ended), (Timestamp(80), Timestamp(90)), "without the wait for the user");
}

#[test]
fn an_approved_action_after_another_has_no_picture() {
    let decided = [starts(0), looks(), replies(), decides(&["type", "send"])];
    let done = decided.into_iter().chain(does(1, "type"));
    let steps = steps(done.chain(approved("send")).chain(does(2, "send")).collect());
    let calls: Vec<(u32, bool)> = steps.iter().map(|it| (it.model_calls, it.screenshot.is_some())).collect();
    assert_eq!(calls, [(1, true), (0, false)]);
}

#[test]
fn windows_that_the_session_closes_are_no_step_of_an_agent() {
    let finish = Event::AppDecided { decision: AppDecision::Finish, remarks: Remarks::default() };
    let over = [starts(0), looks(), finish, Event::StepEnded { timings: Vec::new() }];
    let steps = steps(over.into_iter().chain(does(1, "close_window")).collect());
    assert_eq!(steps.iter().map(|it| it.action.function()).collect::<Vec<_>>(), ["finish"]);
}
