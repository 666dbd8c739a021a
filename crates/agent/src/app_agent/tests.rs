//! How long the prompt becomes in a long task, and that nothing which its agent needs is lost then.

mod hour;

use super::prompt;
use crate::{
    fixtures::{self, labelled_window},
    prompt::CommandOffer,
    reply::CommandSet,
};
use deskpilot_core::{
    Action, ActionId, AgentName, Aim, AppDecision, AppView, Assignment, Call, Caution, Control, Effect,
    Entry, Event, Evidence, Gesture, HostDecision, HostRemarks, Label, NextStatus, NoChangeReason, Note,
    Operation, Outcome, Product, Projection, Prompt, Remarks, Role, StepNumber, Subtask, SubtaskOutcome,
    Timestamp, Verb,
    fold::{AgentMemory, Ledger},
    section,
};
use deskpilot_deciders::{ActionLimit, AgentContext, AppScene, Attempt, SubtaskKind};
use deskpilot_desktop::view::ViewOptions;
use deskpilot_model::ModelSize;
use serde_json::{Value, json};

/// How many calls a subtask takes.
const CALLS: u32 = 5;

fn agent() -> AgentName {
    AgentName::app("calc", "Budget.ods")
}

fn subtask(number: u32) -> Subtask {
    Subtask {
        id: format!("month{number}"),
        text: format!(
            "Copy the expenses of month {number} from the sheet Raw into the sheet Year, sum them by category, and mark every \
             category that is above its limit"
        ),
        produces: vec![Product::File(format!("/home/ada/Documents/reports/month{number}.pdf"))],
        ..Subtask::default()
    }
}

fn view() -> AppView {
    let control = |label| Control {
        label: Some(Label(label)),
        ..fixtures::control(Role::Button, &format!("Button of the tool bar {label}"))
    };
    AppView::of(labelled_window(1, "Budget.ods", "calc"), (1..=30).map(control).collect())
}

fn operation(command: &str, args: &Value, verb: Verb) -> Operation {
    let args = args.as_object().cloned().unwrap_or_default();
    let call = Call { command: command.into(), args };
    Operation::Act(Box::new(Action { call, window: view().window, aim: Aim::Window, verb }))
}

/// The decision to do these actions and look again.
fn act(actions: Vec<Action>) -> AppDecision {
    let (caution, then) = (Caution::Usual, NextStatus::Continue);
    AppDecision::Act { actions, caution, then, independent: Vec::new() }
}

/// The operations of a call with their outcomes, and the note that it leaves: 30 in 60 calls, some of them long.
fn done_in(call: u32) -> (Vec<(Operation, Outcome)>, Option<Note>) {
    let confirmed = |text: &str| Effect::Confirmed(Evidence::Reported(text.into()));
    let press = |key: &str| {
        let keys = operation("keyboard_input", &json!({"keys": key}), Verb::Gesture(Gesture::Focus));
        (
            keys,
            Outcome::from(confirmed("3 controls changed: the cell below is selected, and the sum is shown")),
        )
    };
    let name = format!("figures {call:02}");
    let note = (call.is_multiple_of(2)).then(|| Note::Text {
        name: name.clone(),
        text: if call.is_multiple_of(8) {
            "12.50\t".repeat(1_334)
        } else {
            format!("the total of call {call} is {call}00 euros")
        },
    });
    let output = match &note {
        Some(Note::Text { text, .. }) => text.clone(),
        _ => "a cell and its value; ".repeat(25),
    };
    let read = operation("get_range_values", &json!({"range": "A1:C40", "name": name}), Verb::Native);
    let outcome = Outcome { output: Some(output), ..confirmed("120 cells").into() };
    (vec![press("{DOWN}"), press("{ENTER}"), (read, outcome), press("{TAB}")], note)
}

