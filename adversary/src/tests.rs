//! The adversary in the tests: some actions on the window of every toolkit, under every policy, from a fixed seed. Then some
//! without a policy, whose effects show that the window records what happens to it.

use crate::{
    block::{ACTIONS, Block, LENGTH, Turn},
    play::play_turns,
    policy::PolicyUnderTest,
    toolkit::Toolkit,
};
use futures::future::join;

/// The seed.
const SEED: u64 = 5;

async fn check(toolkit: Toolkit) {
    let mut turns = Block { toolkit, seed: SEED, first: 0, actions: ACTIONS }.turns();
    let policy = PolicyUnderTest::Unrestricted;
    turns.push(Turn { toolkit, policy, seed: SEED, first: ACTIONS, actions: 2 * LENGTH });
    let tally = Box::pin(play_turns(turns)).await.unwrap();
    assert!(tally.violations.is_empty(), "{tally}");
    assert!(!tally.unruled.is_empty(), "its window recorded nothing that was done without a policy\n{tally}");
}

/// Plays on two toolkits at once: their windows are idle most of the time.
async fn check_both(one: Toolkit, other: Toolkit) {
    join(Box::pin(check(one)), Box::pin(check(other))).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_that_the_policy_forbids_happens_in_gtk() {
    check_both(Toolkit::Gtk3, Toolkit::Gtk4).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_that_the_policy_forbids_happens_in_qt() {
    check_both(Toolkit::Qt5, Toolkit::Qt6).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_that_the_policy_forbids_happens_in_firefox() {
    check(Toolkit::Firefox).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_that_the_policy_forbids_happens_in_libreoffice() {
    check(Toolkit::LibreOffice).await;
}
