//! Keys on the layouts of other keyboards, as a program on one X server reads them.

use super::*;
use crate::DisplayAddress;
use crate::keymap::char_of_symbol;
use crate::pointer::hold_modifiers;
use crate::tests::XServer;
use deskpilot_core::{Modifier, parse_keys};
use std::io::IoSlice;
use std::process::Command;
use std::time::{Duration, Instant};
use x11rb::connection::RequestConnection;
use x11rb::cookie::Cookie;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    CreateWindowAux, EventMask, GetInputFocusReply, InputFocus, MapState, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::{COPY_DEPTH_FROM_PARENT, CURRENT_TIME};

/// Letters of several scripts, signs that most layouts lack, and a picture of several characters.
const TEXT: &str =
    "àÀßẞÖÜĞŞİı Čecha Řeka «№» 测试中文 日本語 한국어 👩\u{200d}👩\u{200d}👧 é €@\\~^ zZyYqQ1!\n";

/// A program that reads keys.
struct Listener {
    connection: RustConnection,
    window: XWindow,
}

impl Listener {
    /// Opens a window and takes the keyboard.
    fn open(address: &DisplayAddress) -> Listener {
        let (connection, screen) = address.connect().unwrap();
        use_keyboard_extension(&connection);
        let root = connection.setup().roots[screen].root;
        let window = connection.generate_id().unwrap();
        let looks = CreateWindowAux::new().override_redirect(1).event_mask(EventMask::KEY_PRESS);
        let (depth, class) = (COPY_DEPTH_FROM_PARENT, WindowClass::INPUT_OUTPUT);
        let created =
            connection.create_window(depth, window, root, 0, 0, 200, 200, 0, class, 0, &looks).unwrap();
        created.check().unwrap();
        connection.map_window(window).unwrap().check().unwrap();
        let end = Instant::now() + Duration::from_secs(10);
        let is_shown = || {
            let is = connection.get_window_attributes(window).unwrap().reply().unwrap();
            is.map_state == MapState::VIEWABLE
        };
        while !is_shown() {
            assert!(Instant::now() < end, "the window is not shown");
            std::thread::sleep(Duration::from_millis(2));
        }
        connection.set_input_focus(InputFocus::PARENT, window, CURRENT_TIME).unwrap().check().unwrap();
        Listener { connection, window }
    }

    /// The symbols of all keys.
    fn mapping(&self) -> (usize, Vec<u32>) {
        let setup = self.connection.setup();
        let (first, last) = (setup.min_keycode, setup.max_keycode);
        let reply = self.connection.get_keyboard_mapping(first, last - first + 1).unwrap().reply().unwrap();
        (reply.keysyms_per_keycode.into(), reply.keysyms)
    }

    /// Drops what was pressed before.
    fn forget(&self) {
        self.connection.get_input_focus().unwrap().reply().unwrap();
        while self.connection.poll_for_event().unwrap().is_some() {}
    }

    /// What was typed since, by the layout of now; characters with Control behind `^`.
    fn read(&self) -> String {
        let (per_key, symbols) = self.mapping();
        let first = self.connection.setup().min_keycode;
        let mut typed = String::new();
        while let Some(event) = self.connection.poll_for_event().unwrap() {
            let Event::KeyPress(press) = event else { continue };
            let state = u16::from(press.state);
            let row = &symbols[usize::from(press.detail - first) * per_key..][..per_key];
            let (layout, level) = (usize::from(state >> LAYOUT_BITS) % 4, usize::from(state & 1));
            let symbol = match layout {
                0 | 1 => row[layout * 2 + level],
                // The columns of a third layout have no fixed place: only a key that is the same in all is known.
                _ if row[0] == row[2] && row[0] == row[4] => row[0],
                _ => u32::from('?'),
            };
            let character = char_of_symbol(symbol).or((symbol == 0xff0d).then_some('\n'));
            let Some(character) = character else { continue };
            assert!(!press.state.contains(KeyButMask::LOCK), "{character:?} is typed with Caps Lock on");
            typed.extend(press.state.contains(KeyButMask::CONTROL).then_some('^'));
            typed.push(character);
        }
        typed
    }

    /// Types the sequences; returns what arrived.
    fn typed(&self, server: &Server, sequences: Vec<KeySequence>) -> String {
        let mut typed = String::new();
        for sequence in sequences {
            bind_spare_keys(server, &sequence).unwrap();
            for portion in sequence.portions(100) {
                send_keys(server, &portion, &[self.window]).unwrap();
            }
            typed += &self.read();
        }
        unbind_spare_keys(server).unwrap();
        typed
    }
}

