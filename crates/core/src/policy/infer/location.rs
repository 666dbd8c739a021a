//! Which folders a window shows: those that its fields name, and that of its path bar.

use super::super::PolicyContext;
use crate::{Control, Role, State};

/// The folders whose files a file manager or a dialog may list, as absolute paths. A path bar seldom shows where it begins, so
/// that it stands for a folder in the home and for one at the root.
pub(super) fn folders(controls: &[Control], context: &PolicyContext<'_>) -> Vec<String> {
    let is_place = |it: &&Control| matches!(it.role, Role::Edit | Role::ComboBox);
    let values = controls.iter().filter(is_place).filter_map(|it| it.value.as_deref());
    let mut folders: Vec<String> = values
        .filter(|it| context.path_style.is_absolute(it) && !it.contains('\n'))
        .map(|it| it.trim_end_matches(context.path_style.separators()).to_owned())
        .collect();
    let names = path_bar(controls);
    if let Some((first, rest)) = names.split_first() {
        let all = names.join("/");
        for home in [context.home, context.working, context.user_home].into_iter().filter(|it| !it.is_empty())
        {
            let is_home = home.rsplit(context.path_style.separators()).next() == Some(*first);
            folders.push(format!("{home}/{}", if is_home { rest.join("/") } else { all.clone() }));
        }
        // Where the bar begins at the root.
        folders.push(format!("/{all}"));
    }
    folders
}

/// The names of a path bar: toggle buttons in a row, the last of which is the folder that is shown.
fn path_bar(controls: &[Control]) -> Vec<&str> {
    let toggles = || controls.iter().filter(|it| it.role == Role::ToggleButton && !it.name.is_empty());
    let Some(last) = toggles().find(|it| it.states.has(State::Checked)) else { return Vec::new() };
    let center = last.rect.center();
    // GTK's path bar keeps the folders below the one that is shown, if they were open before.
    let mut row: Vec<&Control> = toggles()
        .filter(|it| it.rect.x <= last.rect.x && (it.rect.y..it.rect.bottom()).contains(&center.y))
        .collect();
    row.sort_by_key(|it| it.rect.x);
    row.iter().map(|it| it.name.as_str()).collect()
}
