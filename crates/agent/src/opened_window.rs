//! Finds the window that a launch opened.

use deskpilot_core::{Effect, Evidence, Window};

/// The new window. Of several new windows: the one that the launch reported, else the focused one; `None` when neither
/// decides.
pub(crate) fn opened_window<'w>(
    before: &[Window],
    now: &'w [Window],
    launch_effect: &Effect,
) -> Option<&'w Window> {
    let new: Vec<&Window> = now.iter().filter(|it| before.iter().all(|was| was.id != it.id)).collect();
    let is_reported = |it: &&&Window| Effect::Confirmed(Evidence::opened(it)) == *launch_effect;
    match new.as_slice() {
        [only] => Some(only),
        several => several.iter().find(is_reported).or_else(|| several.iter().find(|it| it.focused)).copied(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;

    fn window(id: u64, focused: bool) -> Window {
        Window { focused, ..fixtures::window(id, &format!("w{id}"), "app") }
    }

    #[test]
    fn of_several_new_windows_the_one_that_was_told_of_is_meant_or_the_one_with_the_keyboard() {
        let before = [window(1, true)];
        let effect = Effect::Confirmed(Evidence::opened(&window(4, false)));
        for (now, expected) in [
            (vec![window(1, true)], None),
            (vec![window(1, true), window(2, false)], Some(2)),
            (vec![window(1, false), window(2, false), window(3, true)], Some(3)),
            (vec![window(1, false), window(2, true), window(3, false)], Some(2)),
            (vec![window(1, true), window(2, false), window(3, false)], None),
            (vec![window(2, true), window(4, false)], Some(4)),
        ] {
            assert_eq!(opened_window(&before, &now, &effect).map(|it| it.id.0), expected, "{now:?}");
        }
    }
}
