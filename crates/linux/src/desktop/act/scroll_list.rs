//! Scrolls a list until an item of it can be clicked: some lists refuse to select an item by a call, and some report only the items
//! that they show.

use super::list_items::{ListEntry, items};
use super::pointer::ACCEPTANCE;
use super::sender::Sender;
use crate::desktop::reading::find_again::{FoundControl, Target};
use crate::desktop::windows::window_group::WindowGroup;
use deskpilot_atspi::VisibilityRule;
use deskpilot_core::{Rect, Role, ScrollBy, is_same_name};
use deskpilot_desktop::DesktopError;
use futures::future::join_all;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How long a list is scrolled at most.
const SCROLLING: Duration = Duration::from_secs(15);
/// How long a list may take to move once the wheel was turned, and to stand still again: some glide.
const MOVING: Duration = Duration::from_millis(500);
/// How long to wait between two looks at a list that moves.
const PAUSE: Duration = Duration::from_millis(30);
/// The most notches of the wheel at once.
const MOST_NOTCHES: u32 = 40;
/// How deep the controls in a row are searched.
const DEEPEST_ROW: usize = 8;
/// The notches at once for a list that reports a hundred items on either side of those that it shows: none may come and go between
/// two looks.
const NOTCHES_AT_ONCE: u32 = 30;

/// Where a list is scrolled to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    Up,
    Down,
}

impl Direction {
    fn by(self, notches: u32) -> ScrollBy {
        let notches = i32::try_from(notches).unwrap_or(i32::MAX);
        ScrollBy { up: if self == Direction::Up { notches } else { -notches }, right: 0 }
    }
}

