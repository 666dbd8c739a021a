//! The agent's own input is never taken for a person's.

use crate::test_desktop::TestDesktop;
use deskpilot_core::{Aim, Button, Gesture, Input, Launch, Point, ScrollBy, TextMode, parse_keys};
use deskpilot_desktop::Desktop as _;
use deskpilot_linux::{PrivateOptions, Seat, Touch};
use std::time::Duration;
use tokio::time::timeout;
use x11rb::connection::RequestConnection as _;
use x11rb::protocol::xinput::{
    self, ConnectionExt as _, DEVICE_BUTTON_PRESS_EVENT, DEVICE_BUTTON_RELEASE_EVENT,
};
use x11rb::protocol::xtest::ConnectionExt as _;

const SOON: Duration = Duration::from_secs(10);

/// Presses a button of the mouse device rather than of the XTEST device.
fn press_the_mouse(seat: &Seat) {
    let (connection, _) = seat.connect_display().unwrap();
    connection.xinput_xi_query_version(2, 2).unwrap().reply().unwrap();
    let infos = connection.xinput_xi_query_device(0_u16).unwrap().reply().unwrap().infos;
    let mouse = infos.iter().find(|it| it.name == b"Xvfb mouse").unwrap().deviceid;
    let first = connection.extension_information(xinput::X11_EXTENSION_NAME).unwrap().unwrap().first_event;
    for kind in [DEVICE_BUTTON_PRESS_EVENT, DEVICE_BUTTON_RELEASE_EVENT] {
        let device = u8::try_from(mouse).unwrap();
        let sent = connection.xtest_fake_input(first + kind, 1, 0, x11rb::NONE, 0, 0, device);
        sent.unwrap().check().unwrap();
    }
}

/// How many turns: every gesture once by default. `cargo xtask soak` runs more.
fn turns() -> i32 {
    std::env::var("DESKPILOT_TEST_TRIALS").ok().and_then(|it| it.parse().ok()).unwrap_or(20)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_we_do_ourselves_is_never_taken_for_a_person() {
    let TestDesktop { mut desktop, private, .. } = TestDesktop::bring_up_as(&PrivateOptions::USUAL).await;
    let mut watch = private.seat().watch_person().await.unwrap();
    let launch = Launch { application: "mousepad".into(), file: None, ..Launch::default() };
    let window = desktop.launch(&launch, &[]).await.unwrap();
    let (window, Point { x, y }) = (window.id, window.rect.center());
    let counting = tokio::spawn(async move {
        let mut noticed = vec![watch.touched().await.unwrap()];
        while noticed.last() != Some(&Touch::Button) {
            noticed.push(watch.touched().await.unwrap());
        }
        noticed
    });
    for turn in 0..turns() {
        let place = Aim::Point(Point { x: x + turn % 90, y });
        let to = Point { x, y: y + 40 };
        let (aim, gesture) = match turn % 20 {
            0 => (place, Gesture::Click { button: Button::Left, count: 1, held: Vec::new() }),
            5 => (place, Gesture::Scroll(ScrollBy { up: -1, right: 0 })),
            10 => (place, Gesture::Drag { to, button: Button::Left, held: Vec::new(), millis: 80 }),
            15 => (Aim::Window, Gesture::Keys(parse_keys("^{END}").unwrap())),
            18 => (Aim::Window, Gesture::Text { text: "aü".into(), mode: TextMode::Append }),
            _ => (Aim::Window, Gesture::Keys(parse_keys("aü").unwrap())),
        };
        desktop.perform(&Input { window, aim, gesture }).await.unwrap();
    }
    assert!(!counting.is_finished(), "a button was noticed, and nobody pressed one");
    press_the_mouse(private.seat());
    assert_eq!(timeout(SOON, counting).await.unwrap().unwrap(), [Touch::Button]);
}