/// The events of a call.
fn call_events(call: u32) -> Vec<Event> {
    let at =
        |agent| Event::StepStarted { step: StepNumber { session: call, round: call, agent: call }, agent };
    let mut events = Vec::new();
    if call.is_multiple_of(CALLS) {
        let number = call / CALLS;
        if number > 0 {
            let comment = format!(
                "Copied and summed the expenses of the month before month {number}; two categories were above their limits; \
                 the report is exported"
            );
            let outcome = SubtaskOutcome::Finished;
            events.push(Event::SubtaskEnded { outcome, comment, missing: Vec::new() });
        }
        let assignment = Assignment { subtask: subtask(number), window: view().window, agent: agent() };
        let decision = HostDecision::Assign(Box::new(assignment));
        events.push(at(AgentName::host()));
        events.push(Event::HostDecided { decision, remarks: HostRemarks::default() });
    }
    let (done, note) = done_in(call);
    let actions = done.iter().filter_map(|(operation, _)| match operation {
        Operation::Act(action) => Some((**action).clone()),
        _ => None,
    });
    let decision = act(actions.collect());
    let plan = vec!["sum the categories".into(), "mark those above the limit".into()];
    events.push(at(agent()));
    events.push(Event::AppDecided { decision, remarks: Remarks { plan, ..Remarks::default() } });
    for (operation, outcome) in done {
        events.push(Event::Acting { id: ActionId(u64::from(call) + 1), operation, selected: None });
        events.push(Event::Acted { id: ActionId(u64::from(call) + 1), outcome });
    }
    events.extend(note.map(|note| Event::Noted { note }));
    events
}

/// The prompt for this call, from 0, of a task under way.
fn prompt_at(call: u32) -> Prompt {
    let request = "Make a report of every month of last year from the sheet Raw, and tell me which categories were above \
                   their limits most often."
        .to_owned();
    let events = [Event::RoundStarted { round: 0, request }].into_iter();
    let events = events.chain((0..call).flat_map(call_events)).chain([own_step(call)]);
    prompt_of(&ledger_of(events), subtask(call.saturating_sub(1) / CALLS))
}

/// The AppAgent's step with this number.
fn own_step(number: u32) -> Event {
    Event::StepStarted { step: StepNumber { session: number, round: number, agent: number }, agent: agent() }
}

fn ledger_of(events: impl IntoIterator<Item = Event>) -> Ledger {
    let entry = |event| Entry { seq: 0, at: Timestamp(0), event };
    let entries: Vec<Entry> = events.into_iter().map(entry).collect();
    Ledger::of(&entries)
}

/// The ledger in the step after one whose only action had this effect.
fn ledger_after(effect: Effect) -> Ledger {
    let operation = operation("keyboard_input", &json!({"keys": "a"}), Verb::Gesture(Gesture::Focus));
    let Operation::Act(action) = operation.clone() else { panic!("{operation:?} is no action") };
    let id = ActionId(1);
    ledger_of([
        Event::RoundStarted { round: 0, request: "write it".into() },
        own_step(0),
        Event::AppDecided { decision: act(vec![*action]), remarks: Remarks::default() },
        Event::Acting { id, operation, selected: None },
        Event::Acted { id, outcome: effect.into() },
        own_step(1),
    ])
}

/// What every agent is shown of a session.
fn context<'a>(ledger: &'a Ledger, memory: &'a AgentMemory) -> AgentContext<'a> {
    AgentContext {
        round: &ledger.round,
        steps: &ledger.steps,
        passages: &[],
        blackboard: &ledger.blackboard,
        memory,
        pictures: &[],
        complaint: None,
        attempt: Attempt::default(),
    }
}

/// The prompt of the AppAgent in this subtask.
fn prompt_of(ledger: &Ledger, subtask: Subtask) -> Prompt {
    prompt_in(&view(), ledger, subtask)
}

/// The prompt of the AppAgent in this window.
fn prompt_in(view: &AppView, ledger: &Ledger, subtask: Subtask) -> Prompt {
    let memory = ledger.memory.of_agent(&agent());
    let assignment = Assignment { subtask, window: view.window.clone(), agent: agent() };
    let scene = AppScene {
        context: context(ledger, &memory),
        assignment: &assignment,
        view,
        changes: &ledger.changes,
        loop_guard: &ledger.loop_guard,
        secrets: &[],
        commands: &CommandSet { native: &[] },
        action_limit: ActionLimit::Several,
        subtask_kind: SubtaskKind::Goals,
    };
    prompt(&scene, &CommandOffer::of_scene(&scene), &ViewOptions::default(), ModelSize::Full)
}

