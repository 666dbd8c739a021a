//! Tests of counting decisions.

use deskpilot_core::{
    AgentName, AppDecision, Complaint, DecisionSource, Entry, Event, HostDecision, HostRemarks, Projection,
    Remarks, StepNumber, Timestamp, fold::Decisions,
};

fn count(events: &[Event]) -> u32 {
    let entry = |(seq, event): (u64, &Event)| Entry { seq, at: Timestamp(0), event: event.clone() };
    Decisions::of(&(0..).zip(events).map(entry).collect::<Vec<_>>()).count
}

#[test]
fn each_decision_of_an_agent_counts_once_and_those_of_others_do_not() {
    let step = || Event::StepStarted { step: StepNumber::default(), agent: AgentName::host() };
    let host = || Event::HostDecided { decision: HostDecision::Finish, remarks: HostRemarks::default() };
    let by_plan = || Event::HostDecided {
        decision: HostDecision::Finish,
        remarks: HostRemarks { source: DecisionSource::Plan, ..HostRemarks::default() },
    };
    let app = || Event::AppDecided { decision: AppDecision::Finish, remarks: Remarks::default() };
    let rejected = || Event::Rejected { complaint: Complaint::new("no") };
    let ended = || Event::StepEnded { timings: Vec::new() };
    for (what, events, expected) in [
        ("one for each agent", vec![step(), host(), ended(), step(), app(), ended()], 2),
        ("rejected ones too", vec![step(), rejected(), rejected(), app(), ended()], 3),
        ("none is followed", vec![step(), rejected(), ended()], 1),
        ("the session assigns what the HostAgent opened", vec![step(), host(), host(), ended()], 1),
        ("the session follows the plan", vec![step(), by_plan(), ended()], 0),
        ("the step was asked again", vec![step(), ended(), step(), app()], 1),
        ("a judge's reply is rejected", vec![step(), ended(), rejected()], 0),
    ] {
        assert_eq!(count(&events), expected, "{what}");
    }
}
