//! Applications that hang, die or close, and desktops that end.

use crate::test_desktop::{TestDesktop, click, keys};
use deskpilot_core::{
    Aim, Button, Chord, Effect, Evidence, Gesture, Input, Key, Launch, Modifier, Role, Window, WindowChange,
};
use deskpilot_desktop::{Area, Budget, Desktop, DesktopError, DesktopReader, WindowList};
use rustix::process::{Pid, Signal, kill_process};
use std::time::Duration;
use tokio::time::{Instant, timeout};

/// Far longer than anything here takes on a busy machine, and far shorter than the operations that these tests must not wait for.
const LONG: Duration = Duration::from_secs(20);

fn signal(window: &Window, signal: Signal) {
    let pid = window.process.and_then(|pid| Pid::from_raw(i32::try_from(pid).unwrap()));
    kill_process(pid.unwrap(), signal).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_application_that_hangs_is_reported_and_stops_nobody_else() {
    let mut test = TestDesktop::bring_up().await;
    let window = test.launch("galculator").await;
    let other = test.launch("mousepad").await;
    let seven = test.find(&window, Role::ToggleButton, "7").await;
    signal(&window, Signal::STOP);
    let started = Instant::now();
    assert_eq!(test.windows().await.len(), 2);
    assert!(!test.controls(&other).await.is_empty());
    let others = started.elapsed();
    let started = Instant::now();
    let refused = timeout(LONG, test.try_on(&window, &seven, click())).await.expect("a hung click ends");
    assert!(others < started.elapsed(), "the others waited {others:?}, as long as for what hangs");
    assert!(matches!(refused, Err(DesktopError::Hung { .. })), "{refused:?}");
    signal(&window, Signal::CONT);
    let effect = test.on(&window, &seven, click()).await;
    assert!(effect.is_success(), "{effect}");
    // One that hangs takes no request to end, and is killed; the others stay.
    signal(&window, Signal::STOP);
    let ended = timeout(LONG, test.in_window(&window, Gesture::EndApplication)).await.expect("it is killed");
    assert_eq!(ended, Effect::Confirmed(Evidence::Windows(vec![WindowChange::Closed(window.title.clone())])));
    assert_eq!(test.windows().await.iter().map(|it| it.id).collect::<Vec<_>>(), [other.id]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_look_waits_longer_for_an_application_that_works() {
    let mut test = TestDesktop::bring_up().await;
    let home = test.private.seat().environment().value("HOME").unwrap().to_owned();
    let entries = format!("{home}/.local/share/applications");
    std::fs::create_dir_all(&entries).unwrap();
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/busy.py");
    let entry = format!("[Desktop Entry]\nType=Application\nName=Busy\nExec=python3 {program}\n");
    std::fs::write(format!("{entries}/busy.desktop"), entry).unwrap();
    let window = test.launch("Busy").await;
    // A look that has no cache, and one that has.
    for label in ["Worked 1", "Worked 2"] {
        signal(&window, Signal::USR1);
        until_it_works(&window);
        let seen = test.desktop.controls(&window, Budget::LOOK).await.unwrap();
        assert_eq!(seen.truncated, None, "{label}");
        let shown: Vec<_> = seen.controls.iter().map(|it| it.name.as_str()).collect();
        assert!(shown.contains(&label), "{label}: {shown:?}");
    }
}

/// Waits until the program of a window uses processor time.
fn until_it_works(window: &Window) {
    let path = format!("/proc/{}/stat", window.process.unwrap());
    let used = || {
        let stat = std::fs::read_to_string(&path).unwrap();
        stat.rsplit(' ').nth(38).unwrap().parse::<u64>().unwrap()
    };
    let (first, started) = (used(), Instant::now());
    while used() < first + 2 {
        assert!(started.elapsed() < LONG, "it does not work");
        std::thread::yield_now();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn windows_that_are_gone_are_reported() {
    let mut test = TestDesktop::bring_up().await;
    let window = test.launch("galculator").await;
    let seven = test.find(&window, Role::ToggleButton, "7").await;
    signal(&window, Signal::KILL);
    let refused = test.try_on(&window, &seven, click()).await;
    assert!(matches!(refused, Err(DesktopError::WindowGone(_))), "{refused:?}");

    let window = test.launch("galculator").await;
    let seven = test.find(&window, Role::ToggleButton, "7").await;
    let effect = test.in_window(&window, keys("%{F4}")).await;
    assert_eq!(effect.to_string(), "confirmed: window \"galculator\" closed");
    let refused = test.try_on(&window, &seven, click()).await;
    assert!(matches!(&refused, Err(DesktopError::WindowGone(title)) if title == "galculator"), "{refused:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn applications_that_do_not_open_say_why() {
    let mut test = TestDesktop::bring_up().await;
    let home = test.private.seat().environment().value("XDG_DATA_HOME").unwrap().to_owned();
    let entries = format!("{home}/applications");
    std::fs::create_dir_all(&entries).unwrap();
    let entry = |exec: &str| format!("[Desktop Entry]\nType=Application\nName=Broken\nExec={exec}\n");
    std::fs::write(format!("{entries}/broken.desktop"), entry("sh -c \"echo no disk >&2; exit 3\"")).unwrap();
    let launch =
        |application: &str| Launch { application: application.into(), file: None, ..Launch::default() };
    match test.desktop.launch(&launch("Broken"), &[]).await {
        Err(DesktopError::NotStarted { why, .. }) => assert!(why.contains("no disk"), "{why}"),
        other => panic!("{other:?}"),
    }
    let refused = test.desktop.launch(&launch("no such thing at all"), &[]).await;
    assert!(matches!(refused, Err(DesktopError::NoSuchApplication { .. })), "{refused:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_application_of_one_instance_is_the_one_that_was_there() {
    let mut test = TestDesktop::bring_up().await;
    let first = test.launch("mousepad").await;
    let second = test.launch("mousepad").await;
    // The second start hands over to the first instance, which opens a tab.
    assert_eq!((second.id, second.title.as_str()), (first.id, "Untitled 2 - Mousepad"));
    let file = format!("{}/note.txt", test.private.seat().environment().value("HOME").unwrap());
    std::fs::write(&file, "a note").unwrap();
    let third = test
        .desktop
        .launch(&Launch { application: "mousepad".into(), file: Some(file), ..Launch::default() }, &[])
        .await
        .unwrap();
    let note = test.find_where(&third, "the note", |it| it.value.as_deref() == Some("a note")).await;
    assert_eq!(note.role, Role::Edit);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_drag_that_is_stopped_holds_nothing_afterwards() {
    let mut test = TestDesktop::bring_up().await;
    let window = test.launch("galculator").await;
    let display = test.find(&window, Role::Edit, "").await;
    let seven = test.find(&window, Role::ToggleButton, "7").await;
    let aim = Aim::Point(display.rect.center());
    let slow = Gesture::Drag {
        to: seven.rect.center(),
        button: Button::Left,
        held: vec![Modifier::Control],
        millis: 60_000,
    };
    let input = Input { window: window.id, aim, gesture: slow };
    let dragging = test.desktop.perform(&input);
    assert!(timeout(Duration::from_millis(400), dragging).await.is_err(), "the drag was over too soon");
    timeout(LONG, test.desktop.release()).await.expect("it does not wait for the drag").unwrap();
    let effect = test.at(&window, Aim::Point(seven.rect.center()), click()).await;
    assert!(matches!(effect, Effect::Confirmed(_)), "{effect}");
    assert_eq!(test.read(&window, &display).await, "7");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_desktop_that_takes_no_further_connection_is_not_gone() {
    let mut test = TestDesktop::bring_up().await;
    let window = test.launch("galculator").await;
    let seven = test.find(&window, Role::ToggleButton, "7").await;
    let mut others = Vec::new();
    while let Ok((connection, _)) = test.private.seat().connect_display() {
        others.push(connection);
    }
    test.desktop.windows().await.unwrap();
    test.desktop.capture(&Area::Window(window.id)).await.unwrap();
    let effect = test.on(&window, &seven, click()).await;
    assert!(effect.is_success(), "{effect}");
    let read = Input { window: window.id, aim: Aim::Window, gesture: Gesture::ReadClipboard };
    let refused = test.desktop.perform(&read).await;
    assert!(matches!(refused, Err(DesktopError::NotPossible { .. })), "{refused:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_desktop_whose_accessibility_bus_ends_shows_its_windows_and_takes_keys() {
    let mut test = TestDesktop::bring_up().await;
    let window = test.launch("galculator").await;
    let runtime = test.private.seat().environment().value("XDG_RUNTIME_DIR").unwrap().to_owned();
    end_accessibility_bus(&runtime);
    let seen = test.desktop.controls(&window, Budget::LOOK).await.unwrap();
    let reason = seen.truncated.map_or_else(String::new, |it| it.reason);
    assert!(!seen.controls.is_empty() || reason.contains("the accessibility bus is gone"), "{reason}");
    test.desktop.windows().await.unwrap();
    test.desktop.capture(&Area::Window(window.id)).await.unwrap();
    let keys = Gesture::Keys(vec![Chord::plain(Key::Char('7'))]);
    let pressed = Input { window: window.id, aim: Aim::Window, gesture: keys };
    let outcome = test.desktop.perform(&pressed).await.unwrap();
    assert!(outcome.effect.is_success(), "{}", outcome.effect);
}

/// Kills the daemon of the accessibility bus of the desktop with this runtime directory.
fn end_accessibility_bus(runtime: &str) {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let is_daemon = |path: &std::path::Path| {
        let read = |name: &str| std::fs::read_to_string(path.join(name)).unwrap_or_default();
        read("comm").starts_with("dbus-")
            && read("cmdline").contains("accessibility")
            && read("environ").contains(runtime)
    };
    let daemons: Vec<_> = processes.map(|it| it.path()).filter(|it| is_daemon(it)).collect();
    let [daemon] = daemons.as_slice() else { panic!("{daemons:?}") };
    let id = daemon.file_name().unwrap();
    assert!(std::process::Command::new("kill").arg("-KILL").arg(id).status().unwrap().success());
    let deadline = Instant::now() + LONG;
    while std::fs::read_link(daemon.join("exe")).is_ok() {
        assert!(Instant::now() < deadline, "the daemon does not end");
        std::thread::yield_now();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_desktop_that_goes_is_lost() {
    let TestDesktop { mut desktop, private } = TestDesktop::bring_up().await;
    desktop.windows().await.unwrap();
    private.close().await;
    let lost = desktop.windows().await;
    assert!(matches!(lost, Err(DesktopError::Lost(_))), "{lost:?}");
    let gone = Input { window: deskpilot_core::WindowId(7), aim: Aim::Window, gesture: click() };
    let lost = desktop.perform(&gone).await;
    assert!(matches!(lost, Err(DesktopError::Lost(_))), "{lost:?}");
}
