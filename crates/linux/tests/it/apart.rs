//! Two private desktops side by side do not affect each other.

use crate::test_desktop::{TestDesktop, append, click, replace};
use deskpilot_core::Role;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_desktops_do_not_mix() {
    let (mut left, mut right) = tokio::join!(TestDesktop::bring_up(), TestDesktop::bring_up());
    let (editor, other) = tokio::join!(left.launch("mousepad"), right.launch("mousepad"));
    let calculator = right.launch("galculator").await;
    assert_eq!(left.windows().await.len(), 1);
    assert_eq!(right.windows().await.len(), 2);
    let (here, there) = (left.find(&editor, Role::Edit, "").await, right.find(&other, Role::Edit, "").await);
    let seven = right.find(&calculator, Role::ToggleButton, "7").await;
    let (typed, pressed) =
        tokio::join!(left.in_window(&editor, append("left ✓")), right.on(&calculator, &seven, click()));
    assert!(typed.is_success() && pressed.is_success(), "{typed}; {pressed}");
    right.on(&other, &there, replace("right")).await;
    assert_eq!(left.read(&editor, &here).await, "left ✓");
    assert_eq!(right.read(&other, &there).await, "right");
}
