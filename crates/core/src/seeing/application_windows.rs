//! Finds the window of an application to continue in: the given one, or one that opened since. Pure.

use super::Window;

/// The windows of the same application or process as `window`, topmost first.
pub fn windows_of_application<'a>(all: &'a [Window], window: &Window) -> Vec<&'a Window> {
    windows_of_applications(all, &[window])
}

/// The windows of the same applications or processes as these windows, topmost first.
pub fn windows_of_applications<'a>(all: &'a [Window], of: &[&Window]) -> Vec<&'a Window> {
    let is_of = |it: &Window, window: &Window| {
        it.application == window.application || (it.process.is_some() && it.process == window.process)
    };
    all.iter().filter(|it| of.iter().any(|window| is_of(it, window))).collect()
}

/// The window to observe instead of the given one: the focused other window of its application or, if the given
/// one is gone, the topmost that is left. `None` means to stay.
pub fn window_to_follow<'a>(all: &'a [Window], given: &Window) -> Option<&'a Window> {
    let own = windows_of_application(all, given);
    let others = || own.iter().copied().filter(|it| it.id != given.id);
    let focused = others().find(|it| it.focused);
    let is_gone = own.iter().all(|it| it.id != given.id);
    focused.or_else(|| others().next().filter(|_| is_gone))
}

/// Whether a window's title has one of the marks by which applications show unsaved work.
pub fn shows_unsaved_work(title: &str) -> bool {
    let title = title.trim();
    title.starts_with(['*', '●', '•']) || title.ends_with('*') || title.to_lowercase().contains("[modified]")
}

/// The application's window that is not in `before`. A window that merely changed does not count.
pub fn new_window<'a>(before: &[Window], now: &'a [Window], of: &Window) -> Option<&'a Window> {
    windows_of_application(now, of).into_iter().find(|it| before.iter().all(|was| was.id != it.id))
}

/// The window with this title, or the only one whose title contains it. Ignores case and surrounding spaces.
pub fn window_by_title<'a>(windows: &'a [Window], title: &str) -> Option<&'a Window> {
    let simple = |text: &str| text.trim().to_lowercase();
    let exact = windows.iter().find(|it| simple(&it.title) == simple(title));
    let alike = || -> Vec<&Window> {
        windows.iter().filter(|it| simple(&it.title).contains(&simple(title))).collect()
    };
    exact.or_else(|| match alike().as_slice() {
        [only] if !title.trim().is_empty() => Some(*only),
        _ => None,
    })
}

/// The window that a title means in a list of actions which works in `current`: one of `others`, the application's other windows,
/// or the current one. A title in full comes first, and of parts of titles those of other windows.
pub fn window_to_switch_to<'a>(
    current: Option<&'a Window>,
    others: &'a [Window],
    title: &str,
) -> Option<&'a Window> {
    let simple = |text: &str| text.trim().to_lowercase();
    let is_part = |it: &Window| simple(&it.title).contains(&simple(title));
    let has_title = |it: &&Window| simple(&it.title) == simple(title);
    let in_full = current.into_iter().chain(others).find(has_title);
    in_full.or_else(|| window_by_title(others, title)).or_else(|| {
        let is_meant = !title.trim().is_empty() && !others.iter().any(is_part);
        current.filter(|it| is_meant && is_part(it))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rect, WindowId, WindowState};

    fn window(id: u64, title: &str, process: u32, focused: bool) -> Window {
        Window {
            label: None,
            id: WindowId(id),
            title: title.into(),
            application: format!("app{process}"),
            process: Some(process),
            rect: Rect::default(),
            state: WindowState::Normal,
            focused,
        }
    }

    #[test]
    fn the_focused_window_is_followed_and_after_a_gone_one_the_topmost() {
        let main = window(1, "Main", 7, false);
        for (all, expected) in [
            (vec![window(1, "Main", 7, true), window(2, "Find", 7, false)], None),
            (vec![window(2, "Find", 7, true), window(1, "Main", 7, false)], Some("Find")),
            (vec![window(3, "Mail", 8, true), window(1, "Main", 7, false)], None),
            (vec![window(2, "Document", 7, false)], Some("Document")),
            (vec![window(3, "Mail", 8, true)], None),
        ] {
            assert_eq!(window_to_follow(&all, &main).map(|it| it.title.as_str()), expected, "{all:?}");
        }
    }

    #[test]
    fn a_switch_means_another_window_before_the_current_one_and_guesses_neither() {
        let current = window(1, "june.ods - Calc", 7, true);
        let others = [window(2, "june 2.ods - Calc", 7, false), window(3, "may.ods - Calc", 7, false)];
        for (title, expected) in [
            ("June.ods - Calc", Some(1)),
            ("june.ods", Some(1)),
            ("june 2", Some(2)),
            ("june", Some(2)),
            ("Calc", None),
            ("april", None),
            (" ", None),
        ] {
            let found = window_to_switch_to(Some(&current), &others, title);
            assert_eq!(found.map(|it| it.id.0), expected, "{title:?}");
        }
        assert_eq!(window_to_switch_to(None, &[], "june"), None);
    }

    #[test]
    fn a_window_is_found_by_its_title_or_a_part_that_no_other_has() {
        let all = [window(1, "One - Editor", 7, true), window(2, "Two - Editor", 7, false)];
        for (title, expected) in [("two - editor", Some(2)), ("Two", Some(2)), ("Editor", None), ("", None)] {
            assert_eq!(window_by_title(&all, title).map(|it| it.id.0), expected, "{title:?}");
        }
    }
}