/// Says, as toolkits do, that this program knows the keyboard extension: the state of its keys then has the layout. To other
/// programs the server shows a layout beyond the first as modifiers, which may be those of Caps Lock.
fn use_keyboard_extension(connection: &RustConnection) {
    let extension = connection.extension_information("XKEYBOARD").unwrap().unwrap();
    // UseExtension (request 0), two units of four bytes, for version 1.0.
    let (length, version) = (2_u16.to_ne_bytes(), 1_u16.to_ne_bytes());
    let request = [extension.major_opcode, 0, length[0], length[1], version[0], version[1], 0, 0];
    let parts = [IoSlice::new(&request)];
    let cookie: Cookie<'_, _, GetInputFocusReply> =
        connection.send_request_with_reply(&parts, Vec::new()).unwrap();
    cookie.raw_reply().unwrap();
}

fn set_layout(address: &DisplayAddress, layout: &str) {
    let mut setting = Command::new("setxkbmap");
    setting.args(["-display", address.name(), "-option", ""]).args(layout.split(' '));
    assert!(setting.status().unwrap().success(), "setxkbmap {layout}");
}

fn press(server: &Server, keys: &[u8]) {
    keys.iter().for_each(|key| server.press_key(*key).unwrap());
    keys.iter().rev().for_each(|key| server.release_key(*key).unwrap());
}

#[test]
fn every_letter_arrives_on_every_layout_and_the_keyboard_is_left_as_it_was() {
    const CAPS: u8 = 66;
    const SHIFT: u8 = 50;
    let display = XServer::start();
    let (connection, screen) = display.address().connect().unwrap();
    let (server, _) = Server::new(connection, screen).unwrap();
    let listener = Listener::open(display.address());
    for (arguments, layout, caps_lock) in [
        ("-layout fr", 0, &[CAPS][..]),
        ("-layout de", 0, &[]),
        ("-layout tr", 0, &[CAPS]),
        ("-layout cz", 0, &[]),
        ("-layout ru", 0, &[CAPS]),
        ("-layout us -variant dvorak", 0, &[]),
        ("-layout us,ru -option grp:caps_toggle", 1, &[SHIFT, CAPS]),
        ("-layout us,de,ru -option grp:caps_toggle", 2, &[]),
    ] {
        set_layout(display.address(), arguments);
        (0..layout).for_each(|_| {
            let is_there = server.layout().unwrap() == layout;
            press(&server, if is_there { &[][..] } else { &[CAPS][..] });
        });
        assert_eq!(server.layout().unwrap(), layout, "{arguments}");
        press(&server, caps_lock);
        assert_eq!(server.has_caps_lock().unwrap(), !caps_lock.is_empty(), "{arguments}");
        listener.forget();
        let before = (listener.mapping(), server.layout().unwrap(), server.has_caps_lock().unwrap());

        let text = key_sequences_of_text(&server, TEXT).unwrap();
        assert_eq!(listener.typed(&server, text), TEXT, "{arguments}");
        let chords = key_sequences_of_chords(&server, &parse_keys("Ctrl+Z").unwrap()).unwrap();
        assert_eq!(listener.typed(&server, chords), "^z", "{arguments}");

        // A window that lost the keyboard gets nothing, and the keyboard stays as it was.
        let late = key_sequences_of_text(&server, "ж").unwrap();
        bind_spare_keys(&server, &late[0]).unwrap();
        assert!(matches!(send_keys(&server, &late[0], &[]), Err(XError::NotActive(_))));
        unbind_spare_keys(&server).unwrap();
        assert_eq!(listener.read(), "", "{arguments}");

        // What fails half-way leaves no key held, and Caps Lock as it was.
        let fails = || Err(XError::Cannot("it fails".into()));
        let kept = server.with_keyboard_kept(&late[0], || server.while_held(&[SHIFT], fails));
        assert!(matches!(kept, Err(XError::Cannot(_))), "{arguments}: {kept:?}");

        let after = (listener.mapping(), server.layout().unwrap(), server.has_caps_lock().unwrap());
        assert!(after == before, "{arguments}: the keyboard is another one afterwards");
        assert!(server.held().keys.is_empty(), "{arguments}: a key is still held");

        // What is held for the pointer is exactly what was said last.
        let both = [Modifier::Control, Modifier::Shift];
        for (modifiers, count) in [(&both[..], 2), (&both[1..], 1), (&[], 0)] {
            hold_modifiers(&server, modifiers).unwrap();
            assert_eq!(server.held().keys.len(), count, "{arguments}: {modifiers:?}");
        }
        // The next layout begins without it.
        server.lift_caps_lock().unwrap();
    }
}
