//! Caches the last pictures of windows that are captured again and again, and updates them by DAMAGE.

use crate::error::XError;
use crate::geometry::bounding_rect;
use deskpilot_core::{Rect, Size};
use deskpilot_desktop::Image;
use deskpilot_desktop::photographer::Pixels;
use std::collections::VecDeque;
use x11rb::connection::{Connection, RequestConnection};
use x11rb::protocol::Event;
use x11rb::protocol::damage::{ConnectionExt as _, Damage, ReportLevel, X11_EXTENSION_NAME};
use x11rb::protocol::xfixes::{ConnectionExt as _, Region};
use x11rb::protocol::xproto::{ChangeWindowAttributesAux, ConnectionExt as _, EventMask, Window as XWindow};
use x11rb::rust_connection::RustConnection;

/// How many pictures to cache: the window in use, a dialog, a menu, and one more.
const MOST: usize = 4;
/// How many windows captured once to remember.
const SEEN: usize = 16;
/// With more pieces than this, their bounding rectangle is fetched instead.
const PIECES: usize = 12;
/// From this share of the area on, 1/`SHARE`, the whole picture is fetched.
const SHARE: u64 = 2;

/// The cached pictures of a few windows.
#[derive(Debug, Default)]
pub(super) struct PictureCache {
    /// Least recently captured first.
    pictures: Vec<CachedPicture>,
    /// Windows captured once; a second capture adds them to the cache.
    seen: VecDeque<XWindow>,
    damage_support: DamageSupport,
}

/// A cached picture and its damage object.
#[derive(Debug)]
pub(super) struct CachedPicture {
    window: XWindow,
    damage: Damage,
    /// The window's content, in coordinates from its corner.
    pub(super) image: Image,
    is_stale: bool,
}

/// Whether the X server supports DAMAGE.
#[derive(Debug, Default)]
enum DamageSupport {
    #[default]
    Unknown,
    /// It does, and writes damage into this region.
    Present(Region),
    Absent,
}

/// What to fetch of a window's picture.
#[derive(Debug)]
pub(super) enum FetchPlan {
    /// These parts of the cached picture, from its corner.
    Parts(Vec<Rect>),
    /// All of it, for the cache.
    WholeToCache,
    /// All of it, without caching.
    Whole,
}

impl PictureCache {
    /// What to fetch of a window of this size. The next call reports only what was drawn after this one.
    pub(super) fn plan(
        &mut self,
        connection: &RustConnection,
        window: XWindow,
        size: Size,
    ) -> Result<FetchPlan, XError> {
        let Some(region) = self.region(connection)? else { return Ok(FetchPlan::Whole) };
        let Some(at) = self.pictures.iter().position(|it| it.window == window) else {
            return self.begin(connection, window, size);
        };
        // Put back at the end: the first is the one that was captured the longest time ago.
        let picture = self.pictures.remove(at);
        let drawn = drawn_since(connection, picture.damage, region);
        self.pictures.push(picture);
        self.process_events(connection)?;
        // The damage object went away with its window.
        let (Ok(drawn), Some(picture)) = (drawn, self.picture(window)) else {
            self.forget(connection, window)?;
            return Ok(FetchPlan::Whole);
        };
        if std::mem::take(&mut picture.is_stale) || picture.image.size != size {
            return Ok(FetchPlan::WholeToCache);
        }
        Ok(parts(drawn, size).map_or(FetchPlan::WholeToCache, FetchPlan::Parts))
    }

    /// The cached picture of a window.
    pub(super) fn picture(&mut self, window: XWindow) -> Option<&mut CachedPicture> {
        self.pictures.iter_mut().find(|it| it.window == window)
    }

    /// Whether the window was neither resized nor mapped again since the last call.
    pub(super) fn is_fresh(&mut self, connection: &RustConnection, window: XWindow) -> Result<bool, XError> {
        self.process_events(connection)?;
        Ok(self.picture(window).is_some_and(|picture| !picture.is_stale))
    }

