//! The difference between two observations of a window: added, removed and changed controls. Pure.

mod sheets;

use super::{AppView, Control, Excerpt, NodeId, PropertyChange, Role, States};
use crate::Rect;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, VecDeque};
use std::fmt;

/// The difference between two observations of a window. Labels belong to one view and are not compared.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// Controls that only the later observation has, in its order.
    pub added: Vec<Control>,
    /// Controls that only the earlier observation has, in its order.
    pub removed: Vec<Control>,
    /// Controls of both observations that changed, in the order of the later one; cells of a sheet that lie elsewhere now
    /// come last.
    pub changed: Vec<ControlChange>,
}

/// One control before and after.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ControlChange {
    /// In the earlier observation.
    pub before: Control,
    /// In the later observation.
    pub after: Control,
}

impl Difference {
    /// Compares an earlier observation with a later one.
    ///
    /// Controls match by node. Where an application recreates its nodes, and for controls known from a picture
    /// only, they match by role, name and rectangle.
    pub fn between(before: &[Control], after: &[Control]) -> Difference {
        let mut same = Matches::of(before);
        // All nodes first, so that no control takes the partner of another by its place.
        let mut partners: Vec<Option<&Control>> = after.iter().map(|it| same.with_node(it)).collect();
        for (is, was) in after.iter().zip(&mut partners) {
            *was = was.or_else(|| same.with_identity(is));
        }
        let mut difference = Difference { removed: same.left(), ..Difference::default() };
        for (is, was) in after.iter().zip(partners) {
            match was {
                None => difference.added.push(is.clone()),
                Some(was) if is_unchanged(was, is) => {}
                Some(was) => {
                    difference.changed.push(ControlChange { before: was.clone(), after: is.clone() });
                }
            }
        }
        difference
    }

    /// Compares what an agent saw of its window with what it sees now.
    ///
    /// Cells of sheets that were only read for the first time, or are out of view now, are no difference.
    pub fn between_views(before: &AppView, after: &AppView) -> Difference {
        let all = Difference::between(&before.controls, &after.controls);
        sheets::of_views(all, before, after)
    }

    /// Whether the observations are the same.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.changed.is_empty()
    }

    /// One short line per control that differs, as [`Difference`] displays it.
    pub fn lines(&self) -> impl Iterator<Item = String> + '_ {
        let added = self.added.iter().map(|it| format!("+ {}", labelled(it)));
        let removed = self.removed.iter().map(|it| format!("- {}", it.id()));
        let changed = self.changed.iter().map(|it| format!("~ {it}"));
        added.chain(removed).chain(changed)
    }
}

impl ControlChange {
    /// The name before and after, if it differs.
    pub fn name(&self) -> Option<(&str, &str)> {
        let (was, is) = (&self.before.name, &self.after.name);
        (was != is).then_some((was, is))
    }

    /// The value before and after, if it differs.
    pub fn value(&self) -> Option<(Option<&str>, Option<&str>)> {
        let (was, is) = (self.before.value.as_deref(), self.after.value.as_deref());
        (was != is).then_some((was, is))
    }

    /// The states it gained.
    pub fn gained(&self) -> States {
        self.after.states.without(self.before.states)
    }

    /// The states it lost.
    pub fn lost(&self) -> States {
        self.before.states.without(self.after.states)
    }

    /// The properties that differ; its place does not count.
    pub fn properties(&self) -> Vec<PropertyChange> {
        let name =
            self.name().map(|(was, is)| PropertyChange::Name { from: Excerpt::of(was), to: Excerpt::of(is) });
        let value = self.value().map(|it| match it {
            (Some(was), Some(is)) => {
                let (from, to) = Excerpt::of_both(was, is);
                PropertyChange::Value { from: Some(from), to: Some(to) }
            }
            (was, is) => PropertyChange::Value { from: was.map(Excerpt::of), to: is.map(Excerpt::of) },
        });
        let gained = self.gained().iter().map(PropertyChange::Gained).collect::<Vec<_>>();
        let lost = self.lost().iter().map(PropertyChange::Lost).collect::<Vec<_>>();
        name.into_iter().chain(value).chain(gained).chain(lost).collect()
    }

