//! The variables of the process, read once by whoever starts sessions, and the folders of the user that they name.

use std::{
    fmt,
    path::{Path, PathBuf},
};

/// The variables of a process, as far as they are text.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Environment(Vec<(String, String)>);

impl Environment {
    /// The variables of this process.
    pub fn of_process() -> Environment {
        let text = |(name, value): (std::ffi::OsString, std::ffi::OsString)| {
            Some((name.into_string().ok()?, value.into_string().ok()?))
        };
        Environment(std::env::vars_os().filter_map(text).collect())
    }

    /// All variables, each with its value.
    pub fn pairs(&self) -> &[(String, String)] {
        &self.0
    }

    /// The value of a variable that is set and not empty.
    pub fn value(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(known, value)| known == name && !value.is_empty());
        found.map(|(_, value)| value.as_str())
    }

    /// The folder of the user's own settings; `None` where no variable names a home.
    pub fn settings_folder(&self) -> Option<PathBuf> {
        let config = self.value("XDG_CONFIG_HOME").map(PathBuf::from);
        let config = config.or_else(|| self.home().map(|home| home.join(".config")));
        config.map(|folder| folder.join("deskpilot"))
    }

    /// The folder of what is kept for the user; `None` where no variable names a home.
    pub fn data_folder(&self) -> Option<PathBuf> {
        // A relative path means nothing there, and is passed over.
        let data = self.value("XDG_DATA_HOME").map(PathBuf::from).filter(|it| it.is_absolute());
        let data = data.or_else(|| self.home().map(|home| home.join(".local/share")));
        data.map(|folder| folder.join("deskpilot"))
    }

    fn home(&self) -> Option<&Path> {
        self.value("HOME").map(Path::new)
    }
}

impl From<Vec<(String, String)>> for Environment {
    fn from(pairs: Vec<(String, String)>) -> Environment {
        Environment(pairs)
    }
}

/// Names only: values may be secrets.
impl fmt::Debug for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|(name, _)| name)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_not_shown_and_relative_data_folders_are_passed_over() {
        let of = |pairs: &[(&str, &str)]| {
            let owned = pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
            Environment::from(owned.collect::<Vec<_>>())
        };
        let env = of(&[("HOME", "/home/a"), ("XDG_DATA_HOME", "data"), ("DESKPILOT_SECRET_MAIL", "hidden")]);
        assert!(
            !format!("{env:?}").contains("hidden") && format!("{env:?}").contains("DESKPILOT_SECRET_MAIL")
        );
        assert_eq!(env.data_folder(), Some("/home/a/.local/share/deskpilot".into()));
        assert_eq!(env.settings_folder(), Some("/home/a/.config/deskpilot".into()));
        assert_eq!(of(&[("HOME", "")]).settings_folder(), None);
    }
}
