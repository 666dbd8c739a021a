//! Runs the conformance suite of the Model Context Protocol against the MCP server of `deskpilot serve`, on desktops that are texts, and
//! against a server with the same protocol that offers what the suite wants. Then lets clients that others wrote have tasks done.

mod clients;
mod subject;

use crate::{npm, root, say, test::children::Children};
use anyhow::{Context, Result, bail};
use clients::clients;
use std::{fs, path::Path, time::Duration};
use subject::{SUITE, Subject};

/// The suite with its packages, in the folder of the workspace.
const FOLDER: &str = "crates/mcp/conformance";

/// The scenarios that say nothing of a server, in that folder.
const SCENARIOS: &str = "scenarios.tsv";

/// How long the suite, or a client, may take.
const PATIENCE: Duration = Duration::from_secs(600);

/// The revisions of the protocol whose requirements are checked.
const REVISIONS: [&str; 2] = ["2025-11-25", "2026-07-28"];

/// A scenario that says nothing of a server.
#[derive(Debug, PartialEq, Eq)]
struct Exception {
    subject: Subject,
    scenario: String,
    kind: ExceptionKind,
    why: String,
}

/// How such a scenario ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ExceptionKind {
    /// It fails, because it wants something that the server lacks.
    Lacks,
    /// It passes, although it wants the same: it takes any refusal for a pass.
    Hollow,
}

/// A required scenario that was run.
#[derive(Debug, PartialEq, Eq)]
struct ScenarioResult {
    scenario: String,
    verdict: Verdict,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Passed,
    Failed,
}

/// Installs the suite, runs it against each server for each revision, and prints how many scenarios pass. Lets other clients work then.
pub(crate) fn conformance() -> Result<()> {
    let (root, children) = (root()?, Children::of_this_run()?);
    let folder = root.join(FOLDER);
    npm::install(&folder)?;
    let listed = folder.join(SCENARIOS);
    let listed =
        fs::read_to_string(&listed).with_context(|| format!("{} cannot be read", listed.display()))?;
    let exceptions = exceptions(&listed)?;
    let (mut figures, mut surprises) = (String::new(), Vec::new());
    for subject in Subject::ALL {
        let of_subject: Vec<&Exception> = exceptions.iter().filter(|it| it.subject == subject).collect();
        let examined = examine(subject, &root, &folder, &children)?;
        figures.push_str(&format!("{}\n", subject.title()));
        for (revision, results) in &examined {
            figures.push_str(&format!("{}\n", summary(revision, results, &of_subject)));
            surprises.extend(surprises_of(subject, revision, results, &of_subject));
        }
    }
    say(figures.trim_end());
    if !surprises.is_empty() {
        bail!("{}", surprises.join("\n"));
    }
    clients(&root, &children)
}

/// The results of a server for each revision.
fn examine(
    subject: Subject,
    root: &Path,
    folder: &Path,
    children: &Children,
) -> Result<Vec<(&'static str, Vec<ScenarioResult>)>> {
    let running = subject.start(root)?;
    let mut examined = Vec::new();
    for revision in REVISIONS {
        let results = results(&running.examined(folder, revision, children)?);
        if results.is_empty() {
            bail!(
                "the suite ran nothing for {revision}: `node {SUITE} list --server --requirements {revision}`"
            );
        }
        examined.push((revision, results));
    }
    Ok(examined)
}

/// The rows of the list: server, scenario, kind and reason, separated by tabs. `#` begins a comment.
fn exceptions(text: &str) -> Result<Vec<Exception>> {
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    lines.map(row).collect()
}

fn row(line: &str) -> Result<Exception> {
    let wrong = || {
        format!(
            "expected deskpilot or protocol, scenario, lacks or hollow, and why, separated by tabs: {line}"
        )
    };
    let cells: Vec<&str> = line.split('\t').collect();
    let [subject, scenario, kind, why] = cells.as_slice() else { bail!(wrong()) };
    let subject = Subject::ALL.into_iter().find(|it| it.word() == *subject).with_context(wrong)?;
    let kind = match *kind {
        "lacks" => ExceptionKind::Lacks,
        "hollow" => ExceptionKind::Hollow,
        _ => bail!(wrong()),
    };
    Ok(Exception { subject, scenario: (*scenario).to_owned(), kind, why: (*why).to_owned() })
}

/// The results of the required scenarios. Those that the suite only reports are in a list below the summary.
fn results(printed: &str) -> Vec<ScenarioResult> {
    let summary = printed.split_once("=== SUMMARY ===").map_or("", |(_, it)| it);
    let (scored, reported) = summary.split_once("Not scored for").unwrap_or((summary, ""));
    let unscored: Vec<&str> = reported.lines().filter_map(|it| Some(verdict(it)?.1)).collect();
    let all = scored.lines().filter_map(verdict).filter(|(_, name)| !unscored.contains(name));
    all.map(|(verdict, name)| ScenarioResult { scenario: name.to_owned(), verdict }).collect()
}

