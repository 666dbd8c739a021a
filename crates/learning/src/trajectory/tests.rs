//! Steps that end during a later step, or never.

use super::*;
use crate::fixtures::{view, window};
use deskpilot_core::{
    AgentName, Aim, Assignment, Call, Caution, Consent, DesktopInfo, LogOrigin, Ruling, Size, StepNumber,
    Timestamp,
};

fn app() -> AgentName {
    AgentName::app("editor", "Untitled")
}

fn starts(session: u32, agent: AgentName) -> Event {
    Event::StepStarted { step: StepNumber { session, round: session, agent: 0 }, agent }
}

fn action(command: &str) -> Action {
    let call = Call { command: command.into(), ..Call::default() };
    Action { call, window: window(), aim: Aim::Window, verb: Verb::Native }
}

fn act(command: &str) -> Operation {
    Operation::Act(Box::new(action(command)))
}

fn acting(id: u64, operation: Operation) -> Event {
    Event::Acting { id: ActionId(id), operation, selected: None }
}

fn acted(id: u64) -> Event {
    Event::Acted { id: ActionId(id), outcome: Effect::unverified("nothing to look at").into() }
}

/// The steps of the subtask in which this happens, after a step that looks and decides on these actions.
fn steps(commands: &[&str], then: impl IntoIterator<Item = Event>) -> Vec<SubtaskStep> {
    let assignment = Assignment { subtask: Subtask::default(), window: window(), agent: app() };
    let actions = commands.iter().map(|it| action(it)).collect();
    let begin = [
        Event::RoundStarted { round: 0, request: "send it".into() },
        starts(0, AgentName::host()),
        Event::HostDecided {
            decision: HostDecision::Assign(Box::new(assignment)),
            remarks: HostRemarks::default(),
        },
        starts(1, app()),
        Event::Observed { view: View::App(view()) },
        Event::AppDecided {
            decision: AppDecision::Act {
                actions,
                caution: Caution::Usual,
                then: NextStatus::Continue,
                independent: Vec::new(),
            },
            remarks: Remarks { thought: "it is ready".into(), ..Remarks::default() },
        },
    ];
    let entry = |(seq, event)| Entry { seq, at: Timestamp(0), event };
    let entries: Vec<Entry> = (0..).zip(begin.into_iter().chain(then)).map(entry).collect();
    Trajectories::of(&entries).rounds.remove(0).subtasks.remove(0).steps
}

#[test]
fn an_action_that_the_user_approved_has_the_view_and_the_remarks_of_its_decision() {
    let approved = || {
        [
            Event::ruled(act("send"), Ruling::Confirm("it sends".into())),
            Event::StepEnded { timings: Vec::new() },
            Event::Confirmed { consent: Consent::Once, by: None },
            starts(2, app()),
            acting(2, act("send")),
            acted(2),
        ]
    };
    let alone = steps(&["send"], approved());
    let [only] = alone.as_slice() else { panic!("{alone:?}") };
    assert_eq!((only.step, only.is_first, only.view.as_ref()), (2, true, Some(&view())));
    assert_eq!(only.remarks.thought, "it is ready");
    let typed = [acting(1, act("type")), acted(1)];
    let later = steps(&["type", "send"], typed.into_iter().chain(approved()));
    assert_eq!(later.iter().map(|it| it.is_first).collect::<Vec<_>>(), [true, false]);
}

#[test]
fn an_action_that_was_interrupted_gets_no_outcome_of_another_operation() {
    let desktop = DesktopInfo { name: String::new(), size: Size::default(), monitors: Vec::new() };
    let launch = Operation::Launch(Launch { application: "editor".into(), file: None, ..Launch::default() });
    let then = [
        acting(1, act("type")),
        Event::SessionResumed { version: String::new(), desktop, origin: LogOrigin::Own },
        starts(2, app()),
        acting(2, launch),
        acted(2),
    ];
    assert_eq!(steps(&["type"], then)[0].outcome, None);
}

#[test]
fn what_the_session_does_after_a_step_is_nothing_that_an_agent_did() {
    let then = [acting(1, act("type")), acted(1), Event::Stopped, acting(2, act("close_window")), acted(2)];
    assert_eq!(steps(&["type"], then).len(), 1);
}
