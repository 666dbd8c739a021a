//! The section on the actions of the agent's last step. It contains each text once, and what it leaves out is of the oldest
//! actions: never the last one, and never why something was not done.

use super::sections::{cap_of, shortened, with_code};
use deskpilot_core::{
    Call, Provenance, Section,
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
/// The most bytes of an action's result where the section is too long.
const BRIEF: usize = 40;
/// The most bytes of an output that is repeated, because a reference to it would be as long.
const SHORT: usize = 80;

/// An action as the section lists it.
struct ListedAction {
    value: Value,
    /// Whether it was done, so that its result gives no reason.
    is_done: bool,
}

impl ListedAction {
    fn bytes(&self) -> usize {
        self.value.to_string().len() + 2
    }
}

/// The actions of the agent's last step with their outcomes, then those that were not done.
pub(crate) fn last_actions(memory: &AgentMemory, board: &Blackboard) -> Section {
    let done = memory.last.iter().enumerate().map(|(at, it)| {
        let mut value = action_json(it, board);
        let times = memory.repeat_times(at);
        if times > 0 {
            value["RepeatTimes"] = json!(times);
        }
        ListedAction { value, is_done: it.outcome.effect.is_success() }
    });
    let held = held_json(&memory.held, board).map(|value| ListedAction { value, is_done: false });
    let mut actions: Vec<ListedAction> = done.chain(held).collect();
    let whole = bytes(&actions);
    abridge(&mut actions, cap_of(section::LAST_ACTIONS));
    let cut = whole.saturating_sub(bytes(&actions));
    let lines: Vec<String> = actions.iter().map(|it| it.value.to_string()).collect();
    Section {
        name: section::LAST_ACTIONS.to_owned(),
        provenance: Provenance::Screen,
        text: format!("[{}]", lines.join(",\n")),
        cut,
    }
}

fn held_json(held: &[MemoryItem], board: &Blackboard) -> Option<Value> {
    match held {
        [] => None,
        [only] => Some(action_json(only, board)),
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

fn action_json(done: &MemoryItem, board: &Blackboard) -> Value {
    let effect = &done.outcome.effect;
    let call = call_json(&done.call);
    let mut value = json!({
        "Function": call.command,
        "Args": call.args,
        "ControlText": shortened(&done.control_text, ON_CONTROL),
        "Status": effect.word(),
        "Results": results(done, board),
    });
    with_code(&mut value, "Code", effect.code());
    value
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

/// The output, or where the prompt has it already; without one, the effect.
fn results(done: &MemoryItem, board: &Blackboard) -> String {
    let effect = &done.outcome.effect;
    let Some(output) = &done.outcome.output else {
        let detail = effect.detail();
        return if effect.is_success() { shortened(&detail, RESULT) } else { detail };
    };
    if output.len() <= SHORT {
        return output.clone();
    }
    match board.notes.iter().find(|(_, text)| *text == output) {
        Some((name, _)) => format!("see the note {name:?}"),
        None if done.call.args.values().any(|it| it == output) => effect.detail(),
        None => shortened(output, RESULT),
    }
}

/// Shortens the oldest actions, then leaves them out, until all fit.
fn abridge(actions: &mut Vec<ListedAction>, cap: usize) {
    let mut left = bytes(actions);
    for it in actions.iter_mut().rev().skip(1).rev() {
        if left <= cap {
            return;
        }
        left -= it.bytes();
        it.value = brief(it);
        left += it.bytes();
    }
    while left > cap {
        let Some(oldest) = actions.iter().rev().skip(1).rev().position(|it| it.is_done) else { return };
        left -= actions.remove(oldest).bytes();
    }
}

/// The action without its arguments, and with its whole reason if it was not done.
fn brief(action: &ListedAction) -> Value {
    let value = &action.value;
    let result = value["Results"].as_str().unwrap_or_default();
    let result = if action.is_done { shortened(result, BRIEF) } else { result.to_owned() };
    let mut brief = json!({"Function": value["Function"], "Status": value["Status"], "Results": result});
    if let Some(code) = value.get("Code") {
        brief["Code"] = code.clone();
    }
    brief
}

fn bytes(actions: &[ListedAction]) -> usize {
    actions.iter().map(ListedAction::bytes).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Effect, Evidence, Outcome, Refusal};

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
        let section = last_actions(&AgentMemory { last, held, history, ..AgentMemory::default() }, board);
        (serde_json::from_str(&section.text).unwrap(), section)
    }

    #[test]
    fn the_oldest_tell_less_and_no_reason_is_cut() {
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
    fn a_text_is_told_once() {
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
}
