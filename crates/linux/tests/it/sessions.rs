//! Two sessions on one desktop: each leases its own windows.

use crate::bench::{Bench, keys};
use deskpilot_desktop::{Desktop, DesktopError};
use deskpilot_linux::LinuxDesktop;
use deskpilot_testkit::conformance::check_claims;

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
