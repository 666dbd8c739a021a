//! The profiles of the browsers that Deskpilot opens, and the port that Firefox writes into its own.

use deskpilot_system::ReadLimit;
use serde::Deserialize;
use std::{
    fs, io,
    net::{IpAddr, SocketAddr},
    path::{Path, PathBuf},
};

/// The file in which Firefox says where it listens.
const SERVER: &str = "WebDriverBiDiServer.json";
/// The settings of a profile.
const SETTINGS: &str = "prefs.js";
/// The settings that a profile begins with. They skip first-run questions and greetings. By default Firefox's remote control sets
/// preferences that switch protections off: here it may not, and only two are set, without which it can put no file into a page,
/// and cannot answer a page's second dialog. A private desktop's settings of Firefox have them as well.
const FIRST_SETTINGS: &str = r#"user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("dom.file.createInChild", true);
user_pref("dom.successive_dialog_time_limit", 0);
user_pref("remote.prefs.recommended", false);
user_pref("startup.homepage_welcome_url", "");
user_pref("trailhead.firstrun.didSeeAboutWelcome", true);
"#;
/// The maximum size of that file.
const LARGEST: ReadLimit = ReadLimit::kib(4);

/// A profile of Firefox.
#[derive(Clone, Debug)]
pub(crate) struct Profile(PathBuf);

#[derive(Deserialize)]
struct Server {
    ws_host: IpAddr,
    ws_port: u16,
}

impl Profile {
    pub(crate) const fn at(folder: PathBuf) -> Profile {
        Profile(folder)
    }

    /// Makes the profile if there is none, for this user alone.
    pub(crate) fn prepare(&self) -> io::Result<()> {
        prepare_folder(&self.0)?;
        let settings = self.0.join(SETTINGS);
        if settings.exists() { Ok(()) } else { fs::write(settings, FIRST_SETTINGS) }
    }

    /// Forgets the port of a browser that ran before: another program may listen there now.
    pub(crate) fn forget_port(&self) -> io::Result<()> {
        match fs::remove_file(self.0.join(SERVER)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Where the browser listens, if it does; on this machine alone.
    pub(crate) fn port(&self) -> Option<SocketAddr> {
        let text = LARGEST.read_text(&self.0.join(SERVER)).ok()?;
        let server: Server = serde_json::from_str(&text).ok()?;
        server.ws_host.is_loopback().then(|| SocketAddr::new(server.ws_host, server.ws_port))
    }
}

/// Makes the folder of a profile if there is none, for this user alone.
pub(crate) fn prepare_folder(folder: &Path) -> io::Result<()> {
    if !folder.is_dir() {
        deskpilot_system::private_folder_options().recursive(true).create(folder)?;
    }
    deskpilot_system::check_own_folder(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_port_is_one_of_this_machine() {
        let folder = tempfile::tempdir().unwrap();
        let profile = Profile::at(folder.path().join("profile"));
        profile.prepare().unwrap();
        assert!(fs::read_to_string(profile.0.join(SETTINGS)).unwrap().contains("remote.prefs.recommended"));
        for (text, expected) in [
            (r#"{"ws_host": "127.0.0.1", "ws_port": 4711}"#, Some("127.0.0.1:4711")),
            (r#"{"ws_host": "192.0.2.1", "ws_port": 4711}"#, None),
            (r#"{"ws_host": "127.0.0.1"}"#, None),
            ("", None),
        ] {
            fs::write(profile.0.join(SERVER), text).unwrap();
            assert_eq!(profile.port().map(|it| it.to_string()).as_deref(), expected, "{text}");
        }
        profile.forget_port().unwrap();
        profile.forget_port().unwrap();
        assert_eq!(profile.port(), None);
    }

    #[test]
    fn settings_that_are_there_stay() {
        let folder = tempfile::tempdir().unwrap();
        let profile = Profile::at(folder.path().join("profile"));
        profile.prepare().unwrap();
        fs::write(profile.0.join(SETTINGS), "own").unwrap();
        profile.prepare().unwrap();
        assert_eq!(fs::read_to_string(profile.0.join(SETTINGS)).unwrap(), "own");
    }
}
