//! A person's desktop, simulated by a private one and another process.

use super::*;
use crate::{PrivateDesktop, PrivateOptions};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Environment variable with the path of a note, set in a child process on another's desktop.
const GUEST: &str = "DESKPILOT_TEST_GUEST";

/// The child process of the next test; does nothing on its own.
#[tokio::test]
async fn guest() {
    let Some(note) = std::env::var_os(GUEST) else { return };
    let seat = Seat::current().await.unwrap();
    assert_eq!(seat.ownership(), Ownership::Current);
    assert!(seat.connect_accessibility_bus().await.is_ok());
    let started = seat.start(vec!["sleep".into(), "600".into()], None).await.unwrap();
    std::fs::write(note, format!("{}.", started.pid())).unwrap();
    std::future::pending::<()>().await;
}

#[tokio::test]
async fn what_is_started_on_a_persons_desktop_outlives_us() {
    let desktop = PrivateDesktop::bring_up(&PrivateOptions::USUAL).await.unwrap();
    let note = desktop.directory().join("note");
    let mut guest = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "seat::tests::guest"])
        .envs(desktop.seat().environment().iter())
        .env(GUEST, &note)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let pid = until_written(&note).await;
    guest.kill().unwrap();
    guest.wait().unwrap();
    // A parent-death signal would have been sent before the wait returned: it would be pending or delivered.
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let is_well = ["Name:\tsleep", "ShdPnd:\t0000000000000000", "SigPnd:\t0000000000000000"];
    assert!(is_well.iter().all(|line| status.contains(line)) && !status.contains("zombie"), "{status}");
    desktop.close().await;
}

#[tokio::test]
async fn programs_are_known_by_name_on_their_own_desktop_alone() {
    let usual = PrivateOptions::USUAL;
    let (desktop, other) = tokio::join!(PrivateDesktop::bring_up(&usual), PrivateDesktop::bring_up(&usual));
    let (desktop, other) = (desktop.unwrap(), other.unwrap());
    let name = "a-program-of-a-long-name";
    let path = desktop.directory().join(name);
    std::fs::copy("/bin/sleep", &path).unwrap();
    let started = desktop.seat().start(vec![path.into(), "600".into()], None).await.unwrap();
    let deadline = Instant::now() + Duration::from_secs(20);
    while !desktop.seat().programs().iter().any(|it| it == name) {
        assert!(Instant::now() < deadline, "{:?}", desktop.seat().programs());
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert!(desktop.seat().programs().contains(&"Xvfb".to_owned()), "{:?}", desktop.seat().programs());
    assert!(!other.seat().programs().iter().any(|it| it == name));
    let process = rustix::process::Pid::from_raw(started.pid().try_into().unwrap()).unwrap();
    assert!(deskpilot_system::may_be_started_by_us(process.as_raw_nonzero().get()));
    rustix::process::kill_process(process, Signal::KILL).unwrap();
    started.end().await.unwrap();
    assert!(!desktop.seat().programs().iter().any(|it| it == name));
    tokio::join!(desktop.close(), other.close());
}

async fn until_written(note: &Path) -> u32 {
    let deadline = Instant::now() + Duration::from_secs(20);
    loop {
        let written = std::fs::read_to_string(note).unwrap_or_default();
        if let Some(pid) = written.strip_suffix('.') {
            return pid.parse().unwrap();
        }
        assert!(Instant::now() < deadline, "the guest has started nothing");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}
