//! The prompts at the end of an hour: 300 actions, 12 notes of 4 KB, and eight subtasks that finished and left a file each.

use super::{agent, context, operation, prompt_of, view};
use crate::{fixtures::labelled_window, host_agent};
use deskpilot_core::{
    ActionId, AgentName, Assignment, DesktopView, Effect, Entry, Event, Evidence, Gesture, HostDecision,
    HostRemarks, Note, Operation, Outcome, Pictures, Product, Projection, Prompt, Remarks, StepNumber,
    Subtask, SubtaskOutcome, Timestamp, Verb, Window, fold::Ledger, section,
};
use deskpilot_deciders::HostScene;
use deskpilot_model::ModelSize;
use serde_json::{Value, json};

/// The calls of AppAgents, and how many actions each carries out.
const CALLS: u32 = 60;
const ACTIONS: usize = 5;
/// How many calls a subtask takes: the ninth is under way.
const CALLS_OF_SUBTASK: u32 = 7;
/// Every so many calls leave a note.
const CALLS_OF_NOTE: u32 = 5;
/// The bytes of a note.
const NOTE: usize = 4_096;
/// The most bytes of a prompt without its schema and pictures.
const MOST: usize = 24 * 1024;

fn path(number: u32) -> String {
    format!("/home/ada/Documents/reports/2026/week-{number:02}.ods")
}

fn note_name(call: u32) -> String {
    format!("prices of call {call:02}")
}

fn subtask(number: u32) -> Subtask {
    Subtask {
        id: format!("week{number}"),
        text: format!(
            "Enter the sales of week {number} into a new sheet from the list in front, compare the prices with those of the week \
             before, mark what became dearer, and save the report of the week"
        ),
        produces: vec![Product::File(path(number))],
        ..Subtask::default()
    }
}

/// What a call does: it presses some keys and reads something, sometimes under a name.
fn done_in(call: u32) -> (Vec<(Operation, Outcome)>, Option<Note>) {
    let confirmed = |text: &str| Effect::Confirmed(Evidence::Reported(text.into()));
    let press = |_| {
        let keys = operation("keyboard_input", &json!({"keys": "{DOWN}"}), Verb::Gesture(Gesture::Focus));
        (keys, Outcome::from(confirmed("2 controls changed: the cell below is selected")))
    };
    let mut done: Vec<(Operation, Outcome)> = (1..ACTIONS).map(press).collect();
    let is_named = call % CALLS_OF_NOTE == CALLS_OF_NOTE / 2;
    let name = is_named.then(|| note_name(call));
    let length = if is_named { NOTE } else { 300 };
    let text: String = format!("call {call:02}: tea 12.50; ").chars().cycle().take(length).collect();
    let read = operation("get_range_values", &json!({"range": "A1:C40", "name": name}), Verb::Native);
    done.push((read, Outcome { output: Some(text.clone()), ..confirmed("120 cells").into() }));
    (done, name.map(|name| Note::Text { name, text }))
}

fn step(call: u32, agent: AgentName) -> Event {
    Event::StepStarted { step: StepNumber { session: call, round: call, agent: call }, agent }
}

/// The events with which a subtask ends and the next one begins.
fn assignment_events(call: u32) -> Vec<Event> {
    let number = call / CALLS_OF_SUBTASK;
    let mut events = Vec::new();
    if let Some(last) = number.checked_sub(1) {
        let content = format!("the sales of week {last}; ").repeat(40);
        events.push(Event::Saved { file: path(last), written: Timestamp(u64::from(call)), content });
        let comment =
            format!("The sales of week {last} are entered, four prices are marked, and the report is saved.");
        events.push(Event::SubtaskEnded { outcome: SubtaskOutcome::Finished, comment, missing: Vec::new() });
    }
    events.push(step(call, AgentName::host()));
    let assignment = Assignment { subtask: subtask(number), window: view().window, agent: agent() };
    let decision = HostDecision::Assign(Box::new(assignment));
    events.push(Event::HostDecided { decision, remarks: HostRemarks::default() });
    events
}

