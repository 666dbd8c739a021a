//! Takes pictures.

use super::display::Server;
use super::error::XError;
use super::stacking::{Popup, clamp};
use super::windows::Client;
use deskpilot_core::{Point, Rect, Size};
use deskpilot_desktop::Image;
use x11rb::connection::Connection;
use x11rb::protocol::composite::ConnectionExt as _;
use x11rb::protocol::xproto::{ConnectionExt, Drawable, ImageFormat, ImageOrder, Window as XWindow};

/// What is seen where a picture has a hole: beside a menu that stands out of its window.
const NOTHING: [u8; 3] = [0x40, 0x40, 0x40];

/// The whole desktop.
pub(crate) fn desktop(server: &Server, size: Size) -> Result<Image, XError> {
    server.pixels(server.root, Rect::new(0, 0, size.width, size.height), Point { x: 0, y: 0 })
}

/// A window with its borders, even where another window covers it.
pub(crate) fn window(server: &Server, client: &Client) -> Result<Image, XError> {
    let frame = server.rect_on_desktop(client.toplevel)?;
    let whole = server.contents(client.toplevel, frame)?;
    Ok(part(&whole, client.outer))
}

/// A picture with the menus that are open drawn over it, as large as all of it together.
pub(crate) fn over(server: &Server, below: Image, popups: &[Popup]) -> Result<Image, XError> {
    let whole = popups.iter().fold(below.rect(), |whole, popup| around(whole, popup.rect));
    let mut picture = below;
    if whole != picture.rect() {
        let mut larger = Image::filled(whole.size(), whole.origin(), NOTHING);
        draw(&mut larger, &picture);
        picture = larger;
    }
    for popup in popups {
        match server.contents(popup.window, popup.rect) {
            Ok(menu) => draw(&mut picture, &menu),
            // It was closed meanwhile.
            Err(XError::Gone) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(picture)
}

impl Server {
    /// What a child of the root window shows, whatever lies above it.
    fn contents(&self, window: XWindow, rect: Rect) -> Result<Image, XError> {
        let pixmap = self.connection.generate_id()?;
        self.connection.composite_name_window_pixmap(window, pixmap)?.check()?;
        let picture = self.pixels(pixmap, Rect { x: 0, y: 0, ..rect }, rect.origin());
        self.connection.free_pixmap(pixmap)?;
        picture
    }

    fn pixels(&self, of: Drawable, part: Rect, origin: Point) -> Result<Image, XError> {
        let side = |length: u32| u16::try_from(length).unwrap_or(u16::MAX);
        let (x, y, width, height) = (clamp(part.x), clamp(part.y), side(part.width), side(part.height));
        let reply =
            self.connection.get_image(ImageFormat::Z_PIXMAP, of, x, y, width, height, u32::MAX)?.reply()?;
        let setup = self.connection.setup();
        let bits = setup.pixmap_formats.iter().find(|it| it.depth == reply.depth).map(|it| it.bits_per_pixel);
        if bits != Some(32) {
            return Err(XError::Cannot(format!(
                "pictures of {} bits a pixel cannot be read",
                bits.unwrap_or(0)
            )));
        }
        let order: [usize; 3] =
            if setup.image_byte_order == ImageOrder::LSB_FIRST { [2, 1, 0] } else { [1, 2, 3] };
        let mut rgb = Vec::with_capacity(reply.data.len() / 4 * 3);
        for pixel in reply.data.chunks_exact(4) {
            rgb.extend(order.map(|byte| pixel[byte]));
        }
        Ok(Image { size: part.size(), origin, rgb })
    }
}

/// The smallest rectangle that both are inside of.
pub(crate) fn around(one: Rect, other: Rect) -> Rect {
    let (x, y) = (one.x.min(other.x), one.y.min(other.y));
    let (right, bottom) = (one.right().max(other.right()), one.bottom().max(other.bottom()));
    Rect::new(x, y, right.abs_diff(x), bottom.abs_diff(y))
}

/// The part of a picture that is inside.
fn part(of: &Image, inside: Rect) -> Image {
    let inside = inside.intersection(of.rect());
    if inside == of.rect() {
        return of.clone();
    }
    let mut picture = Image::filled(inside.size(), inside.origin(), NOTHING);
    draw(&mut picture, of);
    picture
}

/// Copies what two pictures share from one to the other.
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
mod tests {
    use super::*;

    #[test]
    fn a_menu_is_drawn_where_it_is_and_the_picture_grows_with_it() {
        let window = Image::filled(Size { width: 4, height: 3 }, Point { x: 10, y: 10 }, [1; 3]);
        let menu = Image::filled(Size { width: 2, height: 4 }, Point { x: 13, y: 11 }, [2; 3]);
        let whole = around(window.rect(), menu.rect());
        assert_eq!(whole, Rect::new(10, 10, 5, 5));
        let mut picture = Image::filled(whole.size(), whole.origin(), NOTHING);
        draw(&mut picture, &window);
        draw(&mut picture, &menu);
        let rows: Vec<Vec<u8>> =
            picture.rgb.chunks(15).map(|row| row.iter().step_by(3).copied().collect()).collect();
        let hole = NOTHING[0];
        assert_eq!(rows[0], [1, 1, 1, 1, hole]);
        assert_eq!(rows[1], [1, 1, 1, 2, 2]);
        assert_eq!(rows[4], [hole, hole, hole, 2, 2]);
        assert_eq!(part(&picture, window.rect()).rgb[..12], [1; 12]);
    }
}
