//! The servers that the suite is run against, each in a folder of its own.

use super::PATIENCE;
use crate::{
    program,
    run::{command, run},
    say,
    test::children::Children,
};
use anyhow::{Context, Result, bail};
use std::{
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
};

/// The suite, in the folder of its packages.
pub(super) const SUITE: &str = "node_modules/@modelcontextprotocol/conformance/dist/index.js";

/// What gives its requests a token, in that folder.
const AUTHORIZED: &str = "authorized.mjs";

/// The variable from which the requests get their token.
const TOKEN: &str = "DESKPILOT_MCP_TOKEN";

/// How the line of the token begins that the other server prints.
const TOKEN_LINE: &str = "token: ";

/// A server that the suite is run against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    /// `deskpilot serve`, with what it offers.
    Deskpilot,
    /// The same protocol, with the tools, prompts and resources that the suite asks for by name.
    Protocol,
}

/// A running server.
pub(super) struct RunningSubject {
    program: PathBuf,
    process: Child,
    address: String,
    token: String,
    place: PathBuf,
}

impl Subject {
    pub(super) const ALL: [Subject; 2] = [Subject::Deskpilot, Subject::Protocol];

    /// Its word in the list of scenarios.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Subject::Deskpilot => "deskpilot",
            Subject::Protocol => "protocol",
        }
    }

    /// What it is, for people.
    pub(super) const fn title(self) -> &'static str {
        match self {
            Subject::Deskpilot => "deskpilot serve, with what it offers",
            Subject::Protocol => "the same protocol, with what the suite asks for by name",
        }
    }

    /// Compiles it, and starts it.
    pub(super) fn start(self, root: &Path) -> Result<RunningSubject> {
        let place = root.join("target/conformance").join(self.word());
        // It is there from the last run, or not.
        let _ = fs::remove_dir_all(&place);
        fs::create_dir_all(&place).with_context(|| format!("{} cannot be created", place.display()))?;
        match self {
            Subject::Deskpilot => started_deskpilot(root, place),
            Subject::Protocol => started_protocol(root, place),
        }
    }
}

fn started_deskpilot(root: &Path, place: PathBuf) -> Result<RunningSubject> {
    run(root, "cargo", &["build", "--quiet", "--locked", "--package", "deskpilot-text"])?;
    let program = program::path(root, "debug").with_file_name("deskpilot-text");
    let made = alone(&program, &place).args(["mcp", "token"]).output();
    let made = made.context("deskpilot-text does not start")?;
    if !made.status.success() {
        bail!("deskpilot-text makes no token: {}", String::from_utf8_lossy(&made.stderr));
    }
    let token = String::from_utf8_lossy(&made.stdout).trim().to_owned();
    let mut serve = alone(&program, &place);
    serve.args(["serve", "--log-dir", "logs"]);
    served(serve, program, place, token).map(|(running, _)| running)
}

fn started_protocol(root: &Path, place: PathBuf) -> Result<RunningSubject> {
    let example = ["--package", "deskpilot-mcp", "--example", "conformance_server"];
    run(root, "cargo", &[["build", "--quiet", "--locked"].as_slice(), &example].concat())?;
    let program = program::path(root, "debug").with_file_name("examples").join("conformance_server");
    let (mut running, lines) = served(alone(&program, &place), program, place, String::new())?;
    let token = lines.iter().find_map(|line| line.strip_prefix(TOKEN_LINE)).map(str::to_owned);
    running.token = token.context("conformance_server prints no token")?;
    Ok(running)
}

/// A program that knows nothing of this user, in a folder that is its home.
fn alone(program: &Path, place: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(place).stdin(Stdio::null());
    command.env_clear().env("PATH", "/usr/local/bin:/usr/bin:/bin").env("HOME", place);
    command
}

/// Starts a server. Returns it with what it prints before its address.
fn served(
    mut command: Command,
    program: PathBuf,
    place: PathBuf,
    token: String,
) -> Result<(RunningSubject, Vec<String>)> {
    let process = command.stdout(Stdio::piped()).spawn().context("the server does not start")?;
    // It ends with this value, also where something is wrong with it.
    let mut running = RunningSubject { program, process, address: String::new(), token, place };
    let output = running.process.stdout.take().context("the server has no output")?;
    let mut lines = BufReader::new(output).lines().map_while(Result::ok);
    let mut before = Vec::new();
    let address = lines.find_map(|line| {
        let address = mcp_address(&line);
        before.push(line);
        address
    });
    // It waits for nobody who does not read.
    thread::spawn(move || lines.for_each(drop));
    running.address = address.context("the server serves no MCP clients")?;
    Ok((running, before))
}

impl RunningSubject {
    /// The program.
    pub(super) fn program(&self) -> &Path {
        &self.program
    }

    /// Where MCP clients find it.
    pub(super) fn address(&self) -> &str {
        &self.address
    }

    /// What they come with.
    pub(super) fn token(&self) -> &str {
        &self.token
    }

    /// The folder that is its home.
    pub(super) fn place(&self) -> &Path {
        &self.place
    }

    /// Writes a file of that folder, and the folders on its way.
    pub(super) fn put(&self, name: &str, text: &str) -> Result<()> {
        let file = self.place.join(name);
        fs::create_dir_all(file.parent().unwrap_or(&self.place))
            .and_then(|()| fs::write(&file, text))
            .with_context(|| format!("{} cannot be written", file.display()))
    }

    /// What the suite prints of the server.
    pub(super) fn examined(&self, folder: &Path, revision: &str, children: &Children) -> Result<String> {
        let mut node = command("node");
        node.arg("--import").arg(folder.join(AUTHORIZED)).arg(folder.join(SUITE));
        node.args(["server", "--url", &self.address, "--requirements", revision]);
        let output = children.output(node.env(TOKEN, &self.token).current_dir(&self.place), PATIENCE)?;
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        let file = format!("{revision}.txt");
        self.put(&file, &printed)?;
        say(&format!("what the suite says of {revision} is in {}", self.place.join(file).display()));
        Ok(printed)
    }
}

impl Drop for RunningSubject {
    fn drop(&mut self) {
        // Errors mean that it has ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The address for MCP clients in a line of a server.
fn mcp_address(line: &str) -> Option<String> {
    let address = &line[line.find("http://")?..];
    address.ends_with("/mcp").then(|| address.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{env, process};

    #[test]
    fn a_server_that_serves_nobody_is_ended() {
        let place = env::temp_dir().join(format!("xtask-subject-{}", process::id()));
        fs::create_dir_all(&place).unwrap();
        let mut silent = Command::new("sh");
        silent.current_dir(&place).args(["-c", "echo $$ > pid; exec sleep 600 >&-"]);
        assert!(served(silent, PathBuf::from("sh"), place.clone(), String::new()).is_err());
        let pid = fs::read_to_string(place.join("pid")).unwrap();
        assert!(!Path::new("/proc").join(pid.trim()).exists(), "{pid}");
        fs::remove_dir_all(&place).unwrap();
    }

    #[test]
    fn the_address_is_that_for_programs() {
        let line = "MCP clients with a token find it at http://127.0.0.1:4711/mcp";
        assert_eq!(mcp_address(line).as_deref(), Some("http://127.0.0.1:4711/mcp"));
        assert_eq!(mcp_address("open http://127.0.0.1:4711/open?token=a"), None);
    }
}
