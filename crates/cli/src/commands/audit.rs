//! `audit`: prints every ruling, question, answer, action and effect of a task, and checks whether its log was changed.

use super::{print, task_choice::TaskChoice};
use crate::{args::AuditArgs, console::plain, exit::Exit, settings};
use anyhow::{Result, bail};
use deskpilot_core::{LogOrigin, Projection};
use deskpilot_log::{Audit, AuditRow, AuditRows};
use deskpilot_runtime::{Environment, UsageError, known_heads};
use serde_json::json;

/// `deskpilot audit`
pub(crate) fn audit(environment: &Environment, args: AuditArgs) -> Result<Exit> {
    let kept = args.head.as_deref().map(parse_head).transpose()?;
    let config = settings::config(environment, &args.logs.into())?;
    let root = &config.log_dir;
    let task = &TaskChoice::Latest.or_named(args.task, root)?;
    let audit = deskpilot_log::audit(root, task, kept.as_deref())?;
    let origin = known_heads(&config).map(|heads| audit.origin(root, task, &heads));
    let origin = origin.transpose()?.flatten();
    let rows = AuditRows::of(&audit.entries).rows;
    if args.json.wanted {
        let Audit { damage, chain, blobs, .. } = &audit;
        let all = json!({
            "task": task, "entries": rows, "chain": chain, "origin": origin, "damage": damage, "blobs": blobs,
        });
        print(&format!("{all:#}"));
    } else {
        rows.iter().for_each(|row| print(&plain(&line(row))));
        verdict(&audit, origin).iter().for_each(|line| print(&plain(line)));
    }
    let is_unchanged = audit.is_sound() && origin != Some(LogOrigin::Changed);
    Ok(if is_unchanged { Exit::Finished } else { Exit::Failed })
}

/// Checks that the text is a hash, and returns it as logs spell it.
fn parse_head(text: &str) -> Result<String> {
    if text.len() != 64 || !text.bytes().all(|c| c.is_ascii_hexdigit()) {
        bail!(UsageError(format!(
            "{text:?} is not a hash: use the 64 digits that `deskpilot audit` and `deskpilot run -v` print"
        )));
    }
    Ok(text.to_ascii_lowercase())
}

/// A row of the audit on one line.
fn line(row: &AuditRow) -> String {
    let step = row.step.as_ref().map_or("-".into(), |(number, agent)| format!("step {number} {agent}"));
    format!("{}  #{} {step}  {}", row.moment(), row.seq, row.what)
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
    use deskpilot_core::{AgentName, Timestamp};
    use serde_json::Value;

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
        let row = |seq, step, what: &str| AuditRow {
            seq,
            at: Timestamp(seq),
            step,
            kind: "action",
            what: what.into(),
            fields: Value::Null,
        };
        assert_eq!(
            [
                line(&row(0, None, "answer: to \"a?\": \"b\" (by the terminal)")),
                line(&row(2, Some((3, AgentName::host())), "action 7: open galculator")),
            ],
            [
                "1970-01-01T00:00:00.000Z  #0 -  answer: to \"a?\": \"b\" (by the terminal)",
                "1970-01-01T00:00:00.002Z  #2 step 3 HostAgent  action 7: open galculator",
            ]
        );
    }
}
