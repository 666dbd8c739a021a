//! Tests of the round's state machine, its transition table and the order of subtasks.

use deskpilot_core::{
    ActiveAgent, AgentKind, AgentName, AgentStatus, Answer, Assignment, Consent, Divergence, Entry, Event,
    HostDecision, HostRemarks, Launch, MissingProduct, MissingReason, Note, Operation, PauseCause, Product,
    Projection, Question, Rect, RoundState, Ruling, Status, Subtask, SubtaskOutcome, TRANSITIONS, Timestamp,
    Trigger, Verdict, Window, WindowId, WindowState,
    fold::{DependencyError, Round, plan_error},
};

fn window() -> Window {
    Window {
        label: None,
        id: WindowId(7),
        title: "Calculator".into(),
        application: "galculator".into(),
        process: None,
        rect: Rect::default(),
        state: WindowState::Normal,
        focused: true,
    }
}

fn assign(subtask: Subtask, planned: &[Subtask]) -> Event {
    let agent = AgentName::app("galculator", "Calculator");
    let decision = HostDecision::Assign(Box::new(Assignment { subtask, agent, window: window() }));
    Event::HostDecided {
        decision,
        remarks: HostRemarks { planned: planned.to_vec(), ..HostRemarks::default() },
    }
}

fn ended(outcome: SubtaskOutcome) -> Event {
    Event::SubtaskEnded { outcome, comment: String::new(), missing: Vec::new() }
}

fn step(agent: AgentName) -> Event {
    Event::StepStarted { step: Default::default(), agent }
}

fn shown(state: &RoundState) -> String {
    let who = |who: &ActiveAgent| match who {
        ActiveAgent::Host => "host".to_owned(),
        ActiveAgent::App(it) => it.agent.to_string(),
    };
    match state {
        RoundState::Turn(it) => format!("turn of {}", who(it)),
        RoundState::Assigning(it) => format!("{} is assigned", it.subtask.text),
        RoundState::Assigned(it) => format!("{} has {}", it.agent, it.subtask.text),
        RoundState::Asking(it, questions) => format!("{} asks {:?}", who(it), questions[0].0),
        RoundState::Confirming(it, waiting) => format!("{} wants a yes to {}", who(it), waiting.operation),
        RoundState::HandingBack(it, _) => format!("{} comes back", it.subtask.text),
        RoundState::Ended(verdict) => verdict.to_string(),
    }
}

#[test]
fn a_round_walks_from_agent_to_agent() {
    let launch = Operation::Launch(Launch { application: "calc".into(), file: None, ..Launch::default() });
    let asked = Event::Asked { questions: vec![Question("Which?".into())] };
    let answered = Event::Answered {
        answers: vec![Answer { question: "Which?".into(), answer: "this".into() }],
        by: None,
    };
    let confirm = Event::ruled(launch.clone(), Ruling::Confirm("risky".into()));
    let refuse = Event::ruled(launch, Ruling::Refuse("off limits".into()));
    let name = AgentName::app("galculator", "Calculator");
    let registered = Event::Registered { agent: name.clone(), window: window(), tools: Vec::new() };
    let finished = Event::RoundEnded { verdict: Verdict::Finished("done".into()) };
    let add = || assign(Subtask { text: "add".into(), ..Subtask::default() }, &[]);
    let app = "turn of AppAgent/galculator/Calculator";
    let mut state = RoundState::start();
    for (event, expected, status) in [
        (answered.clone(), "turn of host", "HostAgent CONTINUE"),
        (ended(SubtaskOutcome::Finished), "turn of host", "HostAgent CONTINUE"),
        (asked.clone(), "host asks \"Which?\"", "HostAgent PENDING"),
        (Event::Confirmed { consent: Consent::Once, by: None }, "host asks \"Which?\"", "HostAgent PENDING"),
        (answered.clone(), "turn of host", "HostAgent CONTINUE"),
        (refuse, "turn of host", "HostAgent CONTINUE"),
        (confirm.clone(), "host wants a yes to open calc", "HostAgent CONFIRM"),
        (Event::Confirmed { consent: Consent::Once, by: None }, "turn of host", "HostAgent CONTINUE"),
        (add(), "add is assigned", "HostAgent ASSIGN"),
        (registered, "AppAgent/galculator/Calculator has add", "AppAgent ASSIGN"),
        (step(name.clone()), app, "AppAgent CONTINUE"),
        (Event::HostDecided { decision: HostDecision::Finish, remarks: HostRemarks::default() }, app, ""),
        (asked, "AppAgent/galculator/Calculator asks \"Which?\"", "AppAgent PENDING"),
        (answered, app, "AppAgent CONTINUE"),
        (confirm, "AppAgent/galculator/Calculator wants a yes to open calc", "AppAgent CONFIRM"),
        (Event::Confirmed { consent: Consent::No(String::new()), by: None }, app, "AppAgent CONTINUE"),
        (Event::Stopped, app, "AppAgent CONTINUE"),
        (ended(SubtaskOutcome::Failed("no".into())), "add comes back", "AppAgent FAIL"),
        (step(AgentName::host()), "turn of host", "HostAgent CONTINUE"),
        // Logs of the first format do not record when a window was ready.
        (add(), "add is assigned", "HostAgent ASSIGN"),
        (step(name), app, "AppAgent CONTINUE"),
        (ended(SubtaskOutcome::Finished), "add comes back", "AppAgent FINISH"),
        (step(AgentName::host()), "turn of host", "HostAgent CONTINUE"),
        (finished, "finished: done", "HostAgent FINISH"),
        (add(), "finished: done", "HostAgent FINISH"),
        (ended(SubtaskOutcome::Finished), "finished: done", "HostAgent FINISH"),
    ] {
        state = state.after(&event);
        assert_eq!(shown(&state), expected, "{event:?}");
        assert!(
            status.is_empty() || state.agent_status().to_string() == status,
            "{event:?}: {}",
            state.agent_status()
        );
    }
}

