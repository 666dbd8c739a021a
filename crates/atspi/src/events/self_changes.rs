//! Which nodes change by themselves, as the events show that come while Deskpilot sends nothing.

use crate::events::change_journal::{Change, change};
use crate::protocol::node::NodeRef;
use crate::protocol::translate::bit;
use deskpilot_dbus::Signal;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// Events of a node within this time are one change: a clock reports its text and its name.
const BURST: Duration = Duration::from_millis(200);
/// The longest pause between two changes that still belong together.
const LONGEST_PAUSE: Duration = Duration::from_secs(120);
/// How long a node counts as one that changes by itself after its last change, in addition to twice its longest pause.
const GRACE: Duration = Duration::from_secs(5);
/// How much later than usual the effects of an input may come, as a multiple of the time that the input took to be handled. With a
/// load of 15 on two cores a tool bar of LibreOffice followed later than the 0.6 s that it takes at most otherwise.
const SLOWER: u32 = 4;
/// The most by which they may come later.
const LATEST: Duration = Duration::from_secs(2);
/// The most nodes to remember; with more, it forgets all and starts again.
const MOST_NODES: usize = 5000;
/// The states that every click moves.
const PASSING: [u32; 3] = [bit::ACTIVE, bit::FOCUSED, bit::IS_DEFAULT];

/// Which nodes change by themselves. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct SelfChanges {
    history: Arc<Mutex<History>>,
}

/// The nodes of an application that change by themselves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SelfChangingNodes {
    /// Those whose name, value or state changes.
    pub contents: HashSet<NodeRef>,
    /// Those whose name, value or state changed once, a moment ago: they may go on.
    pub recent_changes: HashSet<NodeRef>,
    /// Those whose children come and go.
    pub children: HashSet<NodeRef>,
}

/// While it lives, and a little longer, changes may be effects of an input.
#[derive(Debug)]
pub struct InputInProgress {
    history: Arc<Mutex<History>>,
    began: Instant,
    /// How long its effects may come after it was handled, on a machine that is not busy.
    effects: Duration,
}

#[derive(Debug, Default)]
struct History {
    rhythms: HashMap<(NodeRef, ChangeKind), Rhythm>,
    /// How many inputs are in progress.
    inputs: usize,
    /// When the effects of the last input have ended.
    effects_until: Option<Instant>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum ChangeKind {
    Contents,
    Children,
}

/// When a node last changed, and how long it pauses between two changes.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Rhythm {
    last: Instant,
    /// The longest pause so far; `None` after one change, which makes no rhythm.
    pause: Option<Duration>,
}

impl SelfChanges {
    /// How long after an application has handled an input a change may still be its effect, where it does not lag. Later ones
    /// count as changes by itself; effects that come so late twice make no rhythm that lasts.
    pub const EFFECTS: Duration = Duration::from_millis(250);

    /// Notes that an input begins, whose effects may come so long after it was handled. The return value is dropped once the
    /// application has handled it.
    pub fn input(&self, effects: Duration) -> InputInProgress {
        lock(&self.history).inputs += 1;
        InputInProgress { history: Arc::clone(&self.history), began: Instant::now(), effects }
    }

    /// The nodes of an application that change by themselves at present.
    pub fn self_changing(&self, application: &str) -> SelfChangingNodes {
        let now = Instant::now();
        let history = lock(&self.history);
        let of_application = |kind: ChangeKind, is_it: fn(Rhythm, Instant) -> bool| {
            let all = history
                .rhythms
                .iter()
                .filter(move |((node, it), _)| *it == kind && &*node.bus == application);
            all.filter(|(_, rhythm)| is_it(**rhythm, now)).map(|((node, _), _)| node.clone()).collect()
        };
        SelfChangingNodes {
            contents: of_application(ChangeKind::Contents, Rhythm::is_self_changing),
            recent_changes: of_application(ChangeKind::Contents, Rhythm::has_just_changed),
            children: of_application(ChangeKind::Children, Rhythm::is_self_changing),
        }
    }

    /// Records the change that a signal reports.
    pub(crate) fn record(&self, signal: &Signal<'_>) {
        let Some(kind) = change(signal).as_ref().and_then(kind_of) else { return };
        let node = NodeRef::new(signal.sender, signal.path);
        lock(&self.history).record((node, kind), Instant::now());
    }
}

impl Drop for InputInProgress {
    fn drop(&mut self) {
        let mut history = lock(&self.history);
        history.inputs -= 1;
        history.effects_until = Some(Instant::now() + effects_after(self.effects, self.began.elapsed()));
    }
}

/// How long after an application has handled an input its effects may come. Where it took long to handle it, the machine is busy or
/// slow, and what follows by a timer comes later too.
fn effects_after(usual: Duration, handling: Duration) -> Duration {
    usual + (handling * SLOWER).min(LATEST)
}

