//! The root window of a text desktop.

use super::world::{SCREEN, World};
use deskpilot_core::{Control, Rect, State, Window, WindowId, WindowState};

/// The number of the root window; those of the others begin with 1.
pub(super) const ROOT: WindowId = WindowId(0);

pub(super) fn window() -> Window {
    Window {
        label: None,
        id: ROOT,
        title: "text desktop".into(),
        application: "desktop".into(),
        process: None,
        rect: Rect::new(0, 0, SCREEN.width, SCREEN.height),
        state: WindowState::Normal,
        focused: false,
    }
}

impl World {
    /// The windows as they are listed.
    pub(super) fn listed(&self) -> Vec<Window> {
        self.windows.iter().enumerate().map(|(depth, it)| it.window(depth)).collect()
    }

    /// What can be seen of the controls of all windows.
    pub(super) fn visible_controls(&self) -> Vec<Control> {
        let mut above: Vec<Rect> = Vec::new();
        let mut seen = Vec::new();
        for window in &self.windows {
            let shown = window.controls().into_iter().map(|control| {
                let rect = above.iter().fold(control.rect, |rect, cover| rect.largest_uncovered(*cover));
                // Of a field that hides what is typed all must be known that may have to be hidden in a picture.
                let is_seen_and_hides = control.states.has(State::Protected) && !rect.is_empty();
                Control { rect: if is_seen_and_hides { control.rect } else { rect }, ..control }
            });
            seen.extend(shown.filter(|it| !it.rect.is_empty()));
            above.push(window.rect);
        }
        seen
    }
}
