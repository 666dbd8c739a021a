//! What a text platform asks of an operating system, without one: for tests of crates that may use no platform.

use async_trait::async_trait;
use deskpilot_core::PathStyle;
use deskpilot_desktop::{
    Check, CheckDepth, Connection, ControlListener, ControlTransport, DesktopOptions, DesktopSource,
    Exposure, FileAccess, FilePermissions, Keyring, NativeInterfaces, OpenDesktop, Platform, PlatformError,
    PlatformTerms, Prerequisites, UserFolders,
};
use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

/// A system without desktops, permissions and sockets. A user's folders are those of `HOME`.
#[derive(Clone, Copy, Debug)]
pub(super) struct BareSystem;

impl Platform for BareSystem {
    fn name(&self) -> &'static str {
        "bare"
    }

    fn path_style(&self) -> PathStyle {
        PathStyle::Posix
    }

    fn terms(&self) -> PlatformTerms {
        PlatformTerms {
            home_variable: "HOME",
            folders: &[],
            programs: &[],
            separator: '/',
            address_opener: &[],
            screen_variables: &[],
        }
    }

    fn folders(&self, variables: &[(String, String)]) -> UserFolders {
        let home = variables.iter().find(|(name, _)| name == "HOME").map(|(_, value)| PathBuf::from(value));
        let in_home = |folder: &str| home.as_ref().map(|it| it.join(folder));
        let (settings, data) = (in_home("settings"), in_home("data"));
        UserFolders { settings, data, system_settings: None, home }
    }

    fn files(&self) -> &dyn FilePermissions {
        self
    }

    fn keyring(&self, _: &[(String, String)]) -> Option<Box<dyn Keyring>> {
        None
    }
}

#[async_trait]
impl DesktopSource for BareSystem {
    async fn open(&self, _: &DesktopOptions) -> Result<Box<dyn OpenDesktop>, PlatformError> {
        Err(PlatformError::new(unsupported(), None))
    }
}

impl NativeInterfaces for BareSystem {
    fn office_python(&self) -> Option<PathBuf> {
        None
    }
}

#[async_trait]
impl ControlTransport for BareSystem {
    fn listen(&self, _: &Path) -> io::Result<Box<dyn ControlListener>> {
        Err(unsupported())
    }

    async fn connect(&self, _: &Path) -> io::Result<Connection> {
        Err(io::ErrorKind::NotFound.into())
    }
}

#[async_trait]
impl Prerequisites for BareSystem {
    async fn checks(&self, _: CheckDepth) -> Vec<Check> {
        Vec::new()
    }

    fn installation(&self, _: &[String]) -> Option<Vec<Vec<String>>> {
        None
    }
}

impl FilePermissions for BareSystem {
    fn make_private(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)
    }

    fn access(&self, _: &File) -> io::Result<FileAccess> {
        Ok(FileAccess::Nothing)
    }

    fn exposure(&self, _: &Path) -> io::Result<Option<Exposure>> {
        Ok(None)
    }

    fn remedy(&self, _: &Path, _: FileAccess) -> String {
        String::new()
    }
}

fn unsupported() -> io::Error {
    io::ErrorKind::Unsupported.into()
}
