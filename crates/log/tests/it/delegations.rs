//! Tests of steps that delegate a subtask.

use deskpilot_core::{
    ActionId, AgentName, Caution, Delegation, Effect, Entry, Event, HostDecision, HostRemarks, Operation,
    Outcome, PermissionKind, PermissionRequest, Projection, Ruling, StepNumber, Subtask, Timestamp,
    fold::{ApprovalState, StepRecords},
};

#[test]
fn refusing_a_permission_request_does_not_refuse_the_subtask() {
    let subtask = Subtask { text: "write".into(), ..Subtask::default() };
    let given = Delegation { agent: "writer".into(), application: Some("Writer".into()), subtask };
    let permit = PermissionRequest {
        agent: "writer".into(),
        application: None,
        kind: PermissionKind::Runs,
        title: "run".into(),
        places: Vec::new(),
        details: String::new(),
        home: String::new(),
    };
    let operation = || Operation::Delegate(Box::new(given.clone()));
    let decision = HostDecision::Delegate(Box::new(given.clone()), Caution::Usual);
    let asked =
        Event::ruled(Operation::Permit(Box::new(permit)), Ruling::Confirm("it runs a program".into()));
    let done = Outcome::from(Effect::unverified("its own word"));
    let events = [
        Event::StepStarted { step: StepNumber::default(), agent: AgentName::host() },
        Event::HostDecided { decision, remarks: HostRemarks::default() },
        Event::ruled(operation(), Ruling::Allow),
        Event::Acting { id: ActionId(1), operation: operation(), selected: None },
        asked,
        Event::Confirmed { consent: deskpilot_core::Consent::No(String::new()), by: None },
        Event::Acted { id: ActionId(1), outcome: done.clone() },
        Event::StepEnded { timings: Vec::new() },
    ];
    let entry = |(seq, event)| Entry { seq, at: Timestamp(seq), event };
    let log = StepRecords::of(&(0..).zip(events).map(entry).collect::<Vec<_>>());
    let step = log.open.expect("the step");
    assert_eq!(step.approval, ApprovalState::NotNeeded);
    assert_eq!((step.application.as_str(), step.subtask), ("Writer", Some(given.subtask.clone())));
    let [one] = step.operations.as_slice() else { panic!("{:?}", step.operations) };
    assert_eq!((&one.operation, &one.outcome), (&operation(), &done));
}
