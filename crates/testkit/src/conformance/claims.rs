//! Checks claims of two sessions on one desktop.

use super::desktop_under_test::DesktopUnderTest;
use deskpilot_core::{Remedy, Window, WindowId};
use deskpilot_desktop::{Desktop, DesktopError};

/// Opens the application and checks that the desktop refuses one session a window that the other has claimed. `other` is
/// another connection to the same desktop.
///
/// Panics at the first violation.
pub async fn check_claims(one: &mut dyn Desktop, other: &mut dyn Desktop, application: &str) {
    let mut one = DesktopUnderTest::open(one, application).await;
    let mut other = DesktopUnderTest::attach(other, one.id);
    let (window, root) = (one.window().await, one.root_window().await);
    for (has, wants) in [(&window, &window), (&window, &root), (&root, &window), (&root, &root)] {
        let what = format!("{:?} while another session has {:?}", wants.title, has.title);
        let claim = one.try_to_claim(has).await.unwrap_or_else(|error| panic!("{:?}: {error}", has.title));
        refused(&mut other, wants, &what).await;
        let again = one.try_to_claim(wants).await;
        assert!(again.is_ok(), "a session stands in its own way: {again:?}");
        drop(claim);
        // A window claimed twice is free after the second release.
        refused(&mut other, wants, &what).await;
        drop(again);
        let free = other.try_to_claim(wants).await;
        assert!(free.is_ok(), "{what}, which it has given back: {free:?}");
    }
    let gone = Window { id: WindowId(u64::MAX), ..window };
    match one.try_to_claim(&gone).await {
        Err(DesktopError::WindowGone(_)) => {}
        result => panic!("a claim of a window that is not there: {result:?}"),
    }
}

async fn refused(desktop: &mut DesktopUnderTest<'_>, window: &Window, what: &str) {
    match desktop.try_to_claim(window).await {
        Err(error @ DesktopError::Taken { .. }) => {
            assert_eq!(error.remedy(), Remedy::Retry);
            assert!(error.to_string().contains("to be checked"), "it does not say for what: {error}");
        }
        result => panic!("{what}: {result:?}"),
    }
}
