//! A test program: a window to draw in, and menus.

use crate::DisplayAddress;
use deskpilot_core::Rect;
use std::time::{Duration, Instant};
use x11rb::COPY_DEPTH_FROM_PARENT;
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ClientMessageEvent, ConfigureWindowAux, ConnectionExt, CreateGCAux, CreateWindowAux, EventMask,
    Gcontext, MapState, PropMode, Rectangle, StackMode, Window as XWindow, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

/// A window with its own connection.
pub(crate) struct Canvas {
    connection: RustConnection,
    root: XWindow,
    pen: Gcontext,
    pub(crate) window: XWindow,
}

impl Canvas {
    /// Opens a window that bypasses the window manager, so that only the test controls it.
    pub(crate) fn open(address: &DisplayAddress, rect: Rect) -> Canvas {
        let (connection, screen) = address.connect().unwrap();
        let root = connection.setup().roots[screen].root;
        let (pen, window) = (connection.generate_id().unwrap(), connection.generate_id().unwrap());
        connection.create_gc(pen, root, &CreateGCAux::new().graphics_exposures(0)).unwrap();
        let canvas = Canvas { connection, root, pen, window };
        canvas.create(window, rect);
        canvas.until("the window is shown", || canvas.is_shown(window));
        canvas
    }

    /// Another window of the same program.
    pub(crate) fn menu(&self, rect: Rect) -> XWindow {
        let menu = self.connection.generate_id().unwrap();
        self.create(menu, rect);
        menu
    }

    pub(crate) fn close(&self, menu: XWindow) {
        self.connection.destroy_window(menu).unwrap().check().unwrap();
    }

    /// Fills a part of the window, in coordinates from its corner.
    pub(crate) fn fill(&self, rect: Rect, colour: u32) {
        self.fill_in(self.window, rect, colour);
    }

    pub(crate) fn fill_in(&self, window: XWindow, rect: Rect, colour: u32) {
        let pen = x11rb::protocol::xproto::ChangeGCAux::new().foreground(colour);
        self.connection.change_gc(self.pen, &pen).unwrap();
        let (x, y) = (rect.x as i16, rect.y as i16);
        let (width, height) = (rect.width as u16, rect.height as u16);
        let filled =
            self.connection.poly_fill_rectangle(window, self.pen, &[Rectangle { x, y, width, height }]);
        filled.unwrap().check().unwrap();
    }

    /// Moves the pixels of one part of the window vertically, as scrolling does.
    pub(crate) fn scroll(&self, from: Rect, by: i16) {
        let (x, y) = (from.x as i16, from.y as i16);
        let (width, height) = (from.width as u16, from.height as u16);
        let copied =
            self.connection.copy_area(self.window, self.window, self.pen, x, y, x, y + by, width, height);
        copied.unwrap().check().unwrap();
    }

    pub(crate) fn resize(&self, width: u32, height: u32) {
        let size = ConfigureWindowAux::new().width(width).height(height);
        self.connection.configure_window(self.window, &size).unwrap().check().unwrap();
        self.until("the window has its size", || {
            let is = self.connection.get_geometry(self.window).unwrap().reply().unwrap();
            (u32::from(is.width), u32::from(is.height)) == (width, height)
        });
    }

    /// Hides the window and shows it again, empty.
    pub(crate) fn hide_and_show(&self) {
        self.connection.unmap_window(self.window).unwrap().check().unwrap();
        self.until("the window is hidden", || !self.is_shown(self.window));
        self.connection.map_window(self.window).unwrap().check().unwrap();
        self.until("the window is shown again", || self.is_shown(self.window));
    }

    /// Says that the window answers pings.
    pub(crate) fn accept_pings(&self) {
        self.set_atom(self.window, b"WM_PROTOCOLS", b"_NET_WM_PING");
    }

    /// Says that a window is what the pointer drags along.
    pub(crate) fn declare_dragged(&self, window: XWindow) {
        self.set_atom(window, b"_NET_WM_WINDOW_TYPE", b"_NET_WM_WINDOW_TYPE_DND");
    }

    fn set_atom(&self, window: XWindow, property: &[u8], value: &[u8]) {
        let atom = |name: &[u8]| self.connection.intern_atom(false, name).unwrap().reply().unwrap().atom;
        let (property, value) = (atom(property), atom(value));
        let set =
            self.connection.change_property32(PropMode::REPLACE, window, property, AtomEnum::ATOM, &[value]);
        set.unwrap().check().unwrap();
    }

    /// Waits for this many pings and answers them, the earliest first.
    pub(crate) async fn answer_pings(&self, count: usize) {
        let mut answered = 0;
        while answered < count {
            while let Some(event) = self.connection.poll_for_event().unwrap() {
                if let Event::ClientMessage(ping) = event {
                    let answer = ClientMessageEvent { window: self.root, ..ping };
                    let to = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
                    self.connection.send_event(false, self.root, to, answer).unwrap().check().unwrap();
                    answered += 1;
                }
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }

    pub(crate) fn raise(&self) {
        let above = ConfigureWindowAux::new().stack_mode(StackMode::ABOVE);
        self.connection.configure_window(self.window, &above).unwrap().check().unwrap();
    }

    /// The window's rectangle on the desktop.
    pub(crate) fn place(&self) -> Rect {
        let is = self.connection.get_geometry(self.window).unwrap().reply().unwrap();
        let at =
            self.connection.translate_coordinates(self.window, self.root, 0, 0).unwrap().reply().unwrap();
        Rect::new(at.dst_x.into(), at.dst_y.into(), is.width.into(), is.height.into())
    }

    fn create(&self, window: XWindow, rect: Rect) {
        let attributes = CreateWindowAux::new().background_pixel(0x00ff_ffff).override_redirect(1);
        let (x, y) = (rect.x as i16, rect.y as i16);
        let (width, height) = (rect.width as u16, rect.height as u16);
        let (depth, class) = (COPY_DEPTH_FROM_PARENT, WindowClass::INPUT_OUTPUT);
        let created = self.connection.create_window(
            depth,
            window,
            self.root,
            x,
            y,
            width,
            height,
            0,
            class,
            0,
            &attributes,
        );
        created.unwrap().check().unwrap();
        self.connection.map_window(window).unwrap().check().unwrap();
    }

    fn is_shown(&self, window: XWindow) -> bool {
        let is = self.connection.get_window_attributes(window).unwrap().reply().unwrap();
        is.map_state == MapState::VIEWABLE
    }

    fn until(&self, what: &str, condition: impl Fn() -> bool) {
        let deadline = Instant::now() + Duration::from_secs(10);
        while !condition() {
            assert!(Instant::now() < deadline, "still not so: {what}");
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}