impl History {
    fn record(&mut self, key: (NodeRef, ChangeKind), at: Instant) {
        if self.inputs > 0 || self.effects_until.is_some_and(|end| at < end) {
            return;
        }
        if self.rhythms.len() >= MOST_NODES {
            self.rhythms.clear();
        }
        match self.rhythms.get_mut(&key) {
            Some(rhythm) => rhythm.beat(at),
            None => drop(self.rhythms.insert(key, Rhythm { last: at, pause: None })),
        }
    }
}

impl Rhythm {
    fn beat(&mut self, at: Instant) {
        let pause = at.duration_since(self.last);
        // After so long a pause this is a first change again, and one change makes no rhythm.
        if pause > LONGEST_PAUSE {
            self.pause = None;
        } else if pause > BURST {
            self.pause = self.pause.max(Some(pause));
        }
        self.last = at;
    }

    fn is_self_changing(self, now: Instant) -> bool {
        self.pause.is_some_and(|pause| now < self.last + pause * 2 + GRACE)
    }

    fn has_just_changed(self, now: Instant) -> bool {
        now < self.last + GRACE
    }
}

/// Which kind of change shows in a look; `None` for those that do not show, and those that every click makes.
fn kind_of(change: &Change) -> Option<ChangeKind> {
    match change {
        Change::State(state, _) if PASSING.contains(state) => None,
        Change::State(..) | Change::Name(_) | Change::Value => Some(ChangeKind::Contents),
        Change::Children => Some(ChangeKind::Children),
        Change::Place | Change::Appearance | Change::Bulk => None,
    }
}

fn lock(history: &Mutex<History>) -> MutexGuard<'_, History> {
    history.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLOCK: &str = "/clock";

    fn key() -> (NodeRef, ChangeKind) {
        (NodeRef::new(":1.7", CLOCK), ChangeKind::Contents)
    }

    #[test]
    fn effects_may_come_later_where_the_input_took_long_but_not_for_ever() {
        for (handling, expected) in [(0, 600), (20, 680), (300, 1800), (5000, 2600)] {
            let after = effects_after(Duration::from_millis(600), Duration::from_millis(handling));
            assert_eq!(after, Duration::from_millis(expected), "handled in {handling} ms");
        }
    }

    #[test]
    fn what_changes_twice_while_nothing_is_sent_is_self_changing_for_as_long_as_it_keeps_changing() {
        let start = Instant::now();
        let at = |millis: u64| start + Duration::from_millis(millis);
        for (what, changes, now, expected) in [
            ("one change", &[0][..], 100, false),
            ("one change in two events", &[0, 20], 100, false),
            ("a clock", &[0, 700], 800, true),
            ("a clock that has stopped", &[0, 700], 7200, false),
            ("a notice that goes and comes", &[0, 1400], 5600, true),
            ("a clock of minutes", &[0, 60_000], 119_000, true),
            ("two changes that have nothing to do with each other", &[0, 200_000], 200_100, false),
        ] {
            let mut history = History::default();
            changes.iter().for_each(|it| history.record(key(), at(*it)));
            let is_self_changing = history.rhythms.get(&key()).is_some_and(|it| it.is_self_changing(at(now)));
            assert_eq!(is_self_changing, expected, "{what}");
        }
    }

    #[test]
    fn effects_of_inputs_are_no_changes_by_themselves_and_a_clock_goes_on_between_inputs() {
        let start = Instant::now();
        let at = |millis: u64| start + Duration::from_millis(millis);
        let is_self_changing = |history: &History, now| {
            history.rhythms.get(&key()).is_some_and(|it| it.is_self_changing(at(now)))
        };
        let mut display = History { effects_until: Some(at(5000)), ..History::default() };
        [100, 900, 2000].iter().for_each(|it| display.record(key(), at(*it)));
        assert!(!is_self_changing(&display, 2100));
        let mut clock = History::default();
        [0, 700].iter().for_each(|it| clock.record(key(), at(*it)));
        for tick in 2..60 {
            // An input each 400 ms.
            clock.effects_until = Some(at(tick * 700 / 400 * 400) + SelfChanges::EFFECTS);
            clock.record(key(), at(tick * 700));
        }
        assert!(is_self_changing(&clock, 41_500));
    }

    #[test]
    fn effects_of_an_input_may_come_a_little_after_it_was_handled() {
        let changes = SelfChanges::default();
        for effects in [SelfChanges::EFFECTS, Duration::from_secs(9)] {
            let input = changes.input(effects);
            assert_eq!(lock(&changes.history).inputs, 1);
            let handled = Instant::now();
            drop(input);
            let history = lock(&changes.history);
            assert!(history.inputs == 0 && history.effects_until >= Some(handled + effects));
        }
    }

    #[test]
    fn the_focus_and_places_are_no_changes_of_a_control() {
        for (change, expected) in [
            (Change::State(bit::FOCUSED, true), None),
            (Change::State(bit::SHOWING, true), Some(ChangeKind::Contents)),
            (Change::Name(None), Some(ChangeKind::Contents)),
            (Change::Value, Some(ChangeKind::Contents)),
            (Change::Children, Some(ChangeKind::Children)),
            (Change::Place, None),
            (Change::Bulk, None),
        ] {
            assert_eq!(kind_of(&change), expected, "{change:?}");
        }
    }
}
