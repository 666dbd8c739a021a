//! Scrolls a list until an item of it can be clicked: some lists refuse to select an item by a call.

use super::list_items::ListEntry;
use super::pointer::ACCEPTANCE;
use super::sender::Sender;
use crate::desktop::reading::find_again::{FoundControl, Target};
use crate::desktop::windows::window_group::WindowGroup;
use deskpilot_atspi::VisibilityRule;
use deskpilot_core::{Role, ScrollBy};
use deskpilot_desktop::DesktopError;
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
        // The first notch measures how far one moves this list.
        let (end, mut notches) = (Instant::now() + SCROLLING, 1);
        loop {
            if let Some(shown) = self.item_in_list(group, found, item).await? {
                return Ok(Some(shown));
            }
            let Some(before) = self.distance(found, item).await.filter(|_| Instant::now() < end) else {
                return Ok(None);
            };
            // Asked before each turn: another row lies under the pointer by then.
            if self.would_change_a_row(found).await {
                return Ok(None);
            }
            let direction = if before < 0 { Direction::Up } else { Direction::Down };
            self.turn_wheel(group, target, direction.by(notches)).await?;
            let Some(after) = self.distance_other_than(found, item, before).await else { return Ok(None) };
            notches = next_notches(before, after, notches);
        }
    }

    async fn turn_wheel(
        &mut self,
        group: &WindowGroup,
        target: &Target,
        by: ScrollBy,
    ) -> Result<(), DesktopError> {
        self.scroll(group, target, by).await?;
        // A notch is a press of a button. Without this count, a list that was only turned would pass for an
        // action half done.
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
        // Where the application does not say what is shown, an item beyond the list has the place of something else.
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
