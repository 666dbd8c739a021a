//! What came into the windows of an application since something was done in one of them: some of it is gone before anybody
//! asks for it. Pure.

use deskpilot_core::{Control, NodeId};
use std::collections::HashMap;

/// The most controls that are remembered.
const MOST: usize = 500;

/// What was there when something was done, and what came after.
#[derive(Debug, Default)]
pub(super) struct Lately {
    /// The application in which it was done; none before anything was.
    process: Option<u32>,
    known: HashMap<NodeId, Said>,
    came: Vec<Control>,
}

/// What a control says: its name and its value.
type Said = (String, Option<String>);

impl Lately {
    /// From now on, in the application of this process, of which these controls are known.
    pub(super) fn since(process: Option<u32>, known: &[Control]) -> Lately {
        let known = known.iter().filter_map(|it| Some((it.node()?.clone(), said(it)))).collect();
        Lately { process, known, came: Vec::new() }
    }

    /// Keeps of a look at the application what was not there before, or said something else.
    pub(super) fn take_in(&mut self, process: Option<u32>, controls: &[Control]) {
        if process.is_none() || process != self.process {
            return;
        }
        for control in controls {
            let Some(node) = control.node() else { continue };
            let said = said(control);
            if self.came.len() >= MOST || self.known.get(node) == Some(&said) {
                continue;
            }
            self.known.insert(node.clone(), said);
            self.came.push(control.clone());
        }
    }

    /// What came in the application of this process, the first first.
    pub(super) fn of(&self, process: Option<u32>) -> &[Control] {
        if process.is_some() && process == self.process { &self.came } else { &[] }
    }
}

fn said(control: &Control) -> Said {
    (control.name.clone(), control.value.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Rect, Role, Source, States};

    fn control(node: &str, name: &str) -> Control {
        Control {
            label: None,
            role: Role::ListItem,
            name: name.into(),
            value: None,
            states: States::default(),
            rect: Rect::new(0, 0, 9, 9),
            source: Source::Accessibility { node: NodeId(node.into()) },
        }
    }

    #[test]
    fn what_was_there_before_does_not_count_and_what_came_counts_once_and_when_it_is_gone() {
        let mut lately = Lately::since(Some(7), &[control("a", "Print")]);
        lately.take_in(Some(7), &[control("a", "Print"), control("b", "receipt.txt")]);
        lately.take_in(Some(7), &[control("a", "Printed"), control("b", "receipt.txt")]);
        lately.take_in(Some(8), &[control("c", "mail")]);
        lately.take_in(Some(7), &[]);
        let names: Vec<_> = lately.of(Some(7)).iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["receipt.txt", "Printed"]);
        assert!(lately.of(Some(8)).is_empty() && lately.of(None).is_empty());
        assert!(Lately::default().of(None).is_empty());
    }
}
