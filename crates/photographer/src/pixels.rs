//! Converts the pixels of a screen, four bytes each, to RGB. Pure.

use crate::Image;
use deskpilot_core::Rect;

/// The byte order of four-byte pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByteOrder {
    /// Blue, green, red, unused.
    BlueFirst,
    /// Unused, red, green, blue.
    BlueLast,
}

impl ByteOrder {
    /// Converts four-byte pixels to three-byte ones, as many as `to` has room for.
    fn convert(self, from: &[u8], to: &mut [u8]) {
        let of_four = from.as_chunks::<16>().0.iter().zip(to.as_chunks_mut::<12>().0);
        for (from, to) in of_four {
            let (pixels, _) = from.as_chunks::<4>();
            let [first, second, third, fourth] = [0, 1, 2, 3].map(|index| self.rgb(pixels[index]));
            // Four pixels of three bytes are three words of four bytes.
            let words = [first | second << 24, second >> 8 | third << 16, third >> 16 | fourth << 8];
            for (part, word) in to.as_chunks_mut::<4>().0.iter_mut().zip(words) {
                *part = word.to_le_bytes();
            }
        }
        let done = (from.len() / 16).min(to.len() / 12);
        let rest = from[16 * done..].as_chunks::<4>().0.iter().zip(to[12 * done..].as_chunks_mut::<3>().0);
        for (from, to) in rest {
            let [red, green, blue, _] = self.rgb(*from).to_le_bytes();
            *to = [red, green, blue];
        }
    }

    /// The pixel with red in the lowest byte and zero in the highest.
    fn rgb(self, pixel: [u8; 4]) -> u32 {
        match self {
            ByteOrder::BlueFirst => u32::from_be_bytes(pixel) >> 8,
            ByteOrder::BlueLast => u32::from_le_bytes(pixel) >> 8,
        }
    }
}

/// Writes rows of four-byte pixels into this part of a picture, starting at row `first` of the part.
pub fn put_rows(image: &mut Image, part: Rect, first: usize, rows: &[u8], order: ByteOrder) {
    let (row, stride) = (4 * part.width as usize, 3 * image.size.width as usize);
    if part.width == image.size.width {
        // Rows of full width are contiguous in the picture too.
        let start = stride * (part.y.unsigned_abs() as usize + first);
        order.convert(rows, &mut image.rgb[start..][..rows.len() / 4 * 3]);
        return;
    }
    for (y, line) in rows.chunks_exact(row).enumerate() {
        let start =
            stride * (part.y.unsigned_abs() as usize + first + y) + 3 * part.x.unsigned_abs() as usize;
        order.convert(line, &mut image.rgb[start..][..3 * part.width as usize]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Point, Size};

    #[test]
    fn every_pixel_is_turned_around_however_many_there_are() {
        for pixels in 0..40_usize {
            let from: Vec<u8> = (0..pixels * 4).map(|byte| (byte * 7 + 1) as u8).collect();
            for (order, parts) in [(ByteOrder::BlueFirst, [2, 1, 0]), (ByteOrder::BlueLast, [1, 2, 3])] {
                let mut to = vec![0; pixels * 3];
                order.convert(&from, &mut to);
                let expected: Vec<u8> =
                    from.chunks_exact(4).flat_map(|pixel| parts.map(|part| pixel[part])).collect();
                assert_eq!(to, expected, "{pixels} pixels, {order:?}");
            }
        }
    }

    #[test]
    fn a_part_goes_where_it_belongs() {
        let rows = |width: u32, height: u32| vec![9; 4 * (width * height) as usize];
        for (part, first, height, expected) in [
            (Rect::new(0, 0, 5, 4), 1, 2, Rect::new(0, 1, 5, 2)),
            (Rect::new(2, 1, 2, 3), 0, 3, Rect::new(2, 1, 2, 3)),
            (Rect::new(2, 1, 2, 3), 2, 1, Rect::new(2, 3, 2, 1)),
        ] {
            let mut image = Image::filled(Size { width: 5, height: 4 }, Point { x: 0, y: 0 }, [0; 3]);
            put_rows(&mut image, part, first, &rows(part.width, height), ByteOrder::BlueFirst);
            for y in 0..4 {
                for x in 0..5 {
                    let is = image.rgb[3 * (5 * y + x) as usize] == 9;
                    assert_eq!(is, expected.contains(Point { x, y }), "{part:?} from {first}: {x},{y}");
                }
            }
        }
    }
}
