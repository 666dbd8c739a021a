//! Sessions in three network namespaces that share the folder of sockets: none takes the display of another, and none loses its own.

use super::*;
use deskpilot_testkit::Dice;
use futures::future::join_all;
use std::fmt;
use std::io::{BufRead, BufReader, Write, stdin, stdout};
use std::os::fd::AsFd;
use std::process::{Child, ChildStdin};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use tokio::net::UnixStream;
use x11rb::rust_connection::RustConnection;

/// Environment variable with the number of sessions that a child process starts.
const HOSTED: &str = "DESKPILOT_TEST_HOSTED_SESSIONS";
/// What the lines of a child process begin with: the harness prints others.
const MARK: &str = "session: ";
/// How many namespaces there are.
const NAMESPACES: usize = 3;
/// How many sessions start at once, at most.
const AT_ONCE: usize = 40;
/// How many sessions start where `DESKPILOT_TEST_TRIALS` says nothing else.
const SESSIONS: usize = 6;
/// How long the slowest answer may take: that of a machine that starts 40 desktops at once.
const PATIENCE: Duration = Duration::from_secs(180);

/// A private desktop with a connection that is held.
struct HostedSession {
    desktop: PrivateDesktop,
    held: RustConnection,
    /// A name that only its own server knows.
    name: String,
    /// Whether the file of its socket led to its server at first. Xvfb makes none in a folder whose owner is no user here.
    has_file: bool,
}

impl HostedSession {
    async fn start(number: usize) -> Result<HostedSession, LinuxError> {
        let desktop = PrivateDesktop::bring_up(&PrivateOptions::USUAL).await?;
        let (held, _) = desktop.seat().connect_display()?;
        let name = format!("SESSION_{}_{number}", std::process::id());
        held.intern_atom(false, name.as_bytes()).unwrap().reply().unwrap();
        let mut session = HostedSession { desktop, held, name, has_file: false };
        session.has_file = session.check_file().await.is_ok();
        Ok(session)
    }

    /// Connects again right before the end, and ends it.
    async fn end(self) -> Result<(), String> {
        let checked = self.check();
        let by_file = if self.has_file { self.check_file().await } else { Ok(()) };
        self.desktop.close().await;
        checked.and(by_file)
    }

    /// Whether the file of its socket leads to its server: applications may know no other way.
    async fn check_file(&self) -> Result<(), String> {
        let socket = format!("/tmp/.X11-unix/X{}", self.desktop.seat().display().trim_start_matches(':'));
        let by_file = UnixStream::connect(socket).await.map_err(|it| format!("its socket: {it}"))?;
        let held = self.held.stream().as_fd().try_clone_to_owned().unwrap();
        let held = UnixStream::from_std(held.into()).unwrap();
        match by_file.peer_cred().unwrap().pid() == held.peer_cred().unwrap().pid() {
            true => Ok(()),
            false => Err("its socket is another server's".into()),
        }
    }

    fn check(&self) -> Result<(), String> {
        let held = self.held.get_input_focus().map(|it| it.reply());
        held.map_err(|it| it.to_string())?.map_err(|it| format!("the connection that is held: {it}"))?;
        let (connection, _) = self.desktop.seat().connect_display().map_err(|it| it.to_string())?;
        let known = connection.intern_atom(true, self.name.as_bytes()).map_err(|it| it.to_string())?;
        match known.reply().map_err(|it| it.to_string())?.atom {
            x11rb::NONE => Err("the new connection leads to another server".into()),
            _ => Ok(()),
        }
    }
}

/// The child process of the next test; does nothing on its own.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn host_of_sessions() {
    let Some(count) = std::env::var(HOSTED).ok().and_then(|it| it.parse().ok()) else { return };
    let started = join_all((0..count).map(HostedSession::start)).await;
    let mut sessions: Vec<_> = started.into_iter().map(Some).collect();
    report("started");
    for line in stdin().lines().map_while(Result::ok) {
        let ended = match sessions[line.parse::<usize>().unwrap()].take().unwrap() {
            Ok(session) => session.end().await,
            Err(error) => Err(format!("at its start: {error}")),
        };
        report(&ended.map_or_else(|why| format!("lost: {why}"), |()| "kept".into()));
    }
}

