//! Cuts a line where the gap is too wide for a space: two buttons beside one another are two things.

use deskpilot_core::Rect;
use deskpilot_desktop::Image;

/// How wide a gap is in which a line is cut, in heights of the line. Words are a third of it apart, buttons and the menus
/// of a menu bar more than half of it.
const GAP: f64 = 0.5;

/// The share of the line's height, in its middle, that is looked at: above and below it may be the frame of a button.
const MIDDLE: f64 = 0.66;

/// How much the colours of a column may differ where nothing is written.
const EVEN: u8 = 40;

/// How much of a gap stays with the pieces on its sides, in heights of the line.
const EDGE: f64 = 0.15;

/// The pieces of a line, told from the picture's top left corner, from left to right.
pub(super) fn cut(picture: &Image, line: Rect) -> Vec<Rect> {
    let height = f64::from(line.height);
    let wide = (GAP * height).ceil() as usize;
    let edge = (EDGE * height) as usize;
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
        // The ends of the line stay as they were found.
        let left = if order == 0 { 0 } else { first.saturating_sub(edge) };
        let right = if order + 1 == count { written.len() } else { (last + 1 + edge).min(written.len()) };
        Rect { x: line.x + left as i32, width: (right - left) as u32, ..line }
    };
    pieces.into_iter().enumerate().map(piece).collect()
}

/// Whether the column is of more than one colour. The upright side of a frame is of one: it goes all the way.
fn is_written(picture: &Image, line: Rect, x: i32) -> bool {
    let margin = (f64::from(line.height) * (1.0 - MIDDLE) / 2.0) as i32;
    let across = picture.size.width as usize;
    let pixel = |y: i32| &picture.rgb[(y as usize * across + x as usize) * 3..][..3];
    let rows = line.y + margin..(line.bottom() - margin).max(line.y + margin + 1);
    (0..3).any(|channel| {
        let values = rows.clone().map(|y| pixel(y)[channel]);
        let (low, high) = values.fold((u8::MAX, 0), |(low, high), value| (low.min(value), high.max(value)));
        high.saturating_sub(low) > EVEN
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Point, Size};

    /// A column for each character: `x` is written, `|` is the side of a frame, all else is blank.
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
            let pieces: Vec<_> = cut(&drawn(columns), line).iter().map(|it| (it.x, it.width)).collect();
            assert_eq!(pieces, expected, "{columns}");
        }
    }
}
