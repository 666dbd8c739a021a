//! Converts the detection network's probability map to the rectangles of text lines.

use deskpilot_core::Rect;

/// For each pixel, the probability that it belongs to the middle of a text line.
pub(super) struct Map {
    pub(super) width: usize,
    pub(super) values: Vec<f32>,
}

/// The minimum probability of a text pixel.
const PIXEL: f32 = 0.3;

/// The minimum average probability of a line.
const LINE: f32 = 0.5;

/// The map shows only the middle of lines: each box grows by its area over its perimeter, times this factor.
const WHOLE: f32 = 1.6;

/// Boxes with fewer pixels per side are noise.
const SPECK: usize = 3;

/// A text line in fractional pixels of the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Found {
    pub(super) left: f32,
    pub(super) top: f32,
    pub(super) right: f32,
    pub(super) bottom: f32,
}

/// The text lines in the map.
pub(super) fn lines(map: &Map) -> Vec<Found> {
    let mut seen = vec![false; map.values.len()];
    let mut found = Vec::new();
    for start in 0..map.values.len() {
        if !seen[start] && map.values[start] > PIXEL {
            let blot = flood(map, start, &mut seen);
            found.extend(line(map, &blot));
        }
    }
    found
}

/// The bounds of one connected component, inclusive.
struct Blot {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
}

fn flood(map: &Map, start: usize, seen: &mut [bool]) -> Blot {
    let height = map.values.len() / map.width;
    let at = |pixel: usize| (pixel % map.width, pixel / map.width);
    let (x, y) = at(start);
    let mut blot = Blot { left: x, top: y, right: x, bottom: y };
    let mut open = vec![start];
    seen[start] = true;
    while let Some(pixel) = open.pop() {
        let (x, y) = at(pixel);
        blot.left = blot.left.min(x);
        blot.right = blot.right.max(x);
        blot.top = blot.top.min(y);
        blot.bottom = blot.bottom.max(y);
        for row in y.saturating_sub(1)..=(y + 1).min(height - 1) {
            for column in x.saturating_sub(1)..=(x + 1).min(map.width - 1) {
                let next = row * map.width + column;
                if !seen[next] && map.values[next] > PIXEL {
                    seen[next] = true;
                    open.push(next);
                }
            }
        }
    }
    blot
}

fn line(map: &Map, blot: &Blot) -> Option<Found> {
    let (width, height) = (blot.right - blot.left + 1, blot.bottom - blot.top + 1);
    if width < SPECK || height < SPECK || mean(map, blot) < LINE {
        return None;
    }
    let grown = (width * height) as f32 * WHOLE / (2 * (width + height)) as f32;
    Some(Found {
        left: blot.left as f32 - grown,
        top: blot.top as f32 - grown,
        right: (blot.right + 1) as f32 + grown,
        bottom: (blot.bottom + 1) as f32 + grown,
    })
}

fn mean(map: &Map, blot: &Blot) -> f32 {
    let rows = (blot.top..=blot.bottom).map(|y| &map.values[y * map.width..][blot.left..=blot.right]);
    let (sum, count) = rows.flatten().fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
    sum / count as f32
}

impl Found {
    /// The rectangle in the picture, given the part that the map shows and its scale.
    pub(super) fn placed(self, part: Rect, scale: f32) -> Rect {
        let along = |value: f32, side: u32| (value / scale).round().clamp(0.0, side as f32) as i32;
        let (left, top) = (along(self.left, part.width), along(self.top, part.height));
        let (right, bottom) = (along(self.right, part.width), along(self.bottom, part.height));
        let side = |from: i32, to: i32| (to - from).max(0).unsigned_abs();
        Rect::new(part.x + left, part.y + top, side(left, right), side(top, bottom))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(rows: &[&str]) -> Map {
        let values = rows.iter().flat_map(|row| row.bytes().map(|digit| f32::from(digit - b'0') / 9.0));
        Map { width: rows[0].len(), values: values.collect() }
    }

    #[test]
    fn connected_likely_pixels_are_a_line() {
        let lines = lines(&map(&["000000000", "099999990", "099999990", "099999990", "000000000"]));
        // Area 21 and perimeter 20 pixels: each side grows by 1.6 times their ratio.
        let grown = 21.0 * 1.6 / 20.0;
        let expected = Found { left: 1.0 - grown, top: 1.0 - grown, right: 8.0 + grown, bottom: 4.0 + grown };
        assert_eq!(lines, [expected]);
    }

    #[test]
    fn corners_connect_and_specks_and_doubts_do_not_count() {
        for (rows, expected) in [
            (&["9990000", "9990000", "9990000", "0009990", "0009990", "0009990"] as &[&str], 1),
            (&["9990999", "9990999", "9990999"], 2),
            (&["9900000", "9900000", "0000000"], 0),
            (&["4444000", "4444000", "4444000"], 0),
            (&["2222000", "2222000", "2222000"], 0),
        ] {
            assert_eq!(lines(&map(rows)).len(), expected, "{rows:?}");
        }
    }

    #[test]
    fn a_line_is_placed_in_the_picture_and_stays_in_its_part() {
        let found = Found { left: -2.0, top: 5.0, right: 20.0, bottom: 10.0 };
        let part = Rect::new(100, 200, 36, 60);
        assert_eq!(found.placed(part, 0.5), Rect::new(100, 210, 36, 10));
    }
}
