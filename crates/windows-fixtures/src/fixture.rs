//! A fixture that runs: started by a test, ended with it.

use crate::{Happened, Start, read_record};
use std::{
    env, fmt, fs, io,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
    thread,
    time::{Duration, Instant},
};

/// How long a condition may take to come true: a machine on which everything else runs, too, is slow.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long to wait between two looks at the record.
const PAUSE: Duration = Duration::from_millis(5);
/// Numbers the records of one process.
static COUNT: AtomicU32 = AtomicU32::new(0);

/// Which program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FixtureProgram {
    /// A browser with one tab.
    Browser,
    /// A pocket calculator.
    Calculator,
    /// A console program that reads lines.
    Console,
    /// A window with every standard control.
    Controls,
}

impl FixtureProgram {
    /// The file of the program: beside the folder of the test's own.
    ///
    /// # Errors
    /// It was not compiled.
    pub fn path(self) -> Result<PathBuf, FixtureError> {
        let name = match self {
            FixtureProgram::Browser => "fixture-browser.exe",
            FixtureProgram::Calculator => "fixture-calculator.exe",
            FixtureProgram::Console => "fixture-console.exe",
            FixtureProgram::Controls => "fixture-controls.exe",
        };
        let ours = env::current_exe().map_err(FixtureError::Io)?;
        let beside = ours.ancestors().skip(1).take(2).map(|folder| folder.join(name));
        beside.into_iter().find(|it| it.is_file()).ok_or(FixtureError::NotCompiled(name))
    }
}

/// A running fixture with a record of its own. Both are gone when it is dropped.
#[derive(Debug)]
pub struct Fixture {
    child: Child,
    start: Start,
}

/// Why a test has no fixture, or not what it waits for.
#[derive(Debug)]
pub enum FixtureError {
    /// The program is not there.
    NotCompiled(&'static str),
    /// It cannot be started, or its record not be read.
    Io(io::Error),
    /// The time passed without it.
    Late {
        /// What the test waited for.
        what: String,
        /// What happened instead.
        happened: Vec<Happened>,
    },
}

impl Fixture {
    /// Starts a program, and waits until its window is there with all its controls.
    ///
    /// # Errors
    /// It was not compiled, or does not come up.
    pub fn start(program: FixtureProgram, title: &str) -> Result<Fixture, FixtureError> {
        Fixture::start_as(program, Fixture::plan(title))
    }

    /// The same as planned.
    ///
    /// # Errors
    /// As [`Fixture::start`].
    pub fn start_as(program: FixtureProgram, start: Start) -> Result<Fixture, FixtureError> {
        let mut command = Command::new(program.path()?);
        let child = command.args(start.words()).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let fixture = Fixture { child: child.map_err(FixtureError::Io)?, start };
        let title = fixture.start.title.clone().unwrap_or_default();
        fixture.wait_for(&Happened::Opened { title })?;
        Ok(fixture)
    }

    /// What to tell a program that something else starts, with a record that no other fixture has.
    pub fn plan(title: &str) -> Start {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("deskpilot-fixture-{}-{number}.jsonl", std::process::id());
        let record = env::temp_dir().join(name);
        let _ = fs::remove_file(&record);
        Start { record, title: Some(title.to_owned()), document: None, more: 0 }
    }

    /// Its process.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// The process with its standard streams.
    pub fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// The file of its record.
    pub fn record(&self) -> &Path {
        &self.start.record
    }

    /// What happened to it so far.
    ///
    /// # Errors
    /// The record cannot be read.
    pub fn happened(&self) -> Result<Vec<Happened>, FixtureError> {
        read_record(&self.start.record).map_err(FixtureError::Io)
    }

    /// Waits until this happened.
    ///
    /// # Errors
    /// It did not happen in time; the error has what did.
    pub fn wait_for(&self, wanted: &Happened) -> Result<(), FixtureError> {
        let begin = Instant::now();
        loop {
            let happened = match read_record(&self.start.record) {
                Ok(happened) => happened,
                // The program creates it.
                Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
                Err(error) => return Err(FixtureError::Io(error)),
            };
            if happened.contains(wanted) {
                return Ok(());
            }
            if begin.elapsed() > PATIENCE {
                return Err(FixtureError::Late { what: format!("{wanted:?}"), happened });
            }
            thread::sleep(PAUSE);
        }
    }
}

impl Drop for Fixture {
    fn drop(&mut self) {
        // It may have been closed.
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_file(&self.start.record);
    }
}

impl fmt::Display for FixtureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FixtureError::NotCompiled(name) => {
                write!(f, "{name} is not there: `cargo build -p deskpilot-windows-fixtures` compiles it")
            }
            FixtureError::Io(error) => error.fmt(f),
            FixtureError::Late { what, happened } => {
                write!(f, "waited in vain: {what}; there is {happened:?}")
            }
        }
    }
}

impl std::error::Error for FixtureError {}
