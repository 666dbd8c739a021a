//! Two sessions on one desktop: each leases its own windows.

use crate::test_desktop::{TestDesktop, keys};
use deskpilot_desktop::{Desktop, DesktopError};
use deskpilot_linux::LinuxDesktop;
use deskpilot_testkit::conformance::check_claims;

async fn second_connection(test: &TestDesktop) -> LinuxDesktop {
    LinuxDesktop::connect(test.private.seat().clone()).await.expect("another connection")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_one_session_works_in_another_cannot_take() {
    let mut test = TestDesktop::bring_up().await;
    let mut other = second_connection(&test).await;
    check_claims(&mut test.desktop, &mut other, "galculator").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dialog_is_taken_with_its_window_and_another_window_is_not() {
    let mut test = TestDesktop::bring_up().await;
    let mut other = second_connection(&test).await;
    let editor = test.launch("mousepad").await;
    test.in_window(&editor, keys("^r")).await;
    let dialog = test.window("Find and Replace").await;
    let calculator = test.launch("galculator").await;
    for (has, wants) in [(&editor, &dialog), (&dialog, &editor)] {
        let claim = test.desktop.claim(has, "replace a word").await.expect("it is free");
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
