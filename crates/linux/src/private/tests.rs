//! Real private desktops: they start, are isolated, and leave nothing behind.

mod namespaces;

use super::*;
use crate::process::stray_processes;
use deskpilot_x11::DisplayAddress;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;
use std::process::{Command, Stdio};
use std::time::Instant;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::ConnectionExt;

/// Polls for a condition that has no event, such as the end of another process's children.
async fn until(what: &str, mut condition: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !condition() {
        assert!(Instant::now() < deadline, "still not so: {what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

async fn desktop() -> PrivateDesktop {
    PrivateDesktop::bring_up(&PrivateOptions::USUAL).await.unwrap()
}

#[tokio::test]
async fn a_desktop_has_its_size_and_answers_on_both_buses() {
    let size = Size { width: 800, height: 600 };
    let desktop = PrivateDesktop::bring_up(&PrivateOptions { size, ..PrivateOptions::USUAL }).await.unwrap();
    let seat = desktop.seat().clone();
    let (display, screen) = seat.connect_display().unwrap();
    let root = &display.setup().roots[screen];
    assert_eq!((root.width_in_pixels, root.height_in_pixels), (800, 600));
    let pointer = display.query_pointer(root.root).unwrap().reply().unwrap();
    assert_eq!((pointer.root_x, pointer.root_y), (799, 599), "it rests on no window");
    let session = seat.connect_session_bus().await.unwrap();
    assert!(session.accessibility_enabled().await.unwrap());
    assert!(seat.connect_accessibility_bus().await.is_ok());
    desktop.close().await;
}

#[tokio::test]
async fn a_desktop_that_waited_takes_the_folders_of_its_task() {
    let mut waiting = desktop().await;
    let place = tempfile::tempdir().unwrap();
    let at = |name: &str| Some(place.path().join(name));
    std::fs::create_dir(at("home").unwrap()).unwrap();
    let options = PrivateOptions {
        home: at("home"),
        settings: at("settings"),
        working: at("home"),
        ..PrivateOptions::USUAL
    };
    waiting.move_in(&options).await.unwrap();
    let fresh = PrivateDesktop::bring_up(&options).await.unwrap();
    // What names the desktop itself differs.
    let folders = |desktop: &PrivateDesktop| {
        let of_itself = ["DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "TMPDIR"];
        let variables = desktop.seat().environment().iter().filter(|(name, _)| !of_itself.contains(name));
        variables.map(|(name, value)| (name.to_owned(), value.to_owned())).collect::<Vec<_>>()
    };
    assert_eq!(folders(&waiting), folders(&fresh));
    let out = at("home/seen").unwrap();
    let script =
        format!("echo \"$HOME $PWD $XDG_CONFIG_HOME $DISPLAY\" > {0}.new; mv {0}.new {0}", out.display());
    let argv = ["/bin/sh", "-c", &script].map(Into::into).to_vec();
    waiting.seat().start(argv, None).await.unwrap();
    until("a program has written", || out.exists()).await;
    let (home, settings) = (at("home").unwrap(), at("settings/.config").unwrap());
    let expected = format!("{0} {0} {1} {2}\n", home.display(), settings.display(), waiting.seat().display());
    assert_eq!(std::fs::read_to_string(out).unwrap(), expected);
}

#[tokio::test]
async fn a_client_without_the_cookie_is_not_let_onto_the_display() {
    let desktop = desktop().await;
    let display = DisplayAddress::current(desktop.seat().display().to_owned());
    let seat = Seat { display, ..desktop.seat().clone() };
    assert!(matches!(seat.connect_display(), Err(LinuxError::NoDisplay { .. })));
}

#[tokio::test]
async fn desktops_stand_side_by_side() {
    let (one, two, three) = tokio::join!(desktop(), desktop(), desktop());
    let displays = [&one, &two, &three].map(|desktop| desktop.seat().display().to_owned());
    assert!(
        displays[0] != displays[1] && displays[1] != displays[2] && displays[0] != displays[2],
        "{displays:?}"
    );
    one.close().await;
    assert!(two.seat().connect_display().is_ok());
}

#[tokio::test]
async fn a_desktop_whose_socket_was_removed_or_replaced_is_still_reached() {
    let desktop = desktop().await;
    let socket = format!("/tmp/.X11-unix/X{}", desktop.seat().display().trim_start_matches(':'));
    let known = |name: &str| {
        let (connection, _) = desktop.seat().connect_display().unwrap();
        connection.intern_atom(true, name.as_bytes()).unwrap().reply().unwrap().atom != x11rb::NONE
    };
    std::fs::remove_file(&socket).unwrap();
    assert!(known("_NET_SUPPORTING_WM_CHECK"), "it is removed");
    let other = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    std::thread::spawn(move || other.incoming().for_each(drop));
    assert!(known("_NET_SUPPORTING_WM_CHECK"), "somebody else listens there");
    desktop.close().await;
}

#[tokio::test]
async fn a_closed_desktop_leaves_nothing() {
    let desktop = desktop().await;
    let (runtime, path) = (desktop.resources.directory.runtime(), desktop.directory().to_owned());
    let display = desktop.seat().display().to_owned();
    // An application that starts others in process groups of their own.
    let argv = ["setsid", "--fork", "sleep", "600"].map(Into::into).to_vec();
    desktop.seat().start(argv, None).await.unwrap().end().await;
    until("the application runs", || has_program(&runtime, "sleep")).await;
    desktop.close().await;
    assert!(stray_processes::find(&runtime).is_empty());
    assert!(!path.exists());
    until("the socket of its display is gone", || !is_stale(&display)).await;
}

#[tokio::test]
async fn a_dropped_bring_up_leaves_nothing() {
    for millis in [1, 20, 60, 120, 250] {
        let mark = format!("dropped-{}-{millis}", std::process::id());
        let variables = vec![("DESKPILOT_TEST_MARK".into(), mark.clone())];
        let options = PrivateOptions { variables, ..PrivateOptions::USUAL };
        let _ = tokio::time::timeout(Duration::from_millis(millis), PrivateDesktop::bring_up(&options)).await;
        until("every process is gone", || marked(&mark) == 0).await;
    }
}

#[tokio::test]
async fn a_missing_program_is_named_with_its_package() {
    let variables = vec![("PATH".into(), "/nowhere".into())];
    let options = PrivateOptions { variables, ..PrivateOptions::USUAL };
    let refused = PrivateDesktop::bring_up(&options).await.unwrap_err();
    assert_eq!(refused.to_string(), "the X server cannot start: Xvfb is not installed");
    assert_eq!(refused.hint().unwrap(), "`apt-get install xvfb`");
}

#[tokio::test]
async fn a_part_that_ends_at_once_is_quoted() {
    let programs = std::env::temp_dir().join(format!("deskpilot-broken-{}", std::process::id()));
    std::fs::create_dir(&programs).unwrap();
    let broken = programs.join("Xvfb");
    std::fs::write(&broken, "#!/bin/sh\necho no fonts here >&2\nexit 3\n").unwrap();
    std::fs::set_permissions(&broken, std::fs::Permissions::from_mode(0o700)).unwrap();
    let variables = vec![("PATH".into(), programs.to_str().unwrap().into())];
    let options = PrivateOptions { variables, ..PrivateOptions::USUAL };
    let refused = PrivateDesktop::bring_up(&options).await.unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the X server ended at its start: exit status: 3; it wrote: no fonts here"
    );
    std::fs::remove_dir_all(programs).unwrap();
}

#[tokio::test]
async fn a_part_that_takes_too_long_is_not_waited_for() {
    let desktop = desktop().await;
    let sleep = desktop.seat().start(vec!["sleep".into(), "600".into()], None).await.unwrap();
    let never = std::future::pending::<Result<(), LinuxError>>();
    let deadline = Duration::from_millis(10);
    let late = startup::ready(crate::process::ProcessRole::WindowManager, &sleep, deadline, never)
        .await
        .unwrap_err();
    assert_eq!(late.to_string(), "the window manager was not ready after 10 ms");
}

#[tokio::test]
async fn applications_get_no_variable_that_is_not_on_the_list() {
    let desktop = desktop().await;
    let env = desktop.seat().start(vec!["env".into()], None).await.unwrap();
    assert!(env.end().await.unwrap().success());
    let printed = env.output().tail();
    assert!(printed.contains("GSETTINGS_BACKEND=keyfile"), "{printed}");
    assert!(!printed.contains("CARGO"), "{printed}");
}

/// Environment variable with the path of a note, set in a child process that will be killed.
const VICTIM: &str = "DESKPILOT_TEST_VICTIM";

/// The child process of the next test; does nothing on its own.
#[tokio::test]
async fn victim() {
    let Some(note) = std::env::var_os(VICTIM) else { return };
    let desktop = desktop().await;
    desktop.seat().start(vec!["galculator".into()], None).await.unwrap();
    // It is in a session of its own, and nobody's child.
    let argv = ["setsid", "--fork", "sleep", "600"].map(Into::into).to_vec();
    desktop.seat().start(argv, None).await.unwrap().end().await;
    std::fs::write(&note, format!("{} {}.", desktop.directory().display(), desktop.seat().display()))
        .unwrap();
    std::future::pending::<()>().await;
}

/// Starts a desktop with a calculator in another process, kills that process, and returns the desktop's directory and
/// display. No other desktop starts in `base` and sweeps there.
async fn murder(base: &Path) -> (PathBuf, String) {
    let note = base.join("note");
    let mut victim = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "private::tests::victim"])
        .env(VICTIM, &note)
        .env("XDG_RUNTIME_DIR", base)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let written = || std::fs::read_to_string(&note).unwrap_or_default();
    until("the victim has a desktop", || written().ends_with('.')).await;
    let (path, display) = written().split_once(' ').map(|(a, b)| (PathBuf::from(a), b.to_owned())).unwrap();
    for program in ["galculator", "sleep", "at-spi2-registr", "openbox", "Xvfb"] {
        until(program, || has_program(&path.join("run"), program)).await;
    }
    victim.kill().unwrap();
    victim.wait().unwrap();
    std::fs::remove_file(note).unwrap();
    (path, display.trim_end_matches('.').to_owned())
}

#[tokio::test]
async fn a_kill_leaves_nothing() {
    let base = std::env::temp_dir().join(format!("deskpilot-murder-{}", std::process::id()));
    std::fs::create_dir(&base).unwrap();
    let (directory, display) = murder(&base).await;
    until("no process is left", || stray_processes::find(&directory.join("run")).is_empty()).await;
    until("the socket of its display is gone", || !is_stale(&display)).await;
    until("its directory is gone", || !directory.exists()).await;
    std::fs::remove_dir_all(base).unwrap();
}

fn marked(mark: &str) -> usize {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let environments = processes.filter_map(|it| std::fs::read(it.path().join("environ")).ok());
    environments.filter(|it| String::from_utf8_lossy(it).contains(mark)).count()
}

fn has_program(runtime: &Path, name: &str) -> bool {
    let comm = |pid| std::fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default();
    stray_processes::find(runtime).into_iter().any(|pid| comm(pid).trim() == name)
}

/// Whether the socket of a display exists and nobody listens. A listener would be another desktop.
fn is_stale(display: &str) -> bool {
    let socket = PathBuf::from(format!("/tmp/.X11-unix/X{}", display.trim_start_matches(':')));
    socket.exists() && UnixStream::connect(socket).is_err()
}