fn call_events(call: u32) -> Vec<Event> {
    let mut events = if call.is_multiple_of(CALLS_OF_SUBTASK) { assignment_events(call) } else { Vec::new() };
    events.push(step(call, agent()));
    let (done, note) = done_in(call);
    let actions = done.iter().filter_map(|(operation, _)| match operation {
        Operation::Act(action) => Some((**action).clone()),
        _ => None,
    });
    let decision = super::act(actions.collect());
    events.push(Event::AppDecided { decision, remarks: Remarks::default() });
    for (operation, outcome) in done {
        let id = ActionId(u64::from(call));
        events.push(Event::Acting { id, operation, selected: None });
        events.push(Event::Acted { id, outcome });
    }
    events.extend(note.map(|note| Event::Noted { note }));
    events
}

/// The ledger at the end of the hour, in a step of this agent.
fn ledger(agent: AgentName) -> Ledger {
    let request =
        "Make a report of every week from the lists of the shop, and tell me what became dearer.".to_owned();
    let events = [Event::RoundStarted { round: 0, request }].into_iter();
    let events = events.chain((0..CALLS).flat_map(call_events)).chain([step(CALLS, agent)]);
    let entries: Vec<Entry> = events.map(|event| Entry { seq: 0, at: Timestamp(0), event }).collect();
    Ledger::of(&entries)
}

fn app_prompt() -> Prompt {
    prompt_of(&ledger(agent()), subtask((CALLS - 1) / CALLS_OF_SUBTASK))
}

fn host_prompt(ledger: &Ledger) -> Prompt {
    let memory = ledger.memory.of_agent(&AgentName::host());
    let view = DesktopView {
        windows: vec![labelled_window(1, "Budget.ods", "calc"), labelled_window(2, "Prices", "editor")],
        applications: Vec::new(),
        pictures: Pictures::default(),
        folders: Vec::new(),
        working: None,
    };
    let agent_for = |window: &Window| AgentName::app(&window.application, &window.title);
    let context = context(ledger, &memory);
    host_agent::prompt(
        &HostScene { context, view: &view, others: &[], agent_for: &agent_for },
        ModelSize::Full,
    )
}

#[test]
fn an_hour_fits_into_24_kilobytes_and_every_note_and_path_is_in_its_prompts() {
    let count = (0..CALLS).map(|call| done_in(call).0.len()).sum::<usize>();
    let names: Vec<String> = (0..CALLS).filter(|call| done_in(*call).1.is_some()).map(note_name).collect();
    let paths: Vec<String> = (0..CALLS / CALLS_OF_SUBTASK).map(path).collect();
    assert_eq!((count, names.len(), paths.len()), (300, 12, 8));
    for prompt in [app_prompt(), host_prompt(&ledger(AgentName::host()))] {
        let text = prompt.user_text();
        let sizes: Vec<String> =
            prompt.sections.iter().map(|it| format!("{}: {}", it.name, it.text.len())).collect();
        let (agent, length) = (prompt.agent, prompt.system.len() + text.len());
        assert!(
            length <= MOST,
            "{agent}: {length} bytes; system: {}, {}",
            prompt.system.len(),
            sizes.join(", ")
        );
        assert!(prompt.sections.iter().all(|it| it.cut == 0), "{agent}: {text}");
        let board: Value = serde_json::from_str(prompt.section(section::BLACKBOARD)).unwrap();
        for name in &names {
            let note = board["notes"][name.as_str()].as_str().unwrap_or_default();
            assert!(note.starts_with("call ") && note.contains(" more"), "{agent}: {name}: {note:?}");
        }
        for path in &paths {
            assert!(text.contains(path.as_str()), "{agent}: {path} is not in {text}");
        }
    }
}

#[test]
fn what_to_do_with_subtasks_that_ended_is_told_once_one_has() {
    let first = host_prompt(&Ledger::of(&[Entry {
        seq: 0,
        at: Timestamp(0),
        event: Event::RoundStarted { round: 0, request: "Make a report".into() },
    }]));
    assert_eq!([section::PREVIOUS_SUBTASKS, section::HINTS].map(|it| first.section(it)), ["", ""]);
    let last = host_prompt(&ledger(AgentName::host()));
    assert!(last.section(section::HINTS).ends_with("One that finished is never assigned again."));
}
