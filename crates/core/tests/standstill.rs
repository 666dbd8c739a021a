//! When an agent is told that it goes round in circles.

use deskpilot_core::fold::Standstill;
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
        source: Source::Accessibility { node: NodeId(value.into()) },
    };
    let (controls, truncated, pictures) = (vec![control], None, Pictures::default());
    Event::Observed { view: View::App(AppView { window, controls, levels: Vec::new(), truncated, pictures }) }
}

fn step(agent: &str) -> Event {
    Event::StepStarted { step: StepNumber::default(), agent: AgentName::app(agent, "") }
}

fn acting(command: &str) -> Event {
    let Event::Observed { view: View::App(view) } = view("") else {
        unreachable!("it is a view of a window")
    };
    let call = Call { command: command.into(), ..Call::default() };
    let verb = Verb::Wait(Until { shows: None, millis: 1 });
    let deed = Deed::Act(Box::new(Action { call, window: view.window, aim: Aim::Window, verb }));
    Event::Acting { id: ActionId(1), deed, selected: None }
}

/// A step of each: what is seen, and what is done then.
fn told(steps: &[(&str, &str, &str)], seen_last: &str) -> Vec<(String, u32)> {
    let mut fold = Standstill::default();
    let events = steps.iter().flat_map(|(agent, seen, done)| [step(agent), view(seen), acting(done)]);
    for (seq, event) in events.chain([step("notes"), view(seen_last)]).enumerate() {
        fold.apply(&Entry { seq: seq as u64, at: Stamp::default(), event });
    }
    fold.done_too_often().map(|(call, times)| (call.to_owned(), times)).collect()
}

#[test]
fn the_third_time_in_the_same_state_is_told() {
    let again = |n| vec![("notes", "a", "next"); n];
    let next = |times| vec![("next()".to_owned(), times)];
    let circle: Vec<_> = [("notes", "a", "next"), ("notes", "b", "back")].repeat(3);
    for (steps, seen, expected) in [
        (again(2), "a", vec![]),
        (again(3), "a", next(3)),
        (again(5), "a", next(5)),
        (again(3), "b", vec![]),
        (circle, "a", next(3)),
        (vec![("notes", "a", "next"), ("notes", "a", "other"), ("notes", "a", "next")], "a", vec![]),
        (vec![("notes", "a", "next"), ("notes", "b", "next"), ("notes", "c", "next")], "a", vec![]),
        (vec![("other", "a", "next"), ("notes", "a", "next"), ("notes", "a", "next")], "a", vec![]),
    ] {
        assert_eq!(told(&steps, seen), expected, "{steps:?}");
    }
}

#[test]
fn a_new_round_begins_anew() {
    let mut fold = Standstill::default();
    let steps = [step("notes"), view("a"), acting("x"), acting("x"), acting("x")];
    let round = Event::RoundStarted { round: 1, request: "more".into() };
    for event in steps.into_iter().chain([round, step("notes"), view("a")]) {
        fold.apply(&Entry { seq: 0, at: Stamp::default(), event });
    }
    assert_eq!(fold.done_too_often().count(), 0);
}
