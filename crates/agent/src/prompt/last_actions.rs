//! The section on the actions of the agent's last step. It contains each text once. Where it is too long, what only pressed and
//! moved says less first, then what was read, the oldest first: never the last action, and never why something was not done. What
//! was read and is cut says under which name the rest can be shown.

use super::{
    notes::{NoteTexts, OLD_RESULT},
    sections::{cap_of, shortened, with_code},
};
use crate::{
    kept_results::{name_of, note_of},
    reply::SHOW_NOTE,
};
use deskpilot_core::{
    AgentKind, Call, Provenance, Section,
    fold::{AgentMemory, Blackboard, MemoryItem},
    section,
};
use serde_json::{Map, Value, json};

/// The most bytes of an output or an effect.
const RESULT: usize = 2_000;
/// The most bytes of a text that the agent wrote itself.
const KNOWN: usize = 400;
/// The most bytes of the text on a control.
const ON_CONTROL: usize = 120;
/// The most bytes of a result where the section is too long.
const BRIEF: usize = 40;
/// The most bytes of what was read where the section is too long even without the details of what pressed and moved.
const BRIEF_DATA: usize = 400;
/// The most bytes of an output that is repeated, because a reference to it would be as long.
const SHORT: usize = 80;
/// How many actions in a row one line stands for, at least.
const RUN: usize = 3;

/// An action as the section lists it.
struct ListedAction {
    value: Value,
    kind: ListedKind,
    /// What it read, where that can be shown again.
    read: Option<ReadText>,
}

/// A text that can be shown again under a name.
struct ReadText {
    name: String,
    text: String,
}

/// The actions for which there is no room.
#[derive(Default)]
struct LeftOut {
    count: usize,
    /// The names of what they read.
    names: Vec<String>,
}

impl LeftOut {
    fn add(&mut self, action: ListedAction) {
        self.count += 1;
        self.names.extend(action.read.map(|it| it.name));
    }

    /// Their line; `None` where there are none.
    fn line(&self) -> Option<ListedAction> {
        let mut value = json!({"LeftOut": self.count});
        if !self.names.is_empty() {
            value[&*SHOW_NOTE.spec.name] = json!(self.names);
        }
        (self.count > 0).then_some(ListedAction { value, kind: ListedKind::Done, read: None })
    }

    fn bytes(&self) -> usize {
        self.line().map_or(0, |it| it.bytes())
    }
}

/// What the result of an action is worth later.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ListedKind {
    /// It was done, and the result only says so.
    Done,
    /// It was done, and the result is what it read.
    Read,
    /// It was not done, and the result says why.
    NotDone,
}

impl ListedAction {
    fn bytes(&self) -> usize {
        // With the comma and the line break that follow it.
        self.value.to_string().len() + 2
    }
}

/// The actions of the agent's last step with their outcomes, then those that were not done.
pub(crate) fn last_actions(memory: &AgentMemory, board: &Blackboard, agent: AgentKind) -> Section {
    let shown = ShownTexts { board, texts: NoteTexts::of(board, agent) };
    let done = memory.last.iter().enumerate().map(|(at, it)| {
        let mut value = shown.action(it);
        let times = memory.repeat_times(at);
        if times > 0 {
            value["RepeatTimes"] = json!(times);
        }
        let kind = kind_of(it);
        ListedAction { value, kind, read: shown.read(it, agent) }
    });
    let held =
        shown.held(&memory.held).map(|value| ListedAction { value, kind: ListedKind::NotDone, read: None });
    let mut actions: Vec<ListedAction> = done.chain(held).collect();
    let whole = bytes(&actions);
    abridge(&mut actions, cap_of(section::LAST_ACTIONS), shown.texts);
    let cut = whole.saturating_sub(bytes(&actions));
    let lines: Vec<String> = actions.iter().map(|it| it.value.to_string()).collect();
    Section {
        name: section::LAST_ACTIONS.to_owned(),
        provenance: Provenance::Screen,
        text: format!("[{}]", lines.join(",\n")),
        cut,
    }
}

