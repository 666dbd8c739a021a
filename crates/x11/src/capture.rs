//! Captures the desktop, windows and their open menus as images.

use crate::error::XError;
use crate::geometry::{bounding_rect, clamp};
use crate::picture_cache::{FetchPlan, PictureCache};
use crate::segment::Segment;
use crate::server::Server;
use crate::window_data::{Client, Popup};
use deskpilot_core::{Point, Rect, Size};
use deskpilot_desktop::Image;
use deskpilot_desktop::photographer::{ByteOrder, put_rows};
use x11rb::connection::Connection;
use x11rb::protocol::composite::ConnectionExt as _;
use x11rb::protocol::shm::ConnectionExt as _;
use x11rb::protocol::xproto::{ConnectionExt, Drawable, ImageFormat, ImageOrder, Window as XWindow};

/// The colour where a picture has a gap: next to a menu that extends beyond its window.
const NOTHING: [u8; 3] = [0x40, 0x40, 0x40];
/// How many bytes of shared memory to read at once: they fit into the processor's cache.
const AT_ONCE: usize = 128 * 1024;
/// The corner of a picture.
const CORNER: Point = Point { x: 0, y: 0 };

/// The whole desktop.
pub fn capture_desktop(server: &Server, size: Size) -> Result<Image, XError> {
    server.fetch_whole(server.root, size)
}

/// A window with its borders, even where other windows cover it.
pub fn capture_window(server: &Server, client: &Client) -> Result<Image, XError> {
    let frame = server.rect_on_desktop(client.toplevel)?;
    // Composite keeps pixels for children of the root window alone, so this reads the frame with its shadow.
    let whole = server.contents(client.toplevel, frame)?;
    Ok(part(whole, client.outer))
}

