//! `audit`: prints every ruling, question, answer, action and effect of a task, and checks whether its log was changed.

mod row;

use super::print;
use crate::{
    args::{AuditArgs, CommonArgs},
    console::plain,
    exit::Exit,
    settings,
};
use anyhow::{Result, bail};
use deskpilot_core::{AgentName, Entry, Event, LogOrigin, Timestamp};
use deskpilot_log::{Audit, folder, running};
use deskpilot_runtime::{Config, Environment, UsageError, known_heads};
use row::{AuditRow, audit_rows};
use serde_json::{Value, json};

/// `deskpilot audit`
pub(crate) fn audit(environment: &Environment, args: AuditArgs) -> Result<Exit> {
    let kept = args.head.as_deref().map(parse_head).transpose()?;
    let config =
        settings::config(environment, &CommonArgs { log_dir: args.log_dir, ..CommonArgs::default() })?;
    let audit = deskpilot_log::audit(&config.log_dir, &args.task, kept.as_deref())?;
    let origin = origin(&audit, &args.task, &config)?;
    let lines = lines(&audit.entries);
    if args.json {
        let entries: Vec<Value> = lines.into_iter().map(AuditLine::json).collect();
        let Audit { damage, chain, blobs, .. } = &audit;
        let all = json!({
            "task": args.task, "entries": entries, "chain": chain, "origin": origin, "damage": damage,
            "blobs": blobs,
        });
        print(&format!("{all:#}"));
    } else {
        lines.iter().for_each(|line| print(&plain(&line.text())));
        verdict(&audit, origin).iter().for_each(|line| print(&plain(line)));
    }
    let is_unchanged = audit.is_sound() && origin != Some(LogOrigin::Changed);
    Ok(if is_unchanged { Exit::Finished } else { Exit::Failed })
}

/// Where the log comes from; `None` where nothing can be said: while the task runs, and of a broken chain.
fn origin(audit: &Audit, task: &str, config: &Config) -> Result<Option<LogOrigin>> {
    let (Some(head), None) = (audit.chain.head(), running(&config.log_dir, task)?) else { return Ok(None) };
    let folder = folder(&config.log_dir, task)?;
    Ok(known_heads(config).map(|heads| heads.origin(&folder, head)))
}

/// Checks that the text is a hash, and returns it as logs spell it.
fn parse_head(text: &str) -> Result<String> {
    if text.len() != 64 || !text.bytes().all(|c| c.is_ascii_hexdigit()) {
        bail!(UsageError(format!(
            "{text:?} is not a hash: use the 64 digits that `deskpilot run` and `deskpilot audit` print"
        )));
    }
    Ok(text.to_ascii_lowercase())
}

/// A row of the audit, with its entry and step.
struct AuditLine<'e> {
    entry: &'e Entry,
    step: Option<(u32, &'e AgentName)>,
    row: AuditRow,
}

/// The lines of these entries, in order.
fn lines(entries: &[Entry]) -> Vec<AuditLine<'_>> {
    let mut step = None;
    let mut lines = Vec::new();
    for entry in entries {
        if let Event::StepStarted { step: number, agent } = &entry.event {
            step = Some((number.session, agent));
        }
        lines.extend(audit_rows(&entry.event).into_iter().map(|row| AuditLine { entry, step, row }));
    }
    lines
}

impl AuditLine<'_> {
    fn text(&self) -> String {
        let step = self.step.map_or("-".into(), |(number, agent)| format!("step {number} {agent}"));
        format!("{}  #{} {step}  {}", time(self.entry.at), self.entry.seq, self.row.what)
    }

    fn json(self) -> Value {
        let mut all = json!({
            "seq": self.entry.seq,
            "at": time(self.entry.at),
            "step": self.step.map(|(number, _)| number),
            "agent": self.step.map(|(_, agent)| agent),
            "kind": self.row.kind,
            "what": self.row.what,
        });
        if let (Some(all), Value::Object(fields)) = (all.as_object_mut(), self.row.fields) {
            all.extend(fields);
        }
        all
    }
}

/// The moment in UTC to the millisecond, in RFC 3339.
fn time(at: Timestamp) -> String {
    let moment = i64::try_from(at.0).ok().and_then(|millis| jiff::Timestamp::from_millisecond(millis).ok());
    moment.map_or_else(|| format!("{} ms", at.0), |moment| format!("{moment:.3}"))
}

/// The result of the checks of chain, origin and blobs.
fn verdict(audit: &Audit, origin: Option<LogOrigin>) -> Vec<String> {
    let mut lines = vec![format!("chain: {}", audit.chain)];
    lines.extend(origin.map(|origin| format!("origin: {origin}")));
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
        assert_eq!(parse_head(&digits).unwrap(), digits.to_lowercase());
        for text in ["", "3f2a", &digits[1..], &digits.replace('A', "g")] {
            assert!(parse_head(text).unwrap_err().is::<UsageError>(), "{text}");
        }
    }

    #[test]
    fn a_line_says_when_where_and_what() {
        let step = StepNumber { session: 3, ..StepNumber::default() };
        let operation = Operation::Launch(Launch { application: "galculator".into(), file: None });
        let events = [
            Event::Answered {
                answers: vec![deskpilot_core::Answer { question: "a?".into(), answer: "b".into() }],
                by: Some("the terminal".into()),
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
        let texts: Vec<String> = lines.iter().map(AuditLine::text).collect();
        assert_eq!(
            texts,
            [
                "1970-01-01T00:00:00.000Z  #0 -  answer: to \"a?\": \"b\" (by the terminal)",
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