impl Sender<'_> {
    /// The item once it is in the visible part of its list, which is scrolled as far as needed; `None` where it does not get there.
    pub(super) async fn scrolled_to(
        &mut self,
        group: &WindowGroup,
        target: &Target,
        found: &FoundControl,
        item: &ListEntry,
    ) -> Result<Option<FoundControl>, DesktopError> {
        if let Some(shown) = self.item_in_list(group, found, item).await? {
            return Ok(Some(shown));
        }
        // Some lists do it themselves; the others are turned by the wheel.
        let _ = self.reader.bus.until(Instant::now() + ACCEPTANCE).scroll_to(&item.node).await;
        let (end, mut notches) = (Instant::now() + SCROLLING, 1);
        loop {
            if let Some(shown) = self.item_in_list(group, found, item).await? {
                return Ok(Some(shown));
            }
            let Some(before) = self.distance(found, item).await.filter(|_| Instant::now() < end) else {
                return Ok(None);
            };
            if self.would_change_a_row(found).await {
                return Ok(None);
            }
            let direction = if before < 0 { Direction::Up } else { Direction::Down };
            self.turn_wheel(group, target, direction.by(notches)).await?;
            let Some(after) = self.distance_other_than(found, item, before).await else { return Ok(None) };
            notches = next_notches(before, after, notches);
        }
    }

    /// The item of this name in a list that reports only those near its visible part, once it is in that part. The list is scrolled to
    /// its end, and then to its beginning. Where the item does not come up, the error has the names of those that did.
    pub(super) async fn found_by_scrolling(
        &mut self,
        group: &WindowGroup,
        target: &Target,
        found: &FoundControl,
        wanted: &str,
    ) -> Result<Result<FoundControl, Vec<String>>, DesktopError> {
        let (end, mut names) = (Instant::now() + SCROLLING, Vec::new());
        for direction in [Direction::Down, Direction::Up] {
            while Instant::now() < end {
                let listed = self.entries(found).await;
                if listed.iter().any(|it| is_same_name(&it.name, wanted)) {
                    let shown = self.brought_into_view(group, target, found, wanted, end).await?;
                    return Ok(shown.ok_or(names));
                }
                let new = listed.iter().map(|it| it.name.clone()).filter(|it| !names.contains(it));
                names.extend(new.collect::<Vec<_>>());
                if !self.turn(group, target, found, direction.by(NOTCHES_AT_ONCE), &listed).await? {
                    break;
                }
            }
        }
        Ok(Err(names))
    }

    /// The item of this name, which the list reports, once it is in the visible part. Such a list makes other items as it is
    /// scrolled, so that the item is found again by its name, and its place by those that are shown.
    async fn brought_into_view(
        &mut self,
        group: &WindowGroup,
        target: &Target,
        found: &FoundControl,
        wanted: &str,
        end: Instant,
    ) -> Result<Option<FoundControl>, DesktopError> {
        let (mut direction, mut notches) = (Direction::Down, NOTCHES_AT_ONCE);
        while Instant::now() < end {
            let listed = self.entries(found).await;
            let Some(at) = listed.iter().position(|it| is_same_name(&it.name, wanted)) else { break };
            if let Some(shown) = self.item_in_list(group, found, &listed[at]).await? {
                return Ok(Some(shown));
            }
            let Some(shown) = self.middle_of_shown(found, &listed).await else { break };
            let towards = if at < shown { Direction::Up } else { Direction::Down };
            if towards != direction {
                (direction, notches) = (towards, (notches / 2).max(1));
            }
            if !self.turn(group, target, found, direction.by(notches), &listed).await? {
                break;
            }
        }
        Ok(None)
    }

    /// Which of these items is in the middle of those in the visible part of their list. Such a list may also keep the item that has
    /// the keyboard, at the place that it had.
    async fn middle_of_shown(&self, found: &FoundControl, listed: &[ListEntry]) -> Option<usize> {
        let list = self.reader.caller().extents(&found.element.node).await.ok()?;
        let places = self.places(listed).await;
        let is_shown =
            |at: &usize| places[*at].is_some_and(|it| !it.is_empty() && list.contains(it.center()));
        let shown: Vec<usize> = (0..places.len()).filter(is_shown).collect();
        shown.get(shown.len() / 2).copied()
    }

    /// Where these items are, as their application reports.
    async fn places(&self, listed: &[ListEntry]) -> Vec<Option<Rect>> {
        let caller = self.reader.caller();
        let places = listed.iter().map(|it| async { caller.extents(&it.node).await.ok() });
        join_all(places).await
    }

    /// Turns the wheel over the list, and says whether it moved. Does not turn it over a control that the wheel changes.
    async fn turn(
        &mut self,
        group: &WindowGroup,
        target: &Target,
        found: &FoundControl,
        by: ScrollBy,
        listed: &[ListEntry],
    ) -> Result<bool, DesktopError> {
        if self.would_change_a_row(found).await {
            return Ok(false);
        }
        let before = self.places(listed).await;
        self.turn_wheel(group, target, by).await?;
        Ok(self.has_moved(found, listed, &before).await)
    }

    async fn turn_wheel(
        &mut self,
        group: &WindowGroup,
        target: &Target,
        by: ScrollBy,
    ) -> Result<(), DesktopError> {
        self.scroll(group, target, by).await?;
        self.notes.turned += u64::from(by.up.unsigned_abs());
        Ok(())
    }

    /// Whether the wheel would change a number or a choice in a row of the list, and not move the list.
    async fn would_change_a_row(&self, found: &FoundControl) -> bool {
        let caller = self.reader.caller();
        let point = found.member.accessible.coordinates.in_application(found.visible_rect().center());
        let mut node = found.element.node.clone();
        for _ in 0..DEEPEST_ROW {
            match caller.at_point(&node, point).await {
                Ok(Some(next)) if next != node => node = next,
                _ => return false,
            }
            let facts = caller.facts(&node).await;
            if facts.is_ok_and(|it| matches!(it.kind(), Role::Spinner | Role::Slider | Role::ComboBox)) {
                return true;
            }
        }
        false
    }

    /// The item, ready to be clicked, if it is in the visible part of its list. Some lists make another item of it when they are
    /// scrolled.
    async fn item_in_list(
        &mut self,
        group: &WindowGroup,
        found: &FoundControl,
        item: &ListEntry,
    ) -> Result<Option<FoundControl>, DesktopError> {
        let (list, visibility) = (found.visible_rect(), found.member.accessible.visibility);
        // Where the application does not say what is shown, an item beyond the list has a place at which something else is.
        let is_in_view = |it: &FoundControl| {
            visibility == VisibilityRule::ByState || list.contains(it.visible_rect().center())
        };
        let shown = self.shown_item(group, found, item).await?;
        let Some(shown) = shown.filter(is_in_view) else { return Ok(None) };
        let name = self.reader.caller().item_name(&item.node, visibility).await;
        Ok(name.is_ok_and(|name| name == item.name).then_some(shown))
    }

    /// How far the middle of an item is below that of its list, in pixels of its application; `None` where one of them has no place.
    async fn distance(&self, found: &FoundControl, item: &ListEntry) -> Option<i32> {
        let caller = self.reader.caller();
        let places = futures::try_join!(caller.extents(&found.element.node), caller.extents(&item.node));
        let (list, item) = places.ok()?;
        (!list.is_empty() && !item.is_empty()).then(|| item.center().y.saturating_sub(list.center().y))
    }

    /// The distance once the list has moved and stands still; `None` where it stays as it is.
    async fn distance_other_than(&self, found: &FoundControl, item: &ListEntry, before: i32) -> Option<i32> {
        let (end, mut last) = (Instant::now() + MOVING, before);
        while Instant::now() < end {
            sleep(PAUSE).await;
            let now = self.distance(found, item).await?;
            if now != before && now == last {
                return Some(now);
            }
            last = now;
        }
        (last != before).then_some(last)
    }

    /// The items that a list reports now; none where it does not reply.
    async fn entries(&self, found: &FoundControl) -> Vec<ListEntry> {
        let visibility = found.member.accessible.visibility;
        items(self.reader.caller(), &found.element.node, visibility).await.unwrap_or_default()
    }

    /// Whether a list moves, or has other items than these, which were at these places.
    async fn has_moved(&self, found: &FoundControl, listed: &[ListEntry], before: &[Option<Rect>]) -> bool {
        let names = |all: &[ListEntry]| all.iter().map(|it| it.name.clone()).collect::<Vec<_>>();
        let end = Instant::now() + MOVING;
        while Instant::now() < end {
            sleep(PAUSE).await;
            if self.places(listed).await != before || names(&self.entries(found).await) != names(listed) {
                return true;
            }
        }
        false
    }
}

