//! Logs on the left, their steps on the right.

use super::*;
use crate::{
    Action, ActionId, Aim, AppDecision, AppView, Assignment, BlobKind, BlobRef, Call, Caution, Complaint,
    Consent, Effect, HostRemarks, Launch, NextStatus, Rect, Remarks, ReplyEnding, StepNumber, Subtask,
    SubtaskOutcome, Timestamp, Usage, Verb, Verdict, View, Window, WindowId, WindowState,
};

fn window() -> Window {
    Window {
        label: None,
        id: WindowId(1),
        title: "Notes".into(),
        application: "notes".into(),
        process: None,
        rect: Rect::default(),
        state: WindowState::Normal,
        focused: true,
    }
}

fn app() -> AgentName {
    AgentName::app("notes", "Notes")
}

fn starts(session: u32, agent: AgentName) -> Event {
    Event::StepStarted { step: StepNumber { session, round: session, agent: 0 }, agent }
}

fn looks() -> Event {
    Event::Observed { view: View::App(AppView::of(window(), Vec::new())) }
}

fn prompted() -> Event {
    Event::Prompted { prompt: BlobRef { hash: "p".into(), kind: BlobKind::Json, bytes: 0 }, attempt: 0 }
}

fn replied(text: &str) -> Event {
    let usage = Usage { cost: Some(0.5), ..Usage::default() };
    Event::Replied { text: text.into(), model: "m".into(), usage, ending: ReplyEnding::Complete }
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
        then: NextStatus::Finish,
        independent: Vec::new(),
    };
    Event::AppDecided { decision, remarks: Remarks { thought: "why not".into(), ..Remarks::default() } }
}

fn host_decides(decision: HostDecision) -> Event {
    Event::HostDecided { decision, remarks: HostRemarks::default() }
}

fn assigns() -> Event {
    let subtask = Subtask { text: "write".into(), ..Subtask::default() };
    host_decides(HostDecision::Assign(Box::new(Assignment { subtask, window: window(), agent: app() })))
}

fn acting(id: u64, command: &str) -> Event {
    Event::Acting { id: ActionId(id), operation: act(command), selected: None }
}

fn acted(id: u64) -> Event {
    Event::Acted { id: ActionId(id), outcome: Effect::unverified("nothing to look at").into() }
}

fn asks_for_a_yes(command: &str) -> Event {
    Event::ruled(act(command), Ruling::Confirm("it sends".into()))
}

fn answers(consent: Consent) -> Event {
    Event::Confirmed { consent, by: None }
}

fn ends() -> Event {
    Event::StepEnded { timings: Vec::new() }
}

fn folded(events: impl IntoIterator<Item = Event>) -> StepRecords {
    let entry = |(seq, event)| Entry { seq, at: Timestamp(10 * seq), event };
    StepRecords::of(&(0..).zip(events).map(entry).collect::<Vec<_>>())
}

fn steps(events: impl IntoIterator<Item = Event>) -> Vec<StepRecord> {
    folded(events).into_steps()
}

fn effects(step: &StepRecord) -> Vec<&'static str> {
    step.operations.iter().map(|it| it.outcome.effect.word()).collect()
}

#[test]
fn a_step_has_what_was_observed_replied_decided_and_done() {
    let complaint = Complaint::new("there is no JSON object");
    let steps = steps([
        Event::RoundStarted { round: 3, request: "write it".into() },
        starts(0, AgentName::host()),
        assigns(),
        starts(1, app()),
        looks(),
        prompted(),
        replied("no json"),
        Event::Rejected { complaint },
        prompted(),
        replied("{}"),
        decides(&["type", "save"]),
        acting(1, "type"),
        acted(1),
        acting(2, "save"),
        acted(2),
        ends(),
    ]);
    let step = &steps[1];
    assert_eq!((step.round, step.request.as_str(), step.entry), (3, "write it", 3));
    assert_eq!(step.subtask.as_ref().map(|it| it.text.as_str()), Some("write"));
    assert_eq!(step.replies().iter().map(|it| it.text.as_str()).collect::<Vec<_>>(), ["no json", "{}"]);
    assert_eq!((step.cost.calls, step.error.as_ref()), (2, None));
    assert_eq!(step.decisions[0].source, DecisionSource::Model);
    assert_eq!(step.observation_before(11).map(|it| it.entry), Some(4));
    let runs: Vec<_> =
        step.operations.iter().flat_map(|it| &it.run).map(|it| (it.began.0, it.ended)).collect();
    assert_eq!(runs, [(110, Some(Timestamp(120))), (130, Some(Timestamp(140)))]);
}

