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
    /// Whether it is the one in use.
    pub(in crate::desktop) active: bool,
}

/// How well two descriptions fit, the best last: by title and place, then by which is in use.
type Fit = (u32, bool);

impl WindowDescription {
    pub(in crate::desktop) fn of_client(client: &Client) -> WindowDescription {
        WindowDescription {
            title: client.title.clone(),
            size: client.outer.size(),
            place: Some(client.outer.origin()),
            active: client.active,
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

    /// How well they fit; `None` when the descriptions are of different windows.
    fn fit(&self, other: &WindowDescription) -> Option<Fit> {
        let distance = self.distance(other);
        let same_title = !self.title.is_empty() && self.title == other.title;
        let near = if self.title.is_empty() || other.title.is_empty() { NEAR } else { VERY_NEAR };
        let fits = same_title || distance <= near;
        let score = (if same_title { SAME_TITLE } else { 0 }) + NEAR.saturating_sub(distance);
        fits.then_some((score, self.active == other.active))
    }
}

/// For each accessible window the index of its X11 window; the best matches are made first. Two windows of one title and size whose
/// application reports no places are matched once one of them is in use: before, either could be the other, and an action in one
/// would go to the other.
pub(in crate::desktop) fn match_windows(
    accessible: &[WindowDescription],
    windows: &[WindowDescription],
) -> Vec<Option<usize>> {
    let mut fits = Vec::new();
    for (left, one) in accessible.iter().enumerate() {
        fits.extend(
            windows.iter().enumerate().filter_map(|(right, other)| Some((one.fit(other)?, left, right))),
        );
    }
    // Best first; the indices only make the order the same at every look.
    fits.sort_by_key(|(fit, left, right)| (std::cmp::Reverse(*fit), *left, *right));
    let mut matches = vec![None; accessible.len()];
    for (fit, left, right) in &fits {
        let is_open = |left: usize, right: usize| matches[left].is_none() && !matches.contains(&Some(right));
        if is_open(*left, *right) && !is_exchangeable(&fits, (*fit, *left, *right), is_open) {
            matches[*left] = Some(*right);
        }
    }
    // One window on each side can only be each other, however badly the descriptions fit.
    if let ([None], [_]) = (matches.as_slice(), windows) {
        matches[0] = Some(0);
    }
    matches
}

/// Whether two accessible windows and two X11 windows that have no match yet all fit each other equally well.
fn is_exchangeable(
    fits: &[(Fit, usize, usize)],
    (fit, left, right): (Fit, usize, usize),
    is_open: impl Fn(usize, usize) -> bool,
) -> bool {
    let equal = || fits.iter().filter(|(it, left, right)| *it == fit && is_open(*left, *right));
    let has = |left: usize, right: usize| equal().any(|(_, one, other)| (*one, *other) == (left, right));
    let mut others = equal().filter(|(_, one, other)| *one != left && *other != right);
    others.any(|(_, one, other)| has(left, *other) && has(*one, right))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn looks(title: &str, place: Option<(i32, i32)>, size: (u32, u32)) -> WindowDescription {
        let place = place.map(|(x, y)| Point { x, y });
        let size = Size { width: size.0, height: size.1 };
        WindowDescription { title: title.into(), size, place, active: false }
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

    #[test]
    fn windows_of_one_title_and_size_without_places_are_distinguished_by_which_is_in_use_or_not_at_all() {
        let accessible = |active| WindowDescription { active, ..looks("a.txt", None, (400, 300)) };
        let at = |x, active| WindowDescription { active, ..looks("a.txt", Some((x, 10)), (400, 300)) };
        let larger = || looks("a.txt", Some((10, 10)), (450, 300));
        let (one, both) = (vec![Some(0), None], vec![Some(1), Some(0)]);
        for (accessible, windows, expected) in [
            (vec![accessible(true), accessible(false)], vec![at(10, false), at(500, true)], both),
            (
                vec![accessible(false), accessible(false)],
                vec![at(10, false), at(500, false)],
                vec![None, None],
            ),
            // One closed in the middle, and its node or its window is still there.
            (vec![accessible(false), accessible(false)], vec![at(10, false)], one),
            (vec![accessible(false)], vec![at(10, false), at(500, false)], vec![Some(0)]),
            (
                vec![looks("a.txt", None, (450, 300)), accessible(false)],
                vec![at(10, false), larger()],
                vec![Some(1), Some(0)],
            ),
        ] {
            assert_eq!(match_windows(&accessible, &windows), expected, "{accessible:?} and {windows:?}");
        }
    }
}
