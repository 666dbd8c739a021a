//! Finds the parts of a picture that changed and must be searched again.

use deskpilot_core::{Rect, Size};
use deskpilot_desktop::Image;

/// Changes that are more rows apart than this are searched separately.
const APART: i32 = 48;

/// The margin around a change that is searched too, in pixels: text is told from ornament by its surroundings.
const AROUND: i32 = 32;

/// From this share of the area on, the whole picture is searched.
const MOST: f64 = 0.6;

/// What must be searched again.
#[derive(Debug, PartialEq)]
pub(super) enum Again {
    /// The whole picture.
    Everything,
    /// These parts, relative to the top left corner; empty for no change.
    Parts(Vec<Part>),
}

/// A part that is searched again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Part {
    /// Where lines may have been added, removed or changed.
    pub(super) core: Rect,
    /// The core with its margin.
    pub(super) whole: Rect,
}

/// The parts of `now` to search again, given the `lines` found in `before`, a picture of the same size.
pub(super) fn again(before: &Image, now: &Image, lines: &[Rect]) -> Again {
    let parts: Vec<Part> = bands(before, now)
        .into_iter()
        .map(|band| {
            let core = grown(band, lines);
            Part { core, whole: around(core, now.size) }
        })
        .collect();
    let area: u64 = parts.iter().map(|part| part.whole.area()).sum();
    let all = u64::from(now.size.width) * u64::from(now.size.height);
    if area as f64 > MOST * all as f64 { Again::Everything } else { Again::Parts(parts) }
}

/// The changed rectangles from top to bottom, joined where they are less than [`APART`] rows apart.
fn bands(before: &Image, now: &Image) -> Vec<Rect> {
    let across = (now.size.width as usize * 3).max(1);
    let rows = before.rgb.chunks_exact(across).zip(now.rgb.chunks_exact(across));
    let mut bands: Vec<Rect> = Vec::new();
    for (y, (left, right)) in rows.enumerate().filter(|(_, (left, right))| left != right) {
        let differs = |(left, right): (&u8, &u8)| left != right;
        let first = left.iter().zip(right).position(differs).unwrap_or(0) / 3;
        let last = left.iter().zip(right).rposition(differs).unwrap_or(0) / 3;
        let row = Rect::new(first as i32, y as i32, (last - first + 1) as u32, 1);
        match bands.last_mut().filter(|band| row.y - band.bottom() < APART) {
            Some(band) => *band = united(*band, row),
            None => bands.push(row),
        }
    }
    bands
}

/// The band, extended to every line that it touches.
fn grown(band: Rect, lines: &[Rect]) -> Rect {
    let mut core = band;
    loop {
        let touched = lines.iter().filter(|line| !line.intersection(core).is_empty());
        let larger = touched.fold(core, |core, line| united(core, *line));
        if larger == core {
            return core;
        }
        core = larger;
    }
}

fn around(core: Rect, size: Size) -> Rect {
    let wide = Rect::new(
        core.x - AROUND,
        core.y - AROUND,
        core.width.saturating_add_signed(2 * AROUND),
        core.height.saturating_add_signed(2 * AROUND),
    );
    wide.intersection(Rect::new(0, 0, size.width, size.height))
}

fn united(left: Rect, right: Rect) -> Rect {
    let (x, y) = (left.x.min(right.x), left.y.min(right.y));
    let width = left.right().max(right.right()) - x;
    let height = left.bottom().max(right.bottom()) - y;
    Rect::new(x, y, width.unsigned_abs(), height.unsigned_abs())
}

/// Merges the lines: earlier ones outside the cores, and new ones that touch the core of their part.
pub(super) fn joined(lines: Vec<Rect>, parts: &[Part], found: Vec<(Part, Rect)>) -> Vec<Rect> {
    let is_outside = |line: &Rect| parts.iter().all(|part| part.core.intersection(*line).is_empty());
    let mut joined: Vec<Rect> = lines.into_iter().filter(is_outside).collect();
    for (part, line) in found {
        let touches = !line.intersection(part.core).is_empty();
        if touches && joined.iter().all(|it| it.intersection(line).is_empty()) {
            joined.push(line);
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::Point;

    fn blank() -> Image {
        Image::filled(Size { width: 400, height: 300 }, Point { x: 0, y: 0 }, [255; 3])
    }

    fn with(points: &[(usize, usize)]) -> Image {
        let mut image = blank();
        points.iter().for_each(|(x, y)| image.rgb[(y * 400 + x) * 3] = 0);
        image
    }

    #[test]
    fn what_did_not_change_is_not_searched_again() {
        let line = Rect::new(10, 100, 80, 14);
        let part = |core, whole| Part { core, whole };
        for (changed, expected) in [
            (with(&[]), Again::Parts(vec![])),
            // The whole line in which one letter changed.
            (with(&[(30, 105)]), Again::Parts(vec![part(line, Rect::new(0, 68, 122, 78))])),
            (
                with(&[(300, 10), (304, 20), (300, 200)]),
                Again::Parts(vec![
                    part(Rect::new(300, 10, 5, 11), Rect::new(268, 0, 69, 53)),
                    part(Rect::new(300, 200, 1, 1), Rect::new(268, 168, 65, 65)),
                ]),
            ),
            (with(&[(0, 0), (399, 40), (0, 80), (0, 120), (0, 160), (0, 200)]), Again::Everything),
        ] {
            assert_eq!(again(&blank(), &changed, &[line]), expected);
        }
    }

    #[test]
    fn lines_outside_stay_and_those_inside_are_replaced() {
        let at = |x, y| Rect::new(x, y, 20, 10);
        let part = Part { core: Rect::new(0, 0, 100, 20), whole: Rect::new(0, 0, 132, 52) };
        let before = vec![at(0, 0), at(0, 40), at(95, 25)];
        let found = vec![(part, at(4, 4)), (part, at(0, 39)), (part, at(90, 18))];
        assert_eq!(joined(before, &[part], found), [at(0, 40), at(95, 25), at(4, 4)]);
    }
}