/// A picture with the open menus drawn over it, enlarged to include all of them.
pub fn draw_popups(server: &Server, below: Image, popups: &[Popup]) -> Result<Image, XError> {
    let whole = popups.iter().fold(below.rect(), |whole, popup| bounding_rect(whole, popup.rect));
    let mut picture = below;
    if whole != picture.rect() {
        let mut larger = Image::filled(whole.size(), whole.origin(), NOTHING);
        draw(&mut larger, &picture);
        picture = larger;
    }
    for popup in popups {
        match server.contents(popup.window, popup.rect) {
            Ok(menu) => draw(&mut picture, &menu),
            // The menu has closed in the meantime.
            Err(XError::Gone) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(picture)
}

impl Server {
    /// The content of a child of the root window, whatever covers it.
    fn contents(&self, window: XWindow, rect: Rect) -> Result<Image, XError> {
        let mut cache = self.pictures();
        let picture = self.current_picture(&mut cache, window, rect.size());
        if picture.is_err() {
            cache.forget(&self.connection, window)?;
        }
        Ok(Image { origin: rect.origin(), ..picture? })
    }

    /// The cached picture of a window, updated with what was drawn since; else a new one.
    fn current_picture(
        &self,
        cache: &mut PictureCache,
        window: XWindow,
        size: Size,
    ) -> Result<Image, XError> {
        let plan = cache.plan(&self.connection, window, size)?;
        if let (FetchPlan::Parts(parts), Some(picture)) = (&plan, cache.picture(window)) {
            if !parts.is_empty() {
                self.with_pixmap(window, |pixmap| self.fetch(pixmap, parts, &mut picture.image))?;
            }
            let image = picture.image.clone();
            // After a resize in between, the parts would belong to a different picture.
            if cache.is_fresh(&self.connection, window)? {
                return Ok(image);
            }
        }
        let image = self.with_pixmap(window, |pixmap| self.fetch_whole(pixmap, size))?;
        if let (FetchPlan::WholeToCache, Some(picture)) = (&plan, cache.picture(window)) {
            picture.image.clone_from(&image);
        }
        Ok(image)
    }

    /// Reads the window's off-screen pixels, which it has even where it is covered.
    fn with_pixmap<T>(
        &self,
        window: XWindow,
        read: impl FnOnce(Drawable) -> Result<T, XError>,
    ) -> Result<T, XError> {
        // Named again for each reading: a window gets another pixmap when it is resized or mapped again, and a
        // name keeps the old pixmap in the server's memory.
        let pixmap = self.connection.generate_id()?;
        self.connection.composite_name_window_pixmap(window, pixmap)?.check()?;
        let result = read(pixmap);
        self.connection.free_pixmap(pixmap)?;
        result
    }

    fn fetch_whole(&self, of: Drawable, size: Size) -> Result<Image, XError> {
        let mut image = Image::filled(size, CORNER, [0; 3]);
        self.fetch(of, &[image.rect()], &mut image)?;
        Ok(image)
    }

    /// Fetches these parts of a drawable into a picture.
    fn fetch(&self, of: Drawable, parts: &[Rect], image: &mut Image) -> Result<(), XError> {
        let bytes = parts.iter().map(|part| 4 * part.area()).sum();
        let mut transport = self.transport();
        match transport.segment(&self.connection, bytes)? {
            Some(segment) => self.fetch_shared(of, parts, image, segment),
            None => parts.iter().try_for_each(|part| self.fetch_by_socket(of, *part, image)),
        }
    }

    fn fetch_shared(
        &self,
        of: Drawable,
        parts: &[Rect],
        image: &mut Image,
        segment: &Segment,
    ) -> Result<(), XError> {
        let mut offset = 0_u32;
        let mut asked = Vec::with_capacity(parts.len());
        // Requests all parts before it awaits the first reply: one round trip for all of them.
        for part in parts {
            let ((x, y), (width, height)) = place(*part);
            let format = ImageFormat::Z_PIXMAP.into();
            let asking = self.connection.shm_get_image(
                of,
                x,
                y,
                width,
                height,
                // The plane mask: every bit of a pixel.
                u32::MAX,
                format,
                segment.id,
                offset,
            )?;
            asked.push((*part, offset, asking));
            offset = offset.saturating_add(u32::try_from(4 * part.area()).unwrap_or(u32::MAX));
        }
        let mut rows = vec![0; AT_ONCE];
        for (part, offset, asking) in asked {
            let order = self.order(asking.reply()?.depth)?;
            let row = 4 * part.width as usize;
            // A single row of a wide desktop may be longer than what is read at once.
            rows.resize(rows.len().max(row), 0);
            let (many, mut offset) = (rows.len() / row, u64::from(offset));
            for first in (0..part.height as usize).step_by(many) {
                let some = &mut rows[..row * many.min(part.height as usize - first)];
                segment.read(some, offset)?;
                put_rows(image, part, first, some, order);
                offset += some.len() as u64;
            }
        }
        Ok(())
    }

    fn fetch_by_socket(&self, of: Drawable, part: Rect, image: &mut Image) -> Result<(), XError> {
        let ((x, y), (width, height)) = place(part);
        let asking = self.connection.get_image(ImageFormat::Z_PIXMAP, of, x, y, width, height, u32::MAX)?;
        let reply = asking.reply()?;
        put_rows(image, part, 0, &reply.data, self.order(reply.depth)?);
        Ok(())
    }

    fn order(&self, depth: u8) -> Result<ByteOrder, XError> {
        // The reply to an image request names only the depth; how many bits a pixel of that depth takes is in
        // the setup.
        let setup = self.connection.setup();
        let bits = setup.pixmap_formats.iter().find(|it| it.depth == depth).map(|it| it.bits_per_pixel);
        if bits != Some(32) {
            let bits = bits.unwrap_or(0);
            return Err(XError::Cannot(format!("pictures of {bits} bits a pixel cannot be read")));
        }
        let is_reversed = setup.image_byte_order == ImageOrder::LSB_FIRST;
        Ok(if is_reversed { ByteOrder::BlueFirst } else { ByteOrder::BlueLast })
    }
}

/// A rectangle in the X protocol's number types.
fn place(part: Rect) -> ((i16, i16), (u16, u16)) {
    let side = |length: u32| u16::try_from(length).unwrap_or(u16::MAX);
    ((clamp(part.x), clamp(part.y)), (side(part.width), side(part.height)))
}

/// The part of a picture inside this rectangle.
fn part(of: Image, inside: Rect) -> Image {
    let inside = inside.intersection(of.rect());
    if inside == of.rect() {
        return of;
    }
    let mut picture = Image::filled(inside.size(), inside.origin(), NOTHING);
    draw(&mut picture, &of);
    picture
}

/// Copies the overlap of two pictures from one to the other.
fn draw(on: &mut Image, from: &Image) {
    let shared = on.rect().intersection(from.rect());
    let bytes = 3 * shared.width as usize;
    for y in shared.y..shared.bottom() {
        let (to, of) = (offset(on, shared.x, y), offset(from, shared.x, y));
        if let (Some(to), Some(of)) = (on.rgb.get_mut(to..to + bytes), from.rgb.get(of..of + bytes)) {
            to.copy_from_slice(of);
        }
    }
}

fn offset(image: &Image, x: i32, y: i32) -> usize {
    let (column, row) = (x.abs_diff(image.origin.x) as usize, y.abs_diff(image.origin.y) as usize);
    3 * (row * image.size.width as usize + column)
}

#[cfg(test)]
mod tests;
