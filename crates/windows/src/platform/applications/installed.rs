//! One installed application, from what Windows knows of it: a shortcut, a registered path, a package. Pure.

use deskpilot_core::Application;
use std::path::PathBuf;

/// The endings of programs that a shortcut or a registered path starts.
const PROGRAMS: [&str; 2] = ["exe", "com"];
/// How the names of shortcuts begin that are no applications.
const NO_APPLICATIONS: [&str; 4] = ["uninstall ", "remove ", "deinstall ", "readme"];

/// An installed application.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InstalledApplication {
    /// Its names.
    pub(crate) application: Application,
    /// How it is started.
    pub(crate) start: StartKind,
}

/// How an application is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum StartKind {
    /// A program with arguments, in a folder.
    Program {
        /// Its file.
        path: String,
        /// What it gets before anything else.
        arguments: Vec<String>,
        /// Where it starts; `None` leaves that to us.
        folder: Option<PathBuf>,
    },
    /// A shortcut that only Windows can follow, such as that of a program which installs itself when it is first used.
    Shortcut {
        /// Its file.
        path: String,
    },
    /// A packaged application.
    Package {
        /// The identifier by which Windows starts it.
        model_id: String,
    },
}

/// A shortcut of the Start menu.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shortcut {
    /// Its own file.
    pub(crate) file: String,
    /// The folders of the menu that lead to it.
    pub(crate) menu: Vec<String>,
    /// What it starts; empty where only Windows knows.
    pub(crate) target: String,
    /// The arguments, as one text.
    pub(crate) arguments: String,
    /// Where it starts.
    pub(crate) folder: String,
}

impl InstalledApplication {
    /// The application of a shortcut; `None` for an uninstaller, a document or a page of the web.
    pub(crate) fn of_shortcut(shortcut: &Shortcut) -> Option<InstalledApplication> {
        let name = stem(&shortcut.file).to_owned();
        let lower = format!("{} ", name.to_lowercase());
        if NO_APPLICATIONS.iter().any(|it| lower.starts_with(it)) {
            return None;
        }
        if shortcut.target.is_empty() {
            let application = Application { id: name.to_lowercase(), name, ..Application::default() };
            let start = StartKind::Shortcut { path: shortcut.file.clone() };
            return Some(InstalledApplication { application, start });
        }
        let mut found = InstalledApplication::of_program(&name, &shortcut.target)?;
        found.application.keywords.clone_from(&shortcut.menu);
        if let StartKind::Program { arguments, folder, .. } = &mut found.start {
            *arguments = split_arguments(&shortcut.arguments);
            *folder = Some(PathBuf::from(&shortcut.folder)).filter(|it| !it.as_os_str().is_empty());
        }
        Some(found)
    }

    /// The application of an entry in `App Paths`: the name of its key, such as `wordpad.exe`, and its path as it is written there.
    pub(crate) fn of_app_path(key: &str, path: &str) -> Option<InstalledApplication> {
        let path = path.trim().trim_matches('"');
        let mut found = InstalledApplication::of_program(stem(key), path)?;
        found.add_alias(key);
        Some(found)
    }

    /// A packaged application; `None` for what else is among the applications of the shell.
    pub(crate) fn of_package(name: &str, model_id: &str) -> Option<InstalledApplication> {
        // The family of the package, and the application in it.
        let (family, _) = model_id.split_once('!')?;
        let mut application =
            Application { id: model_id.to_lowercase(), name: name.to_owned(), ..Application::default() };
        application.aliases.push(family.to_lowercase());
        Some(InstalledApplication {
            application,
            start: StartKind::Package { model_id: model_id.to_owned() },
        })
    }

    /// The application that is a program; `None` for a file that is not a program.
    pub(crate) fn of_program(name: &str, path: &str) -> Option<InstalledApplication> {
        let program = stem(path).to_lowercase();
        if program.is_empty() || !PROGRAMS.contains(&ending(path).as_str()) {
            return None;
        }
        let application =
            Application { id: program.clone(), name: name.to_owned(), program, ..Application::default() };
        let start = StartKind::Program { path: path.to_owned(), arguments: Vec::new(), folder: None };
        let mut found = InstalledApplication { application, start };
        found.add_alias(file_name(path));
        found.add_alias(path);
        Some(found)
    }

    /// The program that it starts, if that is known.
    pub(crate) fn program(&self) -> Option<&str> {
        match &self.start {
            StartKind::Program { path, .. } => Some(path),
            StartKind::Shortcut { .. } | StartKind::Package { .. } => None,
        }
    }

    /// What is the same for two ways to the same application.
    pub(crate) fn key(&self) -> String {
        match &self.start {
            StartKind::Program { path, arguments, .. } => {
                format!("{}\n{}", path.to_lowercase(), arguments.join("\n"))
            }
            StartKind::Shortcut { path } => path.to_lowercase(),
            StartKind::Package { model_id } => model_id.to_lowercase(),
        }
    }

    /// Another name by which it is known. Rules of the policy have names in small letters.
    pub(crate) fn add_alias(&mut self, alias: &str) {
        let alias = alias.to_lowercase();
        if alias != self.application.id && !self.application.aliases.contains(&alias) {
            self.application.aliases.push(alias);
        }
    }
}

