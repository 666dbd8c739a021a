//! Linux as a [`Platform`]: desktops over AT-SPI2 and X11, folders of the XDG base directories, file modes.

use crate::{
    LinuxDesktop, LinuxError, PersonWatch as DeviceWatch, PrivateDesktop, PrivateOptions, Seat, Touch,
    command_tables,
    control_socket::{self, ControlSocket},
    doctor, exposure, folder,
    gtk_windows::GtkWindows,
    installation, office_python,
    remote_hands::LinuxHands,
    secret_service::SecretService,
};
use async_trait::async_trait;
use deskpilot_core::{PathStyle, PauseCause};
use deskpilot_desktop::{
    BrowserProfile, Check, CheckDepth, CommandTable, Connection, ControlListener, ControlTransport, Desktop,
    DesktopKind, DesktopOptions, DesktopSource, Exposure, FileAccess, FilePermissions, InputWatch, Keyring,
    NativeInterfaces, OpenDesktop, PersonWatch, Platform, PlatformError, PlatformTerms, Prerequisites,
    Receiver, RemoteHands, UserFolders, WebBrowser,
};
use rustix::process::geteuid;
use std::{
    fs::{self, File, Permissions},
    io,
    os::unix::fs::{MetadataExt, PermissionsExt},
    path::{Path, PathBuf},
    sync::Arc,
};

/// What texts call its things: they are written with its folders.
const TERMS: PlatformTerms = PlatformTerms {
    home_variable: "HOME",
    folders: &[],
    programs: &[],
    separator: '/',
    address_opener: &["xdg-open"],
    screen_variables: &["DISPLAY", "WAYLAND_DISPLAY"],
};

/// That of Firefox is its usual one there, which its settings for private desktops are written into. Chromium takes no pipes with its usual
/// one.
const BROWSERS: &[BrowserProfile] = &[
    BrowserProfile { browser: WebBrowser::Firefox, folder: ".mozilla/firefox/deskpilot" },
    BrowserProfile { browser: WebBrowser::Chromium, folder: ".config/deskpilot-chromium" },
];

/// Linux with AT-SPI2 and X11.
#[derive(Clone, Copy, Debug)]
pub struct Linux;

impl Platform for Linux {
    fn name(&self) -> &'static str {
        "linux"
    }

    fn path_style(&self) -> PathStyle {
        PathStyle::Posix
    }

    fn terms(&self) -> PlatformTerms {
        TERMS
    }

    /// The XDG base directories, see the XDG Base Directory Specification 0.8.
    fn folders(&self, variables: &[(String, String)]) -> UserFolders {
        let value = |name: &str| {
            let found = variables.iter().find(|(known, value)| known == name && !value.is_empty());
            found.map(|(_, value)| PathBuf::from(value))
        };
        // The specification says to ignore relative paths: they would be the folder that somebody else may have filled.
        let value = |name: &str| value(name).filter(|it| it.is_absolute());
        let home = value("HOME");
        let in_home = |folder: &str| home.as_ref().map(|home| home.join(folder));
        let ours = |folder: PathBuf| folder.join("deskpilot");
        let (config, data) = (value("XDG_CONFIG_HOME"), value("XDG_DATA_HOME"));
        UserFolders {
            settings: config.or_else(|| in_home(".config")).map(ours),
            data: data.or_else(|| in_home(".local/share")).map(ours),
            system_settings: Some(ours("/etc".into())),
            home,
        }
    }

    fn files(&self) -> &dyn FilePermissions {
        self
    }

    fn keyring(&self, variables: &[(String, String)]) -> Option<Box<dyn Keyring>> {
        Some(Box::new(SecretService::of(variables)))
    }
}

#[async_trait]
impl DesktopSource for Linux {
    async fn open(&self, options: &DesktopOptions) -> Result<Box<dyn OpenDesktop>, PlatformError> {
        let opened = match options.kind {
            DesktopKind::Current => {
                let seat = Seat { working: options.working.clone(), ..Seat::current().await? };
                OpenLinuxDesktop { seat, private: None }
            }
            DesktopKind::Private => {
                let private = Box::pin(PrivateDesktop::bring_up(&private_options(options))).await?;
                OpenLinuxDesktop { seat: private.seat().clone(), private: Some(private) }
            }
        };
        Ok(Box::new(opened))
    }
}

impl NativeInterfaces for Linux {
    fn receivers(&self, environment: &[(String, String)]) -> Vec<Box<dyn Receiver>> {
        deskpilot_dbus_apps::receivers(environment, Arc::new(GtkWindows::of(environment)))
    }

    fn command_tables(&self) -> Vec<CommandTable> {
        command_tables::command_tables()
    }

    fn browsers(&self) -> &'static [BrowserProfile] {
        BROWSERS
    }

    fn office_python(&self) -> Option<PathBuf> {
        office_python::office_python()
    }
}

#[async_trait]
impl ControlTransport for Linux {
    fn listen(&self, folder: &Path) -> io::Result<Box<dyn ControlListener>> {
        Ok(Box::new(ControlSocket::open(folder)?))
    }

    async fn connect(&self, folder: &Path) -> io::Result<Connection> {
        control_socket::connect(folder).await
    }
}

#[async_trait]
impl Prerequisites for Linux {
    async fn checks(&self, depth: CheckDepth) -> Vec<Check> {
        doctor::checks(depth).await
    }

    fn installation(&self, packages: &[String]) -> Option<Vec<Vec<String>>> {
        installation::commands(packages)
    }
}

