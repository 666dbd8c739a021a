//! Which window an application opened.

use deskpilot_core::{Effect, Evidence, Window};

/// The window that opened: of several the one that the launch told of, or else the one that has the keyboard; `None` where that
/// does not tell which one.
pub(crate) fn opened<'w>(before: &[Window], now: &'w [Window], told: &Effect) -> Option<&'w Window> {
    let new: Vec<&Window> = now.iter().filter(|it| before.iter().all(|was| was.id != it.id)).collect();
    let is_told = |it: &&&Window| Effect::Confirmed(Evidence::opened(it)) == *told;
    match new.as_slice() {
        [only] => Some(only),
        several => several.iter().find(is_told).or_else(|| several.iter().find(|it| it.focused)).copied(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Rect, WindowId, WindowState};

    fn window(id: u64, focused: bool) -> Window {
        Window {
            label: None,
            id: WindowId(id),
            title: format!("w{id}"),
            application: "app".into(),
            process: None,
            rect: Rect::default(),
            state: WindowState::Normal,
            focused,
        }
    }

    #[test]
    fn of_several_new_windows_the_one_that_was_told_of_is_meant_or_the_one_with_the_keyboard() {
        let before = [window(1, true)];
        let told = Effect::Confirmed(Evidence::opened(&window(4, false)));
        for (now, expected) in [
            (vec![window(1, true)], None),
            (vec![window(1, true), window(2, false)], Some(2)),
            (vec![window(1, false), window(2, false), window(3, true)], Some(3)),
            (vec![window(1, false), window(2, true), window(3, false)], Some(2)),
            (vec![window(1, true), window(2, false), window(3, false)], None),
            (vec![window(2, true), window(4, false)], Some(4)),
        ] {
            assert_eq!(opened(&before, &now, &told).map(|it| it.id.0), expected, "{now:?}");
        }
    }
}
