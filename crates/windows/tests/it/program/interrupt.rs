//! Ctrl-C at the console of a running task.

use super::{deskpilot, folder};
use crate::scene::alone;
use deskpilot_win32::{end_process, windows};
use std::{
    env, fs,
    os::windows::process::CommandExt,
    process::{Command, Stdio},
    time::{Duration, Instant},
};
use windows::Win32::System::{
    Console::{AttachConsole, CTRL_C_EVENT, FreeConsole, GenerateConsoleCtrlEvent},
    Threading::CREATE_NEW_CONSOLE,
};

/// How long a task may take to begin, and to end.
const PATIENCE: Duration = Duration::from_secs(30);
/// The variable with the number of the process at whose console Ctrl-C is pressed.
const PROCESS: &str = "DESKPILOT_TEST_CONSOLE";
/// The exit code of a task that was stopped.
const STOPPED: i32 = 130;

#[tokio::test]
async fn ctrl_c_stops_a_task_which_can_be_resumed() {
    let _alone = alone().await;
    let folder = folder("interrupt");
    let logs = folder.join("logs").display().to_string();
    let words = ["run", "Open notepad. Wait 60 seconds.", "--log-dir", &logs];
    let mut task = deskpilot(&words);
    let mut task = task
        .creation_flags(CREATE_NEW_CONSOLE.0)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let has_begun = || {
        let tasks = fs::read_dir(&logs).into_iter().flatten().flatten();
        tasks.into_iter().any(|it| {
            let events = fs::read_to_string(it.path().join("events.jsonl")).unwrap_or_default();
            events.contains("\"acted\"")
        })
    };
    let begun = Instant::now();
    while !has_begun() {
        assert!(begun.elapsed() < PATIENCE, "the task does not begin: {:?}", task.try_wait());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    press_ctrl_c_at_the_console_of(task.id());
    let sent = Instant::now();
    let code = loop {
        if let Some(status) = task.try_wait().unwrap() {
            break status.code();
        }
        assert!(sent.elapsed() < PATIENCE, "it goes on");
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    assert_eq!(code, Some(STOPPED));
    // What a stopped task has opened stays open, until it is resumed.
    let left = windows().unwrap().into_iter().find(|it| it.application == "notepad").unwrap();
    end_process(left.identity.unwrap()).unwrap();
    while windows().unwrap().iter().any(|it| it.hwnd == left.hwnd) {
        assert!(sent.elapsed() < PATIENCE, "its window stays");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    fs::remove_dir_all(folder).unwrap();
}

/// In a process of its own, which is at that console for the moment, because all programs there get it.
fn press_ctrl_c_at_the_console_of(process: u32) {
    let mut child = Command::new(env::current_exe().unwrap());
    child.args(["--exact", "program::interrupt::presses_where_another_test_says"]);
    child.env(PROCESS, process.to_string()).output().unwrap();
}

/// Started as a program of its own with the variable, it presses Ctrl-C at the console of that process.
#[test]
fn presses_where_another_test_says() {
    let Some(process) = env::var(PROCESS).ok().and_then(|it| it.parse().ok()) else { return };
    // SAFETY: plain numbers.
    unsafe {
        // There may be none.
        let _ = FreeConsole();
        AttachConsole(process).unwrap();
        GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0).unwrap();
    }
    std::process::exit(0);
}
