//! `audit`: every ruling, question, answer, action and effect of a task, and whether its log is as it was written.

mod row;

use super::print;
use crate::{
    args::{AuditArgs, Common},
    console::plain,
    exit::Exit,
    settings,
};
use anyhow::{Result, bail};
use deskpilot_core::{AgentName, Entry, Event, Timestamp};
use deskpilot_log::Audit;
use deskpilot_runtime::UsageError;
use row::{AuditRow, told};
use serde_json::{Value, json};

/// `deskpilot audit`
pub(crate) fn audit(args: AuditArgs) -> Result<Exit> {
    let kept = args.head.as_deref().map(head).transpose()?;
    let root = settings::config(&Common { log_dir: args.log_dir, ..Common::default() })?.log_dir;
    let audit = deskpilot_log::audit(&root, &args.task, kept.as_deref())?;
    let lines = lines(&audit.entries);
    if args.json {
        let entries: Vec<Value> = lines.into_iter().map(Line::json).collect();
        let Audit { damage, chain, blobs, .. } = &audit;
        let all = json!({
            "task": args.task, "entries": entries, "chain": chain, "damage": damage, "blobs": blobs,
        });
        print(&format!("{all:#}"));
    } else {
        lines.iter().for_each(|line| print(&plain(&line.text())));
        verdict(&audit).iter().for_each(|line| print(&plain(line)));
    }
    Ok(if audit.is_sound() { Exit::Finished } else { Exit::Failed })
}

/// A head as it stands in a log.
fn head(text: &str) -> Result<String> {
    if text.len() != 64 || !text.bytes().all(|c| c.is_ascii_hexdigit()) {
        bail!(UsageError(format!(
            "{text:?} is no head: give the 64 digits that `deskpilot run` and `deskpilot audit` print"
        )));
    }
    Ok(text.to_ascii_lowercase())
}

/// What is told of a part of an entry, with where it happened.
struct Line<'e> {
    entry: &'e Entry,
    step: Option<(u32, &'e AgentName)>,
    told: AuditRow,
}

/// Everything that is told of these entries, in order.
fn lines(entries: &[Entry]) -> Vec<Line<'_>> {
    let mut step = None;
    let mut lines = Vec::new();
    for entry in entries {
        if let Event::StepStarted { step: number, agent } = &entry.event {
            step = Some((number.session, agent));
        }
        lines.extend(told(&entry.event).into_iter().map(|told| Line { entry, step, told }));
    }
    lines
}

impl Line<'_> {
    fn text(&self) -> String {
        let step = self.step.map_or("-".into(), |(number, agent)| format!("step {number} {agent}"));
        format!("{}  #{} {step}  {}", time(self.entry.at), self.entry.seq, self.told.what)
    }

    fn json(self) -> Value {
        let mut all = json!({
            "seq": self.entry.seq,
            "at": time(self.entry.at),
            "step": self.step.map(|(number, _)| number),
            "agent": self.step.map(|(_, agent)| agent),
            "kind": self.told.kind,
            "what": self.told.what,
        });
        if let (Some(all), Value::Object(fields)) = (all.as_object_mut(), self.told.fields) {
            all.extend(fields);
        }
        all
    }
}

/// The moment in UTC to the millisecond, as RFC 3339 spells it.
fn time(at: Timestamp) -> String {
    let moment = i64::try_from(at.0).ok().and_then(|millis| jiff::Timestamp::from_millisecond(millis).ok());
    moment.map_or_else(|| format!("{} ms", at.0), |moment| format!("{moment:.3}"))
}

/// What is to be said about the whole of it.
fn verdict(audit: &Audit) -> Vec<String> {
    let mut lines = vec![format!("chain: {}", audit.chain)];
    lines.extend(audit.damage.as_ref().map(|damage| format!("damaged: {damage}")));
    lines.push(format!("blobs: {} checked", audit.blobs.checked));
    for (what, blobs) in [("missing", &audit.blobs.missing), ("damaged", &audit.blobs.damaged)] {
        lines.extend(blobs.iter().map(|blob| format!("{what}: {blob}")));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{ActionId, Launch, Operation, StepNumber};

    #[test]
    fn a_moment_is_told_to_the_millisecond() {
        for (at, told) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (1_700_000_000_250, "2023-11-14T22:13:20.250Z"),
            (u64::MAX, "18446744073709551615 ms"),
        ] {
            assert_eq!(time(Timestamp(at)), told);
        }
    }

    #[test]
    fn a_head_is_64_digits() {
        let digits = "0123456789ABCDEF".repeat(4);
        assert_eq!(head(&digits).unwrap(), digits.to_lowercase());
        for text in ["", "3f2a", &digits[1..], &digits.replace('A', "g")] {
            assert!(head(text).unwrap_err().is::<UsageError>(), "{text}");
        }
    }

    #[test]
    fn a_line_says_when_where_and_what() {
        let step = StepNumber { session: 3, ..StepNumber::default() };
        let operation = Operation::Launch(Launch { application: "galculator".into(), file: None });
        let events = [
            Event::Answered {
                answers: vec![deskpilot_core::Answer { question: "a?".into(), answer: "b".into() }],
            },
            Event::StepStarted { step, agent: AgentName::host() },
            Event::Acting { id: ActionId(7), operation, selected: None },
        ];
        let entries: Vec<Entry> = events
            .into_iter()
            .zip(0..)
            .map(|(event, seq)| Entry { seq, at: Timestamp(seq), event })
            .collect();
        let lines = lines(&entries);
        let texts: Vec<String> = lines.iter().map(Line::text).collect();
        assert_eq!(
            texts,
            [
                "1970-01-01T00:00:00.000Z  #0 -  answer: to \"a?\": \"b\"",
                "1970-01-01T00:00:00.002Z  #2 step 3 HostAgent  action 7: open galculator",
            ]
        );
        let json = lines.into_iter().next_back().unwrap().json();
        assert_eq!(
            json,
            json!({
                "seq": 2, "at": "1970-01-01T00:00:00.002Z", "step": 3, "agent": "HostAgent", "kind": "action",
                "what": "action 7: open galculator", "id": 7, "operation": "open galculator", "application": "galculator",
            })
        );
    }
}
