//! The section on the earlier subtasks of the round. Their texts stand here once: other sections name a subtask by its id.

use super::sections::{cap_of, list, shortened, with_code};
use deskpilot_core::{
    Provenance, Section, SubtaskOutcome,
    fold::{Round, SubtaskNode, SubtaskState},
    section,
};
use serde_json::{Value, json};

/// The bytes above which subtasks that ended long ago are described in brief.
const ROOM: usize = 2_400;
/// How many of the last subtasks are always described in full.
const LATEST: usize = 2;
/// The most bytes of a text in brief.
const TEXT: usize = 60;
/// The most bytes of the reason in brief why a subtask was not carried out.
const REASON: usize = 200;
/// The bytes of the line that counts those that are left out.
const COUNT: usize = 24;

/// The earlier subtasks of the round. Where they are many, those that ended long ago are described in brief, and the oldest are
/// only counted.
pub(crate) fn subtasks(round: &Round) -> Section {
    let mut values: Vec<Value> = round.subtasks.iter().filter_map(subtask_json).collect();
    let (mut used, old) = (bytes(&values), values.len().saturating_sub(LATEST));
    for value in &mut values[..old] {
        if used <= ROOM {
            break;
        }
        used -= value.to_string().len();
        abridge(value);
        used += value.to_string().len();
    }
    let mut left_out = 0;
    while left_out < old && bytes(&values[left_out..]) + COUNT > cap_of(section::PREVIOUS_SUBTASKS) {
        left_out += 1;
    }
    values.drain(..left_out);
    if left_out > 0 {
        values.insert(0, json!({"earlier": left_out}));
    }
    list(section::PREVIOUS_SUBTASKS, Provenance::Agent, &values)
}

/// The subtask in full; `None` while it runs.
fn subtask_json(node: &SubtaskNode) -> Option<Value> {
    let SubtaskState::Ended(outcome, comment) = &node.state else { return None };
    let mut value = json!({
        "id": node.subtask.id,
        "subtask": node.subtask.text,
        "application": node.application,
        "status": outcome.status().word(),
        "comment": outcome.reason().unwrap_or(comment.into()),
    });
    if !node.subtask.produces.is_empty() {
        value["produces"] = json!(node.subtask.produces);
    }
    if !node.missing.is_empty() {
        value["missing"] = node.missing.iter().map(ToString::to_string).collect();
    }
    with_code(&mut value, "code", outcome.code());
    Some(value)
}

/// Shortens the texts of a subtask; the reason why it was not carried out keeps more.
fn abridge(value: &mut Value) {
    let finished = SubtaskOutcome::Finished.status().word();
    let most = if value["status"] == finished { TEXT } else { REASON };
    for (key, most) in [("subtask", TEXT), ("comment", most)] {
        let text = shortened(value[key].as_str().unwrap_or_default(), most);
        value[key] = text.into();
    }
}

fn bytes(values: &[Value]) -> usize {
    values.iter().map(|it| it.to_string().len() + 2).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Product, Subtask};

    fn round(outcomes: &[SubtaskOutcome]) -> Round {
        let node = |(at, outcome): (usize, &SubtaskOutcome)| SubtaskNode {
            subtask: Subtask {
                id: format!("s{at}"),
                text: "write ".repeat(40),
                produces: vec![Product::File(format!("letter{at}.odt"))],
                ..Subtask::default()
            },
            application: "writer".into(),
            state: SubtaskState::Ended(outcome.clone(), "done ".repeat(40)),
            missing: Vec::new(),
        };
        Round { subtasks: outcomes.iter().enumerate().map(node).collect(), ..Round::default() }
    }

    fn finished(count: usize) -> Vec<SubtaskOutcome> {
        vec![SubtaskOutcome::Finished; count]
    }

    fn shown(outcomes: &[SubtaskOutcome]) -> (Vec<Value>, Section) {
        let section = subtasks(&round(outcomes));
        (serde_json::from_str(&section.text).unwrap(), section)
    }

    #[test]
    fn few_subtasks_are_described_in_full() {
        let (values, section) = shown(&finished(4));
        assert_eq!((values.len(), section.cut), (4, 0));
        assert_eq!(values[0]["subtask"], "write ".repeat(40));
        assert_eq!(values[0]["comment"], "done ".repeat(40));
    }

    #[test]
    fn of_many_the_old_ones_are_brief_and_keep_what_they_made_and_why_they_failed() {
        let mut outcomes = finished(12);
        outcomes[1] = SubtaskOutcome::Failed("no printer ".repeat(14));
        let (values, section) = shown(&outcomes);
        assert!(section.text.len() < 4_200 && section.cut == 0, "{}", section.text.len());
        assert_eq!(values.len(), 12);
        assert_eq!(values[1]["comment"], "no printer ".repeat(14));
        assert!(values[0]["comment"].as_str().unwrap().len() < 110, "{}", values[0]);
        assert_eq!(values[0]["produces"], json!([Product::File("letter0.odt".into())]));
        assert_eq!(values[11]["subtask"], "write ".repeat(40));
    }

    #[test]
    fn the_oldest_of_very_many_are_counted_and_the_last_is_always_there() {
        let (values, section) = shown(&finished(100));
        assert_eq!(section.cut, 0);
        assert_eq!(values[0]["earlier"].as_u64(), Some(101 - values.len() as u64));
        assert_eq!(values.last().unwrap()["id"], "s99");
    }
}
