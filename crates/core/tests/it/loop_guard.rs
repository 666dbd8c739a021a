//! Tests of when an agent counts as looping.

use deskpilot_core::fold::{LoopAdvice, LoopGuard};
use deskpilot_core::*;

fn view(value: &str) -> Event {
    let window = Window {
        label: None,
        id: WindowId(1),
        title: "Notes".into(),
        application: "notes".into(),
        process: None,
        rect: Rect::default(),
        state: WindowState::Normal,
        focused: true,
    };
    let control = Control {
        label: Some(Label(1)),
        role: Role::Edit,
        name: "Text".into(),
        value: Some(value.into()),
        states: States::default(),
        rect: Rect::default(),
        source: ControlSource::Accessibility { node: NodeId(value.into()) },
    };
    Event::Observed { view: View::App(AppView::of(window, vec![control])) }
}

fn step(agent: &str) -> Event {
    Event::StepStarted { step: StepNumber::default(), agent: AgentName::app(agent, "") }
}

fn acting(command: &str) -> Event {
    let Event::Observed { view: View::App(view) } = view("") else {
        unreachable!("it is a view of a window")
    };
    let call = Call { command: command.into(), ..Call::default() };
    let verb = Verb::Wait(WaitCondition { shows: None, known: Vec::new(), millis: 1 });
    let operation = Operation::Act(Box::new(Action { call, window: view.window, aim: Aim::Window, verb }));
    Event::Acting { id: ActionId(1), operation, selected: None }
}

fn folded(events: impl IntoIterator<Item = Event>) -> LoopGuard {
    let mut fold = LoopGuard::default();
    for (seq, event) in (0..).zip(events) {
        fold.apply(&Entry { seq, at: Timestamp::default(), event });
    }
    fold
}

/// The advice after these steps (agent, observed state, action) for an agent that then observes `seen_last`. The user answers
/// before the step with the index `help`.
fn advice(steps: &[(&str, &str, &str)], help: Option<usize>, seen_last: &str) -> String {
    let answered = Event::Answered { answers: Vec::new(), by: None };
    let events = steps.iter().enumerate().flat_map(|(at, (agent, seen, done))| {
        let help = (help == Some(at)).then(|| answered.clone());
        help.into_iter().chain([step(agent), view(seen), acting(done)])
    });
    match folded(events.chain([step("notes"), view(seen_last)])).advice() {
        LoopAdvice::None => String::new(),
        LoopAdvice::AnotherWay(done) => {
            done.iter().map(|(what, times)| format!("{what} x{times}")).collect::<Vec<_>>().join(", ")
        }
        LoopAdvice::Ask => "ask".into(),
        LoopAdvice::GiveUp => "give up".into(),
    }
}

#[test]
fn repeated_actions_in_the_same_state_are_noticed() {
    let again = |n| vec![("notes", "a", "next"); n];
    let circle = [("notes", "a", "next"), ("notes", "b", "back")].repeat(3);
    let two_ways = [again(3), vec![("notes", "a", "other"); 3]].concat();
    for (steps, help, seen, expected) in [
        (again(2), None, "a", ""),
        (again(3), None, "a", "next x3"),
        (again(3), None, "b", ""),
        (again(4), None, "a", "next x4"),
        (again(5), None, "a", "ask"),
        (two_ways, None, "a", "ask"),
        (again(6), Some(5), "a", ""),
        (again(8), Some(5), "a", "give up"),
        (circle, None, "a", "next x3"),
        (vec![("notes", "a", "next"), ("notes", "a", "other"), ("notes", "a", "third")], None, "a", ""),
        (vec![("notes", "a", "next"), ("notes", "b", "next"), ("notes", "c", "next")], None, "a", ""),
        (vec![("other", "a", "next"), ("notes", "a", "next"), ("notes", "a", "next")], None, "a", ""),
    ] {
        assert_eq!(advice(&steps, help, seen), expected, "{steps:?} {help:?}");
    }
}

#[test]
fn only_the_first_action_of_a_batch_counts() {
    let list = || [step("notes"), view("a"), acting("press"), acting("press"), acting("press")];
    let looks = |lists| folded((0..lists).flat_map(|_| list()).chain([step("notes"), view("a")]));
    assert_eq!(looks(2).advice(), LoopAdvice::None);
    assert_eq!(looks(3).advice(), LoopAdvice::AnotherWay(vec![("press".into(), 3)]));
    let Event::Acting { operation, .. } = acting("press") else { unreachable!("it is an operation") };
    assert!(looks(3).is_barred(&operation) && !looks(2).is_barred(&operation));
}

#[test]
fn a_new_round_resets_the_counts() {
    let again = [step("notes"), view("a"), acting("x")];
    let round = Event::RoundStarted { round: 1, request: "more".into() };
    let events = again.iter().cycle().take(12).cloned().chain([round, step("notes"), view("a")]);
    assert_eq!(folded(events).advice(), LoopAdvice::None);
}
