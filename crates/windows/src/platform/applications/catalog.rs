//! The installed applications as one list, each once, and the one that a launch means. Pure.

use super::installed::{InstalledApplication, ending};
use super::search;
use deskpilot_core::Application;
use std::collections::HashMap;

/// The installed applications, sorted by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Catalog {
    entries: Vec<InstalledApplication>,
}

impl Catalog {
    /// Joins what several sources know, the best source first: an application that is already there only gets the other's names.
    pub(crate) fn of(found: impl IntoIterator<Item = InstalledApplication>) -> Catalog {
        let mut entries: Vec<InstalledApplication> = Vec::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        for next in found {
            match places.get(&next.key()) {
                Some(&place) => entries[place].take_names(&next.application),
                None => {
                    places.insert(next.key(), entries.len());
                    entries.push(next);
                }
            }
        }
        entries.sort_by_key(|it| it.application.name.to_lowercase());
        Catalog { entries }
    }

    /// The applications as agents see them.
    pub(crate) fn applications(&self) -> Vec<Application> {
        self.entries.iter().map(|it| it.application.clone()).collect()
    }

    /// The application of this name.
    ///
    /// # Errors
    /// Similar names, where there is none.
    pub(crate) fn find(&self, wanted: &str) -> Result<&InstalledApplication, Vec<String>> {
        search::best(&self.entries, wanted).ok_or_else(|| search::close(&self.entries, wanted))
    }

    /// The application whose program this is.
    pub(crate) fn of_program(&self, path: &str) -> Option<&InstalledApplication> {
        let is_it = |it: &&InstalledApplication| it.program().is_some_and(|it| it.eq_ignore_ascii_case(path));
        self.entries.iter().find(is_it)
    }
}

impl InstalledApplication {
    fn take_names(&mut self, other: &Application) {
        self.add_alias(&other.id);
        other.aliases.iter().for_each(|it| self.add_alias(it));
        let is_known = |it: &str| self.application.name.eq_ignore_ascii_case(it);
        if !is_known(&other.name) && !self.application.keywords.contains(&other.name) {
            self.application.keywords.push(other.name.clone());
        }
    }
}

/// The ending by which a name asks for an application: `.txt`, `*.txt` or `notes.txt`; `None` for the name of an application.
pub(crate) fn wanted_ending(wanted: &str) -> Option<String> {
    let wanted = wanted.trim();
    let ending = ending(wanted);
    let is_one = !ending.is_empty() && !ending.contains(' ') && ending != "exe" && ending != "com";
    is_one.then(|| format!(".{ending}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::applications::installed::Shortcut;

    fn program(name: &str, path: &str) -> InstalledApplication {
        InstalledApplication::of_program(name, path).unwrap()
    }

    fn catalog() -> Catalog {
        let shortcut = |file: &str, target: &str, arguments: &str| {
            let (file, target, arguments) = (file.into(), target.into(), arguments.into());
            let menu = vec!["Office".into()];
            InstalledApplication::of_shortcut(&Shortcut {
                file,
                menu,
                target,
                arguments,
                ..Shortcut::default()
            })
        };
        Catalog::of(
            [
                shortcut(r"C:\m\Tables 7.lnk", r"C:\o\scalc.exe", ""),
                shortcut(r"C:\m\Text 7.lnk", r"C:\o\soffice.exe", "--writer"),
                shortcut(r"C:\m\Slides 7.lnk", r"C:\o\soffice.exe", "--impress"),
                InstalledApplication::of_package("Calculator", "Microsoft.Calc_8wekyb3d8bbwe!App"),
                InstalledApplication::of_app_path("tables.exe", r"c:\O\SCALC.EXE"),
                Some(program("Notepad", r"C:\Windows\notepad.exe")),
                Some(program("Paint", r"C:\Windows\System32\mspaint.exe")),
            ]
            .into_iter()
            .flatten(),
        )
    }

    #[test]
    fn an_application_is_listed_once_with_the_names_of_all_sources() {
        let names: Vec<String> = catalog().applications().into_iter().map(|it| it.name).collect();
        assert_eq!(names, ["Calculator", "Notepad", "Paint", "Slides 7", "Tables 7", "Text 7"]);
        let tables = catalog().find("Tables 7").unwrap().application.clone();
        assert!(tables.aliases.contains(&"tables.exe".to_owned()), "{tables:?}");
        assert_eq!(catalog().of_program(r"c:\windows\NOTEPAD.exe").unwrap().application.id, "notepad");
        assert_eq!(catalog().of_program(r"c:\other\notepad.exe"), None);
    }

    #[test]
    fn an_application_is_found_by_every_name_people_have_for_it() {
        for (wanted, name) in [
            ("notepad", "Notepad"),
            ("NOTEPAD.EXE", "Notepad"),
            (r"C:\Windows\notepad.exe", "Notepad"),
            ("the Notepad app", "Notepad"),
            ("mspaint", "Paint"),
            ("Microsoft.Calc_8wekyb3d8bbwe!App", "Calculator"),
            ("calculator", "Calculator"),
            ("calcualtor", "Calculator"),
            ("tables", "Tables 7"),
            ("slides", "Slides 7"),
            ("office text", "Text 7"),
        ] {
            assert_eq!(catalog().find(wanted).map(|it| it.application.name.as_str()), Ok(name), "{wanted}");
        }
        assert_eq!(catalog().find("notes pad"), Err(vec!["Notepad".to_owned()]));
        assert_eq!(catalog().find(""), Err(Vec::new()));
    }

    #[test]
    fn a_name_with_an_ending_asks_for_the_application_of_such_documents() {
        for (wanted, ending) in [
            (".txt", Some(".txt")),
            ("*.TXT", Some(".txt")),
            ("my notes.txt", Some(".txt")),
            ("notepad", None),
            ("notepad.exe", None),
            ("Tables v. 7", None),
        ] {
            assert_eq!(wanted_ending(wanted).as_deref(), ending, "{wanted}");
        }
    }
}