/// Writes a line that the harness does not capture.
fn report(what: &str) {
    writeln!(stdout(), "\n{MARK}{what}").unwrap();
}

/// A process in a network namespace of its own, with several sessions.
struct Namespace {
    process: Child,
    orders: ChildStdin,
    lines: Receiver<String>,
}

impl Namespace {
    fn with_sessions(count: usize) -> Namespace {
        let mut process = Command::new("unshare")
            .args(unsharing())
            .arg(std::env::current_exe().unwrap())
            .args(["--exact", "private::tests::namespaces::host_of_sessions"])
            .env(HOSTED, count.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, lines) = channel();
        let (orders, output) = (process.stdin.take().unwrap(), process.stdout.take().unwrap());
        thread::spawn(move || {
            let lines = BufReader::new(output).lines().map_while(Result::ok);
            lines.filter_map(|it| it.strip_prefix(MARK).map(str::to_owned)).all(|it| sender.send(it).is_ok())
        });
        Namespace { process, orders, lines }
    }

    fn next_line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).unwrap_or_else(|error| format!("lost: no answer ({error})"))
    }

    fn end_session(&mut self, number: usize) -> String {
        writeln!(self.orders, "{number}").unwrap();
        self.next_line()
    }
}

impl Drop for Namespace {
    fn drop(&mut self) {
        let _ = self.process.kill().and_then(|()| self.process.wait().map(drop));
    }
}

/// The options of `unshare` that are permitted here. Fails loudly where none is: the test below would say nothing.
fn unsharing() -> &'static [&'static str] {
    let is_permitted = |options: &&&[&str]| {
        let tried = Command::new("unshare").args(**options).arg("true").stderr(Stdio::null()).status();
        tried.is_ok_and(|it| it.success())
    };
    let ways: [&[&str]; 2] = [&["--net"], &["--user", "--map-root-user", "--net"]];
    ways.iter().find(is_permitted).copied().expect(
        "this test needs network namespaces, as root or by user namespaces: `sysctl kernel.unprivileged_userns_clone=1`, or \
         run the container with --cap-add SYS_ADMIN",
    )
}

#[derive(Debug, Default)]
struct Figures {
    started: usize,
    lost: Vec<String>,
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} sessions started, {} displays lost", self.started, self.lost.len())
    }
}

/// Starts so many sessions at once, and ends them in random order.
fn round(count: usize, dice: &mut Dice, figures: &mut Figures) {
    let shares = (0..NAMESPACES).map(|it| count / NAMESPACES + usize::from(it < count % NAMESPACES));
    let shares: Vec<usize> = shares.collect();
    let mut namespaces: Vec<_> = shares.iter().map(|it| Namespace::with_sessions(*it)).collect();
    for namespace in &namespaces {
        assert_eq!(namespace.next_line(), "started");
    }
    figures.started += count;
    let mut left: Vec<_> =
        shares.iter().enumerate().flat_map(|(place, share)| (0..*share).map(move |it| (place, it))).collect();
    while !left.is_empty() {
        let (place, number) = left.swap_remove(dice.below(left.len()));
        let answer = namespaces[place].end_session(number);
        figures.lost.extend(Some(answer).filter(|it| it != "kept"));
    }
}

#[test]
fn sessions_in_namespaces_that_share_the_sockets_keep_their_displays() {
    let number = |variable: &str| std::env::var(variable).ok().and_then(|it| it.parse::<usize>().ok());
    let seed = number("DESKPILOT_TEST_SEED").unwrap_or(7);
    let (mut dice, mut figures) = (Dice::of(seed as u64), Figures::default());
    let sessions = number("DESKPILOT_TEST_TRIALS").unwrap_or(SESSIONS);
    while figures.started < sessions {
        round(AT_ONCE.min(sessions - figures.started), &mut dice, &mut figures);
    }
    report(&figures.to_string());
    assert!(figures.lost.is_empty(), "seed {seed}: {figures}: {:?}", figures.lost);
}
