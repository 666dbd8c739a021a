//! Calls that do not come back, and calls from where they must not come.

use crate::fake::{Node, World};
use crate::scene::{BUTTON, HANDLE, Scene, far, names, soon};
use deskpilot_uia::{CallError, Pattern, PatternAction, Uia};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

#[tokio::test]
async fn a_tree_that_does_not_come_is_late_and_the_next_one_comes() {
    let scene = Scene::new();
    scene.add_buttons(2);
    scene.world.hang("ElementFromHandleBuildCache");
    assert_eq!(scene.uia.until(soon()).read(HANDLE, 9).await.unwrap_err(), CallError::Late);
    assert_eq!(names(&scene.read().await), ["button 0", "button 1"]);
    assert_eq!(scene.world.state().connections, 2);
    // The abandoned call comes back, and its thread ends with all that it held.
    scene.world.resume();
    scene.end();
}

#[tokio::test]
async fn an_action_that_is_late_may_have_happened_and_happens_once() {
    let scene = Scene::new();
    scene.add_buttons(1);
    let node = scene.read().await.elements[0].node.clone();
    scene.world.hang("Invoke");
    let late = scene.uia.until(soon()).act(&node, PatternAction::Invoke).await;
    assert_eq!(late, Err(CallError::Late));
    assert_eq!(scene.calls().facts(&node).await.unwrap().name, "button 0");
    scene.world.resume();
    let world = Arc::clone(&scene.world);
    scene.end();
    assert_eq!(world.state().log, ["button 0: invoke"]);
}

#[tokio::test]
async fn windows_are_watched_again_after_a_call_was_abandoned() {
    let scene = Scene::new();
    scene.add_buttons(1);
    scene.calls().watch(HANDLE).await.unwrap();
    let count = scene.world.state().listeners.len();
    scene.world.hang("ElementFromHandleBuildCache");
    assert_eq!(scene.uia.until(soon()).read(HANDLE, 9).await.unwrap_err(), CallError::Late);
    scene.calls().watch(HANDLE).await.unwrap();
    assert_eq!(scene.world.state().listeners.len(), 2 * count);
    // A mirror of the window learns that it missed something.
    assert_eq!(scene.uia.events().take().lost, 1);
    scene.world.resume();
    scene.end();
}

#[tokio::test]
async fn all_calls_come_from_one_thread_that_is_not_the_callers() {
    let scene = Scene::new();
    scene.add(Node::new(BUTTON, "it").offering(Pattern::Invoke));
    let node = scene.read().await.elements[0].node.clone();
    scene.calls().act(&node, PatternAction::Invoke).await.unwrap();
    scene.calls().watch(HANDLE).await.unwrap();
    let threads = scene.world.state().threads.clone();
    assert_eq!(threads.len(), 1);
    assert!(!threads.contains(&thread::current().id()));
    scene.end();
}

#[tokio::test]
async fn a_connection_that_is_broken_is_made_again() {
    for code in [0x8001_010e, 0x8001_0106, 0x8004_01f0] {
        let scene = Scene::new();
        scene.add_buttons(1);
        scene.world.fail("ElementFromHandleBuildCache", code);
        let broken = scene.calls().read(HANDLE, 9).await.unwrap_err();
        assert!(matches!(broken, CallError::Lost(_)), "{broken}");
        scene.world.state().failing.clear();
        assert_eq!(names(&scene.read().await), ["button 0"]);
        assert_eq!(scene.world.state().connections, 2);
        scene.end();
    }
}

#[tokio::test]
async fn a_desktop_without_ui_automation_says_so_at_every_call() {
    let tries = Arc::<AtomicUsize>::default();
    let counted = Arc::clone(&tries);
    let uia = Uia::over(move || {
        counted.fetch_add(1, Ordering::SeqCst);
        // The class is not registered.
        Err(windows_core::Error::from_hresult(windows_core::HRESULT(0x8004_0154_u32.cast_signed())))
    });
    for count in 1..4 {
        assert_eq!(uia.until(far()).read(HANDLE, 9).await.unwrap_err(), CallError::Unsupported);
        assert_eq!(tries.load(Ordering::SeqCst), count);
    }
}

#[tokio::test]
async fn the_real_ui_automation_of_this_machine_answers_or_says_that_it_cannot() {
    // Under Wine it cannot read trees; on Windows the number of no window is an error too.
    let refused = Uia::of_desktop().until(far()).read(HANDLE, 9).await.unwrap_err();
    assert!(!matches!(refused, CallError::Late | CallError::Lost(_)), "{refused}");
}

#[tokio::test]
async fn a_world_that_nobody_looks_at_holds_nothing() {
    let world = Arc::<World>::default();
    drop(crate::scene::over(&world));
    world.wait_until_released();
    assert_eq!(world.state().connections, 0);
}
