//! The states of a round: the table of transitions, a walk through it, and the order of subtasks.

use deskpilot_core::{
    AgentKind, AgentName, Answer, Assignment, Consent, Cue, Entry, Event, HostDecision, HostRemarks, Launch,
    Operation, Projection, Question, Rect, RoundState, Ruling, Stamp, Standing, Status, Subtask,
    SubtaskOutcome, TRANSITIONS, Verdict, Who, Window, WindowId, WindowState,
    fold::{Disorder, Round, plan_disorder},
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
    Event::SubtaskEnded { outcome, comment: String::new() }
}

fn step(agent: AgentName) -> Event {
    Event::StepStarted { step: Default::default(), agent }
}

fn shown(state: &RoundState) -> String {
    let who = |who: &Who| match who {
        Who::Host => "host".to_owned(),
        Who::App(it) => it.agent.to_string(),
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
    let launch = Operation::Launch(Launch { application: "calc".into(), file: None });
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
        // Logs of the first format do not say when a window stood ready.
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
            status.is_empty() || state.standing().to_string() == status,
            "{event:?}: {}",
            state.standing()
        );
    }
}

const KINDS: [AgentKind; 2] = [AgentKind::HostAgent, AgentKind::AppAgent];

fn every_standing() -> impl Iterator<Item = Standing> {
    KINDS
        .into_iter()
        .flat_map(|agent| Status::ALL.iter().map(move |status| Standing { agent, status: *status }))
}

#[test]
fn every_state_is_reached_and_every_state_that_is_no_end_is_left() {
    for standing in every_standing() {
        let reached = TRANSITIONS.iter().any(|it| it.to == standing);
        let left = TRANSITIONS.iter().any(|it| it.from == Some(standing));
        assert!(reached, "nothing leads to {standing}");
        assert!(left != standing.is_end(), "{standing}");
    }
}

#[test]
fn no_cue_leads_two_ways_and_every_cue_leads_somewhere() {
    for (at, it) in TRANSITIONS.iter().enumerate() {
        let same = |other: &&deskpilot_core::Transition| {
            other.cue == it.cue && (other.from == it.from || other.from.is_none() || it.from.is_none())
        };
        assert!(!TRANSITIONS[..at].iter().any(|other| same(&other)), "{it:?}");
        assert!(it.from.is_none_or(|from| !from.is_end()), "{it:?}");
        assert!(!it.cue.words().is_empty());
    }
    for standing in every_standing() {
        let ends =
            [Cue::RoundFinished, Cue::RoundFailed, Cue::RoundErred].map(|cue| standing.after(cue).is_some());
        assert_eq!(ends, [!standing.is_end(); 3], "{standing}");
    }
}

fn subtask(id: &str, needs: &[&str], produces: &[&str]) -> Subtask {
    let names = |names: &[&str]| names.iter().map(|it| (*it).to_owned()).collect();
    Subtask {
        id: id.into(),
        needs: names(needs),
        produces: names(produces),
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
    let not_yet = Disorder::NotYet { need: "total".into(), by: "sum".into() };
    assert_eq!(round.disorder(&letter(), &[sum()], &no_notes), Some(not_yet.clone()));
    assert_eq!(round.disorder(&letter(), &[], &no_notes), Some(Disorder::Nobody("total".into())));
    assert_eq!(round.disorder(&letter(), &[], &|note| note == "total"), None);
    assert_eq!(round.disorder(&sum(), &[letter()], &no_notes), None);
    let mut seq = 0..;
    let mut tell = |round: &mut Round, event| {
        round.apply(&Entry { seq: seq.next().unwrap_or(0), at: Stamp::default(), event });
    };
    tell(&mut round, assign(sum(), &[letter()]));
    assert_eq!(round.planned, [letter()]);
    tell(&mut round, ended(SubtaskOutcome::Failed("no keys".into())));
    assert_eq!(round.disorder(&letter(), &[], &no_notes), Some(not_yet));
    assert_eq!((round.failed().count(), round.failures("sum")), (1, 1));
    tell(&mut round, step(AgentName::host()));
    tell(&mut round, assign(sum(), &[]));
    assert_eq!(round.failed().count(), 0, "it is tried again");
    tell(&mut round, ended(SubtaskOutcome::Finished));
    assert_eq!(round.disorder(&letter(), &[], &no_notes), None);
    assert_eq!((round.failed().count(), round.failures("sum")), (0, 1));
}

#[test]
fn a_plan_that_goes_in_a_circle_is_no_plan() {
    for (plan, expected) in [
        (vec![], None),
        (vec![subtask("a", &["b"], &[]), subtask("b", &[], &[])], None),
        (
            vec![subtask("a", &["x"], &[]), subtask("b", &["a"], &["x"])],
            Some(Disorder::Circle("a, b".into())),
        ),
        (vec![subtask("a", &["a"], &[])], Some(Disorder::Circle("a".into()))),
        (vec![subtask("a", &[], &[]), subtask("a", &[], &[])], Some(Disorder::Twice("a".into()))),
        (
            vec![subtask("c", &["b"], &[]), subtask("a", &["b"], &[]), subtask("b", &["a"], &[])],
            Some(Disorder::Circle("c, a, b".into())),
        ),
    ] {
        assert_eq!(plan_disorder(&plan), expected, "{plan:?}");
    }
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