    /// Processes all pending X events, so that none pile up.
    pub(super) fn process_events(&mut self, connection: &RustConnection) -> Result<(), XError> {
        while let Some(event) = connection.poll_for_event()? {
            match event {
                Event::ConfigureNotify(it) => {
                    // A window gets another pixmap when its size changes; one that only moves keeps its
                    // pixels and its picture.
                    let size = Size { width: it.width.into(), height: it.height.into() };
                    let differs =
                        |picture: &&mut CachedPicture| picture.image.size != size || it.border_width > 0;
                    self.picture(it.window).filter(differs).into_iter().for_each(|it| it.is_stale = true);
                }
                Event::MapNotify(it) => self.picture(it.window).into_iter().for_each(|it| it.is_stale = true),
                // Without a pixmap until it is mapped again, and then with another one.
                Event::UnmapNotify(it) => {
                    self.picture(it.window).into_iter().for_each(|it| it.is_stale = true);
                }
                // A window that moves into a frame is no child of the root window any more; from now on its
                // frame is captured.
                Event::ReparentNotify(it) => self.forget(connection, it.window)?,
                Event::DestroyNotify(it) => self.forget(connection, it.window)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Drops a window's picture.
    pub(super) fn forget(&mut self, connection: &RustConnection, window: XWindow) -> Result<(), XError> {
        let Some(at) = self.pictures.iter().position(|it| it.window == window) else { return Ok(()) };
        let picture = self.pictures.remove(at);
        // The window may be gone; the error is then ignored.
        connection.damage_destroy(picture.damage)?;
        select_events(connection, window, EventMask::NO_EVENT)
    }

    /// Starts caching a window that is captured a second time.
    fn begin(
        &mut self,
        connection: &RustConnection,
        window: XWindow,
        size: Size,
    ) -> Result<FetchPlan, XError> {
        if !self.seen.contains(&window) {
            self.seen.truncate(SEEN - 1);
            self.seen.push_front(window);
            return Ok(FetchPlan::Whole);
        }
        // Damage is reported from inside the border, pictures begin outside of it.
        if connection.get_geometry(window)?.reply()?.border_width > 0 {
            return Ok(FetchPlan::Whole);
        }
        if self.pictures.len() >= MOST {
            self.forget(connection, self.pictures[0].window)?;
        }
        let damage = connection.generate_id()?;
        select_events(connection, window, EventMask::STRUCTURE_NOTIFY)?;
        connection.damage_create(damage, window, ReportLevel::NON_EMPTY)?.check()?;
        // At first all of it counts as damaged: discard that.
        connection.damage_subtract(damage, x11rb::NONE, x11rb::NONE)?;
        let image = Image { size, origin: Rect::default().origin(), rgb: Pixels::default() };
        self.pictures.push(CachedPicture { window, damage, image, is_stale: false });
        Ok(FetchPlan::WholeToCache)
    }

    fn region(&mut self, connection: &RustConnection) -> Result<Option<Region>, XError> {
        if matches!(self.damage_support, DamageSupport::Unknown) {
            self.damage_support = damage_support(connection)?;
        }
        match self.damage_support {
            DamageSupport::Present(region) => Ok(Some(region)),
            DamageSupport::Unknown | DamageSupport::Absent => Ok(None),
        }
    }
}

fn damage_support(connection: &RustConnection) -> Result<DamageSupport, XError> {
    if connection.extension_information(X11_EXTENSION_NAME)?.is_none() {
        return Ok(DamageSupport::Absent);
    }
    connection.xfixes_query_version(5, 0)?.reply()?;
    connection.damage_query_version(1, 1)?.reply()?;
    let region = connection.generate_id()?;
    connection.xfixes_create_region(region, &[])?.check()?;
    Ok(DamageSupport::Present(region))
}

/// What was drawn since the last call.
fn drawn_since(connection: &RustConnection, damage: Damage, region: Region) -> Result<Vec<Rect>, XError> {
    // The server moves the damage into the region in one step, so what is drawn from here on counts next
    // time.
    let forgetting = connection.damage_subtract(damage, x11rb::NONE, region)?;
    let fetching = connection.xfixes_fetch_region(region)?;
    forgetting.check()?;
    let rect = |it: x11rb::protocol::xproto::Rectangle| {
        Rect::new(it.x.into(), it.y.into(), it.width.into(), it.height.into())
    };
    Ok(fetching.reply()?.rectangles.into_iter().map(rect).collect())
}

fn select_events(connection: &RustConnection, window: XWindow, what: EventMask) -> Result<(), XError> {
    let events = ChangeWindowAttributesAux::new().event_mask(what);
    connection.change_window_attributes(window, &events)?;
    Ok(())
}

/// The parts to fetch of a picture of this size; `None` where fetching all of it is faster.
fn parts(drawn: Vec<Rect>, size: Size) -> Option<Vec<Rect>> {
    let whole = Rect::new(0, 0, size.width, size.height);
    let inside = drawn.into_iter().map(|it| it.intersection(whole)).filter(|it| !it.is_empty());
    let mut parts: Vec<Rect> = inside.collect();
    if parts.len() > PIECES {
        parts = parts.into_iter().reduce(bounding_rect).into_iter().collect();
    }
    let area: u64 = parts.iter().map(|it| it.area()).sum();
    (area * SHARE < whole.area()).then_some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_is_fetched_in_parts_and_much_at_once() {
        let size = Size { width: 100, height: 100 };
        let dots = |count: i32| (0..count).map(|n| Rect::new(n, n, 1, 1)).collect::<Vec<_>>();
        for (drawn, expected) in [
            (vec![], Some(vec![])),
            (vec![Rect::new(90, 90, 20, 20)], Some(vec![Rect::new(90, 90, 10, 10)])),
            (vec![Rect::new(200, 0, 5, 5)], Some(vec![])),
            (vec![Rect::new(0, 0, 100, 60)], None),
            (dots(12), Some(dots(12))),
            (dots(13), Some(vec![Rect::new(0, 0, 13, 13)])),
            (dots(99), None),
        ] {
            assert_eq!(parts(drawn.clone(), size), expected, "{drawn:?}");
        }
    }
}
