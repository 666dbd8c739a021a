//! Which controls of a window change by themselves: what differs between two looks without an action between them. Pure.

use deskpilot_core::{Control, ControlChange, Difference, NodeId, WindowId};
use deskpilot_desktop::verdict::SelfChangingControls;
use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

/// What the looks at windows showed between actions.
#[derive(Debug, Default)]
pub(super) struct SelfChanges {
    windows: HashMap<WindowId, WindowLooks>,
}

#[derive(Debug, Default)]
struct WindowLooks {
    /// When the first look was.
    since: Option<Instant>,
    /// The last look, if no action has followed it.
    last: Option<Vec<Control>>,
    /// How often each control was seen to change.
    counts: HashMap<NodeId, u32>,
    /// When each control was last seen to change.
    changed: HashMap<NodeId, Instant>,
    /// The texts that came or went.
    passing: HashSet<String>,
    /// When the name or the role of a control that is pressed for its name was last seen to change.
    renamed: HashMap<NodeId, Instant>,
}

/// How long a window is watched before it is known what of it changes by itself: what changes each second is seen to.
const WATCH: Duration = Duration::from_millis(1100);
/// How long a control that was seen to change once may go on to change.
const GRACE: Duration = Duration::from_secs(5);
/// How long a control counts as unsteady after such a change.
const UNSTEADY: Duration = Duration::from_secs(1);
/// After how many changes a control counts as one that goes on to change.
const GOES_ON: u32 = 2;

impl SelfChanges {
    /// Takes a look at a window. What differs from the one before, unless an action was between them, changed by itself.
    pub(super) fn record(&mut self, window: WindowId, controls: &[Control], now: Instant) {
        let looks = self.windows.entry(window).or_default();
        looks.since.get_or_insert(now);
        if let Some(last) = looks.last.replace(controls.to_vec()) {
            looks.note(&Difference::between(&last, controls), now);
        }
    }

    /// For how long a window must still be watched until it is known what of it changes by itself. An action before that could be taken
    /// for the cause of what a clock does.
    pub(super) fn watch_left(&self, window: WindowId, now: Instant) -> Duration {
        let since = self.windows.get(&window).and_then(|it| it.since);
        let watched = since.map_or(Duration::ZERO, |it| now.saturating_duration_since(it));
        WATCH.saturating_sub(watched)
    }

    /// The controls that are pressed for their name and changed it by themselves a moment ago.
    pub(super) fn unsteady(&self, window: WindowId, now: Instant) -> Vec<NodeId> {
        let renamed = self.windows.get(&window).into_iter().flat_map(|it| &it.renamed);
        let is_recent = |at: &Instant| now.saturating_duration_since(*at) < UNSTEADY;
        renamed.filter(|(_, at)| is_recent(at)).map(|(node, _)| node.clone()).collect()
    }

    /// Takes a look that shows what an action did: it says nothing of what changes by itself.
    pub(super) fn record_after_action(&mut self, window: WindowId, controls: &[Control]) {
        self.windows.entry(window).or_default().last = Some(controls.to_vec());
    }

    /// What changes by itself in a window.
    pub(super) fn of(&self, window: WindowId, now: Instant) -> SelfChangingControls {
        let Some(looks) = self.windows.get(&window) else { return SelfChangingControls::default() };
        let goes_on = looks.counts.iter().filter(|(_, count)| **count >= GOES_ON);
        let is_recent = |at: &Instant| now.saturating_duration_since(*at) < GRACE;
        let recent = looks.changed.iter().filter(|(_, at)| is_recent(at));
        SelfChangingControls {
            contents: goes_on.map(|(node, _)| node.clone()).collect(),
            recent_changes: recent.map(|(node, _)| node.clone()).collect(),
            passing: looks.passing.clone(),
            ..SelfChangingControls::default()
        }
    }
}