#[test]
fn what_the_user_approves_is_done_in_the_next_step_with_the_decision_behind_it() {
    let steps = steps([
        starts(0, app()),
        looks(),
        prompted(),
        replied("{}"),
        decides(&["type", "send"]),
        acting(1, "type"),
        acted(1),
        asks_for_a_yes("send"),
        ends(),
        answers(Consent::Once),
        starts(1, app()),
        acting(2, "send"),
        acted(2),
        ends(),
    ]);
    assert_eq!(
        (&steps[0].approval, &steps[1].approval),
        (&ApprovalState::Given, &ApprovalState::GivenBefore)
    );
    let carried = steps[1].carried.as_ref().unwrap();
    assert_eq!((carried.replies, carried.earlier), (1, 1));
    assert_eq!(carried.observation.as_ref().map(|it| it.entry), Some(1));
    assert_eq!((steps[1].actions(), steps[1].error.as_ref()), (&[action("send")][..], None));
    assert_eq!(steps[1].remarks().unwrap().thought, "why not");
}

#[test]
fn a_question_that_another_process_asks_again_is_about_the_same_decision() {
    let unanswered = Consent::Unanswered("it was asked before this process began".into());
    let again =
        [answers(unanswered), starts(1, app()), asks_for_a_yes("send"), ends(), answers(Consent::Once)];
    let first = [starts(0, app()), decides(&["send"]), asks_for_a_yes("send"), ends()];
    let steps = steps(first.into_iter().chain(again).chain([starts(2, app()), acting(1, "send")]));
    assert_eq!((&steps[1].approval, steps[1].error.as_ref()), (&ApprovalState::Given, None));
    assert_eq!(steps[2].actions(), [action("send")]);
}

#[test]
fn a_later_decision_of_a_step_is_the_sessions_own() {
    let launch = || {
        HostDecision::Launch(
            Launch { application: "notes".into(), file: None, ..Launch::default() },
            Caution::Usual,
        )
    };
    let sources = |events: &[Event]| -> Vec<DecisionSource> {
        steps(events.to_vec()).iter().flat_map(|it| &it.decisions).map(|it| it.source).collect()
    };
    let host = || starts(0, AgentName::host());
    let both = [DecisionSource::Program, DecisionSource::Session];
    assert_eq!(sources(&[host(), host_decides(launch()), assigns()]), both);
    let waits = Event::ruled(
        Operation::Launch(Launch { application: "notes".into(), file: None, ..Launch::default() }),
        Ruling::Confirm("it starts a program".into()),
    );
    let approved = [host(), host_decides(launch()), waits, ends(), answers(Consent::Once), host(), assigns()];
    assert_eq!(sources(&approved), both, "the user approved the launch");
}

#[test]
fn an_outcome_goes_to_the_operation_with_its_number() {
    let refused = Event::ruled(act("send"), Ruling::Refuse("never".into()));
    let steps = steps([starts(0, app()), acting(1, "type"), refused, acted(1), acting(2, "save")]);
    assert_eq!(effects(&steps[0]), ["unverified", "refused", "interrupted"]);
    assert_eq!(steps[0].operation(ActionId(2)).unwrap().run.as_ref().unwrap().ended, None);
}

#[test]
fn what_the_session_does_after_a_step_belongs_to_no_step() {
    for over in [ends(), Event::Stopped, Event::RoundEnded { verdict: Verdict::Finished(String::new()) }] {
        let steps = steps([starts(0, app()), decides(&[]), over, acting(1, "close_window"), acted(1)]);
        assert_eq!(effects(&steps[0]), [""; 0]);
    }
}

#[test]
fn a_subtask_that_ends_between_steps_is_no_later_steps_subtask() {
    let over = Event::SubtaskEnded {
        outcome: SubtaskOutcome::WindowGone("Notes".into()),
        comment: String::new(),
        missing: Vec::new(),
    };
    let host = || starts(0, AgentName::host());
    let steps = steps([host(), assigns(), starts(1, app()), ends(), over, host(), starts(2, app())]);
    let texts: Vec<Option<&str>> =
        steps.iter().map(|it| it.subtask.as_ref().map(|it| it.text.as_str())).collect();
    assert_eq!(texts, [Some("write"), Some("write"), None, None]);
}

#[test]
fn replies_after_a_round_and_outside_of_steps_are_an_evaluations() {
    let over = Event::RoundEnded { verdict: Verdict::Finished(String::new()) };
    let records = folded([
        starts(0, app()),
        prompted(),
        replied("decides"),
        over,
        prompted(),
        replied("judges the round"),
        Event::SessionClosed,
        prompted(),
        replied("judges the session"),
        starts(1, app()),
        prompted(),
    ]);
    let texts: Vec<&str> = records.judging().iter().map(|it| it.text.as_str()).collect();
    assert_eq!(texts, ["judges the round", "judges the session"]);
    let replies: Vec<usize> = records.into_steps().iter().map(|it| it.replies().len()).collect();
    assert_eq!(replies, [1, 0], "a prompt that nobody answered is no reply");
}
