//! The folders that Windows knows of this user and of the machine.
#![expect(unsafe_code, reason = "calls Windows")]

use super::com::taken;
use std::path::PathBuf;
use windows::Win32::UI::Shell::{
    FOLDERID_CommonPrograms, FOLDERID_LocalAppData, FOLDERID_Profile, FOLDERID_ProgramData,
    FOLDERID_Programs, FOLDERID_RoamingAppData, FOLDERID_System, FOLDERID_Windows, KF_FLAG_DONT_VERIFY,
    SHGetKnownFolderPath,
};
use windows::core::GUID;

/// Which folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KnownFolder {
    /// The user's own.
    Profile,
    /// Settings that follow the user to other machines.
    RoamingData,
    /// Data of the user on this machine.
    LocalData,
    /// Settings and data of the machine.
    ProgramData,
    /// The user's Start menu.
    StartMenu,
    /// Everybody's Start menu.
    CommonStartMenu,
    /// Windows' own programs.
    System,
    /// The folder of Windows.
    Windows,
}

impl KnownFolder {
    /// Where it is; `None` where Windows does not know.
    pub(crate) fn path(self) -> Option<PathBuf> {
        let id: GUID = match self {
            KnownFolder::Profile => FOLDERID_Profile,
            KnownFolder::RoamingData => FOLDERID_RoamingAppData,
            KnownFolder::LocalData => FOLDERID_LocalAppData,
            KnownFolder::ProgramData => FOLDERID_ProgramData,
            KnownFolder::StartMenu => FOLDERID_Programs,
            KnownFolder::CommonStartMenu => FOLDERID_CommonPrograms,
            KnownFolder::System => FOLDERID_System,
            KnownFolder::Windows => FOLDERID_Windows,
        };
        // SAFETY: the pointer is to an identifier of ours, and the text that comes back is ours to free.
        unsafe { SHGetKnownFolderPath(&raw const id, KF_FLAG_DONT_VERIFY, None).ok().map(|it| taken(it)) }
            .map(PathBuf::from)
    }
}
