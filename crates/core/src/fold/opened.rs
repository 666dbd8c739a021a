//! The windows that the session opened itself, and that are its to close.

use crate::{Entry, Event, HostDecision, Operation, Projection, View, Window, WindowId};

/// What was opened since the session began, as far as its looks at the desktop tell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Opened {
    /// The windows, in the order in which they were first seen.
    pub windows: Vec<Window>,
    known: Option<Vec<WindowId>>,
    launched: Launched,
}

/// Whether an application was opened since the desktop was last looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Launched {
    #[default]
    Nothing,
    /// Its window is new at the next look.
    Something,
}

impl Opened {
    fn looked(&mut self, windows: &[Window]) {
        let known = self.known.get_or_insert_with(|| windows.iter().map(|it| it.id).collect());
        let new: Vec<&Window> = windows.iter().filter(|it| !known.contains(&it.id)).collect();
        known.extend(new.iter().map(|it| it.id));
        if self.launched == Launched::Something {
            self.windows.extend(new.into_iter().cloned());
        }
        self.launched = Launched::Nothing;
    }
}

impl Opened {
    fn add(&mut self, window: &Window) {
        let known = self.known.get_or_insert_default();
        if !known.contains(&window.id) {
            known.push(window.id);
            self.windows.push(window.clone());
        }
    }
}

impl Projection for Opened {
    fn apply(&mut self, entry: &Entry) {
        match &entry.event {
            Event::Observed { view: View::Desktop(view) } => self.looked(&view.windows),
            // It was not looked for, and opened all the same.
            Event::HostDecided { decision: HostDecision::Assign(it), .. }
                if self.launched == Launched::Something =>
            {
                self.add(&it.window);
            }
            Event::Acting { operation: Operation::Launch(_), .. } => self.launched = Launched::Something,
            // A private desktop went with the process that brought it up.
            Event::SessionResumed { .. } => *self = Opened::default(),
            _ => {}
        }
    }
}
