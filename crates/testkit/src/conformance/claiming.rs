//! What two desktops owe to two sessions that use one display at the same time.

use super::bench::Bench;
use deskpilot_core::{Remedy, Window, WindowId};
use deskpilot_desktop::{Desktop, DesktopError};

/// Opens the application and checks that a window that one session has claimed is refused to the other, which is another
/// connection to the same desktop.
///
/// Panics at the first thing that is not as it must be.
pub async fn check_claims(one: &mut dyn Desktop, other: &mut dyn Desktop, application: &str) {
    let mut one = Bench::open(one, application).await;
    let mut other = Bench::beside(other, one.id);
    let (window, whole) = (one.window().await, one.whole().await);
    for (has, wants) in [(&window, &window), (&window, &whole), (&whole, &window), (&whole, &whole)] {
        let what = format!("{:?} while another session has {:?}", wants.title, has.title);
        let claim = one.try_to_claim(has).await.unwrap_or_else(|error| panic!("{:?}: {error}", has.title));
        refused(&mut other, wants, &what).await;
        let again = one.try_to_claim(wants).await;
        assert!(again.is_ok(), "a session stands in its own way: {again:?}");
        drop(claim);
        // What was claimed twice is given back with the last claim.
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

async fn refused(bench: &mut Bench<'_>, window: &Window, what: &str) {
    match bench.try_to_claim(window).await {
        Err(error @ DesktopError::Taken { .. }) => {
            assert_eq!(error.remedy(), Remedy::Retry);
            assert!(error.to_string().contains("to be checked"), "it does not say for what: {error}");
        }
        result => panic!("{what}: {result:?}"),
    }
}
