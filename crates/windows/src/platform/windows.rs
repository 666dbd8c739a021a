//! Windows as a [`Platform`]: desktops over UI Automation and Win32, known folders, access lists, the credential manager.

use super::{
    control_pipe::{self, ControlPipe},
    credential_manager::CredentialKeyring,
    doctor,
    folders::{DefaultFolders, user_folders},
    native::known_folders::KnownFolder,
    office_python,
    open_desktop::{OpenWindowsDesktop, leases},
    permissions::{
        access_list::Place,
        exposure::{command, exposure},
        security::{close_to_others, create_closed, current_user, of_file, of_path},
        sid::Sid,
    },
    private::OpenPrivateDesktop,
    terms::TERMS,
};
use crate::selftest;
use async_trait::async_trait;
use deskpilot_core::PathStyle;
use deskpilot_desktop::{
    BrowserProfile, Check, CheckDepth, Connection, ControlListener, ControlTransport, DesktopKind,
    DesktopOptions, DesktopSource, Exposure, FileAccess, FilePermissions, Keyring, NativeInterfaces,
    OpenDesktop, Platform, PlatformError, PlatformTerms, Prerequisites, Receiver, Trial, UserFolders,
    WebBrowser,
};
use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
};
use tokio::sync::mpsc::UnboundedReceiver;

/// Where programs keep data on one machine, as `LocalData` does for the user; the policy guards what is below a folder of this name. The
/// usual profile would not do: Chrome and Edge take no pipes with it, and Firefox hands over to one that runs with it.
const BROWSERS: &[BrowserProfile] = &[
    BrowserProfile { browser: WebBrowser::Firefox, folder: r"AppData\Local\deskpilot-firefox" },
    BrowserProfile { browser: WebBrowser::Chrome, folder: r"AppData\Local\deskpilot-chrome" },
    BrowserProfile { browser: WebBrowser::Edge, folder: r"AppData\Local\deskpilot-edge" },
];

/// Windows with UI Automation and Win32.
#[derive(Clone, Copy, Debug)]
pub struct Windows;

impl Platform for Windows {
    fn name(&self) -> &'static str {
        "windows"
    }

    fn path_style(&self) -> PathStyle {
        PathStyle::Windows
    }

    fn terms(&self) -> PlatformTerms {
        TERMS
    }

    fn folders(&self, variables: &[(String, String)]) -> UserFolders {
        let default = DefaultFolders {
            profile: KnownFolder::Profile.path(),
            roaming: KnownFolder::RoamingData.path(),
            local: KnownFolder::LocalData.path(),
            machine: KnownFolder::ProgramData.path(),
        };
        user_folders(variables, default)
    }

    fn files(&self) -> &dyn FilePermissions {
        self
    }

    fn keyring(&self, _: &[(String, String)]) -> Option<Box<dyn Keyring>> {
        Some(Box::new(CredentialKeyring))
    }
}

#[async_trait]
impl DesktopSource for Windows {
    /// What is packaged opens on the user's own desktop alone.
    fn kind_for_every_application(&self) -> DesktopKind {
        DesktopKind::Current
    }

    async fn open(&self, options: &DesktopOptions) -> Result<Box<dyn OpenDesktop>, PlatformError> {
        let variables: Vec<(String, String)> = std::env::vars().collect();
        let folders = self.folders(&variables);
        match options.kind {
            DesktopKind::Private => {
                let leases = leases(&folders)?;
                Ok(Box::new(OpenPrivateDesktop::make(&leases, options)?))
            }
            DesktopKind::Current => {
                Ok(Box::new(OpenWindowsDesktop::current(&folders, options.working.clone())?))
            }
        }
    }
}

impl NativeInterfaces for Windows {
    fn receivers(&self, _: &[(String, String)]) -> Vec<Box<dyn Receiver>> {
        deskpilot_com_office::receivers()
    }

    fn browsers(&self) -> &'static [BrowserProfile] {
        BROWSERS
    }

    fn office_python(&self) -> Option<PathBuf> {
        office_python::office_python()
    }
}

#[async_trait]
impl ControlTransport for Windows {
    fn listen(&self, folder: &Path) -> io::Result<Box<dyn ControlListener>> {
        Ok(Box::new(ControlPipe::open(folder)?))
    }

    async fn connect(&self, folder: &Path) -> io::Result<Connection> {
        control_pipe::connect(folder).await
    }
}

#[async_trait]
impl Prerequisites for Windows {
    async fn checks(&self, depth: CheckDepth) -> Vec<Check> {
        doctor::checks(depth).await
    }

    fn installation(&self, _: &[String]) -> Option<Vec<Vec<String>>> {
        None
    }

    fn self_test(&self) -> Option<UnboundedReceiver<Trial>> {
        Some(selftest::start())
    }
}

impl FilePermissions for Windows {
    fn make_private(&self, folder: &Path) -> io::Result<()> {
        let user = current_user()?;
        let users = [user, Sid::system(), Sid::administrators()];
        match create_closed(folder, &users) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => return created,
        }
        if of_path(folder)?.access_of_others(&users[0], Place::Folder) == FileAccess::Own {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it belongs to another user"));
        }
        close_to_others(folder, &users)
    }

    fn access(&self, file: &File) -> io::Result<FileAccess> {
        Ok(of_file(file)?.access_of_others(&current_user()?, Place::File))
    }

    fn exposure(&self, path: &Path) -> io::Result<Option<Exposure>> {
        exposure(path)
    }

    fn remedy(&self, path: &Path, _: FileAccess) -> String {
        command(path)
    }
}
