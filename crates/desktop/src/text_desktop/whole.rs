//! The whole text desktop as a window.

use super::world::{SCREEN, World};
use crate::DesktopError;
use deskpilot_core::{
    Aim, Control, Gesture, Input, Point, Rect, Source, State, Window, WindowId, WindowState, window_at,
};

/// The number of the whole desktop; those of windows begin with 1.
pub(super) const WHOLE: WindowId = WindowId(0);

/// What an input for the whole desktop is meant for.
pub(super) enum Meant {
    /// A window: this input.
    Window(Input),
    /// The desktop's own background.
    Background(Point),
}

pub(super) fn window() -> Window {
    Window {
        label: None,
        id: WHOLE,
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
                let rect = above.iter().fold(control.rect, |rect, cover| rect.uncovered_by(*cover));
                // Of a field that hides what is typed all must be known that may have to be hidden in a picture.
                let is_seen_and_hides = control.states.has(State::Protected) && !rect.is_empty();
                Control { rect: if is_seen_and_hides { control.rect } else { rect }, ..control }
            });
            seen.extend(shown.filter(|it| !it.rect.is_empty()));
            above.push(window.rect);
        }
        seen
    }

    /// The window that a control is in; `None` where nothing is there any more.
    pub(super) fn window_of(&self, control: &Control) -> Option<WindowId> {
        match &control.source {
            Source::Accessibility { node } => {
                let has_it = |it: &&super::world::OpenWindow| it.widgets.iter().any(|it| it.node == node.0);
                self.windows.iter().find(has_it).map(|it| it.id)
            }
            Source::Vision { .. } => window_at(&self.listed(), control.rect.center()).map(|it| it.id),
            Source::Ahead => None,
        }
    }

    /// What an input is meant for, the whole desktop being resolved into what is there.
    pub(super) fn resolved(&self, input: &Input) -> Result<Meant, DesktopError> {
        let window = match &input.aim {
            _ if input.window != WHOLE => input.window,
            Aim::Window if matches!(input.gesture, Gesture::Keys(_) | Gesture::Text { .. }) => {
                self.windows.first().map(|it| it.id).ok_or_else(DesktopError::no_keyboard)?
            }
            Aim::Window => return Err(DesktopError::no_place()),
            Aim::Control(control) => {
                let gone = || DesktopError::ControlGone(control.id().to_string());
                self.window_of(control).ok_or_else(gone)?
            }
            Aim::Point(point) if !window().rect.contains(*point) => {
                return Err(DesktopError::outside(*point, SCREEN));
            }
            Aim::Point(point) => match window_at(&self.listed(), *point) {
                Some(window) => window.id,
                None => return Ok(Meant::Background(*point)),
            },
        };
        Ok(Meant::Window(Input { window, ..input.clone() }))
    }
}
