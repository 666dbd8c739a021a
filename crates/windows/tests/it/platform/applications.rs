//! Installed applications, and the windows that they open.

use crate::scene::alone;
use deskpilot_core::{Launch, Size};
use deskpilot_desktop::{
    Desktop, DesktopError, DesktopKind, DesktopOptions, DesktopSource, DocumentState, OpenDesktop,
};
use deskpilot_win32::{Deadline, Hwnd, ask_to_close, toplevel, windows};
use deskpilot_windows::{Applications, InstalledApplications, StartPlace, Windows};
use deskpilot_windows_fixtures::{Fixture, FixtureProgram, Happened, read_record};
use std::{
    env, fs,
    path::PathBuf,
    process::Command,
    time::{Duration, Instant},
};

/// How long anything may take.
const SOON: Duration = Duration::from_secs(20);
/// Where kinds of documents are registered: for the user, and for the machine, of which alone Wine knows.
const CLASSES: [&str; 2] = [r"HKCU\Software\Classes", r"HKLM\Software\Classes"];

/// The user's desktop, whose programs start in the folder for temporary files.
pub(super) async fn current_desktop() -> Box<dyn OpenDesktop> {
    let options = DesktopOptions {
        kind: DesktopKind::Current,
        size: Size { width: 1280, height: 800 },
        home: None,
        settings: None,
        working: Some(env::temp_dir()),
    };
    Windows.open(&options).await.unwrap()
}

fn installed() -> InstalledApplications {
    let place = StartPlace { home: env::temp_dir(), working: None, desktop: None };
    InstalledApplications::of(place)
}

fn launch(application: &str, file: Option<&str>) -> Launch {
    let (application, file) = (application.into(), file.map(str::to_owned));
    Launch { application, file, ..Launch::default() }
}

/// Waits until it is so.
pub(super) async fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < SOON, "waited in vain: {what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

fn text_file(name: &str) -> PathBuf {
    let file = env::temp_dir().join(format!("{name} {}.txt", std::process::id()));
    fs::write(&file, "hello").unwrap();
    file
}

