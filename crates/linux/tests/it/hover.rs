//! Finds where controls are really drawn: most are highlighted under the pointer, and the pixels that change are
//! theirs.

use deskpilot_core::{Control, Point, Rect, Window, WindowState};
use deskpilot_desktop::{Area, DesktopReader, Image, WindowList};
use deskpilot_linux::{LinuxDesktop, Seat};
use std::time::Duration;
use tokio::time::{Instant, sleep};
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{
    ClientMessageEvent, ConfigureWindowAux, ConnectionExt as _, EventMask, MOTION_NOTIFY_EVENT,
};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;

/// How far around a control to search, in pixels.
const AROUND: u32 = 40;
/// How much the size of the changed area may differ from the control's, in application pixels.
const MARGIN: u32 = 12;
/// How long a control may take to be highlighted.
const ANIMATION: Duration = Duration::from_millis(900);
/// How long a window may take to move.
const MOVING: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(40);

/// A connection that moves the pointer and windows.
pub(crate) struct Hand {
    connection: RustConnection,
    root: u32,
}

impl Hand {
    pub(crate) fn at(seat: &Seat) -> Hand {
        let (connection, screen) = seat.connect_display().unwrap();
        let root = connection.setup().roots[screen].root;
        Hand { connection, root }
    }

    fn point(&self, at: Point) {
        let (x, y) = (at.x.try_into().unwrap(), at.y.try_into().unwrap());
        self.connection.xtest_fake_input(MOTION_NOTIFY_EVENT, 0, 0, self.root, x, y, 0).unwrap();
        self.connection.get_input_focus().unwrap().reply().unwrap();
    }

    /// Moves a window, unless its window manager refuses; returns the window as it is then.
    pub(crate) async fn carry(&self, desktop: &mut LinuxDesktop, window: &Window, to: Point) -> Window {
        let id = u32::try_from(window.id.0).unwrap();
        if window.state == WindowState::Maximized {
            self.ask(id, "_NET_WM_STATE", ["_NET_WM_STATE_MAXIMIZED_HORZ", "_NET_WM_STATE_MAXIMIZED_VERT"]);
        }
        let end = Instant::now() + MOVING;
        loop {
            let place = ConfigureWindowAux::new().x(to.x).y(to.y);
            self.connection.configure_window(id, &place).unwrap().check().unwrap();
            sleep(PAUSE).await;
            let windows = desktop.windows().await.unwrap();
            let now = windows.into_iter().find(|it| it.id == window.id).expect("the window");
            let is_there = now.rect.x.abs_diff(to.x) <= MARGIN && now.rect.y.abs_diff(to.y) <= MARGIN;
            if is_there || Instant::now() >= end {
                return now;
            }
        }
    }

    /// Asks the window manager to remove two states from a window.
    fn ask(&self, window: u32, message: &str, states: [&str; 2]) {
        let atom =
            |name: &str| self.connection.intern_atom(false, name.as_bytes()).unwrap().reply().unwrap().atom;
        let data = [0, atom(states[0]), atom(states[1]), 2, 0];
        let event = ClientMessageEvent::new(32, window, atom(message), data);
        let mask = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
        self.connection.send_event(false, self.root, mask, event).unwrap().check().unwrap();
    }

    /// How far a control is drawn from its reported centre; `None` where no highlight shows.
    pub(crate) async fn offset(
        &self,
        desktop: &mut LinuxDesktop,
        window: &Window,
        control: &Control,
        scale: f64,
    ) -> Option<Point> {
        self.point(Point { x: 1, y: 1 });
        let before = still(desktop, window, None).await;
        self.point(control.rect.center());
        let after = still(desktop, window, Some(&before)).await;
        let changed = changed(&before, &after, around(control.rect))?;
        let alike = |one: u32, other: u32| f64::from(one.abs_diff(other)) <= f64::from(MARGIN) * scale;
        let (drawn, reported) = (changed.center(), control.rect.center());
        let is_it = alike(changed.width, control.rect.width) && alike(changed.height, control.rect.height);
        is_it.then_some(Point { x: drawn.x - reported.x, y: drawn.y - reported.y })
    }
}

/// A picture of the window once it no longer changes and differs from `other`.
async fn still(desktop: &mut LinuxDesktop, window: &Window, other: Option<&Image>) -> Image {
    let area = Area::Window(window.id);
    let end = Instant::now() + ANIMATION;
    let mut last = desktop.capture(&area).await.unwrap();
    loop {
        sleep(PAUSE).await;
        let now = desktop.capture(&area).await.unwrap();
        let is_other = other.is_none_or(|other| other.rgb != now.rgb);
        if Instant::now() >= end || (is_other && now.rgb == last.rgb) {
            return now;
        }
        last = now;
    }
}

fn around(rect: Rect) -> Rect {
    let by = i32::try_from(AROUND).unwrap();
    Rect::new(rect.x - by, rect.y - by, rect.width + 2 * AROUND, rect.height + 2 * AROUND)
}

/// The bounding rectangle of all pixels that differ within `looked_at`.
fn changed(before: &Image, after: &Image, looked_at: Rect) -> Option<Rect> {
    let looked_at = looked_at.intersection(before.rect()).intersection(after.rect());
    let pixel = |image: &Image, x: i32, y: i32| {
        let (column, row) = (x.abs_diff(image.origin.x) as usize, y.abs_diff(image.origin.y) as usize);
        let start = 3 * (row * image.size.width as usize + column);
        [image.rgb[start], image.rgb[start + 1], image.rgb[start + 2]]
    };
    let mut found: Option<Rect> = None;
    for y in looked_at.y..looked_at.bottom() {
        for x in (looked_at.x..looked_at.right()).filter(|x| pixel(before, *x, y) != pixel(after, *x, y)) {
            let whole = found.unwrap_or(Rect::new(x, y, 1, 1));
            let (left, right) = (whole.x.min(x), whole.right().max(x + 1));
            let (top, bottom) = (whole.y.min(y), whole.bottom().max(y + 1));
            found = Some(Rect::new(left, top, right.abs_diff(left), bottom.abs_diff(top)));
        }
    }
    found
}
