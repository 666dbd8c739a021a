//! Matches accessible windows to X11 windows by title, size and place. Pure.

use deskpilot_core::{Point, Size};
use deskpilot_x11::Client;

/// How far two descriptions of one window may differ, in pixels of place and size together.
const NEAR: u32 = 160;
/// The same, where both have a title and the titles differ.
const VERY_NEAR: u32 = 40;
/// The score of an equal title.
const SAME_TITLE: u32 = 10_000;

/// A window as one side describes it.
#[derive(Clone, Debug)]
pub(in crate::desktop) struct WindowDescription {
    pub(in crate::desktop) title: String,
    pub(in crate::desktop) size: Size,
    /// `None` where that side does not know it.
    pub(in crate::desktop) place: Option<Point>,
}

impl WindowDescription {
    pub(in crate::desktop) fn of_client(client: &Client) -> WindowDescription {
        WindowDescription {
            title: client.title.clone(),
            size: client.outer.size(),
            place: Some(client.outer.origin()),
        }
    }

    fn distance(&self, other: &WindowDescription) -> u32 {
        let size = self.size.width.abs_diff(other.size.width) + self.size.height.abs_diff(other.size.height);
        let place = match (self.place, other.place) {
            (Some(a), Some(b)) => a.x.abs_diff(b.x).saturating_add(a.y.abs_diff(b.y)),
            _ => 0,
        };
        size.saturating_add(place)
    }

    /// The score of a match; `None` when the descriptions are of different windows.
    fn score(&self, other: &WindowDescription) -> Option<u32> {
        let distance = self.distance(other);
        let same_title = !self.title.is_empty() && self.title == other.title;
        let near = if self.title.is_empty() || other.title.is_empty() { NEAR } else { VERY_NEAR };
        let fits = same_title || distance <= near;
        fits.then(|| (if same_title { SAME_TITLE } else { 0 }) + NEAR.saturating_sub(distance))
    }
}

/// For each accessible window the index of its X11 window; the best matches are made first.
pub(in crate::desktop) fn match_windows(
    accessible: &[WindowDescription],
    windows: &[WindowDescription],
) -> Vec<Option<usize>> {
    let mut scores = Vec::new();
    for (left, one) in accessible.iter().enumerate() {
        scores.extend(
            windows.iter().enumerate().filter_map(|(right, other)| Some((one.score(other)?, left, right))),
        );
    }
    scores.sort_by_key(|(score, left, right)| (std::cmp::Reverse(*score), *left, *right));
    let mut matches = vec![None; accessible.len()];
    for (_, left, right) in scores {
        if matches[left].is_none() && !matches.contains(&Some(right)) {
            matches[left] = Some(right);
        }
    }
    if let ([None], [_]) = (matches.as_slice(), windows) {
        matches[0] = Some(0);
    }
    matches
}

#[cfg(test)]
mod tests {
    use super::*;

    fn looks(title: &str, place: Option<(i32, i32)>, size: (u32, u32)) -> WindowDescription {
        let place = place.map(|(x, y)| Point { x, y });
        WindowDescription { title: title.into(), size: Size { width: size.0, height: size.1 }, place }
    }

    #[test]
    fn windows_are_joined_by_title_then_by_place() {
        let doc = looks("a.txt", Some((10, 10)), (400, 300));
        let same = looks("a.txt", Some((500, 10)), (400, 300));
        let nameless = looks("", Some((12, 11)), (400, 300));
        let menu = looks("", Some((700, 700)), (100, 300));
        let gtk4 = looks("a.txt", None, (390, 290));
        for (accessible, windows, expected) in [
            (vec![doc.clone()], vec![same.clone(), doc.clone()], vec![Some(1)]),
            (vec![same.clone(), doc.clone()], vec![doc.clone(), same.clone()], vec![Some(1), Some(0)]),
            (vec![menu.clone(), nameless], vec![doc.clone()], vec![None, Some(0)]),
            (vec![gtk4], vec![doc.clone()], vec![Some(0)]),
            (vec![menu.clone()], vec![doc.clone(), same], vec![None]),
            (vec![menu], vec![doc], vec![Some(0)]),
        ] {
            assert_eq!(match_windows(&accessible, &windows), expected, "{accessible:?} and {windows:?}");
        }
    }
}
