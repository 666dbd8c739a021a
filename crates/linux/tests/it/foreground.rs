//! What has a terminal: a shell that waits, or a program.

use crate::test_desktop::{LETTERS, TestDesktop, append, keys};
use deskpilot_core::{Effect, Window, policy::Foreground};
use deskpilot_desktop::WindowFacts;
use std::fs;
use std::time::Duration;
use tokio::time::{Instant, sleep};

async fn wait_for(test: &mut TestDesktop, window: &Window, expected: Foreground) {
    let start = Instant::now();
    while test.desktop.foreground(window).await != expected {
        assert!(start.elapsed() < Duration::from_secs(20), "it never becomes {expected:?}");
        sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_shell_that_waits_is_distinguished_from_a_program_that_takes_its_keys() {
    let mut test = TestDesktop::bring_up().await;
    let window = test.launch("xfce4-terminal").await;
    wait_for(&mut test, &window, Foreground::Shell).await;
    for program in ["cat", "sh -c 'read line'", "bash -c 'cat; true'"] {
        test.in_window(&window, keys(&format!("{program}{{ENTER}}"))).await;
        wait_for(&mut test, &window, Foreground::Unknown).await;
        test.in_window(&window, keys("Ctrl+C")).await;
        wait_for(&mut test, &window, Foreground::Shell).await;
    }
    test.in_window(&window, keys("sh{ENTER}")).await;
    wait_for(&mut test, &window, Foreground::Shell).await;
    letters_that_no_key_has_reach_a_program_or_are_reported_missing(&mut test, &window).await;
}

async fn letters_that_no_key_has_reach_a_program_or_are_reported_missing(
    test: &mut TestDesktop,
    window: &Window,
) {
    let file = test.private.directory().join("letters.txt");
    test.in_window(window, append(&format!("cat > '{}'\n", file.display()))).await;
    wait_for(test, window, Foreground::Unknown).await;
    let effect = test.in_window(window, append(&format!("{LETTERS}\n"))).await;
    test.in_window(window, keys("Ctrl+D")).await;
    wait_for(test, window, Foreground::Shell).await;
    let arrived = fs::read_to_string(&file).unwrap();
    assert!(
        arrived == format!("{LETTERS}\n") || matches!(effect, Effect::Partial(_)),
        "{arrived:?}: {effect}"
    );
}
