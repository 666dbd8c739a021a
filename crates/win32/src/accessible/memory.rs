//! What the last look at a window found out about the windows in it, and what of that holds for the next one.

use crate::control_class::ControlClass;
use crate::hwnd::Hwnd;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// In so many looks every standard control is asked at least once whether its program describes it.
const ROUND: u64 = 8;
/// Of how many windows something is remembered; with more, it forgets all and starts again.
const MOST_WINDOWS: usize = 32;

/// What looks at windows found out about the controls in them. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct ControlMemory {
    windows: Arc<Mutex<HashMap<Hwnd, WindowMemory>>>,
}

/// What the last look at one window found out.
#[derive(Debug, Default)]
pub(super) struct WindowMemory {
    /// How many looks there were.
    looks: u64,
    controls: HashMap<Hwnd, KnownControl>,
}

/// A window inside of another one, as the last look found it.
#[derive(Debug)]
pub(super) struct KnownControl {
    pub(super) hwnd: Hwnd,
    pub(super) class: ControlClass,
    /// What the system said of it, if its program left its description to Windows.
    pub(super) plain_text: Option<String>,
}

impl ControlMemory {
    /// Removes what is known of a window, for a look that returns it. One at the same time knows nothing.
    pub(super) fn take(&self, window: Hwnd) -> WindowMemory {
        self.windows().remove(&window).unwrap_or_default()
    }

    /// Keeps what a look at a window found out.
    pub(super) fn keep(&self, window: Hwnd, found: WindowMemory) {
        let mut windows = self.windows();
        if windows.len() >= MOST_WINDOWS {
            windows.clear();
        }
        windows.insert(window, found);
    }

    fn windows(&self) -> MutexGuard<'_, HashMap<Hwnd, WindowMemory>> {
        self.windows.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl WindowMemory {
    /// The memory for the look after this one, which found these controls.
    pub(super) fn after(&self, found: impl IntoIterator<Item = KnownControl>) -> WindowMemory {
        let controls = found.into_iter().map(|it| (it.hwnd, it)).collect();
        WindowMemory { looks: self.looks + 1, controls }
    }

    /// The class of a window that the last look found, with the style that it has now. A window keeps its class, and handles come
    /// again only after thousands of others.
    pub(super) fn class(&self, window: Hwnd, style: u32) -> Option<ControlClass> {
        self.controls.get(&window).map(|it| it.class.with_style(style))
    }

    /// Whether the last look found that a program left the description of a control to Windows, of which the system says the same now as
    /// then, and it is not its turn to be asked again.
    pub(super) fn is_left_to_windows(&self, control: Hwnd, class: &ControlClass, text: &str) -> bool {
        let is_as_before = |it: &KnownControl| it.class == *class && it.plain_text.as_deref() == Some(text);
        !self.is_turn_of(control) && self.controls.get(&control).is_some_and(is_as_before)
    }

    /// Whether a control is asked in this look, whatever is known of it. Handles are even numbers that follow each other.
    fn is_turn_of(&self, control: Hwnd) -> bool {
        self.looks % ROUND == (control.0.unsigned_abs() as u64 / 2) % ROUND
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(number: isize, text: Option<&str>) -> KnownControl {
        let class = ControlClass::new("Button", 0x5001_0000);
        KnownControl { hwnd: Hwnd(number), class, plain_text: text.map(str::to_owned) }
    }

    #[test]
    fn a_control_is_asked_again_where_it_is_new_or_changed_and_in_its_turn() {
        let (button, drawn) = (Hwnd(0x1_0042), Hwnd(0x1_0044));
        let (mut memory, mut silent) = (WindowMemory::default(), 0);
        let class = ControlClass::new("Button", 0x5001_0000);
        assert!(!memory.is_left_to_windows(button, &class, "Save"));
        for _ in 0..2 * ROUND {
            memory = memory.after([known(button.0, Some("Save")), known(drawn.0, None)]);
            silent += u64::from(memory.is_left_to_windows(button, &class, "Save"));
            for (control, style, text) in
                [(button, 0x5001_0000, "Open"), (button, 0x5801_0000, "Save"), (drawn, 0x5001_0000, "Save")]
            {
                let class = memory.class(control, style).unwrap();
                assert!(!memory.is_left_to_windows(control, &class, text), "{text} {style:#x}");
            }
        }
        assert_eq!(silent, 2 * (ROUND - 1));
        assert_eq!(memory.after([]).class(button, 0), None);
    }

    #[test]
    fn what_one_look_has_another_one_at_the_same_time_does_not_know_and_many_windows_are_forgotten() {
        let memory = ControlMemory::default();
        let window = Hwnd(1);
        memory.keep(window, WindowMemory::default().after([known(2, None)]));
        let first = memory.take(window);
        assert!(first.class(Hwnd(2), 0).is_some() && memory.take(window).class(Hwnd(2), 0).is_none());
        let all = isize::try_from(MOST_WINDOWS).unwrap();
        (0..=all).for_each(|it| memory.keep(Hwnd(it), WindowMemory::default()));
        assert_eq!(memory.windows().len(), 1);
    }
}
