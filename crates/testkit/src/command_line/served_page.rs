//! The page of `deskpilot serve`, and journeys through it in real browsers.

use super::{
    process::{finish_within, transcript},
    workspace::Workspace,
};
use serde_json::Value;
use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

/// The folder of the page, with what drives the browsers.
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../server/page");

/// The time limit of a journey: on one core that other tests use too, a browser with fifty pages to check takes five minutes.
const JOURNEY: Duration = Duration::from_secs(900);

/// The page that `deskpilot serve` serves in a folder.
pub struct ServedPage<'w> {
    workspace: &'w Workspace,
    server: Child,
    address: String,
}

impl ServedPage<'_> {
    /// Serves the page, and waits for its address.
    pub fn start(workspace: &Workspace) -> ServedPage<'_> {
        let mut server = workspace.command(&["serve"]).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(server.stdout.take().unwrap()).lines().map_while(Result::ok);
        let address = lines.find_map(|line| Some(line[line.find("http://")?..].trim().to_owned()));
        // It prints an address after each one that is used, and waits for nobody who does not read.
        thread::spawn(move || lines.for_each(drop));
        ServedPage { workspace, server, address: address.unwrap() }
    }

    /// Walks through the page, as `e2e/journeys.mjs` of the page has it, with the values that it needs; its pictures go into the folder.
    /// Returns what was checked, a sentence each.
    pub fn journey(&self, name: &str, values: &[(&str, &str)], pictures: &Path) -> Vec<String> {
        let has_driver = Path::new(PAGE).join("node_modules/playwright-core").is_dir();
        assert!(has_driver, "nothing drives a browser: `npm ci` in crates/server/page installs it");
        let mut node = Command::new("node");
        node.args(["e2e/main.mjs", name, &self.address]).arg(pictures).current_dir(PAGE);
        node.args(values.iter().map(|(name, value)| format!("{name}={value}")));
        let started = node.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        assert!(started.is_ok(), "node does not start: `cargo xtask setup` installs it: {started:?}");
        let output = finish_within(started.unwrap(), JOURNEY);
        assert!(output.status.success(), "{}", transcript(&output));
        let text = String::from_utf8(output.stdout).unwrap();
        let checked = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        checked.map(|it| it["checked"].as_str().unwrap().to_owned()).collect()
    }
}

impl Drop for ServedPage<'_> {
    fn drop(&mut self) {
        // A task goes on without its page: one that a failed journey left behind is stopped.
        if thread::panicking() {
            self.workspace.run(&["stop"]);
        }
        // Errors mean that it has ended.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
