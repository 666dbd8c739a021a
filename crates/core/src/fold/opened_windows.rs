//! The windows that the session itself opened and has to close.

use crate::{Entry, Event, HostDecision, Projection, View, Window, WindowId};

/// The windows opened since the session began, as far as its desktop observations show.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OpenedWindows {
    /// The windows, in the order of their first observation.
    pub windows: Vec<Window>,
    known: Option<Vec<WindowId>>,
    pending_launch: PendingLaunch,
}

/// Whether an application was launched since the last desktop observation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum PendingLaunch {
    #[default]
    None,
    /// Its window will be new in the next observation.
    Started,
}

impl OpenedWindows {
    fn looked(&mut self, windows: &[Window]) {
        let known = self.known.get_or_insert_with(|| windows.iter().map(|it| it.id).collect());
        let new: Vec<&Window> = windows.iter().filter(|it| !known.contains(&it.id)).collect();
        known.extend(new.iter().map(|it| it.id));
        if self.pending_launch == PendingLaunch::Started {
            self.windows.extend(new.into_iter().cloned());
        }
        self.pending_launch = PendingLaunch::None;
    }

    fn add(&mut self, window: &Window) {
        let known = self.known.get_or_insert_default();
        if !known.contains(&window.id) {
            known.push(window.id);
            self.windows.push(window.clone());
        }
    }
}

impl Projection for OpenedWindows {
    fn apply(&mut self, entry: &Entry) {
        match &entry.event {
            Event::Observed { view: View::Desktop(view) } => self.looked(&view.windows),
            // Assigned without a desktop observation in between: the window was opened by the launch.
            Event::HostDecided { decision: HostDecision::Assign(it), .. }
                if self.pending_launch == PendingLaunch::Started =>
            {
                self.add(&it.window);
            }
            Event::Acting { operation, .. } if operation.launch().is_some() => {
                self.pending_launch = PendingLaunch::Started;
            }
            // A private desktop ended with the process that had started it.
            Event::SessionResumed { .. } => *self = OpenedWindows::default(),
            _ => {}
        }
    }
}
