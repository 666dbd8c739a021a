//! A sandbox of Windows: a token that restricts what a program can write, and a job for all that it starts.

use crate::{NoSandbox, os, reason};
use std::{
    env, fmt,
    io::ErrorKind,
    path::{Path, PathBuf},
};

/// What a program with such a token can write to.
///
/// It has no privileges, and reads every file that the user can. It writes to `writable` alone, to a folder of its own for temporary
/// files, and to what everybody may write. Everything that it started ends with it. It has the network of the machine, and what
/// another program does for it is not held back, such as a service, the Explorer or a window to which it sends input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestrictedToken {
    /// The folders that it can write to. Each gets an entry in its access list, which allows nothing to anybody else and stays.
    pub(crate) writable: Vec<PathBuf>,
}

impl RestrictedToken {
    /// A token with which programs can write to these folders. The whole of a disk and what holds the user's profile are left out:
    /// their access lists are not to change.
    ///
    /// # Errors
    /// This is not Windows, or it makes no such token.
    pub fn for_folders(folders: impl IntoIterator<Item = PathBuf>) -> Result<RestrictedToken, NoSandbox> {
        os::try_restricted().map_err(|error| match error.kind() {
            ErrorKind::Unsupported => NoSandbox::NotInstalled,
            _ => NoSandbox::NoToken(reason(&error)),
        })?;
        let profile = env::var_os(crate::HOME_VARIABLE).map(PathBuf::from);
        let mut writable: Vec<PathBuf> = Vec::new();
        for folder in folders {
            if is_narrow(&folder, profile.as_deref()) && !writable.contains(&folder) {
                writable.push(folder);
            }
        }
        Ok(RestrictedToken { writable })
    }
}

fn is_narrow(folder: &Path, profile: Option<&Path>) -> bool {
    folder.parent().is_some() && !profile.is_some_and(|it| it.starts_with(folder))
}

impl fmt::Display for RestrictedToken {
    /// What a program can do, as the end of a sentence about it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let folders: Vec<String> = self.writable.iter().map(|it| format!("{it:?}")).collect();
        let to = match folders.as_slice() {
            [] => String::new(),
            folders => format!("{}, ", folders.join(", ")),
        };
        write!(
            f,
            "it ran in a sandbox, can write to {to}a folder of its own for temporary files and what everybody may write alone, \
             and has the network"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_disk_and_a_profile_keep_their_access_lists() {
        let profile = Path::new("/users/ann");
        for (folder, expected) in [
            ("/", false),
            ("/users", false),
            ("/users/ann", false),
            ("/users/ann/work", true),
            ("/users/bob", true),
            ("/work", true),
        ] {
            assert_eq!(is_narrow(folder.as_ref(), Some(profile)), expected, "{folder}");
        }
        assert!(!is_narrow("/".as_ref(), None));
    }

    #[test]
    fn what_it_can_do_is_one_sentence() {
        let token = RestrictedToken { writable: vec!["/work".into(), "/home".into()] };
        assert_eq!(
            token.to_string(),
            "it ran in a sandbox, can write to \"/work\", \"/home\", a folder of its own for temporary files and what everybody \
             may write alone, and has the network"
        );
        let token = RestrictedToken { writable: Vec::new() };
        assert_eq!(
            token.to_string(),
            "it ran in a sandbox, can write to a folder of its own for temporary files and what everybody may write alone, and has \
             the network"
        );
    }
}