    /// The rectangle before and after, if it differs.
    pub fn rect(&self) -> Option<(Rect, Rect)> {
        let (was, is) = (self.before.rect, self.after.rect);
        (was != is).then_some((was, is))
    }
}

impl fmt::Display for Difference {
    /// One line per control: `+ Button "Save"`, `- Menu "File"`, `~ Edit "": value "a" -> "ab"; focused`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, line) in self.lines().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            f.write_str(&line)?;
        }
        Ok(())
    }
}

impl fmt::Display for ControlChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts: Vec<String> = self.properties().iter().map(ToString::to_string).collect();
        parts.extend(self.rect().map(|(was, is)| match was.size() == is.size() {
            true => format!(
                "moved by {},{}",
                i64::from(is.x) - i64::from(was.x),
                i64::from(is.y) - i64::from(was.y)
            ),
            false => format!("now {}x{} at {},{}", is.width, is.height, is.x, is.y),
        }));
        write!(f, "{}: {}", labelled(&self.after), parts.join("; "))
    }
}

/// A hash of a view's controls, to detect any change between two moments. It ignores nodes, labels and order,
/// and the value of progress bars.
pub fn fingerprint(controls: &[Control]) -> u64 {
    controls.iter().fold(0, |sum: u64, control| sum.wrapping_add(hash_control(control)))
}

/// Hashes one control, without a progress bar's value: progress continues whether or not anything is done.
fn hash_control(control: &Control) -> u64 {
    let value = control.value.as_deref().filter(|_| control.role != Role::ProgressBar);
    let Rect { x, y, width, height } = control.rect;
    let identity = (control.role, &control.name, value, control.states, [x, y], [width, height]);
    // FNV-1a with one more mixing step, so that the sum of hashes is a good hash itself.
    let hash = format!("{identity:?}").bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    (hash ^ (hash >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The controls of the earlier observation, and which of them have no partner yet.
struct Matches<'a> {
    before: &'a [Control],
    is_taken: Vec<bool>,
    nodes: HashMap<&'a NodeId, VecDeque<usize>>,
    by_identity: HashMap<Identity<'a>, VecDeque<usize>>,
}

type Identity<'a> = (Role, &'a str, Rect);

impl<'a> Matches<'a> {
    fn of(before: &'a [Control]) -> Matches<'a> {
        let (mut nodes, mut by_identity) =
            (HashMap::<_, VecDeque<_>>::new(), HashMap::<_, VecDeque<_>>::new());
        for (index, control) in before.iter().enumerate() {
            if let Some(node) = control.node() {
                nodes.entry(node).or_default().push_back(index);
            }
            by_identity.entry(identity(control)).or_default().push_back(index);
        }
        Matches { before, is_taken: vec![false; before.len()], nodes, by_identity }
    }

    fn with_node(&mut self, is: &Control) -> Option<&'a Control> {
        let index = self.nodes.get_mut(is.node()?)?.pop_front()?;
        self.is_taken[index] = true;
        self.before.get(index)
    }

    fn with_identity(&mut self, is: &'a Control) -> Option<&'a Control> {
        let waiting = self.by_identity.get_mut(&identity(is))?;
        while let Some(index) = waiting.pop_front() {
            if !std::mem::replace(&mut self.is_taken[index], true) {
                return self.before.get(index);
            }
        }
        None
    }

    fn left(&self) -> Vec<Control> {
        let left = self.before.iter().zip(&self.is_taken).filter(|(_, is_taken)| !**is_taken);
        left.map(|(control, _)| control.clone()).collect()
    }
}

fn identity(control: &Control) -> Identity<'_> {
    (control.role, &control.name, control.rect)
}

fn is_unchanged(was: &Control, is: &Control) -> bool {
    was.id() == is.id() && was.value == is.value && was.states == is.states && was.rect == is.rect
}

/// The control's current label, role and name.
fn labelled(control: &Control) -> String {
    match control.label {
        Some(label) => format!("[{label}] {}", control.id()),
        None => control.id().to_string(),
    }
}

#[cfg(test)]
mod tests;
