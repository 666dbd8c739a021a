//! Remembers the controls that appeared or changed their text in an application since the last action, even if they are
//! gone by now. Pure.

use deskpilot_core::{Control, NodeId};
use std::collections::HashMap;

/// The most controls to remember.
const MOST: usize = 500;

/// The controls known at the last action, and those that came after.
#[derive(Debug, Default)]
pub(in crate::desktop) struct RecentControls {
    /// The process of the application acted in; `None` before the first action.
    process: Option<u32>,
    known: HashMap<NodeId, ControlText>,
    came: Vec<Control>,
}

/// A control's name and value.
type ControlText = (String, Option<String>);

impl RecentControls {
    /// Forgets everything and starts with these known controls of the application of this process.
    pub(in crate::desktop) fn since(process: Option<u32>, known: &[Control]) -> RecentControls {
        let known = known.iter().filter_map(|it| Some((it.node()?.clone(), text_of(it)))).collect();
        RecentControls { process, known, came: Vec::new() }
    }

    /// Records the controls of a look that are new or changed their name or value.
    pub(in crate::desktop) fn record(&mut self, process: Option<u32>, controls: &[Control]) {
        if process.is_none() || process != self.process {
            return;
        }
        for control in controls {
            let Some(node) = control.node() else { continue };
            let text = text_of(control);
            if self.came.len() >= MOST || self.known.get(node) == Some(&text) {
                continue;
            }
            self.known.insert(node.clone(), text);
            self.came.push(control.clone());
        }
    }

    /// The controls that came in the application of this process, the earliest first.
    pub(in crate::desktop) fn of(&self, process: Option<u32>) -> &[Control] {
        if process.is_some() && process == self.process { &self.came } else { &[] }
    }
}

fn text_of(control: &Control) -> ControlText {
    (control.name.clone(), control.value.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{ControlSource, Rect, Role, States};

    fn control(node: &str, name: &str) -> Control {
        Control {
            label: None,
            role: Role::ListItem,
            name: name.into(),
            value: None,
            states: States::default(),
            rect: Rect::new(0, 0, 9, 9),
            source: ControlSource::Accessibility { node: NodeId(node.into()) },
        }
    }

    #[test]
    fn what_was_there_before_does_not_count_and_what_came_counts_once_and_when_it_is_gone() {
        let mut recent_controls = RecentControls::since(Some(7), &[control("a", "Print")]);
        recent_controls.record(Some(7), &[control("a", "Print"), control("b", "receipt.txt")]);
        recent_controls.record(Some(7), &[control("a", "Printed"), control("b", "receipt.txt")]);
        recent_controls.record(Some(8), &[control("c", "mail")]);
        recent_controls.record(Some(7), &[]);
        let names: Vec<_> = recent_controls.of(Some(7)).iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["receipt.txt", "Printed"]);
        assert!(recent_controls.of(Some(8)).is_empty() && recent_controls.of(None).is_empty());
        assert!(RecentControls::default().of(None).is_empty());
    }
}
