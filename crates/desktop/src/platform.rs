//! The port for everything of a platform besides windows. Its parts stand with what they give: [`DesktopSource`],
//! [`NativeInterfaces`], [`ControlTransport`], [`Prerequisites`].
//!
//! A platform is one crate with `impl Platform`. The code that starts sessions receives it and never names a platform.

use crate::{
    ControlTransport, DesktopSource, FilePermissions, Keyring, NativeInterfaces, PlatformTerms, Prerequisites,
};
use deskpilot_core::PathStyle;
use std::{fmt, path::PathBuf};

/// A platform: its name, where a user's own files and secrets are, and its parts, each for other callers.
pub trait Platform:
    DesktopSource + NativeInterfaces + ControlTransport + Prerequisites + fmt::Debug + Send + Sync
{
    /// Its name in reports, such as `linux`.
    fn name(&self) -> &'static str;

    /// Its path syntax.
    fn path_style(&self) -> PathStyle;

    /// What texts for people call its places and programs.
    fn terms(&self) -> PlatformTerms;

    /// The folders of a user with these environment variables.
    fn folders(&self, variables: &[(String, String)]) -> UserFolders;

    /// Its file permissions.
    fn files(&self) -> &dyn FilePermissions;

    /// The keyring of a user with these environment variables; `None` if the platform has none that it can use.
    fn keyring(&self, variables: &[(String, String)]) -> Option<Box<dyn Keyring>>;
}

/// Where a user's files are; `None` if the variables name no home folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UserFolders {
    /// The user's own home.
    pub home: Option<PathBuf>,
    /// The user's settings of this program.
    pub settings: Option<PathBuf>,
    /// The data that this program stores for the user.
    pub data: Option<PathBuf>,
    /// The settings of the machine; the user's settings override them.
    pub system_settings: Option<PathBuf>,
}
