//! Checks inputs that a desktop must refuse: it returns the right error and sends nothing.

use super::NamedControl;
use super::desktop_under_test::DesktopUnderTest;
use deskpilot_core::{Aim, Button, Gesture, Input, Launch, Point, Remedy, WindowId};
use deskpilot_desktop::DesktopError;

fn click() -> Gesture {
    Gesture::Click { button: Button::Left, count: 1, held: Vec::new() }
}

/// A window that does not exist gets no input.
pub(super) async fn gone_window(desktop: &mut DesktopUnderTest<'_>) {
    let input = Input { window: WindowId(u64::MAX), aim: Aim::Window, gesture: Gesture::Keys(Vec::new()) };
    match desktop.try_to_perform(&input).await {
        Err(DesktopError::WindowGone(_)) => {}
        other => panic!("keys for a window that is not there: {other:?}"),
    }
}

/// The root window takes only keys and inputs at a point on the desktop.
pub(super) async fn root_window(desktop: &mut DesktopUnderTest<'_>) {
    let root = desktop.root_window().await;
    let outside = Point { x: root.rect.right(), y: 5 };
    for (aim, gesture) in [
        (Aim::Window, click()),
        (Aim::Window, Gesture::Close),
        (Aim::Window, Gesture::EndApplication),
        (Aim::Point(outside), click()),
        (Aim::Point(outside), Gesture::Hover),
    ] {
        let input = Input { window: root.id, aim, gesture };
        match (&input.aim, desktop.try_to_perform(&input).await) {
            (Aim::Window, Err(DesktopError::NotPossible { .. })) => {}
            (Aim::Point(_), Err(DesktopError::OutOfDate { .. })) => {}
            (_, result) => panic!("{input:?}: {result:?}"),
        }
    }
}

/// The error for an unknown application names it.
pub(super) async fn unknown_application(desktop: &mut DesktopUnderTest<'_>) {
    let launch =
        Launch { application: "no application has this name 8713".into(), file: None, ..Launch::default() };
    match desktop.try_to_launch(&launch).await {
        Err(error @ DesktopError::NoSuchApplication { .. }) => {
            assert_eq!(error.remedy(), Remedy::TellAgent);
            assert!(error.to_string().contains(&launch.application), "the error does not name it: {error}");
        }
        other => panic!("{launch}: {other:?}"),
    }
}

/// A control whose name changed since it was seen gets no input.
pub(super) async fn changed_name(desktop: &mut DesktopUnderTest<'_>, target: &NamedControl) {
    let before = desktop.find(target).await;
    let mut other = before.clone();
    other.name = format!("{} 8713", other.name);
    let input = Input { window: desktop.id, aim: Aim::Control(Box::new(other)), gesture: click() };
    match desktop.try_to_perform(&input).await {
        Err(DesktopError::ControlChanged { .. } | DesktopError::ControlGone(_)) => {}
        result => panic!("a click on {before:?} as it was not seen: {result:?}"),
    }
    let after = desktop.find(target).await;
    assert_eq!(
        (after.value, after.rect),
        (before.value, before.rect),
        "and yet something was done to {target:?}"
    );
}

/// A disabled control is not pressed.
pub(super) async fn disabled(desktop: &mut DesktopUnderTest<'_>, target: &NamedControl) {
    let control = desktop.find(target).await;
    let input = Input { window: desktop.id, aim: Aim::Control(Box::new(control)), gesture: click() };
    match desktop.try_to_perform(&input).await {
        Err(DesktopError::NotEnabled(_)) => {}
        result => panic!("a click on {target:?}, which is not enabled: {result:?}"),
    }
}
