//! Where a system keeps the help of its applications.

use super::{InstalledHelp, folders, languages, libreoffice, packages::Packages};
use crate::Format;
use std::path::{Path, PathBuf};

/// The folders of help.
#[derive(Clone, Debug)]
pub(crate) struct Roots {
    /// Data of applications, such as `/usr/share`.
    pub(super) share: PathBuf,
    /// Where else LibreOffice may have its help, such as `/usr/lib/libreoffice/help`.
    pub(super) office: PathBuf,
    /// The database of packages, such as `/var/lib/dpkg`.
    pub(super) packages: PathBuf,
    /// The user's languages, the first one first, then English.
    pub(super) languages: Vec<String>,
}

/// The sections of the manual in which programs are.
const MANUAL_SECTIONS: [&str; 2] = ["1", "6"];
/// What packages have for developers and lawyers, by the beginnings of names in small letters.
const NOT_FOR_USERS: [&str; 15] = [
    "changelog",
    "changes",
    "news",
    "copyright",
    "legal",
    "license",
    "licence",
    "copying",
    "authors",
    "todo",
    "thanks",
    "install",
    "hacking",
    "contributing",
    "code_of_conduct",
];

impl Roots {
    /// Those of this system, and the languages of this process.
    pub(super) fn of_system() -> Roots {
        Roots {
            share: "/usr/share".into(),
            office: "/usr/lib/libreoffice/help".into(),
            packages: "/var/lib/dpkg".into(),
            languages: languages::of_environment(),
        }
    }

    /// The help documents of an application, or else those of the program that its entry in menus starts.
    pub(super) fn help_of(
        &self,
        application: &str,
        program: Option<&str>,
        packages: &Packages,
    ) -> Vec<InstalledHelp> {
        let found = self.help(application, packages);
        match program.filter(|_| found.is_empty()) {
            Some(program) => {
                let found = self.help(program, packages).into_iter();
                found.map(|it| InstalledHelp { application: application.to_owned(), ..it }).collect()
            }
            None => found,
        }
    }

    /// The help documents that are there under this name.
    pub(super) fn help(&self, application: &str, packages: &Packages) -> Vec<InstalledHelp> {
        if !is_file_name(application) {
            return Vec::new();
        }
        let mut found = self.help_folders(application);
        found.extend(libreoffice::help(self, application));
        found.extend(self.manual(application));
        found.extend(self.readmes(packages.owner(application).unwrap_or(application)));
        let mut seen = std::collections::HashSet::new();
        found.retain(|(path, _)| seen.insert(path.clone()));
        let version = packages.version_of(application);
        let help = |(path, language): (PathBuf, Option<String>)| InstalledHelp {
            version: packages.version_of_file(&path).or_else(|| version.clone()),
            path,
            application: application.to_owned(),
            language,
        };
        found.into_iter().map(help).collect()
    }

    /// The help in the first language in which there is some.
    fn help_folders(&self, application: &str) -> Vec<(PathBuf, Option<String>)> {
        for language in &self.languages {
            let of_language = [
                self.share.join("help").join(language).join(application),
                self.share.join("gnome/help").join(application).join(language),
                self.share.join("doc/HTML").join(language).join(application),
            ];
            let wanted =
                |format| matches!(format, Format::Mallard | Format::DocBook | Format::Xml | Format::Html);
            let found: Vec<PathBuf> =
                of_language.iter().flat_map(|it| folders::documents(it, &self.share, wanted)).collect();
            let found: Vec<PathBuf> = found.into_iter().filter(|it| is_for_users(it)).collect();
            if !found.is_empty() {
                let stated = if language == "C" { "en" } else { language };
                return found.into_iter().map(|it| (it, Some(stated.to_owned()))).collect();
            }
        }
        Vec::new()
    }

    /// The manual page in the first language in which there is one.
    fn manual(&self, application: &str) -> Vec<(PathBuf, Option<String>)> {
        let manual = self.share.join("man");
        for section in MANUAL_SECTIONS {
            for language in &self.languages {
                // English pages are in no folder of a language.
                let folder = if language == "C" { manual.clone() } else { manual.join(language) };
                for ending in ["", ".gz"] {
                    let name = format!("man{section}/{application}.{section}{ending}");
                    if let Some(page) = folders::inside(&folder.join(name), &self.share) {
                        let stated = if language == "C" { "en" } else { language };
                        return vec![(page, Some(stated.to_owned()))];
                    }
                }
            }
        }
        Vec::new()
    }

    /// What a package says to users besides.
    fn readmes(&self, package: &str) -> Vec<(PathBuf, Option<String>)> {
        let folder = self.share.join("doc").join(package);
        let wanted = |format| {
            matches!(format, Format::Html | Format::Markdown | Format::Text | Format::Pdf | Format::Odt)
        };
        let found = folders::documents(&folder, &self.share, wanted).into_iter();
        found.filter(|it| is_for_users(it)).map(|it| (it, None)).collect()
    }
}

/// Whether a name is that of one file: what is asked for never leads to another folder.
pub(super) fn is_file_name(name: &str) -> bool {
    !name.is_empty() && !name.starts_with('.') && !name.contains(['/', '\0'])
}

fn is_for_users(path: &Path) -> bool {
    let name = path.file_name().map(|it| it.to_string_lossy().to_lowercase()).unwrap_or_default();
    !NOT_FOR_USERS.iter().any(|it| name.starts_with(it))
}
