//! The sections of a prompt, each with a byte cap.

use deskpilot_core::{
    Complaint, Passage, Provenance, ReasonCode, Section,
    fold::{AgentMemory, LoopAdvice, LoopGuard},
    section,
};
use serde_json::{Value, json};

/// The longest request that prompts show whole, in bytes.
pub const LONGEST_REQUEST: usize = 16_000;

/// The most bytes each section may have; about four bytes make a token.
const CAPS: &[(&str, usize)] = &[
    (section::USER_REQUEST, LONGEST_REQUEST),
    (section::SUB_TASK, 8_000),
    (section::HOST_MESSAGE, 4_000),
    (section::SECRETS, 1_000),
    (section::APPLICATION_INFORMATION, 12_000),
    (section::INSTALLED_APPLICATIONS, 12_000),
    (section::FOLDERS, 6_000),
    (section::OTHER_AGENTS, 6_000),
    (section::CURRENT_APPLICATION, 1_000),
    (section::CONTROL_INFORMATION, 48_000),
    (section::PREVIOUS_SUBTASKS, 8_000),
    (section::PREVIOUS_PLAN, 8_000),
    (section::LAST_ACTIONS, 8_000),
    (section::RETRIEVED_INFORMATION, 12_000),
    (section::LOOP_GUARD, 2_000),
    (section::COMPLAINT, 2_000),
    (section::RAW_STEPS, 8_000),
    (section::TEMPLATES, 24_000),
    (section::INSTANTIATED_TASK, 24_000),
];

pub(super) fn cap_of(name: &str) -> usize {
    CAPS.iter().find(|(known, _)| *known == name).map_or(4_000, |(_, cap)| *cap)
}

/// A section of plain text, cut at its cap.
pub(crate) fn text(name: &str, provenance: Provenance, text: &str) -> Section {
    let end = text.floor_char_boundary(cap_of(name));
    Section { name: name.to_owned(), provenance, text: text[..end].to_owned(), cut: text.len() - end }
}

/// A section of JSON values, one per line. Values that exceed the cap are left out at the end.
pub(crate) fn list(name: &str, provenance: Provenance, values: &[Value]) -> Section {
    let cap = cap_of(name);
    let (mut lines, mut used, mut cut) = (Vec::new(), 0, 0);
    for value in values {
        let line = value.to_string();
        // Behind one that does not fit, all are left out: the list has no gap.
        if cut == 0 && used + line.len() <= cap {
            used += line.len() + 2;
            lines.push(line);
        } else {
            cut += line.len();
        }
    }
    Section { name: name.to_owned(), provenance, text: format!("[{}]", lines.join(",\n")), cut }
}

/// Whether the section is a list or an object without anything in it, which a prompt leaves out.
pub(crate) fn is_empty(section: &Section) -> bool {
    matches!(section.text.as_str(), "[]" | "{}")
}

/// The names of the secrets that the agent may type; agents never see the values.
pub(crate) fn secrets(names: &[String]) -> Option<Section> {
    let how =
        "type {{secret:NAME}} into a field that hides what is typed, and the value of NAME is typed there";
    let build =
        || text(section::SECRETS, Provenance::Deskpilot, &format!("{how}; names: {}", names.join(", ")));
    (!names.is_empty()).then(build)
}

/// The agent's previous plan.
pub(crate) fn plan(memory: &AgentMemory) -> Section {
    let values: Vec<Value> = memory.plan.iter().map(|step| json!(step)).collect();
    list(section::PREVIOUS_PLAN, Provenance::Agent, &values)
}

pub(super) fn with_code(value: &mut Value, key: &str, code: Option<ReasonCode>) {
    if let Some(code) = code {
        value[key] = json!(code);
    }
}

/// The recalled knowledge.
pub(crate) fn passages(passages: &[Passage]) -> Section {
    let values: Vec<Value> = passages.iter().map(passage).collect();
    list(section::RETRIEVED_INFORMATION, Provenance::Document, &values)
}

/// A passage with where it is from, where that is known.
fn passage(passage: &Passage) -> Value {
    let mut value = json!({"source": passage.source, "title": passage.title});
    if !passage.place.is_empty() {
        value["place"] = json!(passage.place);
    }
    value["text"] = json!(passage.text);
    value
}

/// The loop guard's advice, when the agent repeats itself.
pub(crate) fn loop_guard(loop_guard: &LoopGuard) -> Option<Section> {
    let LoopAdvice::AnotherWay(done) = loop_guard.advice() else { return None };
    let call_text = |(what, times): &(String, u32)| format!("{} ({times} times)", shortened(what, 300));
    let calls: Vec<_> = done.iter().map(call_text).collect();
    let sentence = format!(
        "in the very state that the window is in now you have already done this, and it led back here: {}. Do \
         something else, or end the subtask with FAIL and say why.",
        calls.join("; ")
    );
    Some(text(section::LOOP_GUARD, Provenance::Deskpilot, &sentence))
}

/// The complaint about the last reply.
pub(crate) fn complaint(complaint: &Complaint) -> Section {
    text(section::COMPLAINT, Provenance::Deskpilot, complaint.as_str())
}

/// The text, cut at `cap` bytes with a note on how much is missing.
pub(crate) fn shortened(text: &str, cap: usize) -> String {
    let end = text.floor_char_boundary(cap);
    if end == text.len() {
        text.to_owned()
    } else {
        format!("{}… ({} bytes more)", &text[..end], text.len() - end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_capped_list_is_still_json_and_says_what_is_missing() {
        let values: Vec<Value> = (0..10_000).map(|n| json!({"label": n})).collect();
        let section = list(section::CONTROL_INFORMATION, Provenance::Screen, &values);
        let shown: Vec<Value> = serde_json::from_str(&section.text).unwrap();
        assert!(section.text.len() <= 48_100 && !shown.is_empty() && shown.len() < values.len());
        assert_eq!(section.cut, values[shown.len()..].iter().map(|it| it.to_string().len()).sum::<usize>());
    }

    #[test]
    fn secrets_are_listed_by_name_and_only_where_there_are_any() {
        assert_eq!(secrets(&[]), None);
        let section = secrets(&["bank".into(), "mail".into()]).unwrap();
        assert!(section.text.ends_with("names: bank, mail"), "{}", section.text);
    }

    #[test]
    fn text_is_cut_between_characters() {
        let section = text("unknown", Provenance::User, &"ü".repeat(3_000));
        assert_eq!((section.text.len(), section.cut), (4_000, 2_000));
        let odd = text("unknown", Provenance::User, &format!("a{}", "ü".repeat(3_000)));
        assert_eq!((odd.text.len(), odd.cut), (3_999, 2_002));
    }
}
