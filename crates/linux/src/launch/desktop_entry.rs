//! One desktop entry: an application as its `.desktop` file describes it.

use super::command_line::program_of;
use super::keyfile::KeyFile;
use super::mime::kinds;
use deskpilot_core::Application;
use serde::Serialize;
use std::path::{Path, PathBuf};

const GROUP: &str = "Desktop Entry";

/// An application of the desktop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DesktopEntry {
    /// Its identifier and names, in the user's language.
    pub application: Application,
    /// Its file name, such as `galculator.desktop`, by which desktops and their settings refer to it.
    pub desktop_id: String,
    /// Its untranslated name.
    pub plain_name: String,
    /// Its description, a sentence.
    pub comment: String,
    /// Its menu categories, such as `TextEditor`.
    pub categories: Vec<String>,
    /// The MIME types it opens.
    pub mime_types: Vec<String>,
    /// Its command line, with field codes.
    pub exec: String,
    /// A program that must be installed for the entry to count.
    pub try_exec: Option<String>,
    /// Its icon.
    pub icon: Option<String>,
    /// Its working directory.
    pub directory: Option<PathBuf>,
    /// The class of its windows.
    pub window_class: Option<String>,
    /// Whether it runs in a terminal.
    pub terminal: bool,
    /// Whether menus list it.
    pub shown: bool,
    /// The file it was read from.
    pub file: PathBuf,
}

impl DesktopEntry {
    /// Parses a file; `None` when it describes no application, or a hidden one.
    pub(super) fn parse(
        id: String,
        file: &Path,
        text: &str,
        locales: &[String],
        desktops: &[&str],
    ) -> Option<DesktopEntry> {
        let keys = KeyFile::parse(text);
        let is_application = keys.raw(GROUP, "Type") == Some("Application");
        // The specification uses `Hidden` for entries that were deleted; those with `NoDisplay` still open
        // documents.
        if !is_application || keys.is_true(GROUP, "Hidden") {
            return None;
        }
        let application = Application {
            id: id.strip_suffix(".desktop").unwrap_or(&id).to_owned(),
            name: keys.localized(GROUP, "Name", locales)?,
            generic_name: keys.localized(GROUP, "GenericName", locales).unwrap_or_default(),
            keywords: keys.localized_list(GROUP, "Keywords", locales),
            aliases: vec![id.clone()],
            program: program_of(&keys.text(GROUP, "Exec")?).unwrap_or_default(),
            opens: kinds(&keys.list(GROUP, "MimeType")),
            refused: None,
        };
        Some(DesktopEntry {
            application,
            desktop_id: id,
            plain_name: keys.text(GROUP, "Name")?,
            comment: keys.localized(GROUP, "Comment", locales).unwrap_or_default(),
            categories: keys.list(GROUP, "Categories"),
            mime_types: keys.list(GROUP, "MimeType"),
            exec: keys.text(GROUP, "Exec")?,
            try_exec: keys.text(GROUP, "TryExec"),
            icon: keys.localized(GROUP, "Icon", locales),
            directory: keys.text(GROUP, "Path").map(PathBuf::from),
            window_class: keys.text(GROUP, "StartupWMClass"),
            terminal: keys.is_true(GROUP, "Terminal"),
            shown: !keys.is_true(GROUP, "NoDisplay") && is_shown_in(&keys, desktops),
            file: file.to_owned(),
        })
    }

    /// The name of its program, such as `mousepad`; `None` when the command line is empty.
    pub fn program(&self) -> Option<String> {
        program_of(&self.exec)
    }
}

fn is_shown_in(keys: &KeyFile, desktops: &[&str]) -> bool {
    let names = |key| keys.list(GROUP, key).iter().any(|name| desktops.contains(&name.as_str()));
    let only = keys.raw(GROUP, "OnlyShowIn").is_some();
    (!only || names("OnlyShowIn")) && !names("NotShowIn")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(lines: &str) -> Option<bool> {
        let text = format!("[Desktop Entry]\nType=Application\nName=A\nExec=a\n{lines}");
        DesktopEntry::parse("a.desktop".into(), Path::new("/a.desktop"), &text, &[], &["XFCE"])
            .map(|entry| entry.shown)
    }

    #[test]
    fn an_entry_says_which_common_kinds_of_documents_it_opens() {
        let types = "MimeType=application/pdf;x-scheme-handler/http;text/plain;application/vnd.oasis.opendocument.text;";
        let text = format!("[Desktop Entry]\nType=Application\nName=A\nExec=a\n{types}");
        let entry =
            DesktopEntry::parse("a.desktop".into(), Path::new("/a.desktop"), &text, &[], &[]).unwrap();
        assert_eq!(entry.application.opens, ["txt", "odt", "pdf"]);
    }

    #[test]
    fn an_entry_is_shown_hidden_or_not_there() {
        for (lines, expected) in [
            ("", Some(true)),
            ("NoDisplay=true", Some(false)),
            ("Hidden=true", None),
            ("OnlyShowIn=GNOME;", Some(false)),
            ("OnlyShowIn=GNOME;XFCE;", Some(true)),
            ("NotShowIn=XFCE", Some(false)),
        ] {
            assert_eq!(shown(lines), expected, "{lines}");
        }
    }

    #[test]
    fn other_types_are_not_applications() {
        let text = "[Desktop Entry]\nType=Link\nName=A\nExec=a\n";
        assert_eq!(DesktopEntry::parse("a.desktop".into(), Path::new("/a"), text, &[], &[]), None);
    }
}
