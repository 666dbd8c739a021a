//! Cuts a line at gaps that are too wide for a space: two neighbouring buttons are two controls.

use deskpilot_core::Rect;
use deskpilot_desktop::Image;

/// The minimum gap at which a line is cut, in line heights. Words are a third apart, buttons and menu bar
/// entries more than half.
const MIN_GAP: f64 = 0.5;

/// The middle share of the line's height that is examined; a button's frame may be above and below.
const EXAMINED_SHARE: f64 = 0.66;

/// The maximum colour difference within an empty column.
const MAX_COLOUR_DIFFERENCE: u8 = 40;

/// How much of a gap the neighbouring pieces keep, in line heights.
const MARGIN: f64 = 0.15;

/// The pieces of a line from left to right, relative to the picture's top left corner.
pub(super) fn split_at_gaps(picture: &Image, line: Rect) -> Vec<Rect> {
    let height = f64::from(line.height);
    let wide = (MIN_GAP * height).ceil() as usize;
    let edge = (MARGIN * height) as usize;
    let written: Vec<bool> = (line.x..line.right()).map(|x| is_written(picture, line, x)).collect();
    let mut pieces: Vec<(usize, usize)> = Vec::new();
    for at in (0..written.len()).filter(|at| written[*at]) {
        match pieces.last_mut().filter(|(_, last)| at - *last <= wide) {
            Some((_, last)) => *last = at,
            None => pieces.push((at, at)),
        }
    }
    let count = pieces.len();
    if count < 2 {
        return vec![line];
    }
    let piece = |(order, (first, last)): (usize, (usize, usize))| {
        // The ends of the line stay as detected.
        let left = if order == 0 { 0 } else { first.saturating_sub(edge) };
        let right = if order + 1 == count { written.len() } else { (last + 1 + edge).min(written.len()) };
        Rect { x: line.x + left as i32, width: (right - left) as u32, ..line }
    };
    pieces.into_iter().enumerate().map(piece).collect()
}

/// Whether the column has more than one colour. The vertical side of a frame has one along its whole length.
fn is_written(picture: &Image, line: Rect, x: i32) -> bool {
    let margin = (f64::from(line.height) * (1.0 - EXAMINED_SHARE) / 2.0) as i32;
    let across = picture.size.width as usize;
    let pixel = |y: i32| &picture.rgb[(y as usize * across + x as usize) * 3..][..3];
    let rows = line.y + margin..(line.bottom() - margin).max(line.y + margin + 1);
    (0..3).any(|channel| {
        let values = rows.clone().map(|y| pixel(y)[channel]);
        let (low, high) = values.fold((u8::MAX, 0), |(low, high), value| (low.min(value), high.max(value)));
        high.saturating_sub(low) > MAX_COLOUR_DIFFERENCE
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Point, Size};

    /// One column per character: `x` is text, `|` the side of a frame, anything else empty.
    fn drawn(columns: &str) -> Image {
        let size = Size { width: columns.len() as u32, height: 20 };
        let mut image = Image::filled(size, Point { x: 0, y: 0 }, [200; 3]);
        for (x, column) in columns.bytes().enumerate() {
            let rows = match column {
                b'x' => 8..12,
                b'|' => 0..20,
                _ => 0..0,
            };
            rows.for_each(|y| image.rgb[(y * columns.len() + x) * 3 + 1] = 20);
        }
        image
    }

    #[test]
    fn a_line_is_cut_at_wide_gaps_only() {
        for (columns, expected) in [
            ("..xxxx......xxxx..", vec![(0, 18)]),
            ("..xxxx............xxxx..", vec![(0, 9), (15, 9)]),
            ("..xxxx..|......|..xxxx..", vec![(0, 9), (15, 9)]),
            ("..xxxx............xxxx............xx", vec![(0, 9), (15, 10), (31, 5)]),
            ("........................", vec![(0, 24)]),
            (".............xx..........", vec![(0, 25)]),
        ] {
            let line = Rect::new(0, 0, columns.len() as u32, 20);
            let pieces: Vec<_> =
                split_at_gaps(&drawn(columns), line).iter().map(|it| (it.x, it.width)).collect();
            assert_eq!(pieces, expected, "{columns}");
        }
    }
}
