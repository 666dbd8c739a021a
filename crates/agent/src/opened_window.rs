//! Finds the window that a launch opened, or the open one that took the file.

use deskpilot_core::{Effect, Evidence, Launch, Window};

/// The new window. Of several new windows: the one that the launch reported, else the focused one. Without a new one: the open
/// window that the launch reported, if it shows what was to be opened. `None` when none of these decides.
pub(crate) fn opened_window<'w>(
    before: &[Window],
    now: &'w [Window],
    launch: &Launch,
    launch_effect: &Effect,
) -> Option<&'w Window> {
    let new: Vec<&Window> = now.iter().filter(|it| before.iter().all(|was| was.id != it.id)).collect();
    let is_reported = |it: &&&Window| Effect::Confirmed(Evidence::opened(it)) == *launch_effect;
    match new.as_slice() {
        [only] => Some(only),
        [] => {
            let all: Vec<&Window> = now.iter().collect();
            let mut reported = all.iter().filter(is_reported);
            let only = reported.next().copied().filter(|it| shows(it, before, launch));
            if reported.next().is_some() { None } else { only }
        }
        several => several.iter().find(is_reported).or_else(|| several.iter().find(|it| it.focused)).copied(),
    }
}

/// Whether an open window shows what the launch was to open: its title names the file or changed with the launch; an
/// application without a file only has to come forward.
fn shows(window: &Window, before: &[Window], launch: &Launch) -> bool {
    let Some(file) = &launch.file else { return window.focused };
    let was_other = before.iter().any(|was| was.id == window.id && was.title != window.title);
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file).to_lowercase();
    was_other || (!name.is_empty() && window.title.to_lowercase().contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;

    fn window(id: u64, focused: bool) -> Window {
        Window { focused, ..fixtures::window(id, &format!("w{id}"), "app") }
    }

    fn launch(file: Option<&str>) -> Launch {
        Launch { application: "app".into(), file: file.map(str::to_owned), ..Launch::default() }
    }

    #[test]
    fn of_several_new_windows_the_reported_one_is_meant_or_the_one_with_the_keyboard() {
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
            let found = opened_window(&before, &now, &launch(None), &effect);
            assert_eq!(found.map(|it| it.id.0), expected, "{now:?}");
        }
    }

    #[test]
    fn a_file_that_an_open_window_took_is_in_that_window() {
        let titled = |id, title: &str, focused| Window { title: title.into(), ..window(id, focused) };
        let before = [titled(1, "a.txt - Editor", true), titled(2, "mail", false)];
        let tab = |title: &str| vec![titled(1, title, true), titled(2, "mail", false)];
        let twice = vec![titled(1, "b.txt", true), titled(2, "b.txt", false)];
        for (now, file, reported, expected) in [
            (tab("b.txt - Editor"), Some("/tmp/b.txt"), "b.txt - Editor", Some(1)),
            (tab("A page"), Some("/tmp/b.html"), "A page", Some(1)),
            (tab("a.txt - Editor"), Some("/tmp/a.txt"), "a.txt - Editor", Some(1)),
            // It came forward and shows what it showed before.
            (tab("a.txt - Editor"), Some("/tmp/b.txt"), "a.txt - Editor", None),
            (tab("b.txt - Editor"), Some("/tmp/b.txt"), "another", None),
            (twice, Some("/tmp/b.txt"), "b.txt", None),
            (tab("a.txt - Editor"), None, "a.txt - Editor", Some(1)),
            (tab("a.txt - Editor"), None, "mail", None),
        ] {
            let effect = Effect::Confirmed(Evidence::opened(&titled(9, reported, true)));
            let found = opened_window(&before, &now, &launch(file), &effect);
            assert_eq!(found.map(|it| it.id.0), expected, "{file:?} in {now:?}");
        }
    }
}
