//! The clipboard between two connections that share only the X server.

use crate::test_desktop::TestDesktop;
use deskpilot_core::{Aim, Effect, Gesture, Input, Outcome, WindowId};
use deskpilot_desktop::{Desktop, DesktopError};
use deskpilot_linux::LinuxDesktop;

async fn perform(desktop: &mut LinuxDesktop, gesture: Gesture) -> Result<Outcome, DesktopError> {
    desktop.perform(&Input { window: WindowId(0), aim: Aim::Window, gesture }).await
}

async fn read(desktop: &mut LinuxDesktop) -> String {
    let outcome = perform(desktop, Gesture::ReadClipboard).await.expect("the clipboard is read");
    assert!(matches!(outcome.effect, Effect::Confirmed(_)), "{}", outcome.effect);
    outcome.output.expect("a text")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_one_writes_the_other_reads() {
    let mut test = TestDesktop::bring_up().await;
    let mut other = LinuxDesktop::connect(test.private.seat().clone()).await.expect("a second connection");
    assert_eq!(read(&mut other).await, "", "nobody has copied anything yet");
    let long: String = ('a'..='z').cycle().take(700_000).chain("ende 終わり".chars()).collect();
    for text in ["first", "Grüße 世界 😀\nsecond line", "", long.as_str(), "after the long one"] {
        let written = perform(&mut test.desktop, Gesture::WriteClipboard(text.into())).await;
        let effect = written.expect("the clipboard is written").effect;
        assert!(matches!(effect, Effect::Confirmed(_)), "{effect}");
        let found = read(&mut other).await;
        assert!(found == text, "{} bytes were read of {}", found.len(), text.len());
    }
    perform(&mut other, Gesture::WriteClipboard("mine now".into())).await.expect("another takes it");
    assert_eq!(read(&mut test.desktop).await, "mine now");
    drop(other);
    let end = tokio::time::Instant::now() + std::time::Duration::from_secs(5);
    while !read(&mut test.desktop).await.is_empty() {
        assert!(tokio::time::Instant::now() < end, "what somebody copied goes with them");
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_owner_that_hangs_is_given_up() {
    let mut test = TestDesktop::bring_up().await;
    let seat = test.private.seat().clone();
    let (silent, screen) = tokio::task::spawn_blocking(move || seat.connect_display())
        .await
        .expect("a thread")
        .expect("a connection");
    take_and_say_nothing(&silent, screen);
    let reading = perform(&mut test.desktop, Gesture::ReadClipboard);
    let reading = tokio::time::timeout(std::time::Duration::from_secs(20), reading).await;
    let error = reading.expect("it is given up").expect_err("nobody answers");
    assert!(error.to_string().contains("did not answer in time"), "{error}");
}

/// Owns the clipboard and answers no request.
fn take_and_say_nothing(connection: &x11rb::rust_connection::RustConnection, screen: usize) {
    use x11rb::connection::Connection;
    use x11rb::protocol::xproto::{ConnectionExt, CreateWindowAux, WindowClass};
    let root = connection.setup().roots[screen].root;
    let window = connection.generate_id().unwrap();
    let class = WindowClass::INPUT_ONLY;
    connection.create_window(0, window, root, 0, 0, 1, 1, 0, class, 0, &CreateWindowAux::new()).unwrap();
    let clipboard = connection.intern_atom(false, b"CLIPBOARD").unwrap().reply().unwrap().atom;
    connection.set_selection_owner(window, clipboard, x11rb::CURRENT_TIME).unwrap().check().unwrap();
}
