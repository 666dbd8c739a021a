//! The rows of an audit: every ruling, question, answer, action, effect and pause, with its moment and step. A fold of the log.

use super::event_rows::{EventRow, event_rows};
use deskpilot_core::{AgentName, Entry, Event, Projection, Timestamp};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

/// The rows of the entries so far, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AuditRows {
    /// The rows.
    pub rows: Vec<AuditRow>,
    /// The number and the agent of the last step.
    step: Option<(u32, AgentName)>,
}

impl Projection for AuditRows {
    fn apply(&mut self, entry: &Entry) {
        if let Event::StepStarted { step, agent } = &entry.event {
            self.step = Some((step.session, agent.clone()));
        }
        let rows = event_rows(&entry.event).into_iter();
        let step = &self.step;
        self.rows.extend(rows.map(|row| AuditRow::of(entry, step.clone(), row)));
    }
}

/// One row of an audit: an entry, or one of several items in it.
#[derive(Clone, Debug, PartialEq)]
pub struct AuditRow {
    /// The position of its entry in the log.
    pub seq: u64,
    /// The time its entry was written.
    pub at: Timestamp,
    /// The step that it belongs to, and that step's agent; `None` before the first step.
    pub step: Option<(u32, AgentName)>,
    /// The kind of row, in one word.
    pub kind: &'static str,
    /// What happened, in words.
    pub what: String,
    /// The same in fields, for programs: an object.
    pub fields: Value,
}

impl AuditRow {
    fn of(entry: &Entry, step: Option<(u32, AgentName)>, row: EventRow) -> AuditRow {
        let EventRow { kind, what, fields } = row;
        AuditRow { seq: entry.seq, at: entry.at, step, kind, what, fields }
    }

    /// Its moment in UTC to the millisecond, in RFC 3339.
    pub fn moment(&self) -> String {
        moment(self.at)
    }
}

impl Serialize for AuditRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut all = json!({
            "seq": self.seq,
            "at": self.moment(),
            "step": self.step.as_ref().map(|(number, _)| number),
            "agent": self.step.as_ref().map(|(_, agent)| agent),
            "kind": self.kind,
            "what": self.what,
        });
        // The agent that an operation names replaces the agent of the step.
        if let (Some(all), Value::Object(fields)) = (all.as_object_mut(), &self.fields) {
            all.extend(fields.clone());
        }
        all.serialize(serializer)
    }
}

fn moment(at: Timestamp) -> String {
    let moment = i64::try_from(at.0).ok().and_then(|millis| jiff::Timestamp::from_millisecond(millis).ok());
    moment.map_or_else(|| format!("{} ms", at.0), |moment| format!("{moment:.3}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{ActionId, Answer, Delegation, Launch, Operation, StepNumber, Subtask};

    /// The rows of these events, as programs get them.
    fn rows_of(events: Vec<Event>) -> Vec<Value> {
        let entries: Vec<Entry> = events
            .into_iter()
            .zip(0..)
            .map(|(event, seq)| Entry { seq, at: Timestamp(seq), event })
            .collect();
        AuditRows::of(&entries).rows.iter().map(|row| json!(row)).collect()
    }

    fn step() -> Event {
        let step = StepNumber { session: 3, ..StepNumber::default() };
        Event::StepStarted { step, agent: AgentName::host() }
    }

    fn acting(operation: Operation) -> Event {
        Event::Acting { id: ActionId(7), operation, selected: None }
    }

    #[test]
    fn a_moment_is_shown_to_the_millisecond() {
        for (at, expected) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (1_700_000_000_250, "2023-11-14T22:13:20.250Z"),
            (u64::MAX, "18446744073709551615 ms"),
        ] {
            assert_eq!(moment(Timestamp(at)), expected);
        }
    }

    #[test]
    fn a_row_has_its_entry_its_step_and_fields() {
        let answer = Answer { question: "a?".into(), answer: "b".into() };
        let answered = Event::Answered { answers: vec![answer], by: Some("the terminal".into()) };
        let open =
            Operation::Launch(Launch { application: "galculator".into(), file: None, ..Launch::default() });
        assert_eq!(
            rows_of(vec![answered, step(), acting(open)]),
            [
                json!({
                    "seq": 0, "at": "1970-01-01T00:00:00.000Z", "step": null, "agent": null, "kind": "answer",
                    "what": "answer: to \"a?\": \"b\" (by the terminal)", "question": "a?", "answer": "b",
                    "by": "the terminal",
                }),
                json!({
                    "seq": 2, "at": "1970-01-01T00:00:00.002Z", "step": 3, "agent": "HostAgent", "kind": "action",
                    "what": "action 7: open galculator", "id": 7, "operation": "open galculator",
                    "application": "galculator",
                }),
            ]
        );
    }

    #[test]
    fn a_row_of_a_delegation_names_the_agent_that_it_goes_to() {
        let subtask = Subtask::default();
        let delegation = Delegation { agent: "librarian".into(), application: None, subtask };
        let rows = rows_of(vec![step(), acting(Operation::Delegate(Box::new(delegation)))]);
        assert_eq!((&rows[0]["step"], &rows[0]["agent"]), (&json!(3), &json!("librarian")));
        let text = serde_json::to_string(&rows[0]).unwrap();
        assert_eq!(text.matches("\"agent\"").count(), 1, "{text}");
    }
}