const KINDS: [AgentKind; 2] = [AgentKind::HostAgent, AgentKind::AppAgent];

fn every_agent_status() -> impl Iterator<Item = AgentStatus> {
    KINDS
        .into_iter()
        .flat_map(|agent| Status::ALL.iter().map(move |status| AgentStatus { agent, status: *status }))
}

#[test]
fn every_state_is_reached_and_every_state_that_is_no_end_is_left() {
    for status in every_agent_status() {
        let reached = TRANSITIONS.iter().any(|it| it.to == status);
        let left = TRANSITIONS.iter().any(|it| it.from == Some(status));
        assert!(reached, "nothing leads to {status}");
        assert!(left != status.is_end(), "{status}");
    }
}

#[test]
fn every_trigger_leads_to_exactly_one_state() {
    for (at, it) in TRANSITIONS.iter().enumerate() {
        let same = |other: &&deskpilot_core::Transition| {
            other.trigger == it.trigger
                && (other.from == it.from || other.from.is_none() || it.from.is_none())
        };
        assert!(!TRANSITIONS[..at].iter().any(|other| same(&other)), "{it:?}");
        assert!(it.from.is_none_or(|from| !from.is_end()), "{it:?}");
        assert!(!it.trigger.description().is_empty());
    }
    for status in every_agent_status() {
        let ends = [Trigger::RoundFinished, Trigger::RoundFailed, Trigger::RoundErred]
            .map(|trigger| status.after(trigger).is_some());
        assert_eq!(ends, [!status.is_end(); 3], "{status}");
    }
}

fn subtask(id: &str, needs: &[&str], produces: &[&str]) -> Subtask {
    Subtask {
        id: id.into(),
        needs: needs.iter().map(|it| (*it).to_owned()).collect(),
        produces: produces.iter().map(|it| Product::from(*it)).collect(),
        text: id.into(),
        ..Subtask::default()
    }
}

#[test]
fn a_subtask_waits_for_what_it_needs() {
    let sum = || subtask("sum", &[], &["total"]);
    let letter = || subtask("letter", &["total"], &["letter.odt"]);
    let mut round = Round::default();
    let no_notes = |_: &str| false;
    let not_yet = DependencyError::NotProduced { need: "total".into(), by: "sum".into() };
    assert_eq!(round.dependency_error(&letter(), &[sum()], &no_notes), Some(not_yet.clone()));
    assert_eq!(
        round.dependency_error(&letter(), &[], &no_notes),
        Some(DependencyError::NoProducer("total".into()))
    );
    assert_eq!(round.dependency_error(&letter(), &[], &|note| note == "total"), None);
    assert_eq!(round.dependency_error(&sum(), &[letter()], &no_notes), None);
    let mut seq = 0..;
    let mut apply = |round: &mut Round, event| {
        round.apply(&Entry { seq: seq.next().unwrap_or(0), at: Timestamp::default(), event });
    };
    apply(&mut round, assign(sum(), &[letter()]));
    assert_eq!(round.planned, [letter()]);
    apply(&mut round, ended(SubtaskOutcome::Failed("no keys".into())));
    assert_eq!(round.dependency_error(&letter(), &[], &no_notes), Some(not_yet));
    assert_eq!((round.failed().count(), round.failures("sum")), (1, 1));
    apply(&mut round, step(AgentName::host()));
    apply(&mut round, assign(sum(), &[]));
    assert_eq!(round.failed().count(), 0, "it is tried again");
    apply(&mut round, ended(SubtaskOutcome::Finished));
    assert_eq!(round.dependency_error(&letter(), &[], &no_notes), None);
    assert_eq!((round.failed().count(), round.failures("sum")), (0, 1));
}

#[test]
fn a_need_names_what_is_produced_with_or_without_its_kind() {
    let sum = subtask("sum", &[], &["note total", "file letter"]);
    for (need, is_known) in
        [("total", true), ("note total", true), ("letter", true), ("file letter", true), ("x", false)]
    {
        let found = Round::default().dependency_error(
            &subtask("b", &[need], &[]),
            std::slice::from_ref(&sum),
            &|_| false,
        );
        assert_eq!(matches!(found, Some(DependencyError::NotProduced { .. })), is_known, "{need}");
    }
}