/// Whether a list may report only those of its items that are near its visible part.
pub(super) fn lists_what_is_near(found: &FoundControl) -> bool {
    let is_gtk4 = found.member.accessible.visibility == VisibilityRule::ByPlace;
    is_gtk4 && matches!(found.element.facts.kind(), Role::List | Role::Table | Role::Tree)
}

/// How many notches bring the item to the middle, as `notches` have moved it from one distance to the other.
fn next_notches(before: i32, after: i32, notches: u32) -> u32 {
    let of_one = (before.abs_diff(after) / notches.max(1)).max(1);
    (after.unsigned_abs() / of_one).clamp(1, MOST_NOTCHES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wheel_is_turned_as_far_as_the_item_is_away() {
        for (before, after, notches, expected) in [
            (1000, 940, 1, 15),
            (940, 40, 15, 1),
            (-1000, -880, 2, 14),
            (100_000, 99_990, 1, MOST_NOTCHES),
            // It went too far, and is turned back.
            (50, -10, 1, 1),
            (40, 40, 1, MOST_NOTCHES),
        ] {
            assert_eq!(next_notches(before, after, notches), expected, "from {before} to {after}");
        }
        assert_eq!(Direction::Down.by(3), ScrollBy { up: -3, right: 0 });
        assert_eq!(Direction::Up.by(3), ScrollBy { up: 3, right: 0 });
    }
}
