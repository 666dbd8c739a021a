//! What a desktop owes to those who look.

use super::bench::Bench;
use deskpilot_core::{Control, ControlSource, Rect, Role, State, window_at};
use deskpilot_desktop::{Area, Budget};
use std::collections::HashSet;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// Windows have a title, an application, a rectangle and an id of their own, and exactly one has the keyboard.
pub(super) async fn windows(bench: &mut Bench<'_>) {
    let opened = bench.window().await;
    assert!(!opened.title.is_empty(), "the launched window has no title: {opened:?}");
    assert!(!opened.application.is_empty(), "the launched window has no application: {opened:?}");
    assert!(!opened.rect.is_empty(), "the launched window has no rectangle: {opened:?}");
    let windows = bench.windows().await;
    assert!(windows.iter().all(|it| it.label.is_none()), "labels are not the platform's: {windows:?}");
    let ids: HashSet<_> = windows.iter().map(|it| it.id).collect();
    assert_eq!(ids.len(), windows.len(), "two windows have one id: {windows:?}");
    one_has_the_keyboard(bench).await;
}

async fn one_has_the_keyboard(bench: &mut Bench<'_>) {
    let end = Instant::now() + Duration::from_secs(5);
    loop {
        let windows = bench.windows().await;
        if windows.iter().filter(|it| it.focused).count() == 1 {
            return;
        }
        assert!(Instant::now() < end, "exactly one window has the keyboard, but: {windows:?}");
        sleep(Duration::from_millis(50)).await;
    }
}

/// Controls have a rectangle where a person could see it, a node of their own, and no label.
pub(super) async fn controls(bench: &mut Bench<'_>) {
    let screen = bench.screen();
    let application = bench.window().await.application;
    let windows = bench.windows().await;
    let own: Vec<Rect> =
        windows.iter().filter(|it| it.application == application).map(|it| it.rect).collect();
    let controls = bench.controls().await;
    assert!(!controls.is_empty(), "no control is seen in the launched window");
    for control in &controls {
        assert!(control.label.is_none(), "labels are not the platform's: {control:?}");
        assert!(!control.rect.is_empty(), "a person could not see {control:?}");
        let visible = |rect: &Rect| !rect.intersection(control.rect).intersection(screen).is_empty();
        assert!(own.iter().any(visible), "{control:?} is in no window of its application: {own:?}");
        let hides = control.states.has(State::Protected);
        assert!(!hides || control.value.is_none(), "the text of {} is hidden", control.id());
    }
    let nodes = controls.iter().filter_map(|it| match &it.source {
        ControlSource::Accessibility { node } => Some(node),
        ControlSource::Vision { .. } | ControlSource::Deferred => None,
    });
    let own_nodes: HashSet<_> = nodes.clone().collect();
    assert_eq!(own_nodes.len(), nodes.count(), "two controls have one node");
    let usable = controls.iter().filter(|it| it.role.is_interactive() && it.role != Role::ScrollBar);
    assert!(usable.count() > 0, "no control can be used; the roles are not mapped: {controls:?}");
}

/// A read keeps to its budget, and says so where it left something out.
pub(super) async fn budgets(bench: &mut Bench<'_>) {
    let all = bench.controls().await.len();
    for (deadline, controls) in [(Duration::from_secs(10), 1), (Duration::ZERO, 5000)] {
        let budget = Budget { deadline, controls };
        let seen = bench.seen(budget).await;
        let count = seen.controls.len();
        assert!(count <= controls, "{count} controls were returned where {budget:?} allows fewer");
        assert!(
            count >= all || seen.truncated.is_some(),
            "{count} of {all} controls were returned for {budget:?}, and nothing says that some are missing"
        );
    }
    let whole = bench.seen(Budget { deadline: Duration::from_secs(10), controls: 5000 }).await;
    assert!(whole.truncated.is_none(), "10 s and 5000 controls are not enough: {:?}", whole.truncated);
}

/// A picture is as large as what it shows, and is told from its place.
pub(super) async fn pictures(bench: &mut Bench<'_>) {
    let window = bench.window().await;
    for (area, rect) in [(Area::Window(window.id), window.rect), (Area::Desktop, bench.screen())] {
        let image = bench.capture(area.clone()).await;
        assert_eq!(image.rect(), rect, "the picture of {area:?} shows another part of the desktop");
        assert_eq!(image.rgb.len() as u64, 3 * rect.area(), "a pixel of {area:?} is three bytes");
        let first = image.rgb.first_chunk::<3>();
        let differs = |pixel: &[u8; 3]| Some(pixel) != first;
        assert!(image.rgb.as_chunks().0.iter().any(differs), "the picture of {area:?} is empty");
    }
}

/// The whole desktop is a window that is not listed, as large as the screen; what can be seen of all windows is in it.
pub(super) async fn whole(bench: &mut Bench<'_>) {
    let (whole, windows) = (bench.whole().await, bench.windows().await);
    assert_eq!((whole.rect, whole.application.as_str()), (bench.screen(), "desktop"));
    assert!(!whole.title.is_empty() && whole.label.is_none() && !whole.focused, "{whole:?}");
    assert!(windows.iter().all(|it| it.id != whole.id), "the whole desktop is listed: {windows:?}");
    let picture = bench.capture(Area::Window(whole.id)).await;
    assert_eq!(picture.rect(), whole.rect, "its picture is not that of the desktop");
    let (own, all) = (bench.controls().await, bench.all_controls().await);
    let is_in = |control: &&Control| all.iter().any(|it| it.node() == control.node());
    let missing = own.iter().find(|it| !is_in(it));
    assert!(missing.is_none(), "{missing:?} of the topmost window is not seen: {all:?}");
    let hidden = all.iter().find(|it| window_at(&windows, it.rect.center()).is_none());
    assert!(hidden.is_none(), "{hidden:?} is in no window of {windows:?}");
}