/// Opens something, waits until the window has this in its title, and closes it.
async fn opens(desktop: &mut dyn Desktop, launch: &Launch, title: &str) {
    let opened = desktop.open(launch, &[]).await.unwrap_or_else(|error| panic!("{launch}: {error}"));
    assert_eq!(opened.document, DocumentState::Shown);
    let window = Hwnd::from(opened.window.id);
    let begun = Instant::now();
    while !toplevel(window).unwrap().title.contains(title) {
        assert!(begun.elapsed() < SOON, "{:?} instead of {title}", toplevel(window));
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    ask_to_close(window, Deadline::within(SOON)).unwrap();
}

#[tokio::test]
async fn an_application_opens_by_its_name_with_a_document_or_by_the_document_alone() {
    let _alone = alone().await;
    let desktop = current_desktop().await;
    let mut connection = desktop.connect().await.unwrap();
    let names: Vec<String> = connection.applications().await.unwrap().into_iter().map(|it| it.name).collect();
    assert!(names.iter().any(|it| it == "Notepad"), "{names:?}");
    let file = text_file("With name");
    let shown = file.file_name().unwrap().to_str().unwrap();
    opens(&mut *connection, &launch("the notepad", None), "Notepad").await;
    opens(&mut *connection, &launch("notepad", Some(file.to_str().unwrap())), shown).await;
    // By its name alone, in the folder in which programs start.
    opens(&mut *connection, &launch("notepad", Some(shown)), shown).await;
    fs::remove_file(file).unwrap();
}

#[test]
fn a_launch_means_an_application_of_the_list_or_the_usual_one_of_a_kind_of_document() {
    let applications = installed();
    for (wanted, file, id) in [("NOTEPAD.EXE", None, "notepad"), ("registry editor", None, "regedit")] {
        let found = applications.resolve(&launch(wanted, file));
        assert_eq!(found.unwrap_or_else(|error| panic!("{wanted}: {error}")).id, id, "{wanted}");
    }
    let unknown = applications.resolve(&launch("notpad 7 x", None));
    assert!(matches!(unknown, Err(DesktopError::NoSuchApplication { .. })), "{unknown:?}");
    let none = applications.resolve(&launch("", Some("x.no-such-kind")));
    assert!(matches!(none, Err(DesktopError::NoSuchApplication { .. })), "{none:?}");
    // Opening it would run it.
    let program = applications.resolve(&launch("", Some("setup.exe")));
    assert!(matches!(program, Err(DesktopError::NotStarted { .. })), "{program:?}");
}

#[test]
fn registered_programs_are_listed_if_they_are_there() {
    let all = installed().list().unwrap();
    let browser = all.iter().find(|it| it.program == "iexplore").unwrap();
    assert!(browser.aliases.contains(&"iexplore.exe".to_owned()), "{browser:?}");
    let mut names: Vec<&String> = all.iter().map(|it| &it.name).collect();
    names.dedup();
    assert_eq!(names.len(), all.len(), "{names:?}");
}

/// Registers a kind of document, until it is dropped.
struct Kind {
    keys: Vec<String>,
}

impl Kind {
    fn register(ending: &str, command: &str) -> Kind {
        let class = format!("Deskpilot{}", std::process::id());
        let mut keys = Vec::new();
        for classes in CLASSES {
            let (kind, application) = (format!(r"{classes}\.{ending}"), format!(r"{classes}\{class}"));
            reg(&["add", &kind, "/ve", "/d", &class, "/f"]);
            reg(&["add", &format!(r"{application}\shell\open\command"), "/ve", "/d", command, "/f"]);
            keys.extend([kind, application]);
        }
        Kind { keys }
    }
}

impl Drop for Kind {
    fn drop(&mut self) {
        self.keys.iter().for_each(|key| reg(&["delete", key, "/f"]));
    }
}

/// Changes the registry, where the user may.
fn reg(arguments: &[&str]) {
    Command::new("reg").args(arguments).output().unwrap();
}

#[tokio::test]
async fn a_document_opens_in_its_usual_application_as_windows_opens_it() {
    let _alone = alone().await;
    let (program, plan) = (FixtureProgram::Controls.path().unwrap(), Fixture::plan("Usual"));
    let record = plan.record.to_str().unwrap();
    let command = format!("\"{}\" --record \"{record}\" --title Usual \"%1\"", program.display());
    let _kind = Kind::register("deskpilot-test", &command);
    let file = text_file("Usual").with_extension("deskpilot-test");
    fs::write(&file, "").unwrap();
    let wanted = launch("", Some(file.to_str().unwrap()));
    assert_eq!(installed().resolve(&wanted).unwrap().id, "fixture-controls");
    let desktop = current_desktop().await;
    let mut connection = desktop.connect().await.unwrap();
    opens(&mut *connection, &wanted, "Usual").await;
    wait_until("it records its end", || read_record(&plan.record).unwrap().contains(&Happened::Closed)).await;
    fs::remove_file(file).unwrap();
    fs::remove_file(&plan.record).unwrap();
}

#[tokio::test]
async fn a_program_that_is_not_the_users_ends_with_the_desktop_that_it_was_started_on() {
    let _alone = alone().await;
    let place = |desktop: Option<&str>| StartPlace {
        home: env::temp_dir(),
        working: None,
        desktop: desktop.map(str::to_owned),
    };
    let of_user = InstalledApplications::of(place(None)).start(&launch("notepad", None), &[]).unwrap();
    // A desktop by its name, as a private one is given.
    let private = InstalledApplications::of(place(Some(r"WinSta0\Default")));
    let started = private.start(&launch("notepad", None), &[]).unwrap();
    let is_open = |process: Option<u32>| windows().unwrap().iter().any(|it| it.process == process);
    for process in [of_user.process, started.process] {
        wait_until("its window opens", || is_open(process)).await;
    }
    let by_shell = private.start(&launch("", Some("x.txt")), &[]);
    assert!(by_shell.is_err(), "{by_shell:?}");
    drop(private);
    wait_until("its window is gone", || !is_open(started.process)).await;
    assert!(is_open(of_user.process));
    let window = windows().unwrap().into_iter().find(|it| it.process == of_user.process).unwrap();
    ask_to_close(window.hwnd, Deadline::within(SOON)).unwrap();
}
