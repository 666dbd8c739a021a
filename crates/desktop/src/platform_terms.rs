//! What help, pages and advice call the places and programs of a platform.

use std::cmp::Reverse;

/// What texts for people call the things of a platform. A text is written once, with the folders of Linux.
#[derive(Clone, Copy, Debug)]
pub struct PlatformTerms {
    /// The variable that names the user's home.
    pub home_variable: &'static str,
    /// The folders of texts that have another name on this platform.
    pub folders: &'static [FolderTerm],
    /// The programs of examples that are others on this platform.
    pub programs: &'static [ProgramTerm],
    /// What separates the names of a path in those folders.
    pub separator: char,
    /// The program that opens an address in the user's browser, and its words before the address; empty if there is none.
    pub address_opener: &'static [&'static str],
    /// The variables of which one is set where a browser has a screen; empty if it has one everywhere.
    pub screen_variables: &'static [&'static str],
}

/// A folder with two names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FolderTerm {
    /// Its name in texts, such as `~/.config`.
    pub in_texts: &'static str,
    /// Its name on the platform, such as `%APPDATA%`.
    pub here: &'static str,
}

/// A program of examples, and the one that does the same on the platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgramTerm {
    /// Its name in texts, such as `galculator`.
    pub in_texts: &'static str,
    /// The name of the other, such as `calc`.
    pub here: &'static str,
}

impl PlatformTerms {
    /// The text with the programs and the folders of this platform, and the paths in them as it writes paths.
    pub fn in_own_terms(&self, text: &str) -> String {
        let (mut own, mut rest) = (String::with_capacity(text.len()), text);
        while let Some((at, folder)) = self.first_folder(rest) {
            own.push_str(&rest[..at]);
            own.push_str(folder.here);
            rest = &rest[at + folder.in_texts.len()..];
            let path = rest.find(|it: char| !is_in_path(it)).unwrap_or(rest.len());
            own.extend(rest[..path].chars().map(|it| if it == '/' { self.separator } else { it }));
            rest = &rest[path..];
        }
        self.with_own_programs(&(own + rest))
    }

    fn with_own_programs(&self, text: &str) -> String {
        let (mut own, mut rest) = (String::with_capacity(text.len()), text);
        while let Some(start) = rest.find(is_in_name) {
            let (before, from) = rest.split_at(start);
            let (word, behind) = from.split_at(from.find(|it| !is_in_name(it)).unwrap_or(from.len()));
            // A dot behind it ends the sentence.
            let name = word.trim_end_matches('.');
            let here = self.programs.iter().find(|it| it.in_texts == name).map_or(name, |it| it.here);
            own.extend([before, here, &word[name.len()..]]);
            rest = behind;
        }
        own + rest
    }

    /// The first folder of the text and its place; of two at one place, the one with the longer name.
    fn first_folder(&self, text: &str) -> Option<(usize, &'static FolderTerm)> {
        let found = self.folders.iter().filter_map(|it| Some((text.find(it.in_texts)?, it)));
        found.min_by_key(|(at, it)| (*at, Reverse(it.in_texts.len())))
    }
}

/// Whether a path in a text goes on with this character.
fn is_in_path(it: char) -> bool {
    it.is_alphanumeric() || "/-_.*".contains(it)
}

/// Whether the name of a program in a text goes on with this character.
fn is_in_name(it: char) -> bool {
    it.is_alphanumeric() || "-_.".contains(it)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TERMS: PlatformTerms = PlatformTerms {
        home_variable: "USERPROFILE",
        folders: &[
            FolderTerm { in_texts: "~/.config", here: "%APPDATA%" },
            FolderTerm { in_texts: "~/.config/Own", here: r"%LOCALAPPDATA%\Own" },
        ],
        programs: &[ProgramTerm { in_texts: "gedit", here: "notepad" }],
        separator: '\\',
        address_opener: &[],
        screen_variables: &[],
    };

    #[test]
    fn folders_of_a_text_get_the_names_and_the_separators_of_the_platform() {
        for (text, own) in [
            (
                "in `~/.config/deskpilot/config.toml`, a/b, ~/.config.",
                r"in `%APPDATA%\deskpilot\config.toml`, a/b, %APPDATA%.",
            ),
            ("~/.config/Own/a-b_c/x.db", r"%LOCALAPPDATA%\Own\a-b_c\x.db"),
            ("~/.config/Größe/x and/or ~/.local", r"%APPDATA%\Größe\x and/or ~/.local"),
            (
                "--open gedit, gedit. org.gnome.gedit gedits",
                "--open notepad, notepad. org.gnome.gedit gedits",
            ),
            ("nothing of that", "nothing of that"),
            ("", ""),
        ] {
            assert_eq!(TERMS.in_own_terms(text), own);
            assert_eq!(PlatformTerms { folders: &[], programs: &[], ..TERMS }.in_own_terms(text), text);
        }
    }
}
