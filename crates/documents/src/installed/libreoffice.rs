//! The help of LibreOffice: pages in the folders of its modules.

use super::{folders, roots::Roots};
use crate::Format;
use std::path::PathBuf;

/// Each application and the folder of its pages.
pub(super) const MODULES: [(&str, &str); 9] = [
    ("libreoffice-writer", "swriter"),
    ("libreoffice-calc", "scalc"),
    ("libreoffice-calc", "schart"),
    ("libreoffice-impress", "simpress"),
    ("libreoffice-draw", "sdraw"),
    ("libreoffice-math", "smath"),
    ("libreoffice-base", "sdatabase"),
    ("libreoffice", "shared"),
    ("libreoffice-basic", "sbasic"),
];

/// The pages of an application in the first language in which there are some.
pub(super) fn help(roots: &Roots, application: &str) -> Vec<(PathBuf, Option<String>)> {
    let modules = MODULES.iter().filter(|(known, _)| *known == application).map(|(_, module)| *module);
    let modules: Vec<&str> = modules.collect();
    for language in roots.languages.iter().filter(|_| !modules.is_empty()) {
        let name = if language == "C" { "en-US".to_owned() } else { language.replace('_', "-") };
        for (base, root) in
            [(roots.share.join("libreoffice/help"), &roots.share), (roots.office.clone(), &roots.office)]
        {
            let folders = modules.iter().map(|module| base.join(&name).join("text").join(module));
            let found: Vec<PathBuf> = folders
                .flat_map(|it| folders::documents(&it, root, |format| format == Format::Html))
                .collect();
            if !found.is_empty() {
                return found.into_iter().map(|it| (it, Some(name.clone()))).collect();
            }
        }
    }
    Vec::new()
}
