//! What one run of a task of the suite took, from its row in the results and from its log.

use deskpilot_core::{
    AgentKind, Entry, Event, Operation, Projection,
    fold::{Cost, Decisions},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{path::Path, time::Duration};

/// One run of a task.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct TaskRun {
    /// Whether it finished and every check passed.
    pub(super) success: bool,
    /// Decisions, rejected ones included: each is a model call where a language model decides.
    pub(super) calls: u64,
    /// Those of AppAgents.
    pub(super) app_calls: u64,
    /// Actions that it carried out.
    pub(super) actions: u64,
    /// Seconds.
    pub(super) seconds: f64,
    /// Lists of actions that a divergence stopped.
    pub(super) divergences: u64,
    /// Tokens of all prompts and replies; none where no prompts are made.
    #[serde(default)]
    pub(super) tokens: u64,
    /// Those of the prompts.
    #[serde(default)]
    pub(super) prompt_tokens: u64,
    /// Why it was not done, in one line; empty where it was.
    #[serde(default)]
    pub(super) failure: String,
}

impl TaskRun {
    /// The run of a row of a batch whose logs are in this folder.
    pub(super) fn of_row(logs: &Path, row: &Value) -> TaskRun {
        let count = |name: &str| row[name].as_u64().unwrap_or(0);
        TaskRun {
            success: row["success"] == true,
            calls: count("decisions"),
            seconds: row["seconds"].as_f64().unwrap_or(0.0),
            tokens: count("input_tokens") + count("output_tokens"),
            prompt_tokens: count("input_tokens"),
            failure: one_line(&failure(row)),
            ..TaskRun::of_log(logs, row["log"].as_str().unwrap_or_default())
        }
    }

    /// The run of a task that ended after so long without a row, as far as its log has it.
    pub(super) fn without_result(logs: &Path, log: &str, took: Duration, failure: &str) -> TaskRun {
        TaskRun { seconds: took.as_secs_f64(), failure: one_line(failure), ..TaskRun::of_log(logs, log) }
    }

    /// The counts of a log; none where there is no log.
    fn of_log(logs: &Path, log: &str) -> TaskRun {
        let entries = deskpilot_log::read(logs, log).unwrap_or_default();
        let count = |is: fn(&Event) -> bool| entries.iter().filter(|it| is(&it.event)).count() as u64;
        let cost = Cost::of(&entries);
        TaskRun {
            calls: u64::from(Decisions::of(&entries).count),
            app_calls: app_calls(&entries),
            actions: count(|it| matches!(it, Event::Acting { operation: Operation::Act(_), .. })),
            divergences: count(is_stopped_list),
            tokens: cost.input_tokens + cost.output_tokens,
            prompt_tokens: cost.input_tokens,
            ..TaskRun::default()
        }
    }

    /// Whether there was such a run: every run takes a call, or has a reason why it took none.
    pub(super) const fn is_there(&self) -> bool {
        self.calls > 0 || !self.failure.is_empty()
    }

    /// The decisions of the HostAgent.
    pub(super) const fn host_calls(&self) -> u64 {
        self.calls.saturating_sub(self.app_calls)
    }

    /// Adds the counts of another run.
    pub(super) fn add(&mut self, other: &TaskRun) {
        self.calls += other.calls;
        self.app_calls += other.app_calls;
        self.actions += other.actions;
        self.seconds += other.seconds;
        self.divergences += other.divergences;
        self.tokens += other.tokens;
        self.prompt_tokens += other.prompt_tokens;
    }
}

/// Why the task of the row was not done: how its session ended, or the checks that do not hold. Empty where it was done.
fn failure(row: &Value) -> String {
    let text = |it: &Value| it.as_str().unwrap_or_default().to_owned();
    if row["success"] == true {
        return String::new();
    }
    if row["finished"] != true {
        return text(&row["verdict"]);
    }
    let checks = row["checks"].as_array().into_iter().flatten().filter(|it| it["holds"] != "yes");
    let checks = checks.map(|it| {
        let [check, holds, found] = ["check", "holds", "found"].map(|key| text(&it[key]));
        format!("{check}: {holds}, {found}")
    });
    checks.collect::<Vec<_>>().join("; ")
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The decisions of AppAgents, counted as those of the session are.
fn app_calls(entries: &[Entry]) -> u64 {
    let (mut decisions, mut agent, mut calls) = (Decisions::default(), None, 0);
    for entry in entries {
        if let Event::StepStarted { agent: now, .. } = &entry.event {
            agent = Some(now.kind());
        }
        let before = decisions.count;
        decisions.apply(entry);
        if agent == Some(AgentKind::AppAgent) {
            calls += u64::from(decisions.count - before);
        }
    }
    calls
}

/// Whether the desktop was not as a list of actions expected. Actions that wait because of the policy, and those that a list may
/// leave out, are no divergence.
fn is_stopped_list(event: &Event) -> bool {
    let Event::Held { operations, divergence } = event else { return false };
    !operations.is_empty() && divergence.is_of_desktop()
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{
        AgentName, AppDecision, Complaint, HostDecision, HostRemarks, Remarks, StepNumber, Timestamp,
    };
    use serde_json::json;

    #[test]
    fn a_rejected_decision_counts_for_the_agent_that_made_it() {
        let step = |agent| Event::StepStarted { step: StepNumber { session: 0, round: 0, agent: 0 }, agent };
        let rejected = || Event::Rejected { complaint: Complaint::new("no") };
        let events = [
            step(AgentName::host()),
            rejected(),
            Event::HostDecided { decision: HostDecision::Finish, remarks: HostRemarks::default() },
            step(AgentName::app("a", "t")),
            rejected(),
            rejected(),
            Event::AppDecided { decision: AppDecision::Finish, remarks: Remarks::default() },
        ];
        let entry = |event| Entry { seq: 0, at: Timestamp(0), event };
        assert_eq!(app_calls(&events.map(entry)), 3);
    }

    #[test]
    fn a_row_says_why_its_task_was_not_done() {
        let check = |name: &str, holds: &str| json!({"check": name, "holds": holds, "found": "7"});
        let checks = [check("a", "yes"), check("b", "no"), check("c", "unsure")];
        let folder = tempfile::tempdir().unwrap();
        for (row, expected) in [
            (json!({"success": true, "finished": true, "verdict": "finished"}), ""),
            (
                json!({"success": false, "finished": false, "verdict": "failed:\n no window"}),
                "failed: no window",
            ),
            (json!({"success": false, "finished": true, "checks": checks}), "b: no, 7; c: unsure, 7"),
        ] {
            assert_eq!(TaskRun::of_row(folder.path(), &row).failure, expected, "{row}");
        }
    }

    #[test]
    fn a_run_without_a_result_is_there_with_its_reason() {
        let folder = tempfile::tempdir().unwrap();
        let run = TaskRun::without_result(folder.path(), "t", Duration::from_secs(9), "not done\nin 9 s");
        assert_eq!((run.failure.as_str(), run.seconds, run.success), ("not done in 9 s", 9.0, false));
        assert!(run.is_there() && !TaskRun::default().is_there());
    }
}