/// The last name of a path, as Windows writes paths.
pub(crate) fn file_name(path: &str) -> &str {
    path.rsplit(['\\', '/']).next().unwrap_or(path)
}

/// The last name without its ending.
pub(crate) fn stem(path: &str) -> &str {
    let name = file_name(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// The ending of the last name, in small letters.
pub(crate) fn ending(path: &str) -> String {
    file_name(path).rsplit_once('.').map_or_else(String::new, |(_, ending)| ending.to_lowercase())
}

/// The arguments in a text, as the runtime of a program reads them: blanks separate, quotes hold together, and backslashes before a
/// quote escape.
fn split_arguments(text: &str) -> Vec<String> {
    let (mut arguments, mut current, mut is_quoted) = (Vec::new(), None::<String>, false);
    let mut backslashes = 0;
    for letter in text.chars() {
        if letter == '\\' {
            backslashes += 1;
            continue;
        }
        let pending = std::mem::take(&mut backslashes);
        let is_quote = letter == '"';
        if pending > 0 {
            let literal = if is_quote { pending / 2 } else { pending };
            current.get_or_insert_default().push_str(&"\\".repeat(literal));
        }
        if is_quote && pending % 2 == 0 {
            is_quoted = !is_quoted;
            current.get_or_insert_default();
        } else if letter.is_whitespace() && !is_quoted {
            arguments.extend(current.take());
        } else {
            current.get_or_insert_default().push(letter);
        }
    }
    if backslashes > 0 {
        current.get_or_insert_default().push_str(&"\\".repeat(backslashes));
    }
    arguments.extend(current);
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shortcut(file: &str, target: &str, arguments: &str) -> Shortcut {
        let menu = vec!["Accessories".into()];
        let (file, target, arguments) = (file.into(), target.into(), arguments.into());
        Shortcut { file, menu, target, arguments, folder: r"C:\Work".into() }
    }

    #[test]
    fn a_shortcut_is_an_application_with_the_names_of_its_program() {
        let file = r"C:\ProgramData\Start Menu\Programs\Accessories\Wordpad.lnk";
        let target = r"C:\Program Files\NT\wordpad.EXE";
        let found = InstalledApplication::of_shortcut(&shortcut(file, target, r#"/x "a b""#)).unwrap();
        assert_eq!((found.application.id.as_str(), found.application.name.as_str()), ("wordpad", "Wordpad"));
        assert_eq!(found.application.aliases, ["wordpad.exe", r"c:\program files\nt\wordpad.exe"]);
        assert_eq!(found.application.keywords, ["Accessories"]);
        let start = StartKind::Program {
            path: target.into(),
            arguments: vec!["/x".into(), "a b".into()],
            folder: Some(r"C:\Work".into()),
        };
        assert_eq!(found.start, start);
    }

    #[test]
    fn uninstallers_documents_and_pages_are_no_applications_and_unknown_targets_are_followed_by_windows() {
        for (file, target) in [
            (r"C:\m\Uninstall X.lnk", r"C:\x\unins000.exe"),
            (r"C:\m\Readme.lnk", r"C:\x\x.exe"),
            (r"C:\m\X manual.lnk", r"C:\x\manual.pdf"),
            (r"C:\m\X on the web.lnk", "https://example.org"),
        ] {
            assert_eq!(InstalledApplication::of_shortcut(&shortcut(file, target, "")), None, "{file}");
        }
        let installed = InstalledApplication::of_shortcut(&shortcut(r"C:\m\Word.lnk", "", "")).unwrap();
        assert_eq!(installed.start, StartKind::Shortcut { path: r"C:\m\Word.lnk".into() });
        assert_eq!((installed.application.id.as_str(), installed.program()), ("word", None));
    }

    #[test]
    fn registered_paths_and_packages_are_known_by_their_identifiers() {
        let found =
            InstalledApplication::of_app_path("Table.exe", r#" "C:\Program Files\T\scalc.exe" "#).unwrap();
        assert_eq!((found.application.id.as_str(), found.application.name.as_str()), ("scalc", "Table"));
        assert_eq!(found.program(), Some(r"C:\Program Files\T\scalc.exe"));
        assert!(found.application.aliases.contains(&"table.exe".to_owned()));
        assert_eq!(InstalledApplication::of_app_path("x.exe", ""), None);
        let package =
            InstalledApplication::of_package("Calculator", "Microsoft.Calc_8wekyb3d8bbwe!App").unwrap();
        assert_eq!(package.application.id, "microsoft.calc_8wekyb3d8bbwe!app");
        assert_eq!(package.application.aliases, ["microsoft.calc_8wekyb3d8bbwe"]);
        assert_eq!(InstalledApplication::of_package("Notepad", r"{1AC14E77}\notepad.exe"), None);
    }

    #[test]
    fn arguments_are_split_as_programs_split_them() {
        for (text, expected) in [
            ("", &[][..]),
            ("  a  b ", &["a", "b"]),
            (r#""two words" c"#, &["two words", "c"]),
            (r#"--x="a b"c"#, &["--x=a bc"]),
            (r#"C:\a\ "C:\b c\\""#, &[r"C:\a\", r"C:\b c\"]),
            (r#"say \"hi\" """#, &["say", "\"hi\"", ""]),
        ] {
            assert_eq!(split_arguments(text), expected, "{text}");
        }
    }
}