fn kind_of(done: &MemoryItem) -> ListedKind {
    match &done.outcome.output {
        _ if !done.outcome.effect.is_success() => ListedKind::NotDone,
        Some(_) => ListedKind::Read,
        None => ListedKind::Done,
    }
}

/// What the prompt shows elsewhere.
struct ShownTexts<'a> {
    board: &'a Blackboard,
    texts: NoteTexts,
}

impl ShownTexts<'_> {
    fn held(&self, held: &[MemoryItem]) -> Option<Value> {
        match held {
            [] => None,
            [only] => Some(self.action(only)),
            // The reason appears once.
            [first, ..] => {
                let named = |it: &MemoryItem| match it.control_text.as_str() {
                    "" => call_json(&it.call).to_string(),
                    text => format!("{} on {:?}", call_json(&it.call), shortened(text, ON_CONTROL)),
                };
                let operations: Vec<String> = held.iter().map(named).collect();
                Some(json!({"NotDone": operations, "Results": first.outcome.effect.detail()}))
            }
        }
    }

    fn action(&self, done: &MemoryItem) -> Value {
        let effect = &done.outcome.effect;
        let call = call_json(&done.call);
        let mut value = json!({
            "Function": call.command,
            "Args": call.args,
            "ControlText": shortened(&done.control_text, ON_CONTROL),
            "Status": effect.word(),
            "Results": self.results(done),
        });
        with_code(&mut value, "Code", effect.code());
        value
    }

    /// The output, or where the prompt has it already; without one, the effect.
    fn results(&self, done: &MemoryItem) -> String {
        let effect = &done.outcome.effect;
        let Some(output) = &done.outcome.output else {
            let detail = effect.detail();
            return if effect.is_success() { shortened(&detail, RESULT) } else { detail };
        };
        // What was asked for of a note is whole, and says itself how much more there is.
        if output.len() <= SHORT || done.call.command == SHOW_NOTE.spec.name {
            return output.clone();
        }
        match (note_of(self.board, output), name_of(self.board, output)) {
            (Some(note), _) if self.texts.is_whole(output) => format!("see the note {note:?}"),
            _ if done.call.args.values().any(|it| it == output) => effect.detail(),
            (_, Some(name)) => self.texts.elsewhere(&name, output, RESULT),
            (_, None) => shortened(output, RESULT),
        }
    }

    /// What the action read, where an agent can have it shown again: only AppAgents have commands, and for short texts none.
    fn read(&self, done: &MemoryItem, agent: AgentKind) -> Option<ReadText> {
        let can_show = |text: &String| agent == AgentKind::AppAgent && text.len() > OLD_RESULT;
        let text = done.outcome.output.clone().filter(can_show)?;
        Some(ReadText { name: name_of(self.board, &text)?, text })
    }
}

/// The call with the beginnings of its long texts: the agent wrote them.
fn call_json(call: &Call) -> Call {
    let brief = |value: &Value| match value {
        Value::String(text) => shortened(text, KNOWN).into(),
        other => other.clone(),
    };
    let args: Map<String, Value> = call.args.iter().map(|(name, it)| (name.clone(), brief(it))).collect();
    Call { command: call.command.clone(), args }
}

/// Leaves out what is needed least until all fits.
fn abridge(actions: &mut Vec<ListedAction>, cap: usize, texts: NoteTexts) {
    shorten(actions, cap, ListedKind::Done, |it| brief(it, BRIEF, texts));
    // Without their arguments and with the whole reason.
    shorten(actions, cap, ListedKind::NotDone, |it| brief(it, usize::MAX, texts));
    if bytes(actions) > cap {
        fold_runs(actions);
    }
    shorten(actions, cap, ListedKind::Read, |it| brief(it, BRIEF_DATA, texts));
    shorten(actions, cap, ListedKind::Read, |it| brief(it, BRIEF, texts));
    leave_out(actions, cap);
}

