//! The help documents that the system has of its applications.

mod applications;
mod folders;
mod languages;
mod libreoffice;
mod packages;
mod roots;
mod search;

use packages::Packages;
use roots::Roots;
use search::HelpSearch;
use std::path::{Path, PathBuf};

/// A help document that the system has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstalledHelp {
    /// Its file, without links.
    pub path: PathBuf,
    /// The application that it is about.
    pub application: String,
    /// The version of the package that it is from, if that is known.
    pub version: Option<String>,
    /// The language of the folder that it is in; `None` for what has one language alone.
    pub language: Option<String>,
}

/// The installed help documents of an application: its help in the user's language, or else in English, then
/// its manual page and the documents of its package. Leaves out links that lead out of the folders of help.
///
/// An application is named as its program is, such as `gedit`, as its entry in menus, such as `org.gnome.TextEditor`, or
/// `libreoffice-calc`. It blocks: it looks through folders and
/// the lists of packages.
pub fn installed(application: &str) -> Vec<InstalledHelp> {
    let roots = Roots::of_system();
    let program = applications::program(&roots, application);
    let names: Vec<String> = std::iter::once(application.to_owned()).chain(program.clone()).collect();
    let packages = Packages::read(&roots, &names);
    HelpSearch { roots: &roots, packages: &packages }.help_of(application, program.as_deref())
}

/// The help documents of all applications that have help or an entry in menus, application by application.
///
/// It blocks: the lists of packages are read at once, the folders of an application when its turn comes.
pub fn installed_all() -> impl Iterator<Item = InstalledHelp> {
    let roots = Roots::of_system();
    let applications = applications::applications(&roots);
    let packages = Packages::read(&roots, &applications);
    applications.into_iter().flat_map(move |it| HelpSearch { roots: &roots, packages: &packages }.help(&it))
}

/// The version of the package that this file is from, without what the distribution adds to it; `None` where no package has the
/// file, or the system keeps other lists than Debian's.
///
/// It blocks: it reads the lists of packages until one has the file.
pub fn package_version(file: &Path) -> Option<String> {
    packages::version_of_owner(&Roots::of_system(), file)
}

#[cfg(test)]
mod tests;
