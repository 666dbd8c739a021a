//! Walks through a round: events on the left, the state after each on the right.

use deskpilot_core::{
    AgentName, Answer, Assignment, Deed, Event, HostDecision, HostRemarks, Launch, Question, Rect,
    RoundState, Ruling, Subtask, SubtaskOutcome, Verdict, Who, Window, WindowId, WindowState,
};

fn assignment() -> Assignment {
    let window = Window {
        label: None,
        id: WindowId(7),
        title: "Calculator".into(),
        application: "galculator".into(),
        process: None,
        rect: Rect::default(),
        state: WindowState::Normal,
        focused: true,
    };
    Assignment {
        subtask: Subtask { index: 0, text: "add".into(), message: Vec::new() },
        agent: AgentName::app(&window.application, &window.title),
        window,
    }
}

fn host_decided(decision: HostDecision) -> Event {
    Event::HostDecided { decision, remarks: HostRemarks::default() }
}

fn shown(state: &RoundState) -> String {
    let who = |who: &Who| match who {
        Who::Host => "host".to_owned(),
        Who::App(it) => it.agent.to_string(),
    };
    match state {
        RoundState::Turn(it) => format!("turn of {}", who(it)),
        RoundState::Asking(it, questions) => format!("{} asks {:?}", who(it), questions[0].0),
        RoundState::Confirming(it, waiting) => format!("{} wants a yes to {}", who(it), waiting.deed),
        RoundState::Ended(verdict) => verdict.to_string(),
    }
}

#[test]
fn a_round_walks_from_agent_to_agent() {
    let launch = Deed::Launch(Launch { application: "calc".into(), file: None });
    let asked = Event::Asked { questions: vec![Question("Which?".into())] };
    let answered =
        Event::Answered { answers: vec![Answer { question: "Which?".into(), answer: "this".into() }] };
    let confirm = Event::Ruled { deed: launch.clone(), ruling: Ruling::Confirm("risky".into()) };
    let refuse = Event::Ruled { deed: launch, ruling: Ruling::Refuse("off limits".into()) };
    let ended = Event::SubtaskEnded { outcome: SubtaskOutcome::Finished, comment: String::new() };
    let finished = Event::RoundEnded { verdict: Verdict::Finished("done".into()) };
    let app = "turn of AppAgent/galculator/Calculator";
    let mut state = RoundState::start();
    for (event, expected) in [
        (answered.clone(), "turn of host"),
        (ended.clone(), "turn of host"),
        (asked.clone(), "host asks \"Which?\""),
        (Event::Confirmed { yes: true }, "host asks \"Which?\""),
        (answered.clone(), "turn of host"),
        (refuse, "turn of host"),
        (confirm.clone(), "host wants a yes to open calc"),
        (Event::Confirmed { yes: true }, "turn of host"),
        (host_decided(HostDecision::Assign(Box::new(assignment()))), app),
        (host_decided(HostDecision::Finish), app),
        (asked, "AppAgent/galculator/Calculator asks \"Which?\""),
        (answered, app),
        (confirm, "AppAgent/galculator/Calculator wants a yes to open calc"),
        (Event::Confirmed { yes: false }, app),
        (Event::Stopped, app),
        (ended.clone(), "turn of host"),
        (finished, "finished: done"),
        (host_decided(HostDecision::Assign(Box::new(assignment()))), "finished: done"),
        (ended, "finished: done"),
    ] {
        state = state.after(&event);
        assert_eq!(shown(&state), expected, "{event:?}");
    }
}