impl FilePermissions for Linux {
    fn make_private(&self, path: &Path) -> io::Result<()> {
        match folder::make(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                fs::set_permissions(path, Permissions::from_mode(0o700))
            }
            made => made,
        }
    }

    fn access(&self, file: &File) -> io::Result<FileAccess> {
        let about = file.metadata()?;
        Ok(match about.mode() {
            _ if about.uid() != geteuid().as_raw() => FileAccess::Own,
            mode if mode & 0o022 != 0 => FileAccess::Change,
            mode if mode & 0o077 != 0 => FileAccess::Read,
            _ => FileAccess::Nothing,
        })
    }

    fn exposure(&self, path: &Path) -> io::Result<Option<Exposure>> {
        exposure::exposure(path)
    }

    fn remedy(&self, path: &Path, most: FileAccess) -> String {
        let mode = if most == FileAccess::Nothing { 600 } else { 644 };
        format!("chmod {mode} {}", path.display())
    }
}

fn private_options(options: &DesktopOptions) -> PrivateOptions {
    PrivateOptions {
        size: options.size,
        home: options.home.clone(),
        settings: options.settings.clone(),
        working: options.working.clone(),
        ..PrivateOptions::USUAL
    }
}

/// An open desktop; a private one is closed with it.
struct OpenLinuxDesktop {
    seat: Seat,
    private: Option<PrivateDesktop>,
}

#[async_trait]
impl OpenDesktop for OpenLinuxDesktop {
    async fn move_in(&mut self, options: &DesktopOptions) -> Result<(), PlatformError> {
        if let Some(private) = &mut self.private {
            private.move_in(&private_options(options)).await?;
            self.seat = private.seat().clone();
        }
        Ok(())
    }

    async fn connect(&self) -> Result<Box<dyn Desktop>, PlatformError> {
        Ok(Box::new(LinuxDesktop::connect(self.seat.clone()).await?))
    }

    fn environment(&self) -> Vec<(String, String)> {
        self.seat.environment().iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    fn programs(&self) -> Vec<String> {
        self.seat.programs()
    }

    async fn watch_person(&self) -> Result<Box<dyn PersonWatch>, PlatformError> {
        Ok(Box::new(PersonInput(self.seat.watch_person().await?)))
    }

    async fn watch_input(&self) -> Result<InputWatch, PlatformError> {
        Ok(self.seat.watch_input().await?)
    }

    async fn remote_hands(&self) -> Result<Box<dyn RemoteHands>, PlatformError> {
        Ok(Box::new(LinuxHands::connect(&self.seat).await?))
    }

    async fn close(self: Box<Self>) {
        if let Some(private) = self.private {
            private.close().await;
        }
    }
}

/// The person's use of pointer and keyboard.
struct PersonInput(DeviceWatch);

#[async_trait]
impl PersonWatch for PersonInput {
    async fn touched(&mut self) -> Result<PauseCause, PlatformError> {
        Ok(match self.0.touched().await.map_err(LinuxError::from)? {
            Touch::Pointer | Touch::Button => PauseCause::Pointer,
            Touch::Key => PauseCause::Keyboard,
        })
    }
}

impl From<LinuxError> for PlatformError {
    fn from(error: LinuxError) -> PlatformError {
        let hint = error.hint();
        PlatformError::new(error, hint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folders(variables: &[(&str, &str)]) -> UserFolders {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        Linux.folders(&variables.iter().map(owned).collect::<Vec<_>>())
    }

    #[test]
    fn folders_are_those_of_the_xdg_base_directories() {
        let home = folders(&[("HOME", "/home/a"), ("XDG_DATA_HOME", "data")]);
        assert_eq!(home.settings, Some("/home/a/.config/deskpilot".into()));
        assert_eq!(
            home.data,
            Some("/home/a/.local/share/deskpilot".into()),
            "a relative path is passed over"
        );
        let named = folders(&[("HOME", "/home/a"), ("XDG_CONFIG_HOME", "/c"), ("XDG_DATA_HOME", "/d")]);
        assert_eq!((named.settings, named.data), (Some("/c/deskpilot".into()), Some("/d/deskpilot".into())));
        for nobody in [folders(&[("HOME", "")]), folders(&[("HOME", "."), ("XDG_CONFIG_HOME", ".")])] {
            assert_eq!((nobody.settings, nobody.data), (None, None));
        }
    }

    #[test]
    fn the_mode_says_what_others_may_do() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("secrets.toml");
        fs::write(&path, "").unwrap();
        for (mode, access) in [
            (0o600, FileAccess::Nothing),
            (0o400, FileAccess::Nothing),
            (0o700, FileAccess::Nothing),
            (0o640, FileAccess::Read),
            (0o604, FileAccess::Read),
            (0o660, FileAccess::Change),
            (0o602, FileAccess::Change),
        ] {
            fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
            assert_eq!(Linux.access(&File::open(&path).unwrap()).unwrap(), access, "{mode:o}");
        }
        assert_eq!(
            Linux.access(&File::open("/proc/version").unwrap()).unwrap() == FileAccess::Own,
            !is_root()
        );
    }

    fn is_root() -> bool {
        geteuid().is_root()
    }

    #[test]
    fn a_private_folder_is_closed_to_others_whether_it_is_there_or_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("task");
        for _ in 0..2 {
            Linux.make_private(&path).unwrap();
            assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o700);
            fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
        }
    }
}
