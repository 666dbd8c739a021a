//! What the rows of an audit say of each kind of event, in words and in fields. Pure.

use deskpilot_core::{
    ActionId, Answer, Consent, Event, Grounds, LogOrigin, Operation, Outcome, PauseCause, Question, Ruling,
};
use serde_json::{Value, json};

/// What a row says of an event, or of one of several items in it.
pub(super) struct EventRow {
    /// The kind of row.
    pub(super) kind: &'static str,
    /// In words.
    pub(super) what: String,
    /// In fields, for programs: an object.
    pub(super) fields: Value,
}

/// The rows of an event; none unless it is a ruling, question, answer, action or effect, says who had the desktop, or that the log is
/// not the user's.
pub(super) fn event_rows(event: &Event) -> Vec<EventRow> {
    match event {
        Event::Ruled { operation, ruling, grounds, .. } => vec![ruled(operation, ruling, grounds.as_ref())],
        Event::Asked { questions, .. } => questions.iter().map(asked).collect(),
        Event::Answered { answers, by } => answers.iter().map(|it| answered(it, by.as_deref())).collect(),
        Event::Confirmed { consent, by } => vec![confirmed(consent, by.as_deref())],
        Event::Acting { id, operation, .. } => vec![acting(*id, operation)],
        Event::Acted { id, outcome, .. } => vec![acted(*id, outcome)],
        Event::Paused { cause } => vec![paused(cause)],
        Event::HandedBack => vec![handed_back()],
        Event::SessionResumed { origin, .. } if !origin.is_own() => vec![distrusted(*origin)],
        _ => Vec::new(),
    }
}

fn ruled(operation: &Operation, ruling: &Ruling, grounds: Option<&Grounds>) -> EventRow {
    let (word, reason) = match ruling {
        Ruling::Allow => ("allowed", None),
        Ruling::Confirm(reason) => ("needs approval", Some(reason)),
        Ruling::Refuse(reason) => ("refused", Some(reason)),
    };
    let speaker = grounds.map(|it| format!(" [{}]", it.source)).unwrap_or_default();
    let what =
        format!("ruling: {word}{speaker}: {}{}", operation_text(operation), reason_text(reason, grounds));
    let fields = json!({"ruling": word, "reason": reason, "grounds": grounds});
    EventRow { kind: "ruling", what, fields: with_operation(operation, fields) }
}

/// The reason of a ruling, and the risks that the reason does not mention.
fn reason_text(reason: Option<&String>, grounds: Option<&Grounds>) -> String {
    let mut parts: Vec<String> = reason.cloned().into_iter().collect();
    for found in grounds.iter().flat_map(|it| &it.findings).map(ToString::to_string) {
        if !parts.iter().any(|part| part.contains(&found)) {
            parts.push(found);
        }
    }
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join("; ")) }
}

fn asked(question: &Question) -> EventRow {
    EventRow {
        kind: "question",
        what: format!("question: {:?}", question.0),
        fields: json!({"question": question.0}),
    }
}

fn answered(answer: &Answer, by: Option<&str>) -> EventRow {
    let Answer { question, answer } = answer;
    EventRow {
        kind: "answer",
        what: format!("answer: to {question:?}: {answer:?}{}", by_text(by)),
        fields: json!({"question": question, "answer": answer, "by": by}),
    }
}

fn confirmed(consent: &Consent, by: Option<&str>) -> EventRow {
    let fields = json!({"yes": consent.is_yes(), "consent": consent, "by": by});
    let what = match consent {
        Consent::Unanswered(why) => format!("nobody answered: {why}"),
        _ => format!("the user said {consent}{}", by_text(by)),
    };
    EventRow { kind: "confirmation", what, fields }
}

/// Who answered, if the log has it.
fn by_text(by: Option<&str>) -> String {
    by.map(|by| format!(" (by {by})")).unwrap_or_default()
}

fn distrusted(origin: LogOrigin) -> EventRow {
    let what = format!("origin: {origin}; no yes, rule or question before this entry holds after it");
    EventRow { kind: "origin", what, fields: json!({"origin": origin}) }
}

fn paused(cause: &PauseCause) -> EventRow {
    EventRow { kind: "pause", what: format!("pause: {cause}"), fields: json!({"cause": cause}) }
}

fn handed_back() -> EventRow {
    EventRow { kind: "hand_back", what: "the desktop was handed back".to_owned(), fields: json!({}) }
}

fn acting(id: ActionId, operation: &Operation) -> EventRow {
    let what = format!("action {}: {}", id.0, operation_text(operation));
    EventRow { kind: "action", what, fields: with_operation(operation, json!({"id": id})) }
}

fn acted(id: ActionId, outcome: &Outcome) -> EventRow {
    let Outcome { effect, output, .. } = outcome;
    let read = output.as_ref().map(|output| format!(": {output:?}")).unwrap_or_default();
    EventRow {
        kind: "effect",
        what: format!("effect of {}: {effect}{read}", id.0),
        fields: json!({"id": id, "effect": effect.word(), "told": effect.to_string(), "output": output}),
    }
}

