//! Runs the conformance suite of the Model Context Protocol against the MCP server of `deskpilot serve`, on desktops that are texts.

use crate::{
    npm, program, root,
    run::{command, run},
    say,
};
use anyhow::{Context, Result, bail};
use std::{
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
};

/// The suite with its packages, in the folder of the workspace.
const FOLDER: &str = "crates/mcp/conformance";

/// The suite, in that folder.
const SUITE: &str = "node_modules/@modelcontextprotocol/conformance/dist/index.js";

/// What gives its requests a token, in that folder.
const AUTHORIZED: &str = "authorized.mjs";

/// The scenarios that say nothing of the server, in that folder.
const SCENARIOS: &str = "scenarios.tsv";

/// The variable from which the requests get their token.
const TOKEN: &str = "DESKPILOT_MCP_TOKEN";

/// The revisions of the protocol whose requirements are checked.
const REVISIONS: [&str; 2] = ["2025-11-25", "2026-07-28"];

/// A scenario that says nothing of the server.
#[derive(Debug, PartialEq, Eq)]
struct Exception {
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

/// Installs the suite, runs it for each revision, and prints how many scenarios pass.
pub(crate) fn conformance() -> Result<()> {
    let root = root()?;
    let folder = root.join(FOLDER);
    npm::install(&folder)?;
    run(&root, "cargo", &["build", "--quiet", "--locked", "--package", "deskpilot-text"])?;
    let listed = folder.join(SCENARIOS);
    let listed =
        fs::read_to_string(&listed).with_context(|| format!("{} cannot be read", listed.display()))?;
    let exceptions = exceptions(&listed)?;
    let server = ServedMcp::start(&root)?;
    let mut surprises = Vec::new();
    for revision in REVISIONS {
        let results = results(&server.examined(&folder, revision)?);
        if results.is_empty() {
            bail!(
                "the suite ran nothing for {revision}: `node {SUITE} list --server --requirements {revision}`"
            );
        }
        say(&summary(revision, &results, &exceptions));
        surprises.extend(surprises_of(revision, &results, &exceptions));
    }
    if !surprises.is_empty() {
        bail!("{}", surprises.join("\n"));
    }
    Ok(())
}

/// A running `deskpilot-text serve` with a token, in a folder of its own.
struct ServedMcp {
    process: Child,
    address: String,
    token: String,
    place: PathBuf,
}

impl ServedMcp {
    fn start(root: &Path) -> Result<ServedMcp> {
        let program = program::path(root, "debug").with_file_name("deskpilot-text");
        let place = root.join("target/conformance");
        // It is there from the last run, or not.
        let _ = fs::remove_dir_all(&place);
        fs::create_dir_all(&place).with_context(|| format!("{} cannot be created", place.display()))?;
        let deskpilot = |words: &[&str]| {
            let mut command = Command::new(&program);
            command.args(words).current_dir(&place).stdin(Stdio::null());
            command.env_clear().env("PATH", "/usr/local/bin:/usr/bin:/bin").env("HOME", &place);
            command
        };
        let made = deskpilot(&["mcp", "token"]).output().context("deskpilot-text does not start")?;
        if !made.status.success() {
            bail!("deskpilot-text makes no token: {}", String::from_utf8_lossy(&made.stderr));
        }
        let token = String::from_utf8_lossy(&made.stdout).trim().to_owned();
        let served = deskpilot(&["serve", "--log-dir", "logs"]).stdout(Stdio::piped()).spawn();
        let mut process = served.context("deskpilot-text does not start")?;
        let output = process.stdout.take().context("deskpilot-text has no output")?;
        let mut lines = BufReader::new(output).lines().map_while(Result::ok);
        let address = lines.find_map(|line| mcp_address(&line));
        // It waits for nobody who does not read.
        thread::spawn(move || lines.for_each(drop));
        let address = address.context("deskpilot-text serves no MCP clients")?;
        Ok(ServedMcp { process, address, token, place })
    }

