//! Two sessions on one desktop: windows are taken, and the pointer and the keyboard are used by one at a time.

use crate::bench::{Bench, keys};
use deskpilot_core::{Aim, Input, Launch, Role, Window};
use deskpilot_desktop::conformance::check_claims;
use deskpilot_desktop::{Desktop, DesktopError};
use deskpilot_linux::LinuxDesktop;

async fn beside(bench: &Bench) -> LinuxDesktop {
    LinuxDesktop::connect(bench.private.seat().clone()).await.expect("another connection")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_one_session_works_in_another_cannot_take() {
    let mut bench = Bench::bring_up().await;
    let mut other = beside(&bench).await;
    check_claims(&mut bench.desktop, &mut other, "galculator").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dialog_is_taken_with_its_window_and_another_window_is_not() {
    let mut bench = Bench::bring_up().await;
    let mut other = beside(&bench).await;
    let editor = bench.launch("mousepad").await;
    bench.in_window(&editor, keys("^r")).await;
    let dialog = bench.window("Find and Replace").await;
    let calculator = bench.launch("galculator").await;
    for (has, wants) in [(&editor, &dialog), (&dialog, &editor)] {
        let claim = bench.desktop.claim(has, "replace a word").await.expect("it is free");
        match other.claim(wants, "look").await {
            Err(DesktopError::Taken { window, task, process }) => {
                assert_eq!((window, task), (format!("{:?}", editor.title), "replace a word".into()));
                assert_eq!(process, std::process::id());
            }
            result => panic!("{:?} while another has {:?}: {result:?}", wants.title, has.title),
        }
        assert!(other.claim(&calculator, "compute").await.is_ok(), "{:?}", has.title);
        drop(claim);
        assert!(other.claim(wants, "look").await.is_ok(), "{:?} was given back", has.title);
    }
}

/// Presses the keys of a line of digits again and again.
async fn press(desktop: &mut LinuxDesktop, window: &Window, line: &str, times: usize) {
    for _ in 0..times {
        let input = Input { window: window.id, aim: Aim::Window, gesture: keys(line) };
        let outcome = desktop.perform(&input).await.expect("it is done");
        assert!(outcome.effect.is_success(), "{line:?}: {}", outcome.effect);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_keys_of_two_sessions_do_not_mix() {
    const TIMES: usize = 4;
    let mut bench = Bench::bring_up().await;
    let mut other = beside(&bench).await;
    let first = bench.launch("mousepad").await;
    let second =
        other.launch(&Launch { application: "featherpad".into(), file: None }).await.expect("it opens");
    // Long enough for the X server to turn to the other in the middle of one.
    let lines = ["1234567890abcdef".repeat(40), "ghijklmnopqrstuv".repeat(40)];
    tokio::join!(
        press(&mut bench.desktop, &first, &lines[0], TIMES),
        press(&mut other, &second, &lines[1], TIMES)
    );
    for (window, line) in [(&first, &lines[0]), (&second, &lines[1])] {
        let edit = bench.find_where(window, "its text", |it| it.role == Role::Edit).await;
        assert_eq!(bench.read(window, &edit).await.trim_end(), line.repeat(TIMES), "{:?}", window.title);
    }
}
