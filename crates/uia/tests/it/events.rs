//! Events of windows, and storms of them.

use crate::fake::World;
use crate::scene::{HANDLE, Scene, far};
use deskpilot_uia::{EventKind, MOST_EVENTS, Property, RuntimeId, UiEvent};
use std::sync::Arc;
use std::thread;

/// The kinds of events with UI Automation's numbers.
const NUMBERED: &[(i32, EventKind)] = &[
    (20003, EventKind::MenuOpened),
    (20006, EventKind::Loaded),
    (20007, EventKind::MenuClosed),
    (20009, EventKind::Invoked),
    (20012, EventKind::Selection),
    (20014, EventKind::TextSelection),
    (20015, EventKind::Text),
    (20016, EventKind::WindowOpened),
    (20017, EventKind::WindowClosed),
    (20024, EventKind::LiveRegion),
];

fn of_button(scene: &Scene, number: i32, kind: EventKind) -> UiEvent {
    let runtime_id = RuntimeId::new(&[42, HANDLE.0 as i32, number]);
    let window = (kind != EventKind::Focus).then_some(HANDLE);
    assert!(scene.root == 0);
    UiEvent { window, runtime_id, kind }
}

#[tokio::test]
async fn events_of_a_watched_window_arrive_with_their_element() {
    let scene = Scene::new();
    scene.add_buttons(2);
    scene.calls().watch(HANDLE).await.unwrap();
    let mut expected = Vec::new();
    for (number, kind) in NUMBERED {
        scene.world.report(1, *number);
        expected.push(of_button(&scene, 1, *kind));
    }
    scene.world.report_structure(2);
    scene.world.report_property(2, Property::Value.id());
    // A property that nobody asked for, and an event that nobody knows.
    scene.world.report_property(2, 30004);
    scene.world.report(1, 20099);
    scene.world.report_focus(Some(2));
    let kinds = [EventKind::Structure, EventKind::Property(Property::Value), EventKind::Focus];
    expected.extend(kinds.map(|kind| of_button(&scene, 2, kind)));
    scene.uia.events().next(far()).await;
    assert_eq!(scene.uia.events().take().events, expected);
    assert_eq!(scene.uia.events().activity(HANDLE).unwrap().count, 12);
    scene.end();
}

#[tokio::test]
async fn an_event_without_an_element_is_an_event() {
    let scene = Scene::new();
    scene.calls().watch(HANDLE).await.unwrap();
    scene.world.report_focus(None);
    let events = scene.uia.events().take().events;
    assert_eq!(events, [UiEvent { window: None, runtime_id: RuntimeId::default(), kind: EventKind::Focus }]);
    scene.end();
}

#[tokio::test]
async fn watching_twice_is_watching_once_and_ends_at_once() {
    let scene = Scene::new();
    scene.add_buttons(1);
    scene.calls().watch(HANDLE).await.unwrap();
    let (count, calls) = scene.world.watching();
    scene.calls().watch(HANDLE).await.unwrap();
    assert_eq!(scene.world.watching(), (count, calls));
    scene.calls().unwatch(HANDLE).await.unwrap();
    scene.world.report_structure(1);
    assert!(scene.uia.events().take().events.is_empty());
    assert!(scene.uia.events().activity(HANDLE).is_none());
    // The focus alone is still watched.
    assert_eq!(scene.world.state().listeners.len(), 1);
    scene.end();
}

#[tokio::test]
async fn what_cannot_be_watched_leaves_no_listener_behind() {
    for missing in ["AddStructureChangedEventHandler", "AddPropertyChangedEventHandlerNativeArray"] {
        let scene = Scene::new();
        scene.world.fail(missing, 0x8000_4001);
        assert_eq!(
            scene.calls().watch(HANDLE).await,
            Err(deskpilot_uia::CallError::Unsupported),
            "{missing}"
        );
        assert_eq!(scene.world.state().listeners.len(), 1, "{missing}");
        scene.end();
    }
    // Single events that UI Automation does not know are left out.
    let scene = Scene::new();
    scene.world.fail("AddAutomationEventHandler", 0x8007_0057);
    assert_eq!(scene.calls().watch(HANDLE).await, Ok(()));
    scene.end();
}

#[tokio::test]
async fn a_storm_of_events_from_several_threads_costs_events_and_no_memory() {
    let scene = Scene::new();
    let buttons = MOST_EVENTS + 100;
    scene.add_buttons(buttons);
    scene.calls().watch(HANDLE).await.unwrap();
    let world: &Arc<World> = &scene.world;
    thread::scope(|threads| {
        for _ in 0..4 {
            threads.spawn(|| (1..=buttons).for_each(|node| world.report_structure(node)));
        }
    });
    let batch = scene.uia.events().take();
    assert_eq!(batch.events.len(), MOST_EVENTS);
    assert!(batch.lost >= 100, "{}", batch.lost);
    assert_eq!(scene.uia.events().activity(HANDLE).unwrap().count, 4 * buttons as u64);
    scene.end();
}
