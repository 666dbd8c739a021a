//! `output.md`: a readable report of a session, with its pictures.

use super::{
    action_text::{action, results},
    pictures::StepPicture,
    status::status,
};
use deskpilot_core::{
    CheckResult, Entry, Event, HostDecision, Verdict,
    fold::{StepDecision, StepRecord},
};

/// The text that an entry adds by itself, after the steps before it.
pub(super) fn heading(entry: &Entry) -> Option<String> {
    Some(match &entry.event {
        Event::SessionOpened { task, version, desktop, models, .. } => {
            let models = models
                .iter()
                .map(|(agent, model)| format!("{agent}: {model}"))
                .collect::<Vec<_>>()
                .join(", ");
            let size = format!("{} x {}", desktop.size.width, desktop.size.height);
            format!("# {}\n\n", escape_markup(task))
                + &items(&[
                    ("Started", time(entry)),
                    ("Desktop", format!("{}, {size}", desktop.name)),
                    ("Models", models),
                    ("Deskpilot", version.clone()),
                ])
        }
        Event::RoundStarted { round, request } => format!("## Round {round}: {}\n\n", escape_markup(request)),
        Event::Judged { complete, reason, sub_scores, checks, .. } => {
            let scores = sub_scores
                .iter()
                .map(|(name, score)| format!("{name}: {score}"))
                .collect::<Vec<_>>()
                .join(", ");
            let checked = |it: &CheckResult| format!("{}: {} ({})", it.check, it.holds, it.found);
            let checks = checks.iter().map(checked).collect::<Vec<_>>().join("; ");
            let judged = [
                ("Complete", complete.to_string()),
                ("Reason", reason.clone()),
                ("Scores", scores),
                ("Checks", checks),
            ];
            format!("### Evaluation\n\n{}", items(&judged))
        }
        _ => return None,
    })
}

/// The section of a step.
pub(super) fn section(step: &StepRecord) -> String {
    let remarks = step.remarks().cloned().unwrap_or_default();
    let subtask = step.subtask.as_ref().map_or(String::new(), |it| it.text.clone());
    let error = step.error.as_ref().map_or(String::new(), |it| it.message().to_owned());
    let mut text = format!("### Step {}: {}\n\n", step.number.session, escape_markup(step.agent.as_str()));
    text += &items(&[
        ("Subtask", subtask),
        ("Observation", remarks.observation),
        ("Thought", remarks.thought),
        ("Plan", remarks.plan.join(" / ")),
        ("Status", status(step).word().to_owned()),
        ("Window", chosen_window(step)),
        ("Action", action(step)),
        ("Control", step.actions().first().map_or(String::new(), |it| it.control_text().to_owned())),
        ("Result", results(step)),
        ("Error", error),
        ("Comment", remarks.comment),
    ]);
    for shot in [StepPicture::Annotated, StepPicture::Selected] {
        text += &picture(step, shot);
    }
    if StepPicture::Annotated.of(step).is_none() {
        text += &picture(step, StepPicture::Clean);
    }
    text + &step.verdict.as_ref().map_or(String::new(), verdict_line)
}

/// The round's verdict.
pub(super) fn verdict_line(verdict: &Verdict) -> String {
    format!("**The round {}**\n\n", escape_markup(&verdict.to_string()))
}

fn chosen_window(step: &StepRecord) -> String {
    match step.decision() {
        StepDecision::Host(HostDecision::Assign(it), _) => it.window.title.clone(),
        _ => String::new(),
    }
}

fn picture(step: &StepRecord, shot: StepPicture) -> String {
    shot.of(step).map_or(String::new(), |_| {
        let name = shot.name(step.number.session);
        format!("![{name}]({name})\n\n")
    })
}

/// One list item for each non-empty value, then a blank line.
fn items(items: &[(&str, String)]) -> String {
    let lines: String = items
        .iter()
        .filter(|(_, value)| !value.trim().is_empty())
        .map(|(name, value)| format!("- {name}: {}\n", escape_markup(value)))
        .collect();
    lines + "\n"
}

/// The text on one line with its markup escaped, so that screen content cannot load a picture into the report.
fn escape_markup(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.split_whitespace().collect::<Vec<_>>().join(" ").chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '!' | '|' | '~' | '&') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

fn time(entry: &Entry) -> String {
    i64::try_from(entry.at.0)
        .ok()
        .and_then(|millis| jiff::Timestamp::from_millisecond(millis).ok())
        .map_or(String::new(), |time| time.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_from_the_screen_is_never_markup() {
        assert_eq!(escape_markup("![x](http://h/p.png)\n# A"), "\\!\\[x\\](http://h/p.png) \\# A");
        assert_eq!(escape_markup("<img src=x>&copy;"), "\\<img src=x\\>\\&copy;");
    }
}