#[test]
fn what_the_host_agent_prepared_holds_until_something_happens_that_it_did_not_know_of() {
    let prepared = || {
        let mut event = assign(subtask("sum", &[], &[]), &[]);
        if let Event::HostDecided { remarks, .. } = &mut event {
            remarks.when_done = "all is done".into();
        }
        event
    };
    let launch = || Operation::Launch(Launch { application: "calc".into(), file: None, ..Launch::default() });
    let note = Event::Noted { note: Note::Text { name: "total".into(), text: "42".into() } };
    let refused = Event::ruled(launch(), Ruling::Refuse("off limits".into()));
    for (event, holds) in [
        (note, true),
        (Event::ruled(launch(), Ruling::Confirm("risky".into())), true),
        (Event::Confirmed { consent: Consent::Once, by: None }, true),
        (Event::Confirmed { consent: Consent::No("never".into()), by: None }, false),
        (refused, false),
        (Event::Answered { answers: Vec::new(), by: None }, false),
        (Event::Paused { cause: PauseCause::Asked }, false),
    ] {
        let mut round = Round::default();
        let shown = format!("{event:?}");
        for event in [prepared(), event] {
            round.apply(&Entry { seq: 0, at: Timestamp(7), event });
        }
        assert_eq!(round.when_done.is_some(), holds, "{shown}");
        assert_eq!(round.since, Timestamp(7));
    }
}

#[test]
fn what_a_subtask_left_out_is_known_of_it_and_older_logs_say_nothing_of_it() {
    let missing = MissingProduct { product: Product::from("out.txt"), why: MissingReason::NotThere };
    let ended = Event::SubtaskEnded {
        outcome: SubtaskOutcome::Finished,
        comment: "done".into(),
        missing: vec![missing.clone()],
    };
    let old = serde_json::json!({"event": "subtask_ended", "outcome": "finished", "comment": "done"});
    let held = Event::Held { operations: Vec::new(), divergence: Divergence::MissingFile(missing.clone()) };
    for (ended, expected) in [(ended, vec![missing]), (serde_json::from_value(old).unwrap(), vec![])] {
        let mut round = Round::default();
        for event in [assign(subtask("a", &[], &["out.txt"]), &[]), held.clone(), ended] {
            let logged = serde_json::to_string(&event).unwrap();
            assert_eq!(serde_json::from_str::<Event>(&logged).unwrap(), event);
            round.apply(&Entry { seq: 0, at: Timestamp(7), event });
        }
        assert_eq!(round.subtasks[0].missing, expected);
        assert_eq!(round.reminded, ["out.txt"]);
    }
}

#[test]
fn a_plan_with_a_cycle_or_a_repeated_id_is_invalid() {
    for (plan, expected) in [
        (vec![], None),
        (vec![subtask("a", &["b"], &[]), subtask("b", &[], &[])], None),
        (
            vec![subtask("a", &["x"], &[]), subtask("b", &["a"], &["x"])],
            Some(DependencyError::Cycle("a, b".into())),
        ),
        (vec![subtask("a", &["a"], &[])], Some(DependencyError::Cycle("a".into()))),
        (
            vec![subtask("a", &[], &[]), subtask("a", &[], &[])],
            Some(DependencyError::DuplicateId("a".into())),
        ),
        (
            vec![subtask("c", &["b"], &[]), subtask("a", &["b"], &[]), subtask("b", &["a"], &[])],
            Some(DependencyError::Cycle("c, a, b".into())),
        ),
    ] {
        assert_eq!(plan_error(&plan), expected, "{plan:?}");
    }
}

#[test]
fn a_plan_as_long_as_a_reply_is_checked() {
    let chain = |length: usize| -> Vec<_> {
        let needs = |at: usize| if at == 0 { "end".to_owned() } else { format!("s{}", at - 1) };
        (0..length).map(|at| subtask(&format!("s{at}"), &[needs(at).as_str()], &[])).collect()
    };
    let mut plan = chain(3000);
    assert_eq!(plan_error(&plan), None);
    plan[2999].produces = vec!["end".into()];
    assert!(matches!(plan_error(&plan), Some(DependencyError::Cycle(ids)) if ids.ends_with("s2998, s2999")));
}

#[test]
fn answers_of_older_logs_lack_who_gave_them() {
    for (stored, expected) in [
        (r#"{"event":"answered","answers":[]}"#, Event::Answered { answers: Vec::new(), by: None }),
        (
            r#"{"event":"answered","answers":[],"by":"the terminal"}"#,
            Event::Answered { answers: Vec::new(), by: Some("the terminal".into()) },
        ),
        (r#"{"event":"confirmed","consent":"once"}"#, Event::Confirmed { consent: Consent::Once, by: None }),
    ] {
        assert_eq!(serde_json::from_str::<Event>(stored).unwrap(), expected);
        assert_eq!(serde_json::to_string(&expected).unwrap(), stored);
    }
}
