//! Finds the regions of a picture that changed and must be searched again.

use deskpilot_core::{Rect, Size};
use deskpilot_desktop::Image;

/// Changes that are more rows apart than this are searched separately.
const MIN_DISTANCE: i32 = 48;

/// The margin around a change that is searched too, in pixels: the detector needs the surroundings to
/// distinguish text from ornament.
const MARGIN: i32 = 32;

/// From this share of the area on, the whole picture is searched.
const MAX_SHARE: f64 = 0.6;

/// What must be searched again.
#[derive(Debug, PartialEq)]
pub(super) enum SearchScope {
    /// The whole picture.
    Everything,
    /// These regions, relative to the top left corner; empty for no change.
    Regions(Vec<ChangedRegion>),
}

/// A region that is searched again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ChangedRegion {
    /// Where lines may have been added, removed or changed.
    pub(super) core: Rect,
    /// The core with its margin.
    pub(super) with_margin: Rect,
}

/// The regions of `now` to search again, given the `lines` found in `before`, a picture of the same size.
pub(super) fn changed_regions(before: &Image, now: &Image, lines: &[Rect]) -> SearchScope {
    let regions: Vec<ChangedRegion> = bands(before, now)
        .into_iter()
        .map(|band| {
            let core = extend_to_lines(band, lines);
            ChangedRegion { core, with_margin: add_margin(core, now.size) }
        })
        .collect();
    let area: u64 = regions.iter().map(|region| region.with_margin.area()).sum();
    let all = u64::from(now.size.width) * u64::from(now.size.height);
    if area as f64 > MAX_SHARE * all as f64 { SearchScope::Everything } else { SearchScope::Regions(regions) }
}

/// The changed rectangles from top to bottom, merged where they are less than [`MIN_DISTANCE`] rows apart.
fn bands(before: &Image, now: &Image) -> Vec<Rect> {
    let across = (now.size.width as usize * 3).max(1);
    let rows = before.rgb.chunks_exact(across).zip(now.rgb.chunks_exact(across));
    let mut bands: Vec<Rect> = Vec::new();
    for (y, (left, right)) in rows.enumerate().filter(|(_, (left, right))| left != right) {
        let differs = |(left, right): (&u8, &u8)| left != right;
        let first = left.iter().zip(right).position(differs).unwrap_or(0) / 3;
        let last = left.iter().zip(right).rposition(differs).unwrap_or(0) / 3;
        let row = Rect::new(first as i32, y as i32, (last - first + 1) as u32, 1);
        match bands.last_mut().filter(|band| row.y - band.bottom() < MIN_DISTANCE) {
            Some(band) => *band = union(*band, row),
            None => bands.push(row),
        }
    }
    bands
}

/// The band, extended to every line that it touches.
fn extend_to_lines(band: Rect, lines: &[Rect]) -> Rect {
    let mut core = band;
    loop {
        let touched = lines.iter().filter(|line| !line.intersection(core).is_empty());
        let larger = touched.fold(core, |core, line| union(core, *line));
        if larger == core {
            return core;
        }
        core = larger;
    }
}

fn add_margin(core: Rect, size: Size) -> Rect {
    let wide = Rect::new(
        core.x - MARGIN,
        core.y - MARGIN,
        core.width.saturating_add_signed(2 * MARGIN),
        core.height.saturating_add_signed(2 * MARGIN),
    );
    wide.intersection(Rect::new(0, 0, size.width, size.height))
}

fn union(left: Rect, right: Rect) -> Rect {
    let (x, y) = (left.x.min(right.x), left.y.min(right.y));
    let width = left.right().max(right.right()) - x;
    let height = left.bottom().max(right.bottom()) - y;
    Rect::new(x, y, width.unsigned_abs(), height.unsigned_abs())
}

/// Merges the lines: earlier ones outside the cores, and new ones that touch the core of their region.
pub(super) fn merge_lines(
    lines: Vec<Rect>,
    regions: &[ChangedRegion],
    found: Vec<(ChangedRegion, Rect)>,
) -> Vec<Rect> {
    let is_outside = |line: &Rect| regions.iter().all(|region| region.core.intersection(*line).is_empty());
    let mut merged: Vec<Rect> = lines.into_iter().filter(is_outside).collect();
    for (region, line) in found {
        let touches = !line.intersection(region.core).is_empty();
        if touches && merged.iter().all(|it| it.intersection(line).is_empty()) {
            merged.push(line);
        }
    }
    merged
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
        let region = |core, whole| ChangedRegion { core, with_margin: whole };
        for (changed, expected) in [
            (with(&[]), SearchScope::Regions(vec![])),
            // The whole line in which one letter changed.
            (with(&[(30, 105)]), SearchScope::Regions(vec![region(line, Rect::new(0, 68, 122, 78))])),
            (
                with(&[(300, 10), (304, 20), (300, 200)]),
                SearchScope::Regions(vec![
                    region(Rect::new(300, 10, 5, 11), Rect::new(268, 0, 69, 53)),
                    region(Rect::new(300, 200, 1, 1), Rect::new(268, 168, 65, 65)),
                ]),
            ),
            (with(&[(0, 0), (399, 40), (0, 80), (0, 120), (0, 160), (0, 200)]), SearchScope::Everything),
        ] {
            assert_eq!(changed_regions(&blank(), &changed, &[line]), expected);
        }
    }

    #[test]
    fn lines_outside_stay_and_those_inside_are_replaced() {
        let at = |x, y| Rect::new(x, y, 20, 10);
        let region = ChangedRegion { core: Rect::new(0, 0, 100, 20), with_margin: Rect::new(0, 0, 132, 52) };
        let before = vec![at(0, 0), at(0, 40), at(95, 25)];
        let found = vec![(region, at(4, 4)), (region, at(0, 39)), (region, at(90, 18))];
        assert_eq!(merge_lines(before, &[region], found), [at(0, 40), at(95, 25), at(4, 4)]);
    }
}
