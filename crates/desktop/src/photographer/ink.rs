//! Where in a picture something is written or drawn: the pixels that differ from their neighbours.

use super::colours::brightness;
use crate::Image;
use deskpilot_core::{Point, Rect};

/// How many pixels of any rectangle are not empty ground, in constant time.
pub(super) struct Ink {
    origin: Point,
    picture: Rect,
    /// One more than the picture's width.
    stride: usize,
    /// For each corner, the pixels with ink above it and left of it.
    sums: Vec<u32>,
}

/// How much brighter or darker a neighbour must be.
const STEP: u8 = 24;

impl Ink {
    pub(super) fn of(image: &Image) -> Ink {
        let (width, height) = (image.size.width as usize, image.size.height as usize);
        let bright: Vec<u8> = image.rgb.as_chunks().0.iter().map(|pixel| brightness(*pixel)).collect();
        let stride = width + 1;
        let mut sums = vec![0; stride * (height + 1)];
        for y in 0..height {
            let row = &bright[y * width..][..width];
            let below = bright.get((y + 1) * width..).unwrap_or(&[]);
            let mut in_row = 0;
            for x in 0..width {
                let differs = |other: Option<&u8>| other.is_some_and(|it| it.abs_diff(row[x]) > STEP);
                in_row += u32::from(differs(row.get(x + 1)) || differs(below.get(x)));
                sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1] + in_row;
            }
        }
        Ink { origin: image.origin, picture: image.rect(), stride, sums }
    }

    /// The pixels with ink in a rectangle, told in desktop pixels.
    pub(super) fn under(&self, rect: Rect) -> u32 {
        let area = rect.intersection(self.picture).relative_to(self.origin);
        if area.is_empty() {
            return 0;
        }
        let (left, top) = (area.x.unsigned_abs() as usize, area.y.unsigned_abs() as usize);
        let (right, bottom) = (left + area.width as usize, top + area.height as usize);
        let sum = |x: usize, y: usize| self.sums[y * self.stride + x];
        (sum(right, bottom) + sum(left, top)) - (sum(left, bottom) + sum(right, top))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::Size;

    #[test]
    fn ink_is_counted_where_the_picture_is_not_plain() {
        let mut image = Image::filled(Size { width: 20, height: 20 }, Point { x: 100, y: 50 }, [255; 3]);
        image.fill(Rect::new(105, 55, 1, 1), [0; 3]);
        let ink = Ink::of(&image);
        // The dark pixel, its left neighbour and the one above it each have a neighbour that differs.
        for (rect, expected) in [
            (Rect::new(100, 50, 20, 20), 3),
            (Rect::new(105, 55, 1, 1), 1),
            (Rect::new(106, 56, 9, 9), 0),
            (Rect::new(0, 0, 300, 300), 3),
            (Rect::new(500, 500, 9, 9), 0),
        ] {
            assert_eq!(ink.under(rect), expected, "{rect:?}");
        }
    }
}
