//! Where a user's files are. Pure.

use deskpilot_core::PathStyle;
use deskpilot_desktop::UserFolders;
use std::path::PathBuf;

/// The name of our folder in those of Windows.
const OURS: &str = "deskpilot";

/// What Windows says where no variable does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct DefaultFolders {
    /// `C:\Users\ann`.
    pub(crate) profile: Option<PathBuf>,
    /// `C:\Users\ann\AppData\Roaming`.
    pub(crate) roaming: Option<PathBuf>,
    /// `C:\Users\ann\AppData\Local`.
    pub(crate) local: Option<PathBuf>,
    /// `C:\ProgramData`.
    pub(crate) machine: Option<PathBuf>,
}

/// The folders of a user with these variables. Settings follow the user to other machines, data stays.
pub(crate) fn user_folders(variables: &[(String, String)], default: DefaultFolders) -> UserFolders {
    let value = |name: &str| {
        // Windows knows variables whatever their case. A relative path would be the folder that somebody else may have filled.
        let found = variables.iter().filter(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value).find(|it| PathStyle::Windows.is_absolute(it)).map(PathBuf::from)
    };
    let home = value("USERPROFILE");
    let in_home = |folder: &str| home.as_ref().map(|it| below(it, folder));
    let ours = |folder: PathBuf| below(&folder, OURS);
    UserFolders {
        settings: value("APPDATA").or_else(|| in_home(r"AppData\Roaming")).or(default.roaming).map(ours),
        data: value("LOCALAPPDATA").or_else(|| in_home(r"AppData\Local")).or(default.local).map(ours),
        // Not by its variable, which programs of the user can set: what is there holds for every user.
        system_settings: default.machine.map(ours),
        home: home.or(default.profile),
    }
}

/// A path in a folder, as Windows writes it.
fn below(folder: &std::path::Path, name: &str) -> PathBuf {
    format!(r"{}\{name}", folder.display().to_string().trim_end_matches(['\\', '/'])).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folders(variables: &[(&str, &str)]) -> UserFolders {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        let default = DefaultFolders {
            profile: Some(r"C:\Users\default".into()),
            roaming: Some(r"C:\Users\default\R".into()),
            local: None,
            machine: Some(r"C:\ProgramData".into()),
        };
        user_folders(&variables.iter().map(owned).collect::<Vec<_>>(), default)
    }

    #[test]
    fn folders_are_those_of_the_variables_and_else_those_that_windows_knows() {
        let home = folders(&[("UserProfile", r"C:\Users\ann\"), ("LOCALAPPDATA", r"D:\Local")]);
        assert_eq!(home.settings, Some(r"C:\Users\ann\AppData\Roaming\deskpilot".into()));
        assert_eq!(home.data, Some(r"D:\Local\deskpilot".into()));
        assert_eq!(home.home, Some(r"C:\Users\ann\".into()));
        assert_eq!(home.system_settings, Some(r"C:\ProgramData\deskpilot".into()));
        let named = folders(&[("APPDATA", "relative"), ("ProgramData", r"C:\mine")]);
        assert_eq!(named.settings, Some(r"C:\Users\default\R\deskpilot".into()));
        assert_eq!((named.data, named.home), (None, Some(r"C:\Users\default".into())));
        assert_eq!(named.system_settings, Some(r"C:\ProgramData\deskpilot".into()));
    }
}
