//! What a desktop owes to those who ask for what cannot be done: an error that tells, and nothing sent.

use super::NamedControl;
use super::bench::Bench;
use deskpilot_core::{Aim, Button, Gesture, Input, Launch, Point, Remedy, WindowId};
use deskpilot_desktop::DesktopError;

fn click() -> Gesture {
    Gesture::Click { button: Button::Left, count: 1, held: Vec::new() }
}

/// Nothing is sent to a window that is not there.
pub(super) async fn gone_window(bench: &mut Bench<'_>) {
    let input = Input { window: WindowId(u64::MAX), aim: Aim::Window, gesture: Gesture::Keys(Vec::new()) };
    match bench.try_to_perform(&input).await {
        Err(DesktopError::WindowGone(_)) => {}
        other => panic!("keys for a window that is not there: {other:?}"),
    }
}

/// The whole desktop takes nothing that is not for the keyboard or for a place on it.
pub(super) async fn whole(bench: &mut Bench<'_>) {
    let whole = bench.whole().await;
    let outside = Point { x: whole.rect.right(), y: 5 };
    for (aim, gesture) in [
        (Aim::Window, click()),
        (Aim::Window, Gesture::Close),
        (Aim::Point(outside), click()),
        (Aim::Point(outside), Gesture::Hover),
    ] {
        let input = Input { window: whole.id, aim, gesture };
        match (&input.aim, bench.try_to_perform(&input).await) {
            (Aim::Window, Err(DesktopError::NotPossible { .. })) => {}
            (Aim::Point(_), Err(DesktopError::OutOfDate { .. })) => {}
            (_, result) => panic!("{input:?}: {result:?}"),
        }
    }
}

/// An application that is not there is told by its name.
pub(super) async fn unknown_application(bench: &mut Bench<'_>) {
    let launch = Launch { application: "no application has this name 8713".into(), file: None };
    match bench.try_to_launch(&launch).await {
        Err(error @ DesktopError::NoSuchApplication { .. }) => {
            assert_eq!(error.remedy(), Remedy::TellAgent);
            assert!(error.to_string().contains(&launch.application), "the error does not name it: {error}");
        }
        other => panic!("{launch}: {other:?}"),
    }
}

/// A control that now has another name than when it was seen is left alone.
pub(super) async fn changed_name(bench: &mut Bench<'_>, spot: &NamedControl) {
    let before = bench.find(spot).await;
    let mut other = before.clone();
    other.name = format!("{} 8713", other.name);
    let input = Input { window: bench.id, aim: Aim::Control(Box::new(other)), gesture: click() };
    match bench.try_to_perform(&input).await {
        Err(DesktopError::ControlChanged { .. } | DesktopError::ControlGone(_)) => {}
        result => panic!("a click on {before:?} as it was not seen: {result:?}"),
    }
    let after = bench.find(spot).await;
    assert_eq!(
        (after.value, after.rect),
        (before.value, before.rect),
        "and yet something was done to {spot:?}"
    );
}

/// A control that is not enabled is not pressed.
pub(super) async fn disabled(bench: &mut Bench<'_>, spot: &NamedControl) {
    let control = bench.find(spot).await;
    let input = Input { window: bench.id, aim: Aim::Control(Box::new(control)), gesture: click() };
    match bench.try_to_perform(&input).await {
        Err(DesktopError::NotEnabled(_)) => {}
        result => panic!("a click on {spot:?}, which is not enabled: {result:?}"),
    }
}
