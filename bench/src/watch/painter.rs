//! A window on the desktop of a session that changes on request, and says when it did.

use crate::{app_under_test::process_tree, folder};
use anyhow::{Context, Result};
use std::{
    env, fs,
    process::Stdio,
    time::{Duration, SystemTime},
};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines},
    process::{Child, ChildStdin, ChildStdout, Command},
    time::timeout,
};

/// How long a paint may take.
const DEADLINE: Duration = Duration::from_secs(20);

/// What a program needs to reach a private desktop.
const DESKTOP: [&str; 2] = ["DISPLAY", "XAUTHORITY"];

/// The window. It is closed with the value.
pub(super) struct Painter {
    _program: Child,
    asks: ChildStdin,
    painted: Lines<BufReader<ChildStdout>>,
}

impl Painter {
    /// Opens the window on the desktop of the session that this process runs.
    pub(super) fn start(session: u32) -> Result<Painter> {
        let desktop = desktop_of(session).context("the session has no private desktop")?;
        let mut program = Command::new("/usr/bin/python3")
            .arg(folder().join("windows/painter.py"))
            .env_clear()
            .env("PATH", env::var_os("PATH").unwrap_or_default())
            .env("NO_AT_BRIDGE", "1")
            .envs(desktop)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()?;
        let asks = program.stdin.take().context("it has no input")?;
        let painted = BufReader::new(program.stdout.take().context("it has no output")?).lines();
        Ok(Painter { _program: program, asks, painted })
    }

    /// Makes the window paint again, and returns when it did.
    pub(super) async fn paint(&mut self) -> Result<SystemTime> {
        self.asks.write_all(b"paint\n").await?;
        let line = timeout(DEADLINE, self.painted.next_line()).await.context("it does not paint")??;
        let seconds: f64 = line.context("the window is gone")?.trim().parse()?;
        Ok(SystemTime::UNIX_EPOCH + Duration::from_secs_f64(seconds))
    }
}

/// The variables of the first process below this one that is on a display.
fn desktop_of(session: u32) -> Option<Vec<(String, String)>> {
    let processes = process_tree(session).into_iter().skip(1);
    let mut environments = processes.filter_map(|it| fs::read(format!("/proc/{it}/environ")).ok());
    environments.find_map(|it| desktop_variables(&it))
}

/// The display and its cookie among these variables; `None` unless both are there.
fn desktop_variables(environment: &[u8]) -> Option<Vec<(String, String)>> {
    let texts = environment.split(|it| *it == 0).filter_map(|it| str::from_utf8(it).ok());
    let variables = texts.filter_map(|it| it.split_once('='));
    let found: Vec<(String, String)> = variables
        .filter(|(name, _)| DESKTOP.contains(name))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    (found.len() == DESKTOP.len()).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_desktop_has_a_display_and_a_cookie() {
        let variables = desktop_variables(b"HOME=/h\0DISPLAY=:7\0XAUTHORITY=/a\0").unwrap();
        assert_eq!(variables, [("DISPLAY", ":7"), ("XAUTHORITY", "/a")].map(|(a, b)| (a.into(), b.into())));
        assert_eq!(desktop_variables(b"DISPLAY=:7\0"), None);
        assert_eq!(desktop_variables(b""), None);
    }
}
