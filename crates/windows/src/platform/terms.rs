//! What texts for people call the places and programs of Windows. Pure.

use deskpilot_desktop::{FolderTerm, PlatformTerms, ProgramTerm};

/// The folders as the Explorer and the command prompt take them.
pub(crate) const TERMS: PlatformTerms = PlatformTerms {
    home_variable: "USERPROFILE",
    folders: &[
        FolderTerm { in_texts: "~/.config", here: "%APPDATA%" },
        FolderTerm { in_texts: "~/.config/goose", here: r"%APPDATA%\Block\goose\config" },
        FolderTerm { in_texts: "~/.local/share", here: "%LOCALAPPDATA%" },
        FolderTerm { in_texts: "/etc/deskpilot", here: r"%ProgramData%\deskpilot" },
    ],
    programs: &[
        ProgramTerm { in_texts: "galculator", here: "calc" },
        ProgramTerm { in_texts: "gnome-calculator", here: "calc" },
        ProgramTerm { in_texts: "gedit", here: "notepad" },
        ProgramTerm { in_texts: "mousepad", here: "notepad" },
        ProgramTerm { in_texts: "thunar", here: "explorer" },
        ProgramTerm { in_texts: "xterm", here: "cmd" },
    ],
    separator: '\\',
    // No shell reads the address, and it goes to the browser of the user's choice.
    address_opener: &["rundll32", "url.dll,FileProtocolHandler"],
    // Every user with a console has a desktop.
    screen_variables: &[],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::folders::{DefaultFolders, user_folders};
    use deskpilot_desktop::UserFolders;
    use std::{fs, path::Path};

    #[test]
    fn every_page_names_the_folders_of_windows_and_none_of_linux() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
        let mut renamed = 0;
        for entry in fs::read_dir(docs).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|it| it != "md") {
                continue;
            }
            let page = fs::read_to_string(&path).unwrap();
            let own = TERMS.in_own_terms(&page);
            renamed += usize::from(own != page);
            for folder in ["~/.config", "~/.local", "~/.cache", "/etc/deskpilot"] {
                assert!(!own.contains(folder), "{folder} in {}", path.display());
            }
        }
        assert!(renamed > 3, "{renamed}");
    }

    /// The texts name the folders that the program uses.
    #[test]
    fn the_names_of_the_folders_are_those_of_the_platform() {
        let machine = Some(r"%ProgramData%".into());
        let default = DefaultFolders {
            profile: Some(r"C:\Users\ann".into()),
            roaming: Some("%APPDATA%".into()),
            local: Some("%LOCALAPPDATA%".into()),
            machine,
        };
        let UserFolders { settings, data, system_settings, .. } = user_folders(&[], default);
        let told = |text: &str| Some(TERMS.in_own_terms(text).into());
        assert_eq!(settings, told("~/.config/deskpilot"));
        assert_eq!(data, told("~/.local/share/deskpilot"));
        assert_eq!(system_settings, told("/etc/deskpilot"));
    }
}
