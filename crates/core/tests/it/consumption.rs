//! Tests of the resources that a round and a session use.

use deskpilot_core::{
    AgentName, Consent, Entry, Event, Operation, PermissionKind, PermissionRequest, Projection, ReplyEnding,
    RoundState, Ruling, StepNumber, Timestamp, Usage, Verdict,
    fold::{BudgetLevel, BudgetScope, Consumption, Limits, ReachedLimit, ResourceUsage},
};

fn step() -> Event {
    Event::StepStarted { step: StepNumber::default(), agent: AgentName::host() }
}

fn ended() -> Event {
    Event::StepEnded { timings: Vec::new() }
}

fn round(round: u32) -> Event {
    Event::RoundStarted { round, request: "x".into() }
}

fn replied(tokens: u64, cost: Option<f64>) -> Event {
    let usage = Usage { input_tokens: tokens, cached_tokens: 0, output_tokens: 1, cost };
    Event::Replied { text: String::new(), model: "m".into(), usage, ending: ReplyEnding::Complete }
}

fn spent(events: &[(u64, Event)]) -> Consumption {
    let entry =
        |(seq, (at, event)): (u64, &(u64, Event))| Entry { seq, at: Timestamp(*at), event: event.clone() };
    Consumption::of(&(0..).zip(events).map(entry).collect::<Vec<_>>())
}

#[test]
fn a_round_begins_with_nothing_and_a_session_adds_up() {
    let two_rounds = spent(&[
        (0, round(0)),
        (10, step()),
        (20, replied(100, Some(0.5))),
        (40, ended()),
        (50, Event::RoundEnded { verdict: Verdict::Finished(String::new()) }),
        (1_000, round(1)),
        (1_000, step()),
        (1_001, replied(10, None)),
        (1_005, ended()),
    ]);
    assert_eq!(two_rounds.round, ResourceUsage { steps: 1, millis: 5, tokens: 11, dollars: 0.0 });
    assert_eq!(two_rounds.session, ResourceUsage { steps: 2, millis: 35, tokens: 112, dollars: 0.5 });
}

#[test]
fn deciding_on_a_permission_request_is_no_work() {
    let permit = PermissionRequest {
        agent: "writer".into(),
        application: None,
        kind: PermissionKind::Runs,
        title: "run".into(),
        places: Vec::new(),
        details: String::new(),
        home: String::new(),
    };
    let asked = |ruling| Event::ruled(Operation::Permit(Box::new(permit.clone())), ruling);
    let thought = spent(&[
        (0, round(0)),
        (0, step()),
        (5, asked(Ruling::Allow)),
        (7, asked(Ruling::Confirm("it is risky".into()))),
        (9_000, Event::Confirmed { consent: Consent::Once, by: None }),
        (9_010, asked(Ruling::Confirm("it is risky".into()))),
        (20_000, Event::Confirmed { consent: Consent::Unanswered("it has ended".into()), by: None }),
        (20_003, ended()),
    ]);
    assert_eq!(thought.round.millis, 7 + 10 + 3);
}

#[test]
fn waiting_for_the_user_and_for_another_process_is_no_work() {
    let waited = spent(&[
        (0, round(0)),
        (0, step()),
        (5, Event::Asked { questions: Vec::new() }),
        (6, ended()),
        (9_000, Event::Answered { answers: Vec::new(), by: None }),
        (9_000, step()),
        (9_007, Event::Stopped),
        (20_000, step()),
        (
            99_000,
            Event::SessionResumed {
                version: String::new(),
                desktop: deskpilot_core::DesktopInfo {
                    name: String::new(),
                    size: deskpilot_core::Size::default(),
                    monitors: Vec::new(),
                },
                origin: deskpilot_core::LogOrigin::Own,
            },
        ),
        (99_001, ended()),
    ]);
    assert_eq!(waited.round.millis, 13);
}

#[test]
fn the_first_limit_that_is_reached_is_named() {
    let amount = ResourceUsage { steps: 3, millis: 1_500, tokens: 70, dollars: 0.25 };
    let none = Limits::default();
    for (limits, expected) in [
        (none, None),
        (Limits { steps: Some(4), millis: Some(1_501), tokens: Some(71), dollars: Some(0.26) }, None),
        (Limits { steps: Some(3), tokens: Some(1), ..none }, Some("3 steps")),
        (Limits { millis: Some(1_500), ..none }, Some("1.5 seconds of work")),
        (Limits { tokens: Some(70), ..none }, Some("70 tokens")),
        (Limits { dollars: Some(0.2), ..none }, Some("$0.2500")),
    ] {
        assert_eq!(amount.reached_limit(&limits).map(|it: ReachedLimit| it.to_string()).as_deref(), expected);
    }
}

#[test]
fn a_reopened_round_counts_from_the_start_and_a_warning_is_given_once() {
    let used = |level| Event::BudgetUsed { scope: BudgetScope::Round, used: ReachedLimit::Steps(1), level };
    let mut walk = vec![(0, round(0)), (1, step()), (2, ended()), (3, used(BudgetLevel::Nearly))];
    let warned = spent(&walk);
    assert!(warned.is_warned(BudgetScope::Round) && !warned.is_warned(BudgetScope::Session));
    walk.push((4, used(BudgetLevel::Fully)));
    walk.push((5, Event::RoundReopened { state: Box::new(RoundState::start()) }));
    let reopened = spent(&walk);
    assert!(!reopened.is_warned(BudgetScope::Round));
    assert_eq!((reopened.round, reopened.session.steps), (ResourceUsage::default(), 1));
}

#[test]
fn four_fifths_of_a_limit_are_reached_before_it() {
    let limits = Limits { steps: Some(54), millis: Some(10), tokens: None, dollars: Some(1.0) };
    let expected = Limits { steps: Some(44), millis: Some(8), tokens: None, dollars: Some(0.8) };
    assert_eq!(limits.four_fifths(), expected);
}

#[test]
fn tokens_that_a_provider_made_up_do_not_overflow() {
    let lied = spent(&[(0, replied(u64::MAX, None)), (1, replied(u64::MAX, None))]);
    assert_eq!(lied.session.tokens, u64::MAX);
}
