//! A picture in memory, with its place on the desktop.

use deskpilot_core::{Point, Rect, Size};

/// A picture: 8-bit red, green and blue, row by row from the top left, and where on the desktop it was taken.
#[derive(Clone, PartialEq, Eq)]
pub struct Image {
    /// Width and height in pixels.
    pub size: Size,
    /// Where its top left pixel is on the desktop.
    pub origin: Point,
    /// Three bytes a pixel; `3 * width * height` of them.
    pub rgb: Vec<u8>,
}

impl Image {
    /// A picture of one colour.
    pub fn filled(size: Size, origin: Point, rgb: [u8; 3]) -> Image {
        let pixels = size.width as usize * size.height as usize;
        Image { size, origin, rgb: rgb.repeat(pixels) }
    }

    /// The part of the desktop it shows.
    pub fn rect(&self) -> Rect {
        Rect::new(self.origin.x, self.origin.y, self.size.width, self.size.height)
    }
}

impl std::fmt::Debug for Image {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Image({}x{} at {},{})", self.size.width, self.size.height, self.origin.x, self.origin.y)
    }
}
