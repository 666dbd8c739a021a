//! The clipboard's owner may exit at any moment.

use super::*;
use crate::tests::XServer;
use std::thread;
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;

/// Owns the clipboard and answers no request.
fn silent_owner(address: &DisplayAddress) -> RustConnection {
    let (owner, screen) = address.connect().unwrap();
    let window = reader::hidden_window(&owner, owner.setup().roots[screen].root).unwrap();
    let names = ClipboardAtoms::new(&owner).unwrap().reply().unwrap();
    owner.set_selection_owner(window, names.CLIPBOARD, x11rb::CURRENT_TIME).unwrap().check().unwrap();
    owner
}

#[test]
fn an_owner_that_leaves_while_it_is_asked_takes_along_what_it_had() {
    let server = XServer::start();
    // The server ends with its last client, so this one stays.
    let _keeper = server.address().connect().unwrap();
    let next = Clipboard::of(server.address());
    for (comes, expected) in
        [(None, ClipboardContent::Empty), (Some("mine now"), ClipboardContent::Text("mine now".into()))]
    {
        let owner = silent_owner(server.address());
        let reader = Clipboard::of(server.address());
        let reading = thread::spawn(move || reader.read());
        while !matches!(owner.wait_for_event().unwrap(), Event::SelectionRequest(_)) {}
        if let Some(text) = comes {
            next.write(text).unwrap();
        }
        drop(owner);
        assert_eq!(reading.join().unwrap().unwrap(), expected);
    }
}
