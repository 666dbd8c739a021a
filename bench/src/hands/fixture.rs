//! The windows that record what happens to them, and so tell what is true: those of the adversary, and one of traps.

use super::servers::home;
use crate::{
    app_under_test::{AppUnderTest, HOME, LaunchSpec, Readiness},
    folder, root,
};
use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{fs, path::PathBuf, time::Duration};
use tokio::{
    io::AsyncReadExt,
    net::UnixStream,
    time::{Instant, sleep, timeout},
};

/// The title of every window, and its name in the record.
const TITLE: &str = "Everything";
/// The title of the page, which names its application by it.
const PAGE_TITLE: &str = "inside";
/// How long a window may take to answer what its state is, and to come up with its first answer.
const ANSWER: Duration = Duration::from_secs(60);
/// The pause between two tries.
const PAUSE: Duration = Duration::from_millis(50);

/// A window that records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Fixture {
    /// Every usual control in GTK 3.
    Gtk3,
    /// The same in GTK 4.
    Gtk4,
    /// The same in Qt 5.
    Qt5,
    /// A page in Firefox.
    Firefox,
    /// Traps in GTK 3.
    Traps,
}

/// An open window that records.
pub(super) struct OpenFixture {
    /// Its application.
    pub(super) app: AppUnderTest,
    record: PathBuf,
    socket: PathBuf,
}

/// A line of the record.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Happening {
    /// What happened, such as `activated`.
    pub(super) kind: String,
    /// The name of the control.
    pub(super) control: String,
}

impl Fixture {
    /// Its name in tables.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Fixture::Gtk3 => "gtk-3",
            Fixture::Gtk4 => "gtk-4",
            Fixture::Qt5 => "qt-5",
            Fixture::Firefox => "firefox",
            Fixture::Traps => "traps",
        }
    }

    /// The kind that it says its radio buttons are, as Deskpilot and as cua-driver call it: GTK 4 says that they are check boxes.
    pub(super) const fn radio_button(self) -> (&'static str, &'static str) {
        match self {
            Fixture::Gtk4 => ("CheckBox", "checkbox"),
            _ => ("RadioButton", "radiobutton"),
        }
    }

    /// The title of its window.
    pub(super) const fn title(self) -> &'static str {
        match self {
            Fixture::Firefox => PAGE_TITLE,
            _ => TITLE,
        }
    }

    /// Opens it, on a private desktop of its own.
    pub(super) async fn open(self) -> Result<OpenFixture> {
        let app = AppUnderTest::open(&self.spec()?).await?;
        let record = home(app.seat())?.join("record");
        let socket = PathBuf::from(format!("{}.{}", record.display(), self.title()));
        let fixture = OpenFixture { app, record, socket };
        fixture.state().await.with_context(|| format!("the window of {} tells no state", self.name()))?;
        Ok(fixture)
    }

    fn spec(self) -> Result<LaunchSpec> {
        let programs = root().join("adversary/programs");
        let record = format!("{HOME}/record");
        let profile = format!("{HOME}/profile");
        let of_adversary = |name: &str| programs.join(name).display().to_string();
        let page = format!("file://{}", of_adversary("page.html"));
        let traps = folder().join("windows/traps.py").display().to_string();
        let (program, more): (String, Vec<String>) = match self {
            Fixture::Gtk3 => (of_adversary("gtk3.py"), Vec::new()),
            Fixture::Gtk4 => (of_adversary("gtk4.py"), Vec::new()),
            Fixture::Qt5 => (of_adversary("qt.py"), vec!["PyQt5".into()]),
            Fixture::Firefox => (of_adversary("firefox.py"), vec![profile, page]),
            Fixture::Traps => (traps, vec![programs.display().to_string()]),
        };
        let python = ["/usr/bin/python3".into(), "-B".into(), program, record, self.title().into()];
        let settings = match self {
            Fixture::Firefox => {
                vec![("profile/user.js", fs::read_to_string(root().join("matrix/programs/user.js"))?)]
            }
            _ => Vec::new(),
        };
        let ready = if self == Fixture::Firefox { Readiness::PageLoaded } else { Readiness::Idle };
        Ok(LaunchSpec {
            argv: python.into_iter().chain(more).collect(),
            settings,
            title: self.title(),
            ready,
        })
    }
}

impl OpenFixture {
    /// The state of its controls, as its own program has it.
    pub(super) async fn state(&self) -> Result<Value> {
        let end = Instant::now() + ANSWER;
        loop {
            match timeout(ANSWER, self.answer()).await? {
                Ok(state) if state["unknown"].is_null() => return Ok(state),
                Ok(state) if Instant::now() > end => bail!("it does not know: {}", state["unknown"]),
                Err(error) if Instant::now() > end => return Err(error),
                _ => sleep(PAUSE).await,
            }
        }
    }

    async fn answer(&self) -> Result<Value> {
        let mut stream = UnixStream::connect(&self.socket).await?;
        let mut text = Vec::new();
        stream.read_to_end(&mut text).await?;
        Ok(serde_json::from_slice(&text)?)
    }

    /// What it has recorded.
    pub(super) fn happenings(&self) -> Result<Vec<Happening>> {
        // The file comes with the first program that records into it.
        let text = fs::read_to_string(&self.record).context("the window records nothing")?;
        happenings(&text)
    }

    /// Makes the control of the window of traps that looks harmless mean another thing, and waits until it does.
    pub(super) async fn turn(&self) -> Result<()> {
        fs::write(format!("{}.turn", self.record.display()), "")?;
        let end = Instant::now() + ANSWER;
        while !self.happenings()?.iter().any(|it| it.kind == "turned") {
            if Instant::now() > end {
                bail!("the control does not turn");
            }
            sleep(PAUSE).await;
        }
        Ok(())
    }

    /// Closes it.
    pub(super) async fn close(self) {
        self.app.close().await;
    }
}

fn happenings(record: &str) -> Result<Vec<Happening>> {
    let lines = record
        .lines()
        .map(|it| serde_json::from_str(it).with_context(|| format!("no line of a record: {it}")));
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_has_a_happening_in_each_line() {
        let line = r#"{"application": "a", "kind": "activated", "control": "Next", "value": ""}"#;
        let happening = Happening { kind: "activated".into(), control: "Next".into() };
        assert_eq!(happenings(&format!("{line}\n{line}\n")).unwrap(), [happening.clone(), happening]);
        assert!(happenings("x").is_err());
    }

    #[test]
    fn every_window_is_a_program_of_the_repository() {
        for fixture in [Fixture::Gtk3, Fixture::Gtk4, Fixture::Qt5, Fixture::Firefox, Fixture::Traps] {
            let spec = fixture.spec().unwrap();
            assert!(std::path::Path::new(&spec.argv[2]).is_file(), "{:?}", spec.argv);
            assert_eq!(spec.title, fixture.title());
        }
    }
}
