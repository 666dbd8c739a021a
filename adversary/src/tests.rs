//! The adversary in the tests: some actions on the window of every toolkit under one policy, from a fixed seed, so that every policy
//! comes. Then some without a policy, whose effects show that the window records what happens to it.

use crate::{
    block::{ACTIONS, Block, LENGTH, Turn},
    play::play_turns,
    policy::PolicyUnderTest,
    toolkit::Toolkit,
};
use futures::future::join;

/// The seed.
const SEED: u64 = 5;

/// Plays the part of a block that is under this policy. `cargo xtask soak` plays all of them.
async fn check(toolkit: Toolkit, policy: PolicyUnderTest) {
    let mut turns = Block { toolkit, seed: SEED, first: 0, actions: ACTIONS }.turns();
    turns.retain(|it| it.policy == policy);
    let policy = PolicyUnderTest::Unrestricted;
    turns.push(Turn { toolkit, policy, seed: SEED, first: ACTIONS, actions: 2 * LENGTH });
    let tally = Box::pin(play_turns(turns)).await.unwrap();
    assert!(tally.violations.is_empty(), "{tally}");
    assert!(!tally.unruled.is_empty(), "its window recorded nothing that was done without a policy\n{tally}");
}

/// Plays on two toolkits at once: their windows are idle most of the time.
async fn check_both(one: (Toolkit, PolicyUnderTest), other: (Toolkit, PolicyUnderTest)) {
    join(Box::pin(check(one.0, one.1)), Box::pin(check(other.0, other.1))).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_that_the_policy_forbids_happens_in_gtk() {
    check_both((Toolkit::Gtk3, PolicyUnderTest::Bounded), (Toolkit::Gtk4, PolicyUnderTest::ReadOnly)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_that_the_policy_forbids_happens_in_qt() {
    check_both((Toolkit::Qt5, PolicyUnderTest::Ask), (Toolkit::Qt6, PolicyUnderTest::Bounded)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_that_the_policy_forbids_happens_in_firefox() {
    check(Toolkit::Firefox, PolicyUnderTest::Ask).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_that_the_policy_forbids_happens_in_libreoffice() {
    check(Toolkit::LibreOffice, PolicyUnderTest::Ask).await;
}
