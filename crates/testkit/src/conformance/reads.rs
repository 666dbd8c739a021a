//! Checks windows, controls and pictures.

use super::desktop_under_test::DesktopUnderTest;
use deskpilot_core::{Control, ControlSource, Rect, Role, State, window_at};
use deskpilot_desktop::{Area, Budget};
use std::collections::HashSet;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// Windows have a title, an application, a rectangle and a unique id, and exactly one has the keyboard focus.
pub(super) async fn windows(desktop: &mut DesktopUnderTest<'_>) {
    let opened = desktop.window().await;
    assert!(!opened.title.is_empty(), "the launched window has no title: {opened:?}");
    assert!(!opened.application.is_empty(), "the launched window has no application: {opened:?}");
    assert!(!opened.rect.is_empty(), "the launched window has no rectangle: {opened:?}");
    let windows = desktop.windows().await;
    assert!(windows.iter().all(|it| it.label.is_none()), "labels are not the platform's: {windows:?}");
    let ids: HashSet<_> = windows.iter().map(|it| it.id).collect();
    assert_eq!(ids.len(), windows.len(), "two windows have one id: {windows:?}");
    one_has_the_keyboard(desktop).await;
}

async fn one_has_the_keyboard(desktop: &mut DesktopUnderTest<'_>) {
    let end = Instant::now() + Duration::from_secs(5);
    loop {
        let windows = desktop.windows().await;
        if windows.iter().filter(|it| it.focused).count() == 1 {
            return;
        }
        assert!(Instant::now() < end, "exactly one window has the keyboard, but: {windows:?}");
        sleep(Duration::from_millis(50)).await;
    }
}

/// Controls have a visible rectangle, a unique node, and no label.
pub(super) async fn controls(desktop: &mut DesktopUnderTest<'_>) {
    let screen = desktop.screen();
    let application = desktop.window().await.application;
    let windows = desktop.windows().await;
    let own: Vec<Rect> =
        windows.iter().filter(|it| it.application == application).map(|it| it.rect).collect();
    let controls = desktop.controls().await;
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
        ControlSource::Vision { .. }
        | ControlSource::Page
        | ControlSource::Deferred
        | ControlSource::Optional => None,
    });
    let own_nodes: HashSet<_> = nodes.clone().collect();
    assert_eq!(own_nodes.len(), nodes.count(), "two controls have one node");
    let usable = controls.iter().filter(|it| it.role.is_interactive() && it.role != Role::ScrollBar);
    assert!(usable.count() > 0, "no control can be used; the roles are not mapped: {controls:?}");
}

/// A read keeps its budget and reports what it left out.
pub(super) async fn budgets(desktop: &mut DesktopUnderTest<'_>) {
    let all = desktop.controls().await.len();
    for (deadline, controls) in [(Duration::from_secs(10), 1), (Duration::ZERO, 5000)] {
        let budget = Budget { deadline, controls };
        let seen = desktop.snapshot(budget).await;
        let count = seen.controls.len();
        assert!(count <= controls, "{count} controls were returned where {budget:?} allows fewer");
        assert!(
            count >= all || seen.truncated.is_some(),
            "{count} of {all} controls were returned for {budget:?}, and nothing says that some are missing"
        );
    }
    let complete = desktop.snapshot(Budget { deadline: Duration::from_secs(10), controls: 5000 }).await;
    assert!(complete.truncated.is_none(), "10 s and 5000 controls are not enough: {:?}", complete.truncated);
}

/// A picture has the size and origin of what it shows.
pub(super) async fn pictures(desktop: &mut DesktopUnderTest<'_>) {
    let window = desktop.window().await;
    for (area, rect) in [(Area::Window(window.id), window.rect), (Area::Desktop, desktop.screen())] {
        let image = desktop.capture(area.clone()).await;
        assert_eq!(image.rect(), rect, "the picture of {area:?} shows another part of the desktop");
        assert_eq!(image.rgb.len() as u64, 3 * rect.area(), "a pixel of {area:?} is three bytes");
        let first = image.rgb.first_chunk::<3>();
        let differs = |pixel: &[u8; 3]| Some(pixel) != first;
        assert!(image.rgb.as_chunks().0.iter().any(differs), "the picture of {area:?} is empty");
    }
}

/// The root window is not listed, is as large as the screen, and has the visible controls of all windows.
pub(super) async fn root_window(desktop: &mut DesktopUnderTest<'_>) {
    let (root, windows) = (desktop.root_window().await, desktop.windows().await);
    assert_eq!((root.rect, root.application.as_str()), (desktop.screen(), "desktop"));
    assert!(!root.title.is_empty() && root.label.is_none() && !root.focused, "{root:?}");
    assert!(windows.iter().all(|it| it.id != root.id), "the whole desktop is listed: {windows:?}");
    let picture = desktop.capture(Area::Window(root.id)).await;
    assert_eq!(picture.rect(), root.rect, "its picture is not that of the desktop");
    let (own, all) = (desktop.controls().await, desktop.all_controls().await);
    let is_in = |control: &&Control| all.iter().any(|it| it.node() == control.node());
    let missing = own.iter().find(|it| !is_in(it));
    assert!(missing.is_none(), "{missing:?} of the topmost window is not seen: {all:?}");
    let hidden = all.iter().find(|it| window_at(&windows, it.rect.center()).is_none());
    assert!(hidden.is_none(), "{hidden:?} is in no window of {windows:?}");
}
