//! Finds the help documents of an application.

use super::{
    InstalledHelp, folders, libreoffice,
    packages::Packages,
    roots::{Roots, is_file_name},
};
use crate::Format;
use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

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

/// Looks for help in these folders, whose packages are known.
#[derive(Debug)]
pub(super) struct HelpSearch<'a> {
    pub(super) roots: &'a Roots,
    pub(super) packages: &'a Packages,
}

impl HelpSearch<'_> {
    /// The help documents of an application, or else those of the program that its entry in menus starts.
    pub(super) fn help_of(&self, application: &str, program: Option<&str>) -> Vec<InstalledHelp> {
        let found = self.help(application);
        match program.filter(|_| found.is_empty()) {
            Some(program) => {
                let found = self.help(program).into_iter();
                found.map(|it| InstalledHelp { application: application.to_owned(), ..it }).collect()
            }
            None => found,
        }
    }

    /// The installed help documents of this name.
    pub(super) fn help(&self, application: &str) -> Vec<InstalledHelp> {
        if !is_file_name(application) {
            return Vec::new();
        }
        let mut found = self.help_folders(application);
        found.extend(libreoffice::help(self.roots, application));
        found.extend(self.manual(application));
        found.extend(self.readmes(self.packages.owner(application).unwrap_or(application)));
        let mut seen = HashSet::new();
        found.retain(|(path, _)| seen.insert(path.clone()));
        let version = self.packages.version_of(application);
        let help = |(path, language): (PathBuf, Option<String>)| InstalledHelp {
            version: self.packages.version_of_file(&path).or_else(|| version.clone()),
            path,
            application: application.to_owned(),
            language,
        };
        found.into_iter().map(help).collect()
    }

    /// The help in the first language in which there is some.
    fn help_folders(&self, application: &str) -> Vec<(PathBuf, Option<String>)> {
        for language in &self.roots.languages {
            let of_language = [
                self.roots.share.join("help").join(language).join(application),
                self.roots.share.join("gnome/help").join(application).join(language),
                self.roots.share.join("doc/HTML").join(language).join(application),
            ];
            let wanted =
                |format| matches!(format, Format::Mallard | Format::DocBook | Format::Xml | Format::Html);
            let found: Vec<PathBuf> =
                of_language.iter().flat_map(|it| folders::documents(it, &self.roots.share, wanted)).collect();
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
        let manual = self.roots.share.join("man");
        for section in MANUAL_SECTIONS {
            for language in &self.roots.languages {
                // English pages are in no folder of a language.
                let folder = if language == "C" { manual.clone() } else { manual.join(language) };
                for ending in ["", ".gz"] {
                    let name = format!("man{section}/{application}.{section}{ending}");
                    if let Some(page) = folders::inside(&folder.join(name), &self.roots.share) {
                        let stated = if language == "C" { "en" } else { language };
                        return vec![(page, Some(stated.to_owned()))];
                    }
                }
            }
        }
        Vec::new()
    }

    /// The README files and other documents that a package installs for users.
    fn readmes(&self, package: &str) -> Vec<(PathBuf, Option<String>)> {
        let folder = self.roots.share.join("doc").join(package);
        let wanted = |format| {
            matches!(format, Format::Html | Format::Markdown | Format::Text | Format::Pdf | Format::Odt)
        };
        let found = folders::documents(&folder, &self.roots.share, wanted).into_iter();
        found.filter(|it| is_for_users(it)).map(|it| (it, None)).collect()
    }
}

fn is_for_users(path: &Path) -> bool {
    let name = path.file_name().map(|it| it.to_string_lossy().to_lowercase()).unwrap_or_default();
    !NOT_FOR_USERS.iter().any(|it| name.starts_with(it))
}