impl WindowLooks {
    fn note(&mut self, difference: &Difference, now: Instant) {
        let is_renamed = |it: &&ControlChange| it.after.role.acts_by_name() && it.name().is_some();
        let renamed = difference.changed.iter().filter(is_renamed);
        self.renamed.extend(renamed.filter_map(|it| Some((it.after.node()?.clone(), now))));
        let is_content = |it: &&ControlChange| it.name().is_some() || it.value().is_some();
        let changed = difference.changed.iter().filter(is_content);
        for node in changed.filter_map(|it| it.after.node()) {
            *self.counts.entry(node.clone()).or_default() += 1;
            self.changed.insert(node.clone(), now);
        }
        let came_or_went = difference.added.iter().chain(&difference.removed);
        self.passing.extend(came_or_went.map(|it| it.id().to_string()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{ControlSource, Role};

    const WINDOW: WindowId = WindowId(1);

    fn text(node: &str, name: &str) -> Control {
        let source = ControlSource::Accessibility { node: NodeId(node.into()) };
        Control { source, ..Control::deferred(Role::Text, name) }
    }

    #[test]
    fn a_clock_is_known_after_two_changes_and_what_an_action_changed_is_no_clock() {
        let mut changes = SelfChanges::default();
        let look = |second: &str, sum: &str| vec![text("clock", second), text("sum", sum)];
        let now = Instant::now();
        changes.record(WINDOW, &look("1", "0"), now);
        changes.record(WINDOW, &look("2", "0"), now);
        let clock = HashSet::from([NodeId("clock".into())]);
        assert_eq!(changes.of(WINDOW, now).recent_changes, clock);
        assert!(changes.of(WINDOW, now).contents.is_empty());
        changes.record_after_action(WINDOW, &look("2", "7"));
        changes.record(WINDOW, &look("3", "7"), now);
        assert_eq!(changes.of(WINDOW, now).contents, clock);
        assert_eq!(changes.of(WindowId(2), now), SelfChangingControls::default());
    }

    #[test]
    fn what_changed_once_may_go_on_for_a_while_also_where_a_later_look_shows_the_same() {
        let mut changes = SelfChanges::default();
        let start = Instant::now();
        let at = |millis: u64| start + Duration::from_millis(millis);
        for (millis, second) in [(0, "1"), (900, "2"), (950, "2")] {
            changes.record(WINDOW, &[text("clock", second)], at(millis));
        }
        for (millis, is_recent) in [(950, true), (5800, true), (5900, false)] {
            let recent = changes.of(WINDOW, at(millis)).recent_changes;
            assert_eq!(recent.contains(&NodeId("clock".into())), is_recent, "{millis}");
        }
    }

    #[test]
    fn a_window_is_watched_for_longer_than_a_second_once() {
        let mut changes = SelfChanges::default();
        let start = Instant::now();
        assert_eq!(changes.watch_left(WINDOW, start), WATCH);
        changes.record(WINDOW, &[text("clock", "1")], start);
        assert!(changes.watch_left(WINDOW, start + Duration::from_secs(1)) > Duration::ZERO);
        changes.record(WINDOW, &[text("clock", "2")], start + WATCH);
        assert_eq!(changes.watch_left(WINDOW, start + WATCH), Duration::ZERO);
        assert_eq!(changes.watch_left(WindowId(2), start), WATCH);
    }

    #[test]
    fn a_text_that_came_by_itself_is_a_passing_one() {
        let mut changes = SelfChanges::default();
        changes.record(WINDOW, &[], Instant::now());
        changes.record(WINDOW, &[text("1", "Saved")], Instant::now());
        assert_eq!(changes.of(WINDOW, Instant::now()).passing, HashSet::from(["Text \"Saved\"".to_owned()]));
    }

    #[test]
    fn a_button_that_renames_itself_is_unsteady_for_a_second_and_a_text_is_not() {
        let mut changes = SelfChanges::default();
        let look =
            |name: &str| vec![text("clock", name), Control { role: Role::Button, ..text("button", name) }];
        let now = Instant::now();
        changes.record(WINDOW, &look("Keep"), now);
        assert!(changes.unsteady(WINDOW, now).is_empty());
        changes.record(WINDOW, &look("Delete"), now);
        assert_eq!(changes.unsteady(WINDOW, now), [NodeId("button".into())]);
        assert!(changes.unsteady(WINDOW, now + Duration::from_secs(1)).is_empty());
    }
}
