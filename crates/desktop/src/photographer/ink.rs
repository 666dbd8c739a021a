//! Where in a picture something is written or drawn: the pixels that differ from their neighbours.

use crate::Image;
use deskpilot_core::Rect;

/// How much more or less of a colour a neighbour must have.
const STEP: u8 = 24;

/// How many pixels of a rectangle are not empty ground. Only what is asked for is looked at.
pub(super) struct Ink<'a> {
    image: &'a Image,
}

impl Ink<'_> {
    pub(super) fn of(image: &Image) -> Ink<'_> {
        Ink { image }
    }

    /// The pixels with ink in a rectangle, told in desktop pixels.
    pub(super) fn under(&self, rect: Rect) -> u32 {
        let Image { size, origin, rgb } = self.image;
        let area = rect.intersection(self.image.rect()).relative_to(*origin);
        let row = 3 * size.width as usize;
        let (start, length) = (3 * area.x.unsigned_abs() as usize, 3 * area.width as usize);
        let mut parts = 0;
        for y in (area.y.unsigned_abs() as usize..).take(area.height as usize) {
            let here = &rgb[y * row + start..][..length];
            // The last pixel of a row has no neighbour, and the last row none below it.
            let beside = &rgb[y * row + start..(y + 1) * row];
            let beside = beside.get(3..).unwrap_or(&[]);
            let below = rgb.get((y + 1) * row + start..).and_then(|it| it.get(..length)).unwrap_or(here);
            parts += differing(here, beside, below);
        }
        parts.div_ceil(3)
    }
}

/// How many bytes differ from the one beside them or the one below. Plain loops over bytes, which the compiler does
/// sixteen at once.
fn differing(here: &[u8], beside: &[u8], below: &[u8]) -> u32 {
    let apart = |one: u8, other: u8| u8::from(one.abs_diff(other) > STEP);
    let both = here.iter().zip(beside).zip(below);
    let counted: u32 =
        both.map(|((it, beside), below)| u32::from(apart(*it, *beside) | apart(*it, *below))).sum();
    let rest = here.iter().zip(below).skip(beside.len());
    counted + rest.map(|(it, below)| u32::from(apart(*it, *below))).sum::<u32>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Point, Size};

    #[test]
    fn ink_is_counted_where_the_picture_is_not_plain() {
        let mut image = Image::filled(Size { width: 20, height: 20 }, Point { x: 100, y: 50 }, [255; 3]);
        image.fill(Rect::new(105, 55, 1, 1), [0; 3]);
        image.fill(Rect::new(119, 69, 1, 1), [0; 3]);
        let ink = Ink::of(&image);
        // The dark pixel, its left neighbour and the one above it each have a neighbour that differs; the one in the
        // corner has none itself.
        for (rect, expected) in [
            (Rect::new(100, 50, 15, 15), 3),
            (Rect::new(105, 55, 1, 1), 1),
            (Rect::new(106, 56, 9, 9), 0),
            (Rect::new(119, 69, 1, 1), 0),
            (Rect::new(118, 68, 2, 2), 2),
            (Rect::new(0, 0, 300, 300), 5),
            (Rect::new(500, 500, 9, 9), 0),
        ] {
            assert_eq!(ink.under(rect), expected, "{rect:?}");
        }
    }
}
