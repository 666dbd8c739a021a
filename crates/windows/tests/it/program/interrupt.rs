//! Ctrl-C at the console of a running task.

use super::{deskpilot, folder};
use crate::scene::alone;
use std::{
    fs,
    process::Stdio,
    time::{Duration, Instant},
};
use windows::Win32::System::Console::{CTRL_C_EVENT, GenerateConsoleCtrlEvent, SetConsoleCtrlHandler};

/// How long a task may take to begin, and to end.
const PATIENCE: Duration = Duration::from_secs(30);
/// The exit code of a task that was stopped.
const STOPPED: i32 = 130;

#[tokio::test]
async fn ctrl_c_stops_a_task_which_can_be_resumed() {
    let _alone = alone().await;
    let folder = folder("interrupt");
    let logs = folder.join("logs").display().to_string();
    let words = ["run", "Open notepad. Wait 60 seconds.", "--desktop", "current", "--log-dir", &logs];
    let mut task = deskpilot(&words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let has_begun = || {
        let tasks = fs::read_dir(&logs).into_iter().flatten().flatten();
        tasks.into_iter().any(|it| {
            let events = fs::read_to_string(it.path().join("events.jsonl")).unwrap_or_default();
            events.contains("acting")
        })
    };
    let begun = Instant::now();
    while !has_begun() {
        assert!(begun.elapsed() < PATIENCE, "the task does not begin: {:?}", task.try_wait());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    // SAFETY: plain numbers; our own process ignores what all programs at its console get.
    unsafe {
        SetConsoleCtrlHandler(None, true).unwrap();
        GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0).unwrap();
    }
    let sent = Instant::now();
    let code = loop {
        if let Some(status) = task.try_wait().unwrap() {
            break status.code();
        }
        assert!(sent.elapsed() < PATIENCE, "it goes on");
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    // SAFETY: as above.
    unsafe { SetConsoleCtrlHandler(None, false).unwrap() };
    assert_eq!(code, Some(STOPPED));
    fs::remove_dir_all(folder).unwrap();
}
