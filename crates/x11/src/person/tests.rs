//! A person, simulated by the devices of Xvfb, and programs, simulated by XTEST.

use super::*;
use crate::tests::XServer;
use std::io::IoSlice;
use tokio::time::Instant;
use x11rb::connection::RequestConnection;
use x11rb::protocol::xinput::{
    DEVICE_BUTTON_PRESS_EVENT, DEVICE_BUTTON_RELEASE_EVENT, DEVICE_KEY_PRESS_EVENT, DEVICE_KEY_RELEASE_EVENT,
    DEVICE_MOTION_NOTIFY_EVENT, DEVICE_VALUATOR_EVENT,
};
use x11rb::protocol::xproto::{ConnectionExt as _, KEY_PRESS_EVENT, KEY_RELEASE_EVENT, MOTION_NOTIFY_EVENT};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::protocol::{xinput, xtest};

const SOON: Duration = Duration::from_secs(10);

/// Sends device events.
struct Hand {
    connection: RustConnection,
    root: u32,
    pointer: u8,
    keyboard: u8,
    first_event: u8,
    xtest: u8,
}

impl Hand {
    fn at(address: &DisplayAddress) -> Hand {
        let (connection, screen) = address.connect().unwrap();
        let root = connection.setup().roots[screen].root;
        connection.xinput_xi_query_version(2, 2).unwrap().reply().unwrap();
        let infos = connection.xinput_xi_query_device(0_u16).unwrap().reply().unwrap().infos;
        let named =
            |name: &[u8]| u8::try_from(infos.iter().find(|it| it.name == name).unwrap().deviceid).unwrap();
        let (pointer, keyboard) = (named(b"Xvfb mouse"), named(b"Xvfb keyboard"));
        let extension = |name| connection.extension_information(name).unwrap().unwrap();
        let first_event = extension(xinput::X11_EXTENSION_NAME).first_event;
        let xtest = extension(xtest::X11_EXTENSION_NAME).major_opcode;
        Hand { connection, root, pointer, keyboard, first_event, xtest }
    }

    /// Sends one event of a device.
    fn fake(&self, kind: u8, detail: u8, device: u8) {
        let kind = self.first_event + kind;
        let sent = self.connection.xtest_fake_input(kind, detail, 0, self.root, 0, 0, device);
        sent.unwrap().check().unwrap();
    }

    fn press_button(&self) {
        self.fake(DEVICE_BUTTON_PRESS_EVENT, 1, self.pointer);
        self.fake(DEVICE_BUTTON_RELEASE_EVENT, 1, self.pointer);
    }

    fn press_key(&self) {
        self.fake(DEVICE_KEY_PRESS_EVENT, 38, self.keyboard);
        self.fake(DEVICE_KEY_RELEASE_EVENT, 38, self.keyboard);
    }

    /// Sends a movement: two events, of which the second carries the distance.
    fn move_by(&self, x: i32, y: i32) {
        let (motion, valuator) = (DEVICE_MOTION_NOTIFY_EVENT, DEVICE_VALUATOR_EVENT);
        let mut request = vec![self.xtest, xtest::FAKE_INPUT_REQUEST];
        request.extend(17_u16.to_ne_bytes());
        let mut event = [0_u8; 64];
        (event[0], event[1], event[31]) = (self.first_event + motion, 1, self.pointer);
        (event[32], event[33], event[38]) = (self.first_event + valuator, self.pointer, 2);
        event[40..44].copy_from_slice(&x.to_ne_bytes());
        event[44..48].copy_from_slice(&y.to_ne_bytes());
        request.extend(event);
        let sent = self.connection.send_request_without_reply(&[IoSlice::new(&request)], Vec::new());
        sent.unwrap().check().unwrap();
    }

    /// Sends what any program may send.
    fn play_program(&self) {
        for (kind, detail, x) in [
            (MOTION_NOTIFY_EVENT, 0, 300),
            (MOTION_NOTIFY_EVENT, 0, 700),
            (x11rb::protocol::xproto::BUTTON_PRESS_EVENT, 1, 0),
            (x11rb::protocol::xproto::BUTTON_RELEASE_EVENT, 1, 0),
            (KEY_PRESS_EVENT, 38, 0),
            (KEY_RELEASE_EVENT, 38, 0),
        ] {
            self.connection.xtest_fake_input(kind, detail, 0, self.root, x, 200, 0).unwrap().check().unwrap();
        }
        self.connection.warp_pointer(x11rb::NONE, self.root, 0, 0, 0, 0, 50, 50).unwrap().check().unwrap();
    }
}

async fn bring_up() -> (XServer, PersonWatch, Hand) {
    let server = XServer::start();
    let watch = PersonWatch::start(server.address()).await.unwrap();
    let hand = Hand::at(server.address());
    (server, watch, hand)
}

async fn noticed(watch: &mut PersonWatch) -> Touch {
    timeout(SOON, watch.touched()).await.expect("somebody is noticed").unwrap()
}

/// Every touch detected up to and including this one.
async fn noticed_until(listener: &mut Listener, last: Touch) -> Vec<Touch> {
    let end = Instant::now() + SOON;
    let mut noticed = Vec::new();
    while noticed.last() != Some(&last) {
        match listener.connection.poll_for_event().unwrap() {
            Some(event) => noticed.extend(listener.touch(&event)),
            None => tokio::task::yield_now().await,
        }
        assert!(Instant::now() < end, "{last:?} is not noticed, but {noticed:?}");
    }
    noticed
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_is_noticed_and_a_program_is_not() {
    let server = XServer::start();
    let mut listener = Listener::begin(server.address()).unwrap();
    let hand = Hand::at(server.address());
    hand.play_program();
    hand.press_key();
    assert_eq!(noticed_until(&mut listener, Touch::Key).await, [Touch::Key]);
    hand.play_program();
    hand.press_button();
    assert_eq!(noticed_until(&mut listener, Touch::Button).await, [Touch::Button]);
    // A bumped table.
    [3, 2, -4, 1, -2].into_iter().for_each(|by| hand.move_by(by, 0));
    hand.press_key();
    assert_eq!(noticed_until(&mut listener, Touch::Key).await, [Touch::Key]);
    hand.move_by(30, 10);
    assert_eq!(noticed_until(&mut listener, Touch::Pointer).await, [Touch::Pointer]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_is_noticed_each_time() {
    let (_server, mut watch, hand) = bring_up().await;
    for turn in 0..60 {
        match turn % 3 {
            0 => hand.press_key(),
            1 => hand.press_button(),
            _ => hand.move_by(20, 0),
        }
        noticed(&mut watch).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_gone_is_reported() {
    let (server, mut watch, _) = bring_up().await;
    drop(server);
    let gone = timeout(SOON, watch.touched()).await.expect("it is reported").unwrap_err();
    assert_eq!(
        gone.to_string(),
        "a person at the desktop cannot be noticed: its connection to the X server has ended"
    );
}
