//! A picture in memory, with its position on the desktop.

use deskpilot_core::{Point, Rect, Size};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// A picture: 8-bit red, green and blue, row by row from the top left, with its position on the desktop.
#[derive(Clone, PartialEq, Eq)]
pub struct Image {
    /// Width and height in pixels.
    pub size: Size,
    /// The position of its top left pixel on the desktop.
    pub origin: Point,
    /// Three bytes a pixel, `3 * width * height` in all.
    pub rgb: Pixels,
}

/// The bytes of a picture. Copies share them until one is written to, so that a picture that has not changed costs nothing to keep and
/// to compare.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Pixels(Arc<Vec<u8>>);

impl From<Vec<u8>> for Pixels {
    fn from(bytes: Vec<u8>) -> Pixels {
        Pixels(Arc::new(bytes))
    }
}

impl FromIterator<u8> for Pixels {
    fn from_iter<I: IntoIterator<Item = u8>>(bytes: I) -> Pixels {
        Pixels::from(Vec::from_iter(bytes))
    }
}

impl Deref for Pixels {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl DerefMut for Pixels {
    fn deref_mut(&mut self) -> &mut [u8] {
        Arc::<Vec<u8>>::make_mut(&mut self.0)
    }
}

impl std::fmt::Debug for Pixels {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} bytes", self.len())
    }
}

impl Image {
    /// A picture of one colour.
    pub fn filled(size: Size, origin: Point, rgb: [u8; 3]) -> Image {
        let pixels = size.width as usize * size.height as usize;
        Image { size, origin, rgb: rgb.repeat(pixels).into() }
    }

    /// Makes a rectangle, given in desktop pixels, unreadable: fills it with its mean colour.
    pub fn obscure(&mut self, rect: Rect) {
        let area = rect.intersection(self.rect());
        if area.is_empty() {
            return;
        }
        let inside = area.relative_to(self.origin);
        let (start, length) = (3 * inside.x.unsigned_abs() as usize, 3 * inside.width as usize);
        let row = 3 * self.size.width as usize;
        let mut sums = [0_u64; 3];
        for y in inside.y.unsigned_abs() as usize..inside.y.unsigned_abs() as usize + inside.height as usize {
            for pixel in self.rgb[y * row + start..][..length].as_chunks::<3>().0 {
                sums.iter_mut().zip(pixel).for_each(|(sum, part)| *sum += u64::from(*part));
            }
        }
        self.fill(area, sums.map(|sum| u8::try_from(sum / area.area()).unwrap_or(u8::MAX)));
    }

    /// The part of the desktop that it shows.
    pub fn rect(&self) -> Rect {
        Rect::new(self.origin.x, self.origin.y, self.size.width, self.size.height)
    }
}

impl std::fmt::Debug for Image {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Image({}x{} at {},{})", self.size.width, self.size.height, self.origin.x, self.origin.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_share_their_pixels_until_one_of_them_is_written_to() {
        let image = Image::filled(Size { width: 4, height: 2 }, Point { x: 0, y: 0 }, [7; 3]);
        let mut copy = image.clone();
        assert_eq!(copy.rgb.as_ptr(), image.rgb.as_ptr());
        copy.obscure(image.rect());
        assert_ne!(copy.rgb.as_ptr(), image.rgb.as_ptr());
        assert!(copy == image && image.rgb[..] == [7; 24]);
        copy.rgb[5] = 9;
        assert!(copy != image && image.rgb[..] == [7; 24]);
    }

    #[test]
    fn what_is_obscured_is_one_colour_and_the_rest_is_as_it_was() {
        let stripes = |x: u32| if x.is_multiple_of(2) { [10, 0, 200] } else { [30, 0, 100] };
        let size = Size { width: 8, height: 4 };
        let rgb = (0..4).flat_map(|_| (0..8).flat_map(stripes)).collect();
        let image = Image { size, origin: Point { x: 100, y: 50 }, rgb };
        for (rect, hidden) in [
            (Rect::new(102, 51, 4, 2), 8),
            (Rect::new(90, 40, 14, 12), 8),
            (Rect::new(0, 0, 1000, 1000), 32),
            (Rect::new(0, 0, 100, 50), 0),
            (Rect::default(), 0),
        ] {
            let mut obscured = image.clone();
            obscured.obscure(rect);
            let differ = obscured.rgb.as_chunks::<3>().0.iter().zip(image.rgb.as_chunks::<3>().0);
            let changed: Vec<_> = differ.filter(|(is, was)| is != was).map(|(is, _)| *is).collect();
            assert_eq!(changed, vec![[20, 0, 150]; hidden], "{rect:?}");
        }
    }
}