/// Shortens the actions of this kind, the oldest first, until all fits. The last action stays as it is.
fn shorten(
    actions: &mut [ListedAction],
    cap: usize,
    kind: ListedKind,
    brief: impl Fn(&ListedAction) -> Value,
) {
    let mut left = bytes(actions);
    let Some((_, before)) = actions.split_last_mut() else { return };
    for it in before.iter_mut().filter(|it| it.kind == kind) {
        if left <= cap {
            return;
        }
        left -= it.bytes();
        it.value = brief(it);
        left += it.bytes();
    }
}

/// The action without its arguments, and with so much of its result.
fn brief(action: &ListedAction, most: usize, texts: NoteTexts) -> Value {
    let ListedAction { value, read, .. } = action;
    let told = value["Results"].as_str().unwrap_or_default();
    let result = match read {
        Some(it) if told.len() > most => texts.elsewhere(&it.name, &it.text, most),
        _ => shortened(told, most),
    };
    let mut brief = json!({"Function": value["Function"], "Status": value["Status"], "Results": result});
    if let Some(code) = value.get("Code") {
        brief["Code"] = code.clone();
    }
    brief
}

/// Leaves the oldest actions out until all fits: one line counts them, and names what they read. The last action stays, and so does
/// why something was not done.
fn leave_out(actions: &mut Vec<ListedAction>, cap: usize) {
    let (mut left, mut left_out) = (bytes(actions), LeftOut::default());
    while left + left_out.bytes() > cap {
        let done = actions.iter().rev().skip(1).rev().position(|it| it.kind != ListedKind::NotDone);
        let Some(oldest) = done else { break };
        let action = actions.remove(oldest);
        left -= action.bytes();
        left_out.add(action);
    }
    actions.splice(0..0, left_out.line());
}

/// Puts actions in a row that were done, and have no other result, into one line. The last action keeps its own.
fn fold_runs(actions: &mut Vec<ListedAction>) {
    let last = actions.pop();
    let mut folded: Vec<ListedAction> = Vec::new();
    for run in actions.chunk_by_mut(|one, next| one.kind == ListedKind::Done && next.kind == ListedKind::Done)
    {
        let is_run = run.len() >= RUN && run[0].kind == ListedKind::Done;
        let line = is_run.then(|| ListedAction { value: run_line(run), kind: ListedKind::Done, read: None });
        let kept = run.iter_mut().filter(|_| !is_run);
        folded.extend(kept.map(|it| ListedAction {
            value: it.value.take(),
            kind: it.kind,
            read: it.read.take(),
        }));
        folded.extend(line);
    }
    folded.extend(last);
    *actions = folded;
}

/// The line of actions in a row: how often each function had each effect, in the order in which they began.
fn run_line(run: &[ListedAction]) -> Value {
    let mut counts: Vec<(String, usize)> = Vec::new();
    for it in run {
        let word = |key: &str| it.value[key].as_str().unwrap_or_default().to_owned();
        let what = format!("{}: {}", word("Function"), word("Status"));
        match counts.iter_mut().find(|(known, _)| *known == what) {
            Some((_, count)) => *count += 1,
            None => counts.push((what, 1)),
        }
    }
    let lines: Vec<String> = counts.into_iter().map(|(what, count)| format!("{count} {what}")).collect();
    json!({"Done": lines})
}

