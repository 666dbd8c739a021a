//! The adversary in the tests: some actions on the window of every toolkit, under every policy, from a fixed seed.

use crate::{block::Block, play::play, policy::PolicyUnderTest, toolkit::Toolkit};

/// How many actions each window gets under each policy.
const ACTIONS: u32 = 17;
/// The seed.
const SEED: u64 = 5;

async fn check(toolkit: Toolkit) {
    let block = |&policy: &PolicyUnderTest| Block { toolkit, policy, seed: SEED, first: 0, actions: ACTIONS };
    let tally = play(PolicyUnderTest::ALL.iter().map(block).collect()).await.unwrap();
    assert!(tally.violations.is_empty(), "{tally}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_that_the_policy_forbids_happens_in_gtk_3() {
    check(Toolkit::Gtk3).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_that_the_policy_forbids_happens_in_gtk_4() {
    check(Toolkit::Gtk4).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_that_the_policy_forbids_happens_in_qt_5() {
    check(Toolkit::Qt5).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_that_the_policy_forbids_happens_in_qt_6() {
    check(Toolkit::Qt6).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_that_the_policy_forbids_happens_in_firefox() {
    check(Toolkit::Firefox).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_that_the_policy_forbids_happens_in_libreoffice() {
    check(Toolkit::LibreOffice).await;
}
