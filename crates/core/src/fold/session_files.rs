//! The files that a session wrote, and the work that it left unsaved.

use crate::{Entry, Event, Projection, ScreenshotMoment, shows_unsaved_work};

/// The files of a session, as far as subtasks promised them and titles of windows show unsaved work.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SessionFiles {
    /// The files that were written, as their subtasks name them, in the order of their first writing.
    pub saved: Vec<String>,
    /// The title of the window in which the last round ended, if it shows unsaved work.
    pub unsaved: Option<String>,
}

impl Projection for SessionFiles {
    fn apply(&mut self, entry: &Entry) {
        match &entry.event {
            Event::Saved { file, .. } if !self.saved.contains(file) => self.saved.push(file.clone()),
            Event::RoundStarted { .. } => self.unsaved = None,
            Event::Pictured { moment: ScreenshotMoment::Round, view, .. } => {
                let title = view.as_ref().map(|it| &it.window.title);
                self.unsaved = title.filter(|it| shows_unsaved_work(it)).cloned();
            }
            _ => {}
        }
    }
}