    /// What the suite prints of the server.
    fn examined(&self, folder: &Path, revision: &str) -> Result<String> {
        let mut node = command("node");
        node.arg("--import").arg(folder.join(AUTHORIZED)).arg(folder.join(SUITE));
        node.args(["server", "--url", &self.address, "--requirements", revision]);
        let output = node.env(TOKEN, &self.token).current_dir(&self.place).output();
        let output = output.context("node does not start")?;
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        let file = self.place.join(format!("{revision}.txt"));
        fs::write(&file, &printed).with_context(|| format!("{} cannot be written", file.display()))?;
        say(&format!("what the suite says of {revision} is in {}", file.display()));
        Ok(printed)
    }
}

impl Drop for ServedMcp {
    fn drop(&mut self) {
        // Errors mean that it has ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The address for MCP clients in a line of `deskpilot serve`.
fn mcp_address(line: &str) -> Option<String> {
    let address = &line[line.find("http://")?..];
    address.ends_with("/mcp").then(|| address.to_owned())
}

/// The rows of the list: scenario, kind and reason, separated by tabs. `#` begins a comment.
fn exceptions(text: &str) -> Result<Vec<Exception>> {
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let row = |line: &str| {
        let (scenario, kind, why) = match line.split('\t').collect::<Vec<_>>().as_slice() {
            [scenario, "lacks", why] => (*scenario, ExceptionKind::Lacks, *why),
            [scenario, "hollow", why] => (*scenario, ExceptionKind::Hollow, *why),
            _ => bail!("expected scenario, lacks or hollow, and why, separated by tabs: {line}"),
        };
        Ok(Exception { scenario: scenario.to_owned(), kind, why: why.to_owned() })
    };
    lines.map(row).collect()
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

fn exception<'e>(result: &ScenarioResult, exceptions: &'e [Exception]) -> Option<&'e Exception> {
    exceptions.iter().find(|it| it.scenario == result.scenario)
}

/// How many scenarios pass, and why the others cannot.
fn summary(revision: &str, results: &[ScenarioResult], exceptions: &[Exception]) -> String {
    let is_hollow = |it: &ScenarioResult| {
        exception(it, exceptions).is_some_and(|known| known.kind == ExceptionKind::Hollow)
    };
    let passed: Vec<_> = results.iter().filter(|it| it.verdict == Verdict::Passed).collect();
    let hollow = passed.iter().filter(|it| is_hollow(it)).count();
    let mut text = format!(
        "{revision}: {} of {} required scenarios pass, {hollow} of them without having tried anything",
        passed.len(),
        results.len()
    );
    for result in results {
        if let Some(Exception { why, .. }) = exception(result, exceptions) {
            text.push_str(&format!("\n  {}: {why}", result.scenario));
        }
    }
    text
}

/// What ended otherwise than it should.
fn surprises_of(revision: &str, results: &[ScenarioResult], exceptions: &[Exception]) -> Vec<String> {
    let surprise = |result: &ScenarioResult| {
        let name = &result.scenario;
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
        exceptions("# why\ntools-call-audio\tlacks\twants a tool\nhollow\thollow\ttakes anything\n").unwrap()
    }

    #[test]
    fn required_scenarios_are_counted_and_the_others_are_explained() {
        let results = results(PRINTED);
        let names: Vec<&str> = results.iter().map(|it| it.scenario.as_str()).collect();
        assert_eq!(names, ["ping", "tools-call-audio", "hollow"]);
        let text = summary("2026-07-28", &results, &listed());
        assert!(text.starts_with("2026-07-28: 2 of 3 required scenarios pass, 1 of them without"), "{text}");
        assert!(text.ends_with("\n  tools-call-audio: wants a tool\n  hollow: takes anything"), "{text}");
    }

    #[test]
    fn a_scenario_that_is_not_listed_has_to_pass_and_a_listed_one_has_to_fail() {
        assert!(surprises_of("r", &results(PRINTED), &listed()).is_empty());
        let other = PRINTED.replace("✓ ping", "✗ ping").replace("✗ tools", "✓ tools");
        let surprises = surprises_of("r", &results(&other), &listed());
        assert_eq!(surprises.len(), 2, "{surprises:?}");
        assert!(surprises[0].starts_with("ping fails") && surprises[1].contains("take it out"));
    }

    #[test]
    fn the_list_is_read_and_a_broken_line_is_named() {
        let broken = exceptions("ping\tlater\tnot now").unwrap_err().to_string();
        assert!(broken.ends_with(": ping\tlater\tnot now"), "{broken}");
        let file = root().unwrap().join(FOLDER).join(SCENARIOS);
        assert!(exceptions(&fs::read_to_string(file).unwrap()).unwrap().len() > 10);
    }

    #[test]
    fn the_address_is_that_for_programs() {
        let line = "MCP clients with a token find it at http://127.0.0.1:4711/mcp";
        assert_eq!(mcp_address(line).as_deref(), Some("http://127.0.0.1:4711/mcp"));
        assert_eq!(mcp_address("open http://127.0.0.1:4711/open?token=a"), None);
    }
}
