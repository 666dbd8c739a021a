//! A picture in memory, with its position on the desktop.

use deskpilot_core::{Point, Rect, Size};

/// A picture: 8-bit red, green and blue, row by row from the top left, with its position on the desktop.
#[derive(Clone, PartialEq, Eq)]
pub struct Image {
    /// Width and height in pixels.
    pub size: Size,
    /// The position of its top left pixel on the desktop.
    pub origin: Point,
    /// Three bytes a pixel, `3 * width * height` in all.
    pub rgb: Vec<u8>,
}

impl Image {
    /// A picture of one colour.
    pub fn filled(size: Size, origin: Point, rgb: [u8; 3]) -> Image {
        let pixels = size.width as usize * size.height as usize;
        Image { size, origin, rgb: rgb.repeat(pixels) }
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
    fn what_is_obscured_is_one_colour_and_the_rest_is_as_it_was() {
        let stripes = |x: u32| if x.is_multiple_of(2) { [10, 0, 200] } else { [30, 0, 100] };
        let size = Size { width: 8, height: 4 };
        let rgb: Vec<u8> = (0..4).flat_map(|_| (0..8).flat_map(stripes)).collect();
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