/// An operation in words, with its window.
fn operation_text(operation: &Operation) -> String {
    match operation {
        Operation::Act(action) => {
            format!("{action} in {} ({:?})", action.window.application, action.window.title)
        }
        Operation::Launch(_) | Operation::Run(_) | Operation::Delegate(_) | Operation::Permit(_) => {
            operation.to_string()
        }
    }
}

/// Adds the fields of the operation.
fn with_operation(operation: &Operation, mut fields: Value) -> Value {
    fields["operation"] = operation.to_string().into();
    match operation {
        Operation::Act(action) => {
            fields["application"] = action.window.application.clone().into();
            fields["window"] = action.window.title.clone().into();
        }
        Operation::Launch(launch) => fields["application"] = launch.application.clone().into(),
        Operation::Run(shell) => fields["program"] = json!(shell.argv),
        Operation::Delegate(it) => fields["agent"] = it.agent.clone().into(),
        Operation::Permit(it) => {
            fields["agent"] = it.agent.clone().into();
            fields["places"] = json!(it.places);
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{
        Effect, Evidence, Launch, ProgramCall, Risk, RulingSource, StepNumber, policy::Finding,
    };

    #[test]
    fn every_kind_is_described_in_plain_words() {
        let open = || {
            Operation::Launch(Launch { application: "galculator".into(), file: None, ..Launch::default() })
        };
        let run = || Operation::Run(ProgramCall { argv: vec!["rm".into(), "x y".into()] });
        let finding = |risk| Finding { risk, sign: String::new() };
        let grounded = |ruling| Event::Ruled {
            operation: run(),
            ruling,
            grounds: Some(Grounds {
                source: RulingSource::Rule("mine".into()),
                findings: vec![finding(Risk::Runs), finding(Risk::Deletes)],
                rule: None,
                places: Vec::new(),
                targets: None,
                beside: None,
                known_effect: None,
            }),
            picture: None,
        };
        let outcome = |output: Option<&str>| Outcome {
            effect: Effect::Confirmed(Evidence::Accepted),
            output: output.map(str::to_owned),
            settled: None,
        };
        let answers =
            ["a", "b"].map(|it| Answer { question: format!("{it}?"), answer: it.to_uppercase() }).to_vec();
        for (event, expected) in [
            (Event::ruled(open(), Ruling::Allow), &["ruling: allowed: open galculator"][..]),
            (
                Event::ruled(run(), Ruling::Confirm("runs a program".into())),
                &["ruling: needs approval: run rm x y (runs a program)"],
            ),
            (
                Event::ruled(open(), Ruling::Refuse("off limits".into())),
                &["ruling: refused: open galculator (off limits)"],
            ),
            (
                Event::Asked { questions: vec![Question("a?".into()), Question("b?".into())] },
                &["question: \"a?\"", "question: \"b?\""],
            ),
            (
                Event::Answered { answers, by: None },
                &["answer: to \"a?\": \"A\"", "answer: to \"b?\": \"B\""],
            ),
            (
                grounded(Ruling::Confirm("it runs a program".into())),
                &[
                    "ruling: needs approval [the rule \"mine\"]: run rm x y (it runs a program; it deletes something)",
                ],
            ),
            (
                grounded(Ruling::Allow),
                &[
                    "ruling: allowed [the rule \"mine\"]: run rm x y (it runs a program; it deletes something)",
                ],
            ),
            (
                Event::Confirmed { consent: Consent::Once, by: Some("the terminal".into()) },
                &["the user said yes, this once (by the terminal)"],
            ),
            (Event::Confirmed { consent: Consent::No(String::new()), by: None }, &["the user said no"]),
            (
                Event::Confirmed { consent: Consent::Unanswered("it was late".into()), by: None },
                &["nobody answered: it was late"],
            ),
            (Event::Acting { id: ActionId(4), operation: run(), selected: None }, &["action 4: run rm x y"]),
            (
                Event::Acted { id: ActionId(4), outcome: outcome(Some("42\u{1b}[2J")) },
                &["effect of 4: confirmed: accepted by the application: \"42\\u{1b}[2J\""],
            ),
            (
                Event::Acted { id: ActionId(5), outcome: outcome(None) },
                &["effect of 5: confirmed: accepted by the application"],
            ),
            (
                Event::Paused { cause: PauseCause::TakenOver("browser 2 of page 7".into()) },
                &["pause: browser 2 of page 7 took over"],
            ),
            (Event::HandedBack, &["the desktop was handed back"]),
            (Event::StepEnded { timings: Vec::new() }, &[]),
            (
                Event::StepStarted { step: StepNumber::default(), agent: deskpilot_core::AgentName::host() },
                &[],
            ),
        ] {
            let rows = event_rows(&event);
            let words: Vec<&str> = rows.iter().map(|it| it.what.as_str()).collect();
            assert_eq!(words, expected, "{event:?}");
            assert!(rows.iter().all(|it| it.fields.is_object()), "{event:?}");
        }
    }
}