/// The verdict and the name of the scenario in a line such as `✓ ping: 2 passed, 0 failed`.
fn verdict(line: &str) -> Option<(Verdict, &str)> {
    let (mark, rest) = line.trim().split_once(' ')?;
    let name = rest.split([':', ' ']).next()?;
    match mark {
        "✓" => Some((Verdict::Passed, name)),
        "✗" => Some((Verdict::Failed, name)),
        _ => None,
    }
}

fn exception<'e>(result: &ScenarioResult, exceptions: &[&'e Exception]) -> Option<&'e Exception> {
    exceptions.iter().copied().find(|it| it.scenario == result.scenario)
}

/// How many scenarios pass, and why the others cannot.
fn summary(revision: &str, results: &[ScenarioResult], exceptions: &[&Exception]) -> String {
    let is_hollow = |it: &ScenarioResult| {
        exception(it, exceptions).is_some_and(|known| known.kind == ExceptionKind::Hollow)
    };
    let passed: Vec<_> = results.iter().filter(|it| it.verdict == Verdict::Passed).collect();
    let hollow = passed.iter().filter(|it| is_hollow(it)).count();
    let mut text = format!("  {revision}: {} of {} required scenarios pass", passed.len(), results.len());
    if hollow > 0 {
        text.push_str(&format!(", {hollow} of them without having tried anything"));
    }
    for result in results {
        if let Some(Exception { why, .. }) = exception(result, exceptions) {
            text.push_str(&format!("\n    {}: {why}", result.scenario));
        }
    }
    text
}

/// What ended otherwise than it should.
fn surprises_of(
    subject: Subject,
    revision: &str,
    results: &[ScenarioResult],
    exceptions: &[&Exception],
) -> Vec<String> {
    let surprise = |result: &ScenarioResult| {
        let name = format!("{} of {}", result.scenario, subject.word());
        match (exception(result, exceptions).map(|it| it.kind), result.verdict) {
            (None | Some(ExceptionKind::Hollow), Verdict::Failed) => {
                Some(format!("{name} fails for {revision}"))
            }
            (Some(ExceptionKind::Lacks), Verdict::Passed) => {
                Some(format!("{name} passes for {revision}: take it out of {SCENARIOS}"))
            }
            _ => None,
        }
    };
    results.iter().filter_map(surprise).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRINTED: &str = "✗ before: it is none\n=== SUMMARY ===\n✓ ping: 2 passed, 0 failed\n✗ tools-call-audio: 0 passed, 2 failed\n\
                           ✓ hollow: 1 passed, 0 failed\n✗ tasks: 0 passed, 9 failed\n\nTotal: 3 passed, 11 failed\n\n\
                           Not scored for 2026-07-28: 1 scenario(s) run, 1 failing.\n  ✗ tasks (extension)\n";

    fn listed() -> Vec<Exception> {
        let rows = [
            "# why",
            "deskpilot\ttools-call-audio\tlacks\twants a tool",
            "deskpilot\thollow\thollow\ttakes anything",
        ];
        exceptions(&rows.join("\n")).unwrap()
    }

    #[test]
    fn required_scenarios_are_counted_and_the_others_are_explained() {
        let results = results(PRINTED);
        let names: Vec<&str> = results.iter().map(|it| it.scenario.as_str()).collect();
        assert_eq!(names, ["ping", "tools-call-audio", "hollow"]);
        let listed = listed();
        let text = summary("2026-07-28", &results, &listed.iter().collect::<Vec<_>>());
        assert!(
            text.starts_with("  2026-07-28: 2 of 3 required scenarios pass, 1 of them without"),
            "{text}"
        );
        assert!(text.ends_with("\n    tools-call-audio: wants a tool\n    hollow: takes anything"), "{text}");
        assert_eq!(summary("2026-07-28", &results, &[]), "  2026-07-28: 2 of 3 required scenarios pass");
    }

    #[test]
    fn a_scenario_that_is_not_listed_has_to_pass_and_a_listed_one_has_to_fail() {
        let listed = listed();
        let of = |printed: &str, exceptions: &[&Exception]| {
            surprises_of(Subject::Deskpilot, "r", &results(printed), exceptions)
        };
        let known: Vec<&Exception> = listed.iter().collect();
        assert!(of(PRINTED, &known).is_empty());
        assert_eq!(of(PRINTED, &[]).len(), 1, "the other server has no such excuse");
        let other = PRINTED.replace("✓ ping", "✗ ping").replace("✗ tools", "✓ tools");
        let surprises = of(&other, &known);
        assert_eq!(surprises.len(), 2, "{surprises:?}");
        assert!(surprises[0].starts_with("ping of deskpilot fails") && surprises[1].contains("take it out"));
    }

    #[test]
    fn the_list_is_read_and_a_broken_line_is_named() {
        for line in ["deskpilot\tping\tlater\tnot now", "nobody\tping\tlacks\tx", "ping\tlacks\tx"] {
            let broken = exceptions(line).unwrap_err().to_string();
            assert!(broken.ends_with(line), "{broken}");
        }
        let file = root().unwrap().join(FOLDER).join(SCENARIOS);
        assert!(exceptions(&fs::read_to_string(file).unwrap()).unwrap().len() > 10);
    }
}