fn bytes(actions: &[ListedAction]) -> usize {
    actions.iter().map(ListedAction::bytes).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{
        Effect, Evidence, Outcome, Refusal,
        fold::{BlackboardOperation, ResultKind},
    };

    fn item(command: &str, args: &Value, effect: Effect) -> MemoryItem {
        let args = args.as_object().cloned().unwrap_or_default();
        let call = Call { command: command.into(), args };
        MemoryItem { call, control_text: String::new(), launch: None, outcome: effect.into() }
    }

    fn confirmed(text: &str) -> Effect {
        Effect::Confirmed(Evidence::Reported(text.into()))
    }

    fn refused(why: &str) -> Effect {
        Effect::Refused(Refusal::NotAllowed(why.into()))
    }

    fn shown(last: Vec<MemoryItem>, held: Vec<MemoryItem>, board: &Blackboard) -> (Vec<Value>, Section) {
        let history = last.clone();
        let memory = AgentMemory { last, held, history, ..AgentMemory::default() };
        let section = last_actions(&memory, board, AgentKind::AppAgent);
        (serde_json::from_str(&section.text).unwrap(), section)
    }

    #[test]
    fn the_oldest_show_less_and_no_reason_is_cut() {
        let long = |name: &str| item(name, &json!({"text": "t".repeat(300)}), confirmed(&"c".repeat(1_500)));
        let mut last: Vec<MemoryItem> = (0..60).map(|n| long(&format!("f{n}"))).collect();
        let why = format!("because {}", "y".repeat(600));
        last[1].outcome = Outcome::from(refused(&why));
        let held = vec![item("rest", &json!({}), refused("the last reason")); 2];
        let (values, section) = shown(last.clone(), held, &Blackboard::default());
        assert!(section.text.len() <= cap_of(section::LAST_ACTIONS) + 100, "{}", section.text.len());
        assert!(section.cut > 60_000, "{}", section.cut);
        assert_eq!(values.len(), 61);
        assert_eq!(values[1]["Results"].as_str(), Some(refused(&why).detail().as_str()));
        assert!(values[60]["Results"].as_str().unwrap().contains("the last reason"));
        let (values, _) = shown(last, Vec::new(), &Blackboard::default());
        assert_eq!(values.last().unwrap()["Results"].as_str().unwrap().len(), 1_500);
        let many = (0..400).map(|n| long(&format!("f{n}"))).collect();
        let (values, section) = shown(many, Vec::new(), &Blackboard::default());
        assert!(section.text.len() <= cap_of(section::LAST_ACTIONS) + 100, "{}", section.text.len());
        assert_eq!(values.last().unwrap()["Function"], "f399");
    }

    #[test]
    fn a_text_is_shown_once() {
        let text: String = (0..100).map(|n| format!("{n} ")).collect();
        let output = |command, args: Value, effect| {
            let done = item(command, &args, effect);
            let outcome = Outcome { output: Some(text.clone()), ..done.outcome };
            MemoryItem { control_text: text.clone(), outcome, ..done }
        };
        let mut board = Blackboard::default();
        let shown_output = |done: MemoryItem, board: &Blackboard| {
            let (values, section) = shown(vec![done], Vec::new(), board);
            (section.text.matches(&text[..200]).count(), values[0]["Results"].clone())
        };
        let words = || output("summary", json!({"text": text}), Effect::unverified("your own words"));
        assert_eq!(shown_output(words(), &board), (1, "your own words".into()));
        let read = || output("texts", json!({"name": "letter"}), confirmed("read"));
        assert_eq!(shown_output(read(), &board), (1, text.clone().into()));
        board.notes.insert("letter".into(), text.clone());
        assert_eq!(shown_output(read(), &board), (0, "see the note \"letter\"".into()));
    }

    #[test]
    fn only_a_repetition_is_counted() {
        let wait = || item("wait", &json!({}), confirmed("so"));
        let (values, _) = shown(vec![wait(), wait()], Vec::new(), &Blackboard::default());
        assert_eq!((values[0].get("RepeatTimes"), &values[1]["RepeatTimes"]), (None, &json!(1)));
    }

    #[test]
    fn what_was_read_outlasts_what_was_pressed() {
        let read = |at: usize| {
            let done = item("get_range_values", &json!({"range": format!("A{at}")}), confirmed("read"));
            let outcome = Outcome { output: Some(format!("row {at} {}", "v".repeat(600))), ..done.outcome };
            MemoryItem { outcome, ..done }
        };
        let press = || item("click_input", &json!({"text": "t".repeat(300)}), confirmed(&"c".repeat(300)));
        let mut last: Vec<MemoryItem> = vec![read(1), read(2)];
        last.extend((0..60).map(|_| press()));
        last.extend([item("check", &json!({}), refused("a reason")), press(), press(), read(3), press()]);
        let (values, section) = shown(last, Vec::new(), &Blackboard::default());
        assert!(section.text.len() <= cap_of(section::LAST_ACTIONS) + 100, "{}", section.text.len());
        for at in 1..4 {
            assert!(section.text.contains(&format!("row {at} {}\"", "v".repeat(600))), "{}", section.text);
        }
        let line = values.iter().find_map(|it| it["Done"].as_array());
        assert_eq!(line, json!(["60 click_input: confirmed"]).as_array());
        assert!(section.text.contains("a reason"), "{}", section.text);
        assert_eq!(values.last().unwrap()["Args"]["text"].as_str().unwrap().len(), 300);
    }

    #[test]
    fn long_data_is_shortened_only_where_nothing_else_gives_room() {
        let read = |at: usize| {
            let done = item("texts", &json!({"at": at}), confirmed("read"));
            let outcome = Outcome { output: Some(format!("{at:02}{}", "v".repeat(1_500))), ..done.outcome };
            MemoryItem { outcome, ..done }
        };
        let (values, section) = shown((0..10).map(read).collect(), Vec::new(), &Blackboard::default());
        assert!(section.text.len() <= cap_of(section::LAST_ACTIONS) + 100, "{}", section.text.len());
        let lengths: Vec<usize> = values.iter().map(|it| it["Results"].as_str().unwrap().len()).collect();
        assert!(lengths.iter().all(|it| *it >= BRIEF_DATA) && lengths[9] == 1_502, "{lengths:?}");
    }

    #[test]
    fn what_was_read_and_is_cut_can_be_shown_again() {
        let text = |at: usize| format!("{at:02}{}", "v".repeat(1_500));
        let read = |at: usize| {
            let done = item("texts", &json!({"at": at}), confirmed("read"));
            let outcome = Outcome { output: Some(text(at)), ..done.outcome };
            MemoryItem { outcome, ..done }
        };
        let mut board = Blackboard::default();
        board.trajectories.extend((0..200).map(|at| BlackboardOperation {
            step: 1,
            subtask: String::new(),
            action: "texts".into(),
            status: "confirmed".into(),
            results: text(at),
            kind: ResultKind::Data,
            window: String::new(),
        }));
        let (values, section) = shown((0..10).map(read).collect(), Vec::new(), &board);
        let first = values[0]["Results"].as_str().unwrap();
        assert!(first.ends_with("v… 1102 more: show_note \"#1\" from 400"), "{first}");
        assert!(section.text.len() <= cap_of(section::LAST_ACTIONS) + 100, "{}", section.text.len());
        let (values, section) = shown((0..100).map(read).collect(), Vec::new(), &board);
        assert!(section.text.len() <= cap_of(section::LAST_ACTIONS) + 100, "{}", section.text.len());
        let names = values[0]["show_note"].as_array().unwrap();
        assert_eq!(values[0]["LeftOut"].as_u64(), Some(names.len() as u64), "{}", values[0]);
        assert_eq!((names[0].as_str(), values.len() - 1 + names.len()), (Some("#1"), 100));
        assert!(values[1]["Results"].as_str().unwrap().contains(": show_note \"#"), "{}", values[1]);
        assert_eq!(values.last().unwrap()["Results"].as_str(), Some(text(99).as_str()));
    }

    #[test]
    fn a_note_that_is_cut_shows_its_beginning_and_the_part_that_was_asked_for_is_whole() {
        let text: String = (0..2_000).map(|n| format!("{n:04}|")).collect();
        let mut board = Blackboard::default();
        board.notes.insert("letter".into(), text.clone());
        let with_output = |command: &str, output: &str| {
            let done = item(command, &json!({"name": "letter"}), confirmed("read"));
            let outcome = Outcome { output: Some(output.to_owned()), ..done.outcome };
            let (values, _) = shown(vec![MemoryItem { outcome, ..done }], Vec::new(), &board);
            values[0]["Results"].as_str().unwrap().to_owned()
        };
        let read = with_output("texts", &text);
        assert!(read.ends_with("0399|… 8000 more: show_note \"letter\" from 2000"), "{read}");
        assert_eq!(with_output("show_note", &text[..4_000]), text[..4_000]);
    }
}
