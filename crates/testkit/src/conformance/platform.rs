//! Checks what every platform promises besides windows: folders, keyring, the doctor's checks, private desktops.

use deskpilot_core::{Aim, Gesture, Input, Launch, Secret, Size, Window};
use deskpilot_desktop::{
    CheckDepth, Desktop, DesktopError, DesktopKind, DesktopOptions, Keyring, KeyringError, OpenDesktop,
    Platform,
};
use std::collections::HashSet;
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout};

/// The time limit of one call.
const CALL: Duration = Duration::from_secs(30);
/// How long a window may stay after its application ended.
const ENDING: Duration = Duration::from_secs(10);
/// The pause between two lists of windows.
const PAUSE: Duration = Duration::from_millis(50);

/// What a platform is checked with.
#[derive(Clone, Debug)]
pub struct PlatformFixture {
    /// Any name that opens an application on a private desktop.
    pub application: String,
    /// The environment variables of the user whose folders are checked.
    pub variables: Vec<(String, String)>,
    /// The environment variables of the user whose keyring is checked. An entry is written there, and removed.
    pub keyring_variables: Vec<(String, String)>,
}

/// Checks the folders, the keyring, the doctor's checks and a private desktop of a platform.
///
/// Panics at the first violation.
pub async fn check_platform(platform: &dyn Platform, fixture: &PlatformFixture) {
    folders(platform, &fixture.variables);
    if let Some(keyring) = platform.keyring(&fixture.keyring_variables) {
        an_entry_is_kept_until_it_is_removed(&*keyring).await;
    }
    checks(platform).await;
    private_desktop(platform, &fixture.application).await;
}

fn folders(platform: &dyn Platform, variables: &[(String, String)]) {
    let found = platform.folders(variables);
    let home = found.home.unwrap_or_else(|| panic!("the user has no home"));
    assert!(home.is_absolute() && home.is_dir(), "the home is no folder: {home:?}");
    let of_user =
        |folder: Option<std::path::PathBuf>| folder.unwrap_or_else(|| panic!("a folder is missing"));
    let (settings, data) = (of_user(found.settings), of_user(found.data));
    for folder in [&settings, &data].into_iter().chain(&found.system_settings) {
        assert!(folder.is_absolute() && *folder != home, "no folder of this program: {folder:?}");
    }
    assert_ne!(Some(&settings), found.system_settings.as_ref(), "the user's settings are the machine's");
    assert!(!platform.name().is_empty());
}

async fn an_entry_is_kept_until_it_is_removed(keyring: &dyn Keyring) {
    let name = format!("deskpilot conformance {}", std::process::id());
    match in_time("read of the keyring", keyring.read_unlocked(&name)).await {
        Err(KeyringError::Absent) => {}
        // One that is not there, or that would ask the user, is not written.
        Err(_) => return,
        Ok(_) => panic!("the keyring has what nobody wrote"),
    }
    for text in ["first", "Größe 漢字"] {
        let written = in_time("write of the keyring", keyring.write(&name, &Secret::new(text))).await;
        written.unwrap_or_else(|error| panic!("the keyring does not write: {error}"));
        let read = in_time("read of the keyring", keyring.read(&name)).await;
        assert!(read.is_ok_and(|it| it.matches(text)), "the keyring has not what was written last");
    }
    for expected in [None, Some(KeyringError::Absent)] {
        let removed = in_time("removal from the keyring", keyring.remove(&name)).await;
        assert_eq!(removed.err(), expected, "an entry is removed once");
    }
    assert_eq!(in_time("read of the keyring", keyring.read(&name)).await.err(), Some(KeyringError::Absent));
}

async fn checks(platform: &dyn Platform) {
    let checks = in_time("the checks", platform.checks(CheckDepth::Shallow)).await;
    let names: HashSet<&str> = checks.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names.len(), checks.len(), "two checks have one name: {checks:#?}");
    for check in &checks {
        assert!(!check.name.is_empty() && !check.why.is_empty(), "nobody knows what it is for: {check:#?}");
        assert!(!check.is_missing() || check.remedy.is_some(), "nobody knows what to do: {check:#?}");
    }
}

async fn private_desktop(platform: &dyn Platform, application: &str) {
    let options = DesktopOptions {
        kind: DesktopKind::Private,
        size: Size { width: 1280, height: 800 },
        home: None,
        settings: None,
        working: Some(std::env::temp_dir()),
    };
    let opened = in_time("a private desktop", platform.open(&options)).await;
    let desktop = opened.unwrap_or_else(|error| panic!("a private desktop: {error}"));
    let mut one = connection(&*desktop).await;
    let mut other = connection(&*desktop).await;
    assert!(windows(&mut *one).await.is_empty(), "it begins with windows");
    applications(&mut *one, application).await;
    let launch = Launch { application: application.to_owned(), ..Launch::default() };
    let window = in_time("launch", one.launch(&launch, &[])).await;
    let window = window.unwrap_or_else(|error| panic!("{launch}: {error}"));
    assert!(window.process.is_some(), "nobody knows whose window it is: {window:?}");
    let is_listed = |all: &[Window]| all.iter().any(|it| it.id == window.id);
    assert!(is_listed(&windows(&mut *other).await), "another connection does not see the window");
    assert!(!desktop.programs().is_empty(), "no program runs that has a window");
    let end = Input { window: window.id, aim: Aim::Window, gesture: Gesture::EndApplication };
    let ended = in_time("the end of an application", one.perform(&end)).await;
    assert!(ended.is_ok(), "{launch} does not end: {ended:?}");
    let begun = Instant::now();
    while is_listed(&windows(&mut *other).await) {
        assert!(begun.elapsed() < ENDING, "the window of an application stays that has ended");
        sleep(PAUSE).await;
    }
    drop((one, other));
    in_time("closing", desktop.close()).await;
}

/// The list has the application, and a name that nobody has is refused.
async fn applications(desktop: &mut dyn Desktop, application: &str) {
    let listed = in_time("the list of applications", desktop.applications()).await;
    let listed = listed.unwrap_or_else(|error| panic!("the list of applications: {error}"));
    let ids: HashSet<&str> = listed.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(ids.len(), listed.len(), "two applications have one id");
    assert!(listed.iter().all(|it| !it.name.is_empty()), "an application has no name");
    let launch = |name: &str| Launch { application: name.to_owned(), ..Launch::default() };
    let found = in_time("an application", desktop.resolve_application(&launch(application))).await;
    let found = found.unwrap_or_else(|error| panic!("{application}: {error}"));
    assert!(ids.contains(found.id.as_str()), "{found:?} is not in the list");
    let unknown = launch("an application that nobody has");
    let refused = in_time("an unknown application", desktop.launch(&unknown, &[])).await;
    assert!(matches!(refused, Err(DesktopError::NoSuchApplication { .. })), "{refused:?}");
}

async fn connection(desktop: &dyn OpenDesktop) -> Box<dyn Desktop> {
    let connected = in_time("a connection", desktop.connect()).await;
    connected.unwrap_or_else(|error| panic!("a connection: {error}"))
}

async fn windows(desktop: &mut dyn Desktop) -> Vec<Window> {
    let listed = in_time("the list of windows", desktop.windows()).await;
    listed.unwrap_or_else(|error| panic!("the list of windows: {error}"))
}

async fn in_time<T>(what: &str, call: impl Future<Output = T>) -> T {
    timeout(CALL, call).await.unwrap_or_else(|_| panic!("{what} takes longer than {CALL:?}"))
}
