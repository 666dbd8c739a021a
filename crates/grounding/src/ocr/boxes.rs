//! Converts the detection network's probability map to the rectangles of text lines.

use deskpilot_core::Rect;

/// For each pixel, the probability that it belongs to the middle of a text line.
pub(super) struct ProbabilityMap {
    pub(super) width: usize,
    pub(super) values: Vec<f32>,
}

/// The minimum probability of a text pixel.
const MIN_PIXEL_PROBABILITY: f32 = 0.3;

/// The minimum average probability of a line.
const MIN_LINE_PROBABILITY: f32 = 0.5;

/// The map shows only the middle of lines: each box grows by its area over its perimeter, times this factor.
const GROWTH: f32 = 1.6;

/// Boxes with fewer pixels per side are noise.
const MIN_SIDE: usize = 3;

/// A text line in fractional pixels of the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct DetectedLine {
    pub(super) left: f32,
    pub(super) top: f32,
    pub(super) right: f32,
    pub(super) bottom: f32,
}

/// The text lines in the map.
pub(super) fn lines(map: &ProbabilityMap) -> Vec<DetectedLine> {
    let mut visited = vec![false; map.values.len()];
    let mut found = Vec::new();
    for start in 0..map.values.len() {
        if !visited[start] && map.values[start] > MIN_PIXEL_PROBABILITY {
            let component = flood(map, start, &mut visited);
            found.extend(line(map, &component));
        }
    }
    found
}

/// The bounds of one connected component, inclusive.
struct Component {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
}

fn flood(map: &ProbabilityMap, start: usize, visited: &mut [bool]) -> Component {
    let height = map.values.len() / map.width;
    let at = |pixel: usize| (pixel % map.width, pixel / map.width);
    let (x, y) = at(start);
    let mut component = Component { left: x, top: y, right: x, bottom: y };
    let mut open = vec![start];
    visited[start] = true;
    while let Some(pixel) = open.pop() {
        let (x, y) = at(pixel);
        component.left = component.left.min(x);
        component.right = component.right.max(x);
        component.top = component.top.min(y);
        component.bottom = component.bottom.max(y);
        for row in y.saturating_sub(1)..=(y + 1).min(height - 1) {
            for column in x.saturating_sub(1)..=(x + 1).min(map.width - 1) {
                let next = row * map.width + column;
                if !visited[next] && map.values[next] > MIN_PIXEL_PROBABILITY {
                    visited[next] = true;
                    open.push(next);
                }
            }
        }
    }
    component
}

fn line(map: &ProbabilityMap, component: &Component) -> Option<DetectedLine> {
    let (width, height) = (component.right - component.left + 1, component.bottom - component.top + 1);
    if width < MIN_SIDE || height < MIN_SIDE || mean(map, component) < MIN_LINE_PROBABILITY {
        return None;
    }
    let growth = (width * height) as f32 * GROWTH / (2 * (width + height)) as f32;
    Some(DetectedLine {
        left: component.left as f32 - growth,
        top: component.top as f32 - growth,
        right: (component.right + 1) as f32 + growth,
        bottom: (component.bottom + 1) as f32 + growth,
    })
}

fn mean(map: &ProbabilityMap, component: &Component) -> f32 {
    let rows = (component.top..=component.bottom)
        .map(|y| &map.values[y * map.width..][component.left..=component.right]);
    let (sum, count) = rows.flatten().fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
    sum / count as f32
}

impl DetectedLine {
    /// The rectangle in the picture, given the region that the map shows and its scale.
    pub(super) fn to_picture(self, region: Rect, scale: f32) -> Rect {
        let along = |value: f32, side: u32| (value / scale).round().clamp(0.0, side as f32) as i32;
        let (left, top) = (along(self.left, region.width), along(self.top, region.height));
        let (right, bottom) = (along(self.right, region.width), along(self.bottom, region.height));
        let side = |from: i32, to: i32| (to - from).max(0).unsigned_abs();
        Rect::new(region.x + left, region.y + top, side(left, right), side(top, bottom))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(rows: &[&str]) -> ProbabilityMap {
        let values = rows.iter().flat_map(|row| row.bytes().map(|digit| f32::from(digit - b'0') / 9.0));
        ProbabilityMap { width: rows[0].len(), values: values.collect() }
    }

    #[test]
    fn connected_likely_pixels_are_a_line() {
        let lines = lines(&map(&["000000000", "099999990", "099999990", "099999990", "000000000"]));
        // Area 21 and perimeter 20 pixels: each side grows by 1.6 times their ratio.
        let growth = 21.0 * 1.6 / 20.0;
        let expected =
            DetectedLine { left: 1.0 - growth, top: 1.0 - growth, right: 8.0 + growth, bottom: 4.0 + growth };
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
        let found = DetectedLine { left: -2.0, top: 5.0, right: 20.0, bottom: 10.0 };
        let region = Rect::new(100, 200, 36, 60);
        assert_eq!(found.to_picture(region, 0.5), Rect::new(100, 210, 36, 10));
    }
}