#[test]
fn the_prompt_of_a_long_task_stays_short() {
    for (call, most) in [(1, 15_000), (20, 19_500), (50, 21_000), (60, 21_000)] {
        let prompt = prompt_at(call);
        let length = prompt.system.len() + prompt.user_text().len();
        let sizes: Vec<String> =
            prompt.sections.iter().map(|it| format!("{}: {}", it.name, it.text.len())).collect();
        let system = prompt.system.len();
        assert!(length <= most, "call {call}: {length} bytes; system: {system}, {}", sizes.join(", "));
    }
}

#[test]
fn what_a_long_task_needs_is_in_its_prompt_or_can_be_shown() {
    let prompt = prompt_at(60);
    assert!(prompt.sections.iter().all(|it| it.cut == 0), "{}", prompt.user_text());
    let board: Value = serde_json::from_str(prompt.section(section::BLACKBOARD)).unwrap();
    let notes = board["notes"].as_object().unwrap();
    assert_eq!(notes.len(), 30);
    for (name, text) in notes {
        let text = text.as_str().unwrap();
        assert!(
            text.starts_with("the total of call") || text.contains(" more: show_note from "),
            "{name}: {text}"
        );
    }
    assert!(prompt.system.contains("\n- show_note("), "{}", prompt.system);
    let subtasks: Vec<Value> = serde_json::from_str(prompt.section(section::PREVIOUS_SUBTASKS)).unwrap();
    let ids: Vec<String> = (0..11).map(|number| format!("month{number}")).collect();
    assert_eq!(subtasks.iter().map(|it| it["id"].as_str().unwrap()).collect::<Vec<_>>(), ids);
    let steps = board["trajectories"].as_array().unwrap().last().unwrap()["Steps"].as_array().unwrap();
    assert!(steps.last().unwrap().as_str().unwrap().starts_with("58 "), "{steps:?}");
    assert!(prompt.section(section::LAST_ACTIONS).contains("a cell and its value"), "{}", prompt.user_text());
}

#[test]
fn the_text_of_an_earlier_subtask_stands_in_a_long_prompt_once() {
    let text = prompt_at(60).user_text();
    assert_eq!(text.matches("Copy the expenses of month 3 from").count(), 1, "{text}");
    assert_eq!(text.matches("reports/month3.pdf").count(), 1, "{text}");
}

#[test]
fn what_has_nothing_to_tell_is_no_section() {
    let names: Vec<String> = prompt_at(0).sections.into_iter().map(|it| it.name).collect();
    let expected = [
        section::USER_REQUEST,
        section::SUB_TASK,
        section::CURRENT_APPLICATION,
        section::CONTROL_INFORMATION,
    ];
    assert_eq!(names, expected);
}

#[test]
fn a_rule_is_shown_with_what_it_is_about_and_in_no_other_prompt() {
    let seen = Evidence::Reported("so".into());
    let hints = |prompt: Prompt| prompt.section(section::HINTS).to_owned();
    for (effect, expected) in [
        (Effect::Confirmed(seen.clone()), ""),
        (Effect::unverified("sent"), "unverified: "),
        (Effect::NoChange(NoChangeReason::Same(seen)), "no_change: "),
        (Effect::Interrupted, "interrupted: "),
    ] {
        let shown = hints(prompt_of(&ledger_after(effect), Subtask::default()));
        assert!(
            shown.starts_with(expected) && shown.lines().count() == usize::from(!expected.is_empty()),
            "{shown}"
        );
    }
    let ledger = ledger_of([own_step(0)]);
    let sheet = AppView::of(view().window, vec![fixtures::control(Role::Cell, "A1")]);
    assert!(hints(prompt_in(&sheet, &ledger, Subtask::default())).contains(r#"ControlText Cell "B7""#));
    let noting = Subtask { produces: vec![Product::Note("total".into())], ..Subtask::default() };
    assert!(hints(prompt_of(&ledger, noting)).contains("exactly those names"));
    let saved = Event::Saved { file: "a.txt".into(), written: Timestamp(0), content: "Ada".into() };
    assert!(hints(prompt_of(&ledger_of([saved]), Subtask::default())).starts_with("saved on the blackboard"));
}
