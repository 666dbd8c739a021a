//! Counts edge pixels: pixels that differ from their neighbours, as those of text and drawings do.

use crate::Image;
use deskpilot_core::Rect;

/// How much a colour channel of a neighbour must differ.
const STEP: u8 = 24;

/// The edge pixels of a picture, counted on demand.
pub(super) struct EdgePixels<'a> {
    image: &'a Image,
}

impl EdgePixels<'_> {
    pub(super) fn of(image: &Image) -> EdgePixels<'_> {
        EdgePixels { image }
    }

    /// The number of edge pixels in a rectangle, given in desktop pixels.
    pub(super) fn count_in(&self, rect: Rect) -> u32 {
        let Image { size, origin, rgb } = self.image;
        let area = rect.intersection(self.image.rect()).relative_to(*origin);
        let row = 3 * size.width as usize;
        let (start, length) = (3 * area.x.unsigned_abs() as usize, 3 * area.width as usize);
        let mut parts = 0;
        for y in (area.y.unsigned_abs() as usize..).take(area.height as usize) {
            let here = &rgb[y * row + start..][..length];
            // The last pixel of a row has no right neighbour, and the last row none below it.
            let right = &rgb[y * row + start..(y + 1) * row];
            let right = right.get(3..).unwrap_or(&[]);
            let below = rgb.get((y + 1) * row + start..).and_then(|it| it.get(..length)).unwrap_or(here);
            parts += differing(here, right, below);
        }
        parts.div_ceil(3)
    }
}

/// How many bytes differ from the one to the right or the one below. Plain loops over bytes, which the compiler vectorises.
fn differing(here: &[u8], right: &[u8], below: &[u8]) -> u32 {
    let differs = |one: u8, other: u8| u8::from(one.abs_diff(other) > STEP);
    let both = here.iter().zip(right).zip(below);
    let counted: u32 =
        both.map(|((it, right), below)| u32::from(differs(*it, *right) | differs(*it, *below))).sum();
    let rest = here.iter().zip(below).skip(right.len());
    counted + rest.map(|(it, below)| u32::from(differs(*it, *below))).sum::<u32>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Point, Size};

    #[test]
    fn pixels_that_differ_from_their_neighbours_are_counted() {
        let mut image = Image::filled(Size { width: 20, height: 20 }, Point { x: 100, y: 50 }, [255; 3]);
        image.fill(Rect::new(105, 55, 1, 1), [0; 3]);
        image.fill(Rect::new(119, 69, 1, 1), [0; 3]);
        let edges = EdgePixels::of(&image);
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
            assert_eq!(edges.count_in(rect), expected, "{rect:?}");
        }
    }
}
