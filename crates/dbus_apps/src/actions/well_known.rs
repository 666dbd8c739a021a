//! Actions that mean the same in every application that has them. GTK's own, GNOME's and Xfce's applications use these names.

use deskpilot_core::{CommandSpec, Risk, Risks, SideEffects, changes, command};

const CLOSES: SideEffects = SideEffects::Risks(Risks::of(&[Risk::Closes]));
const DISCARDS: SideEffects = SideEffects::Risks(Risks::of(&[Risk::Discards]));
const DELETES: SideEffects = SideEffects::Risks(Risks::of(&[Risk::Deletes]));
const PASTES: SideEffects = SideEffects::Risks(Risks::of(&[Risk::ReadsClipboard]));

/// The actions by their names, without what they belong to: `app.` or `win.`, and the name of a menu. They hold only for
/// actions that take no value; any other action counts as unknown, and the words of its name add to that.
pub const WELL_KNOWN_ACTIONS: &[CommandSpec] = &[
    changes!("new", "Makes a new document.", &[]),
    changes!("new_document", "Makes a new document.", &[]),
    changes!("new_tab", "Opens a new tab.", &[]),
    changes!("new_window", "Opens another window of the application.", &[]),
    changes!("open", "Opens the dialog in which a file to open is chosen.", &[]),
    changes!("save", "Saves the document to its file; opens a dialog if it has none.", &[]),
    changes!("save_as", "Opens the dialog in which the name of the file to save is chosen.", &[]),
    changes!("save_all", "Saves every document to its file; opens a dialog for those that have none.", &[]),
    changes!("undo", "Takes back the last change.", &[]),
    changes!("redo", "Does again what was taken back.", &[]),
    changes!("copy", "Copies what is selected to the clipboard.", &[]),
    changes!("cut", "Moves what is selected to the clipboard.", &[]),
    command!(PASTES, "paste", "Inserts what is in the clipboard.", &[]),
    changes!("select_all", "Selects everything in the document.", &[]),
    changes!("find", "Opens the search.", &[]),
    changes!("find_next", "Goes to the next place that was searched for.", &[]),
    changes!("find_prev", "Goes to the previous place that was searched for.", &[]),
    changes!("find_previous", "Goes to the previous place that was searched for.", &[]),
    changes!("go_to", "Asks for a line of the document, and goes there.", &[]),
    changes!("goto_line", "Asks for a line of the document, and goes there.", &[]),
    changes!("zoom_in", "Shows the content larger.", &[]),
    changes!("zoom_out", "Shows the content smaller.", &[]),
    changes!("zoom_normal", "Shows the content in its usual size.", &[]),
    changes!("increase_font_size", "Shows the text larger.", &[]),
    changes!("decrease_font_size", "Shows the text smaller.", &[]),
    changes!("reset_font_size", "Shows the text in its usual size.", &[]),
    changes!("fullscreen", "Shows the window on the whole screen, or no longer.", &[]),
    changes!("leave_fullscreen", "Shows the window no longer on the whole screen.", &[]),
    changes!("side_panel", "Shows or hides the panel at the side.", &[]),
    changes!("bottom_panel", "Shows or hides the panel at the bottom.", &[]),
    changes!("hamburger_menu", "Opens or closes the main menu.", &[]),
    changes!("show_menu", "Opens or closes the main menu.", &[]),
    changes!("preferences", "Opens the application's preferences.", &[]),
    changes!("shortcuts", "Shows the application's keyboard shortcuts.", &[]),
    changes!("about", "Shows the name and the version of the application.", &[]),
    command!(DISCARDS, "revert", "Reads the document from its file again, and loses changes.", &[]),
    command!(DISCARDS, "reload", "Reads what is shown again, and loses changes that are not saved.", &[]),
    command!(DELETES, "delete", "Deletes what is selected.", &[]),
    command!(CLOSES, "close", "Closes the tab, the document or the window.", &[]),
    command!(CLOSES, "close_tab", "Closes the tab.", &[]),
    command!(CLOSES, "close_window", "Closes the window.", &[]),
    command!(CLOSES, "close_all", "Closes every document.", &[]),
    command!(CLOSES, "quit", "Closes every window of the application, and ends it.", &[]),
];

/// The menus after which applications group their actions.
const MENUS: [&str; 5] = ["file.", "edit.", "search.", "view.", "help."];

/// The action of this name, in which `-` is written `_`.
pub(super) fn well_known(action: &str) -> Option<&'static CommandSpec> {
    let bare = MENUS.iter().find_map(|it| action.strip_prefix(it)).unwrap_or(action);
    WELL_KNOWN_ACTIONS.iter().find(|it| it.name == bare)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_has_its_own_name_and_a_sentence() {
        for (at, spec) in WELL_KNOWN_ACTIONS.iter().enumerate() {
            assert_eq!(spec.definition_error(), None);
            assert!(WELL_KNOWN_ACTIONS[..at].iter().all(|it| it.name != spec.name), "{}", spec.name);
            assert!(spec.doc.ends_with('.') && spec.params.is_empty(), "{}", spec.name);
        }
    }

    #[test]
    fn a_name_is_known_alone_and_after_a_menu() {
        let name = |it: &str| well_known(it).map(|it| it.name.as_ref());
        assert_eq!(name("save_as"), Some("save_as"));
        assert_eq!(name("file.save_as"), Some("save_as"));
        assert_eq!(name("file.open_recent.new"), None);
        assert_eq!(name("plugins.open"), None);
        assert_eq!(name("file.edit.save"), None);
    }
}
